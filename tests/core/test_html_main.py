"""Main-content selection keeps what the page is for, drops its furniture and says what it dropped."""

from __future__ import annotations

import pytest

from webloupe.errors import BadInput
from webloupe.fetch.html import convert, html_to_markdown

PROSE = "<p>" + "A long and quiet sentence tells what happened at the harbour that morning. " * 4 + "</p>"
MENU = "<ul>" + "".join(f'<li><a href="/m{n}">Menu entry {n}</a></li>' for n in range(30)) + "</ul>"


def page(*parts: str) -> str:
    return f"<html><head><title>T</title></head><body>{''.join(parts)}</body></html>"


BESIDE = {
    "navigation": f"<nav>{MENU}</nav>",
    "footer": "<footer>FURNITURE, all rights reserved</footer>",
    "aside": "<aside><p>FURNITURE beside the text</p></aside>",
    "banner": "<header><p>FURNITURE on top</p></header>",
    "dialog": "<div role=dialog><p>FURNITURE before the text</p></div>",
}
WITHIN = {
    "consent": '<div id="cookie-banner"><p>FURNITURE about cookies</p></div>',
    "sharing": '<div class="post-share"><p>FURNITURE to share</p></div>',
    "related": '<div class="related">FURNITURE to read next</div>',
    "comments": '<section class="comments">FURNITURE of others</section>',
    "byline": '<div class="author_bio">FURNITURE on the author</div>',
    "screen reader": '<span class="sr-only">FURNITURE read aloud</span>',
}
FURNISHED = {name: page(part, f"<main><h1>Harbour</h1>{PROSE * 3}</main>") for name, part in BESIDE.items()}
FURNISHED |= {name: page(f"<main><h1>Harbour</h1>{PROSE * 3}{part}</main>") for name, part in WITHIN.items()}


@pytest.mark.parametrize("name", FURNISHED)
def test_furniture_is_left_out_and_named_with_its_size(name):
    document = convert(FURNISHED[name])
    assert "FURNITURE" not in document.markdown and "Menu entry" not in document.markdown
    assert document.markdown.startswith("# Harbour")
    assert any(entry.startswith(f"{name} (") and entry.endswith(" characters)") for entry in document.left_out)


@pytest.mark.parametrize("name", FURNISHED)
def test_full_brings_everything_back(name):
    document = convert(FURNISHED[name], main="full")
    assert "FURNITURE" in document.markdown or "Menu entry 7" in document.markdown
    assert document.left_out == ()


@pytest.mark.parametrize("mode", ["auto", "precision", "recall"])
@pytest.mark.parametrize(
    "wrapper",
    [
        "<div class=sidebar>{}</div>",
        "<div id=comments>{}</div>",
        "<aside>{}</aside>",
        "<footer>{}</footer>",
        "<div>{}</div>",
    ],
)
def test_what_holds_over_forty_percent_of_the_text_is_never_lost(wrapper, mode):
    big = wrapper.format(PROSE.replace("harbour", "BIG") * 5)
    text = html_to_markdown(page(f"<article>{PROSE * 6}</article>", big), main=mode)
    assert text.count("BIG") == 20 and text.count("harbour") == 24


def test_a_menu_longer_than_the_text_is_still_a_menu():
    text = html_to_markdown(page(f"<nav>{MENU * 5}</nav>", f"<div>{PROSE * 2}</div>"))
    assert "Menu entry" not in text and "harbour" in text


def test_a_page_of_links_keeps_its_links():
    assert html_to_markdown(page(f"<nav>{MENU}</nav>")).count("Menu entry") == 30


def test_a_consent_wall_never_stands_for_the_page():
    wall = f'<div id="cookie-consent" role=dialog>{PROSE.replace("harbour", "VENDOR") * 20}</div>'
    text = html_to_markdown(page(wall, "<main><h1>Opening hours</h1><p>Daily from ten.</p></main>"))
    assert text == "# Opening hours\n\nDaily from ten."


def test_a_list_of_teasers_is_kept_whole():
    teasers = "".join(f"<article><h2>Teaser {n}</h2><p>Words of teaser {n} here.</p></article>" for n in range(12))
    text = html_to_markdown(page(f"<div>{teasers}</div>"))
    assert all(f"Teaser {n}" in text for n in range(12))


def test_selection_is_deterministic():
    html = page(*BESIDE.values(), f"<main>{PROSE * 3}</main>")
    assert len({convert(html).left_out for _ in range(5)}) == 1


def test_true_is_auto_and_false_is_full():
    html = page(f"<nav>{MENU}</nav>", f"<main>{PROSE * 3}</main>")
    assert html_to_markdown(html) == html_to_markdown(html, main="auto")
    assert "Menu entry" in html_to_markdown(html, main=False)


@pytest.mark.parametrize("wrong", [{"main": "all"}, {"engine": "slow"}])
def test_an_unknown_choice_is_named_with_the_known_ones(wrong):
    with pytest.raises(BadInput) as failure:
        html_to_markdown("<p>x</p>", **wrong)
    assert len(failure.value.lines()) == 2


MADE_OF = {
    "widgets": '<div class="site-widget"><p>Block {0}: a voice on lessons at the harbour school.</p></div>',
    "recommendations": '<div class="card-recommend"><h3>Block {0}</h3><p>A card on the harbour.</p></div>',
    "footers": '<footer class="lower"><p>Block {0}: an address of the harbour office.</p></footer>',
    "dishes of a menu": '<div class="menu-item"><p>Block {0}: a soup with herbs and bread, 8.50</p></div>',
}


@pytest.mark.parametrize("kind", MADE_OF)
def test_a_page_made_of_one_kind_of_furniture_keeps_it(kind):
    blocks = "".join(MADE_OF[kind].format(n) for n in range(20))
    text = html_to_markdown(page(f"<nav>{MENU}</nav><div class=content-area>{blocks}</div>"))
    assert all(f"Block {n}" in text for n in range(20)) and "Menu entry" not in text


def comments(count: int) -> str:
    return "".join(
        f'<div class="comment"><p>Reply {n}: a view on the harbour that one may share.</p></div>' for n in range(count)
    )


def test_a_thread_keeps_its_comments_a_story_does_not():
    thread = html_to_markdown(page(f"<h1>Ask: which harbour?</h1>{comments(30)}"))
    story = html_to_markdown(page(f"<h1>Harbour</h1>{PROSE * 3}{comments(60)}"))
    assert "Reply 29" in thread and "Reply" not in story


THIN = {
    "several kinds of furniture": "<div class=widget>{0}</div><div class=related>{0}</div><div class=bio>{0}</div>",
    "parts of a page header": "<header><h2>Harbour</h2><div class=banner>{0}</div><div class=share>{0}</div></header>",
}


@pytest.mark.parametrize("kind", THIN)
@pytest.mark.parametrize("mode", ["auto", "precision", "recall"])
def test_a_page_with_text_never_comes_out_empty_and_says_what_it_left(kind, mode):
    document = convert(
        page(THIN[kind].format("<p>Text of the harbour office, with hours and a way to it.</p>")), main=mode
    )
    assert "harbour office" in document.markdown and document.left_out == ()


@pytest.mark.parametrize("mode", ["auto", "precision", "recall"])
@pytest.mark.parametrize(
    "link",
    [
        '<a class="skip-link" href="#content">Skip to content</a>',
        '<a href="#content">Zum Inhalt springen</a>',
        '<div><a href="#content">Skip to main content</a> <a href="#foot">Skip to footer</a></div>',
        '<p>Shop</p><a id="skippy" href="#content">Over here</a>',
    ],
)
def test_a_skip_link_is_never_main_content(link, mode):
    text = html_to_markdown(page(link, f"<div id=content>{PROSE}</div>"), url="https://example.org/a", main=mode)
    assert "#content" not in text and "harbour" in text


def test_a_page_that_begins_with_its_contents_keeps_them():
    contents = "".join(f'<li><a href="#part{n}">Part {n}</a></li>' for n in range(6))
    assert html_to_markdown(page(f"<ul>{contents}</ul>{PROSE}")).count("#part") == 6


def test_the_title_and_lead_before_a_table_or_list_are_its_own():
    rows = "".join(f"<tr><td><a href=/p{n}>/p{n}</a></td><td>a kind of page</td></tr>" for n in range(30))
    table = f"<table><thead><tr><th>Path</th><th>Kind</th></tr></thead><tbody>{rows}</tbody></table>"
    text = html_to_markdown(page(f"<nav>{MENU}</nav><main><h1>All pages</h1><p>What stands here.</p>{table}</main>"))
    assert text.startswith(
        "# All pages\n\nWhat stands here.\n\n| Path | Kind |\n| --- | --- |\n| [/p0](/p0) | a kind of page |"
    )
