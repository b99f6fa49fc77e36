"""What no reader of the page sees does not reach the text, and is listed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from webloupe.fetch.html import convert, measure
from webloupe.fetch.html.characters import strip

VECTORS = Path(__file__).resolve().parents[2].parent / "shared" / "vectors" / "hidden_text.json"
# Needs the style sheets of the page, which are not computed.
NOT_PROMISED = {"class_css"}
SENTENCE = "<p>An ordinary sentence stands here with enough words to keep the page alive.</p>"

HIDING = {
    "hidden attribute": "<p hidden>SECRET</p>",
    "aria-hidden": '<span aria-hidden="true">SECRET</span>',
    "display:none": '<p style="color:red; DISPLAY : none !important">SECRET</p>',
    "visibility:hidden": '<p style="visibility:hidden">SECRET</p>',
    "opacity:0.0": '<p style="opacity:0.0;">SECRET</p>',
    "font-size:0px": '<p style="font-size:0px">SECRET</p>',
    "left:-9999px": '<p style="position:absolute;left:-9999px">SECRET</p>',
    "text-indent:-999em": '<p style="text-indent:-999em">SECRET</p>',
    "clip:rect(0,0,0,0)": '<p style="clip: rect(0, 0, 0, 0)">SECRET</p>',
    "height:0": '<p style="height:0;overflow:hidden">SECRET</p>',
    "color of the background": '<p style="color:#fff;background-color:#FFF">SECRET</p>',
    "noscript": "<noscript>SECRET</noscript>",
    "template": "<template>SECRET</template>",
    "display:none ": '<p style="display:/* x */none">SECRET</p>',
}


@pytest.mark.parametrize("engine", ["fast", "markdownify"])
@pytest.mark.parametrize("main", ["auto", "full"])
@pytest.mark.parametrize("channel", HIDING)
def test_hidden_text_is_withheld_and_listed_with_its_channel(channel, main, engine):
    document = convert(f"<main>{SENTENCE * 5}{HIDING[channel]}</main>", main=main, engine=engine)
    assert "SECRET" not in document.markdown
    assert [(hidden.channel, hidden.text) for hidden in document.hidden] == [(channel.strip(), "SECRET")]


@pytest.mark.parametrize("style", ["margin-left:-10px", "left:0", "width:0.5em;overflow:hidden", "line-height:0.9"])
def test_ordinary_styles_hide_nothing(style):
    document = convert(f"<main>{SENTENCE}<p style='{style}'>VISIBLE</p></main>")
    assert "VISIBLE" in document.markdown and not document.hidden


def test_a_page_hidden_until_its_script_runs_is_read():
    document = convert(f"<body style='opacity:0'><main>{SENTENCE * 30}</main></body>")
    assert document.markdown.count("ordinary sentence") == 30


def test_a_flood_of_hidden_text_is_counted_not_copied():
    document = convert(f"<main>{SENTENCE * 5}{'<p hidden>' + 'x' * 900 + '</p>'}{'<p hidden>y</p>' * 300}</main>")
    assert len(document.hidden) == 101 and document.hidden[-1].text == "201 further hidden texts"
    assert len(document.hidden[0].text) == 500


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("a\u200bb", "ab"),
        ("a\u00adb\ufeff", "ab"),
        ("\u202eabc\u202c", "abc"),
        ("a\x1b[31mb\x07", "a[31mb"),
        ("x\U000e0153\U000e0145", "x"),
        ("A\u200dB", "AB"),
        ("\ue000x\U000f0000", "x"),
    ],
)
def test_invisible_characters_are_taken_out_and_counted(text, seen):
    clean, hidden = strip(text)
    assert clean == seen
    assert hidden[0].channel == "invisible characters" and hidden[0].text.startswith(f"{len(text) - len(seen)} removed")


def test_what_tag_characters_spell_is_told():
    assert strip("hi" + "".join(chr(0xE0000 + ord(c)) for c in "obey"))[1][1].text == "obey"


@pytest.mark.parametrize(
    "text",
    [
        "👩\u200d👩\u200d👧",
        "❤\ufe0f 1\ufe0f\u20e3",
        "می\u200cخواهم",
        "क\u094d\u200dष",
        "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
        "עברית\u200f!",
        "tab\tand\nline, ümlaut, 漢字, naïve “quotes”",
    ],
)
def test_what_scripts_and_emoji_need_is_kept(text):
    assert strip(text) == (text, ())


@pytest.mark.skipif(not VECTORS.exists(), reason="the shared vectors are not here")
@pytest.mark.parametrize("engine", ["fast", "markdownify"])
def test_no_channel_of_the_shared_vectors_reaches_the_text(engine):
    vectors = json.loads(VECTORS.read_text("utf-8"))
    reached = set()
    for name, channel in vectors["channels"].items():
        text = convert(
            vectors["base"].replace("%s", channel["html"]), url="https://example.org/", engine=engine
        ).markdown
        if any(absent in text for absent in channel["absent"]):
            reached.add(name)
    assert reached <= NOT_PROMISED


STREAMED = {
    "hidden attribute": "<div hidden id='S:0'>{}</div>",
    "display:none": "<div style='display:none'>{}</div>",
    "visibility:hidden": "<div id=app style='visibility:hidden'>{}</div>",
    "aria-hidden": "<div aria-hidden=true>{}</div>",
}


@pytest.mark.parametrize("channel", STREAMED)
def test_what_is_hidden_but_most_of_the_page_is_kept_with_a_note(channel):
    document = convert(f"<body><p>Loading…</p>{STREAMED[channel].format(SENTENCE * 12)}</body>")
    assert document.markdown.count("ordinary sentence") == 12 and not document.hidden
    assert len(document.notes) == 1 and channel in document.notes[0]


def test_a_page_that_streams_in_several_hidden_parts_is_kept_whole():
    parts = "".join(f"<div hidden id='S:{n}'>{SENTENCE * 8}</div>" for n in range(5))
    document = convert(f"<body><main>{SENTENCE * 6}</main>{parts}</body>", main="full")
    assert document.markdown.count("ordinary sentence") == 46


def test_a_short_page_does_not_let_hidden_text_pass_for_it():
    document = convert(
        f"<main>{SENTENCE * 4}<div style='display:none'>{SENTENCE.replace('ordinary', 'SECRET') * 6}</div>"
    )
    assert "SECRET" not in document.markdown and not document.notes


THREAD = "<header><a href=/>Forum</a></header><div role=main><h1>Which lens?</h1>{}</div>".format(
    "".join(
        f"<div class=post><img src=/a{n}.png><p>Post {n} says a thing about lenses and mirrors.</p></div>"
        for n in range(9)
    )
)


@pytest.mark.parametrize("main", ["auto", "full"])
def test_a_page_that_stands_in_noscript_is_read(main):
    document = convert(
        f"<body><section id=main></section><noscript>{THREAD}</noscript><script>draw()</script>", main=main
    )
    assert all(document.markdown.count(f"Post {n} says") == 1 for n in range(9))
    assert "# Which lens?" in document.markdown and "noscript" in document.notes[0]


def test_a_page_that_scripts_have_drawn_is_not_read_twice():
    document = convert(f"<body><div id=app>{THREAD}</div><noscript>{THREAD}</noscript>", main="full")
    assert all(document.markdown.count(f"Post {n} says") == 1 for n in range(9))
    assert [hidden.channel for hidden in document.hidden] == ["noscript"]


def test_a_call_for_scripts_is_not_the_page():
    document = convert("<body><div id=root></div><noscript>Please turn on JavaScript to use this.</noscript>")
    assert document.markdown == "" and document.hidden[0].channel == "noscript"


def test_of_many_stand_ins_each_is_weighed_against_what_still_stands():
    drawn = "".join(f"<noscript><p>{f'Call {n} for scripts. ' * 15}</p></noscript>" for n in range(9))
    document = convert(f"<body>{drawn}<noscript>{THREAD}</noscript>", main="full")
    assert "Post 8 says" in document.markdown and "Call" not in document.markdown
    assert [hidden.text[:6] for hidden in document.hidden] == [f"Call {n}" for n in range(9)]


def test_the_page_is_measured_once_however_many_stand_ins_it_has(monkeypatch):
    measured = []
    monkeypatch.setattr(measure, "whole", lambda root, whole=measure.whole: measured.append(root.tag) or whole(root))
    convert("<body>" + f"<noscript><p>{SENTENCE * 9}</p></noscript>{SENTENCE}" * 50, main="full")
    assert measured.count("body") == 1
