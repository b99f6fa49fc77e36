"""What stands beside the text on pages of one kind or another: filters, figures of members, voices of customers."""

from __future__ import annotations

import pytest

from webloupe.fetch.html import convert

SENTENCE = "The harbour master tells what happened at the pier on the morning of the storm. "
PROSE = f"<p>{SENTENCE * 3}</p>"
URL = "https://www.example.org/news/storm"
HEADS = {
    "article": '<meta property="og:type" content="article">',
    "forum": '<script type="application/ld+json">{"@type":"DiscussionForumPosting"}</script>',
    "plain": "",
}


def read(kind: str, *parts: str) -> str:
    return convert(f"<html><head>{HEADS[kind]}</head><body>{''.join(parts)}</body></html>", url=URL).markdown


@pytest.mark.parametrize(
    "tool",
    [
        '<div class="shelf-filters"><p>TOOL brass</p><p>steel</p></div>',
        '<ul class="facet"><li>TOOL brass (3)</li></ul>',
        '<div class="size dropdown"><span>TOOL S</span><span>M</span></div>',
        '<div class="card__actions"><span>TOOL to the basket</span></div>',
        '<span class="tooltip">TOOL explained</span>',
        '<ul class="notices"><li>TOOL: the forum moves</li></ul>',
    ],
)
def test_tools_of_a_shelf_are_no_part_of_it(tool):
    lamps = "".join(f"<li><a href=/lamp{n}>Lamp {n} of brass</a> {n}.00</li>" for n in range(9))
    text = read("plain", f"<main><h1>Lamps</h1>{tool}<ul>{lamps}</ul></main>")
    assert "TOOL" not in text and "Lamp 8 of brass" in text


def post(number: int, figures: str, signature: str) -> str:
    said = f"<p>Reply {number}: a view on the harbour that one may share.</p>"
    return f"<div class=post><h4>Member {number}</h4>{figures}<div>{said}</div>{signature}</div>"


@pytest.mark.parametrize(
    "figures",
    [
        '<div class="message-userExtras"><dl><dt>Joined</dt><dd>FIGURE</dd></dl></div>',
        '<h5 class="userTitle">FIGURE</h5>',
        '<dd class="profile-posts">FIGURE</dd>',
    ],
)
def test_a_thread_keeps_who_says_what_and_no_figures_of_them(figures):
    signature = '<div class="signature">FIGURE of speech</div>'
    text = read("forum", "<h1>Which harbour?</h1>", *(post(n, figures, signature) for n in range(9)))
    assert "FIGURE" not in text and "Member 7" in text and "Reply 7" in text


def test_a_function_keeps_its_signature():
    assert "open(path)" in read("plain", f"<main><h1>API</h1><div class=signature>open(path)</div>{PROSE * 3}</main>")


def test_a_story_does_without_its_captions_a_manual_does_not():
    picture = '<div><img src=/pier.jpg alt="The pier"><span class="image-caption">CAPTION at dawn</span></div>'
    body = f"<main><h1>Storm</h1>{PROSE * 2}{picture}{PROSE * 2}</main>"
    story = read("article", body)
    assert "CAPTION" not in story and "![The pier]" in story
    assert "CAPTION at dawn" in read("plain", body)


VOICES = "".join(f'<div class="testimonial slide"><p>VOICE {n}: {SENTENCE}</p><p>A. B{n}.</p></div>' for n in range(5))


def test_voices_of_customers_beside_a_story_are_none_of_it():
    slider = f"<div class=bar>{VOICES}</div>"
    text = read("article", f"<main><article><h1>Storm</h1>{PROSE * 2}</article></main>", slider)
    assert "VOICE" not in text and text.count("harbour master") == 6


@pytest.mark.parametrize("frame", ["<main><h1>Voices</h1>{}</main>", "<h1>Voices</h1><div>{}</div>"])
def test_voices_of_customers_are_the_text_of_their_page(frame):
    assert read("plain", frame.format(VOICES)).count("VOICE") == 5


def test_a_caption_is_known_by_its_tag_and_that_of_a_table_stays():
    picture = "<figure><img src=/pier.jpg alt=Pier><figcaption>CAPTION at dawn</figcaption></figure>"
    table = "<figure><table><tr><th>Pier<th>Boats<tr><td>1<td>9</table><figcaption>Boats by pier</figcaption></figure>"
    story = read("article", f"<main><h1>Storm</h1>{PROSE * 2}{picture}{PROSE}{table}{PROSE * 2}</main>")
    assert "CAPTION" not in story and "Boats by pier" in story


SHARED = "https://www.example.org/news/storm"


@pytest.mark.parametrize("kind", ["article", "plain"])
def test_links_that_share_the_page_are_known_by_where_they_lead(kind):
    row = (
        f"<ul class=x7><li><a href='https://www.facebook.com/sharer/sharer.php?u={SHARED}'>SHARE on one</a></li>"
        f"<li><a href='https://twitter.com/intent/tweet?url={SHARED}'>SHARE on another</a></li>"
        f"<li><a href='mailto:?subject=Storm&body={SHARED}'>SHARE by mail</a></li></ul>"
    )
    stay = (
        "<p>Our <a href='https://www.facebook.com/harbour'>friends</a>, <a href='mailto:us@example.org'>mail</a>.</p>"
    )
    text = read(kind, f"<main><h1>Storm</h1>{row}{PROSE * 3}{stay}</main>")
    assert "SHARE" not in text and "[friends]" in text and "[mail]" in text


SHELF = "<ul>" + "".join(f"<li><a href=/lamp{n}>Lamp {n} of brass and of glass</a></li>" for n in range(19)) + "</ul>"
FIELDS = "<label>FORM: your name <input></label><legend>FORM: country</legend>"


@pytest.mark.parametrize(
    "body",
    [
        f"<main><h1>Lamps</h1><p>{SENTENCE}</p>{SHELF}</main><form><h3>FORM to fill in</h3>{FIELDS}</form>",
        f"<main><h1>Lamps</h1><p>{SENTENCE}</p><form>{SHELF}{FIELDS}</form></main>",
        f"<form><main><h1>Lamps</h1><p>{SENTENCE}</p>{SHELF}{FIELDS}</main></form>",
    ],
)
def test_no_words_round_fields_stay_a_page_or_a_shelf_in_a_form_does(body):
    text = read("plain", body)
    assert "FORM" not in text and "Lamp 8 of brass" in text and "harbour master" in text


def test_a_label_stays_where_it_opens_its_text_or_is_a_line_of_a_list():
    folded = f"<div><input type=checkbox id=q><label for=q>Who pays for the pier?</label><div>{SENTENCE}</div></div>"
    tasks = "<ul><li><label><input type=checkbox checked> Paint the boats</label></li></ul>"
    text = read("plain", f"<main><h1>Pier</h1>{PROSE * 2}{folded}{tasks}</main>")
    assert "Who pays for the pier?" in text and "Paint the boats" in text
