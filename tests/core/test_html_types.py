"""Main content by what a page says it is: sharp where one story is told, generous where links are the point."""

from __future__ import annotations

import pytest

from webloupe.fetch.html import clean, convert, main, measure, parse
from webloupe.fetch.html.choice import About

SENTENCE = "The harbour master tells what happened at the pier on the morning of the storm. "
PROSE = f"<p>{SENTENCE * 3}</p>"
URL = "https://www.example.org/news/storm"


def page(kind: str, *parts: str) -> str:
    head = {
        "article": '<meta property="og:type" content="article">',
        "story": '<script type="application/ld+json">{"@graph":[{"@type":"NewsArticle"}]}</script>',
        "product": '<script type="application/ld+json">{"@type": ["Product"], "name": "x"}</script>',
        "listing": '<script type="application/ld+json">{"@type":"ItemList"}</script>',
        "forum": '<div itemscope itemtype="https://schema.org/QAPage"></div>',
        "plain": "",
    }[kind]
    return f"<html><head><title>T</title>{head}</head><body>{''.join(parts)}</body></html>"


def teasers(excerpt: str = "") -> str:
    cards = "".join(f"<li><h4><a href=/other{n}>Other story {n}</a></h4>{excerpt}</li>" for n in range(6))
    return f"<div class=x1><ul>{cards}</ul></div>"


ELSEWHERE = {
    "teasers": teasers(),
    "teasers with excerpts": teasers(f"<p>{SENTENCE}</p>"),
    "headlines": "<div>" + "".join(f"<a href='/o{n}'>Other story {n} of the harbour</a> " for n in range(9)) + "</div>",
}


@pytest.mark.parametrize("kind", ["article", "story"])
@pytest.mark.parametrize("name", ELSEWHERE)
def test_a_story_keeps_nothing_that_announces_others(kind, name):
    document = convert(page(kind, f"<h1>Storm</h1><div>{PROSE * 4}</div>", ELSEWHERE[name]), url=URL)
    assert "Other story" not in document.markdown and document.markdown.count("harbour master") == 12
    assert document.left_out


@pytest.mark.parametrize("kind", ["listing", "forum", "plain"])
@pytest.mark.parametrize("name", ELSEWHERE)
def test_where_links_may_be_the_point_they_stay(kind, name):
    document = convert(page(kind, "<h1>Storm</h1><p>All of them.</p>", ELSEWHERE[name]), url=URL)
    assert document.markdown.count("Other story") == (9 if name == "headlines" else 6)


@pytest.mark.parametrize("name", ELSEWHERE)
def test_a_page_that_calls_itself_an_article_but_only_announces_some_keeps_them(name):
    document = convert(page("article", "<h1>News</h1>", ELSEWHERE[name]), url=URL)
    assert "Other story 5" in document.markdown


def test_the_sources_of_a_story_stay():
    sources = "".join(f"<li><a href='https://paper{n}.example/a'>Report {n} of the harbour</a></li>" for n in range(9))
    document = convert(page("article", f"<h1>Storm</h1>{PROSE * 4}<ol>{sources}</ol>"), url=URL)
    assert document.markdown.count("https://paper") == 9


def test_what_buyers_say_is_no_part_of_a_product_but_a_review_is_its_page():
    said = f'<div id="reviews"><p>{SENTENCE.replace("harbour", "BUYER")}</p></div>'
    assert "BUYER" not in convert(page("product", f"<h1>Lamp</h1>{PROSE * 3}", said)).markdown
    assert "BUYER" in convert(page("article", f"<h1>Lamp</h1><div>{PROSE * 3}{said}</div>")).markdown


def test_a_menu_without_a_name_is_known_by_its_short_links():
    menu = "<table><tr><td>" + " ".join(f"<a href=/c{n}>Topic {n}</a>" for n in range(12)) + "</table>"
    document = convert(page("plain", menu, f"<div>{PROSE * 3}</div>"), url=URL)
    assert "Topic 3" not in document.markdown and "harbour master" in document.markdown


def test_prose_is_cut_out_of_what_stands_round_it():
    around = "".join(f"<div class=y{n}>Words beside it {n}</div>" for n in range(5))
    document = convert(page("plain", around, f"<h1>Storm</h1><div class=z>{PROSE * 6}</div>"), url=URL)
    assert "Words beside" not in document.markdown and document.left_out == ("around the main content (75 characters)",)


DESCRIBED = "A lamp of brass, made by hand in the harbour, with a shade of glass and a lead of three metres. " * 3
DATA = f'<script type="application/ld+json">{{"@type":"Product","description":"&lt;b&gt;{DESCRIBED}*"}}</script>'


def test_a_product_whose_description_a_script_would_draw_is_described_and_a_note_says_so():
    document = convert(f"{DATA}<main><h1>Lamp</h1><p>48.00, in stock.</p></main>")
    assert document.markdown.endswith(DESCRIBED.strip() + " \\*") and "JSON-LD" in document.notes[0]


def test_a_description_that_is_on_the_page_is_there_once():
    document = convert(f"{DATA}<main><h1>Lamp</h1><div>{DESCRIBED}</div></main>")
    assert document.markdown.count("lamp of brass") == 3 and not document.notes


def test_what_is_named_the_body_of_an_article_is_it():
    colours = f"<div class=legend>{PROSE.replace('harbour', 'LEGEND')}</div>"
    body = f"<div class='x article-body'>{PROSE * 4}</div>"
    document = convert(page("article", f"<main><h1>Storm</h1>{body}{colours}</main>"), url=URL)
    assert "LEGEND" not in document.markdown and document.markdown.count("harbour master") == 12


def test_a_landmark_in_a_landmark_is_the_one():
    outer = f"<div role=main><div><p>Words on the paper itself.</p></div><main><h1>Storm</h1>{PROSE * 4}</main></div>"
    assert convert(page("plain", outer), url=URL).markdown.startswith("# Storm")


def test_a_product_may_be_described_without_paragraphs():
    points = "".join(f"<li>{SENTENCE}</li>" for _ in range(6))
    beside = "".join(f"<div>Size {n}</div><div>Colour {n}</div>" for n in range(9))
    document = convert(page("product", f"<div>{beside}</div><div><ul>{points}</ul></div>"), url=URL)
    assert "Size 3" not in document.markdown and document.markdown.count("harbour master") == 6


def test_chinese_paragraphs_count_by_what_they_say():
    told = "<p>港口负责人讲述了暴风雨当天早晨在码头发生的事情，大家都很担心。</p>"
    around = "".join(f"<div class=y{n}>第{n}页</div>" for n in range(9))
    document = convert(page("plain", f"{around}<div class=z>{told * 6}</div>"), url=URL)
    assert "第3页" not in document.markdown and document.markdown.count("港口") == 6


@pytest.mark.parametrize("name", ["side-content", "right-rail", "header-wrapper"])
def test_regions_that_only_a_class_names_are_known(name):
    document = convert(
        page("plain", f"<div class={name}>FURNITURE words</div><div>{PROSE * 3}<p>End.</p></div>"), url=URL
    )
    assert "FURNITURE" not in document.markdown and "End." in document.markdown


def test_the_header_that_holds_the_title_stays():
    text = convert(
        page("plain", f"<div class=header><h1>Storm</h1></div><ul><li>{SENTENCE}</li></ul>"), url=URL
    ).markdown
    assert text.startswith("# Storm")


def test_a_caption_said_in_two_places_is_said_once_a_refrain_as_often_as_it_is_sung():
    caption = f"<div><p>{SENTENCE.replace('harbour', 'CAPTION')}</p></div>"
    refrain = f"<p>{SENTENCE.replace('harbour', 'REFRAIN')}</p>"
    body = f"{caption}{caption}{PROSE * 3}{refrain}<p>A verse.</p>{refrain}"
    document = convert(page("article", f"<div>{body}</div>"), url=URL)
    assert document.markdown.count("CAPTION") == 1 and document.markdown.count("REFRAIN") == 2
    assert "repeated (65 characters)" in document.left_out


REPEATED = f"<div><p>{SENTENCE}</p></div>" * 2
MENU = "<table><tr><td>" + " ".join(f"<a href=/c{n}>Topic {n}</a>" for n in range(12)) + "</table>"


@pytest.mark.parametrize("mode", ["auto", "precision", "recall"])
@pytest.mark.parametrize("kind", ["article", "product", "listing", "forum", "other"])
def test_what_stays_and_what_is_left_out_are_the_page_to_the_character(kind, mode):
    regions = "<nav>Nav</nav><div class=sidebar>Side <div class=related>words</div></div><div id=comments>Reply</div>"
    document = parse.parse(page("plain", regions, MENU, f"<h1>Storm</h1>{PROSE * 4}{REPEATED}", *ELSEWHERE.values()))
    clean.clean_page(document, clean.parts_of(document))
    choice = main.choose(document, mode, About(kind, URL))
    left = sum(int(entry.rsplit("(", 1)[1].split()[0].replace(",", "")) for entry in choice.left_out)
    assert left > 0 and measure.size(choice.root) == choice.chars == choice.of - left
