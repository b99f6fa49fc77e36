"""Office files and books: what they say comes out, and what they might do does not."""

from __future__ import annotations

import datetime as dt
import io
import sys
import tracemalloc
import zipfile
from contextlib import suppress

import docx
import openpyxl
import pptx
import pytest
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from hypothesis import given, settings
from hypothesis import strategies as st
from pptx.util import Inches

from webloupe.errors import TooLarge, Unreadable
from webloupe.fetch.convert import convert
from webloupe.fetch.document import Document
from webloupe.fetch.signatures import DOCX, EPUB, PPTX, XLSX

HYPERLINK = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink"


def read(body: bytes, content_type: str = "application/octet-stream", *, over_cap: bool = False) -> Document:
    return convert(body, headers={"content-type": content_type}, url="https://e.example/d/x", over_cap=over_cap)


def saved(document: object) -> bytes:
    out = io.BytesIO()
    document.save(out)  # type: ignore[attr-defined]
    return out.getvalue()


def zipped(parts: dict[str, str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return out.getvalue()


# --- Word ------------------------------------------------------------------------------------------------------------


def a_report() -> bytes:
    document = docx.Document()
    document.core_properties.title = "Yearly report"
    document.add_heading("Findings", 1)
    paragraph = document.add_paragraph("It is ")
    paragraph.add_run("very ").bold = True
    paragraph.add_run("clear").bold = True
    paragraph.add_run(" and seen").italic = True
    for text in ("one", "two"):
        document.add_paragraph(text, style="List Bullet")
    for text in ("first", "second"):
        document.add_paragraph(text, style="List Number")
    secret = document.add_paragraph("shown").add_run("unseen")
    secret.font.hidden = True
    table = document.add_table(2, 3)
    table.cell(0, 0).text, table.cell(1, 0).text, table.cell(1, 2).text = "a|b", "two\nlines", "last"
    table.cell(0, 1).merge(table.cell(0, 2)).text = "wide"
    related = document.part.relate_to("https://w.example/x", HYPERLINK, is_external=True)
    link, run, text = OxmlElement("w:hyperlink"), OxmlElement("w:r"), OxmlElement("w:t")
    link.set(qn("r:id"), related)
    text.text = "the site"
    run.append(text)
    link.append(run)
    document.add_paragraph("See ")._p.append(link)
    return saved(document)


def test_a_word_document_gives_headings_emphasis_lists_tables_and_links() -> None:
    page = read(a_report())
    assert (page.media_type, page.title) == (DOCX, "Yearly report")
    for block in (
        "# Findings\n",
        "It is **very clear** *and seen*",
        "- one\n- two\n\n1. first\n2. second\n",
        "| a\\|b | wide | wide |\n| --- | --- | --- |\n| two<br>lines |  | last |",
        "See [the site](https://w.example/x)",
    ):
        assert block in page.text
    assert "unseen" not in page.text
    assert page.tables[0].rows == (("a|b", "wide", "wide"), ("two\nlines", "", "last"))
    assert [(link.text, link.url) for link in page.links] == [("the site", "https://w.example/x")]


# --- PowerPoint ------------------------------------------------------------------------------------------------------


def a_talk() -> bytes:
    talk = pptx.Presentation()
    slide = talk.slides.add_slide(talk.slide_layouts[1])
    slide.shapes.title.text = "Why"
    body = slide.placeholders[1].text_frame
    body.text = "a reason"
    deeper = body.add_paragraph()
    deeper.text, deeper.level = "its proof", 1
    slide.notes_slide.notes_text_frame.text = "speak slowly"
    other = talk.slides.add_slide(talk.slide_layouts[5])
    other.shapes.title.text = "Figures"
    table = other.shapes.add_table(2, 2, 0, 0, Inches(2), Inches(2)).table
    table.cell(0, 0).text, table.cell(1, 1).text = "year", "2026"
    run = other.shapes.add_textbox(0, 0, Inches(1), Inches(1)).text_frame.paragraphs[0].add_run()
    run.text, run.hyperlink.address = "source", "https://w.example/"
    hidden = talk.slides.add_slide(talk.slide_layouts[5])
    hidden.shapes.title.text = "Not for you"
    hidden._element.set("show", "0")
    return saved(talk)


def test_a_presentation_gives_its_slides_in_order_with_notes_and_without_hidden_ones() -> None:
    page = read(a_talk())
    assert page.media_type == PPTX and page.left_out == ("hidden slide 3",) and "Not for you" not in page.text
    assert page.text.startswith(
        "## Slide 1: Why\n\n- a reason\n    - its proof\n\n> Notes: speak slowly\n\n## Slide 2:"
    )
    assert "| year |  |\n| --- | --- |\n|  | 2026 |" in page.text and "[source](https://w.example/)" in page.text
    assert page.tables[0].rows == (("year", ""), ("", "2026"))


# --- Excel -----------------------------------------------------------------------------------------------------------


def a_workbook() -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Sales"
    sheet.append(["item", "price|net", None])
    sheet.append(["pen", 2.5, dt.date(2026, 1, 2)])
    sheet.append([True, "x\ny", dt.datetime(2026, 1, 2, 3, 4, 5)])
    sheet.append([123456789012345, "0042", None])
    book.create_sheet("Secret").append(["unseen"])
    book["Secret"].sheet_state = "hidden"
    return saved(book)


def test_a_workbook_gives_its_visible_sheets_with_exact_values() -> None:
    page = read(a_workbook())
    assert page.media_type == XLSX and page.left_out == ("hidden sheet 'Secret'",) and "unseen" not in page.text
    assert page.text.startswith("## Sales\n\n3 rows, 3 columns.\n\n| item | price\\|net |  |\n| --- | --- | --- |\n")
    assert "| pen | 2.5 | 2026-01-02 |" in page.text and "| TRUE | x<br>y | 2026-01-02 03:04:05 |" in page.text
    assert page.tables[0].name == "Sales" and page.tables[0].rows[3] == ("123456789012345", "0042", "")


def test_a_long_sheet_is_read_to_the_cap_and_a_format_far_away_costs_nothing() -> None:
    book = openpyxl.Workbook()
    for number in range(3_000):
        book.active.append([number, f"name {number}"])
    book.active["XFD5"] = "far"
    page = read(saved(book))
    assert page.text.startswith("## Sheet\n\n2,999 rows, 2 columns.\n\n| 0 | name 0 |")
    assert page.tables[0].rows[2_999][:2] == ("2999", "name 2999")


def test_without_its_package_a_workbook_is_refused_with_the_command_that_brings_it(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(Unreadable) as caught:
        read(a_workbook())
    assert len(caught.value.lines()) == 2 and "pip install 'webloupe[office]'" in caught.value.hint


# --- books -----------------------------------------------------------------------------------------------------------

CONTAINER = (
    '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="OEBPS/c.opf"/></rootfiles></container>'
)
BOOK = """<package xmlns="http://www.idpf.org/2007/opf"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:title>Tides</dc:title><dc:creator>Ann Ebb</dc:creator><dc:language>en</dc:language></metadata><manifest>
<item id="n" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="a" href="t/a.xhtml" media-type="application/xhtml+xml"/>
<item id="b" href="b%20b.xhtml" media-type="application/xhtml+xml"/>
</manifest><spine><itemref idref="n"/><itemref idref="b"/><itemref idref="a"/></spine></package>"""


def a_book() -> bytes:
    return zipped(
        {
            "META-INF/container.xml": CONTAINER,
            "OEBPS/c.opf": BOOK,
            "OEBPS/nav.xhtml": "<html><body><p>Contents</p></body></html>",
            "OEBPS/t/a.xhtml": "<html><body><h1>Two</h1><p>End, <a href='https://w.example/'>out</a>.</p></body></html>",
            "OEBPS/b b.xhtml": "<html><body><h1>One</h1><p>Start.</p></body></html>",
        }
    )


def test_a_book_gives_its_chapters_in_reading_order() -> None:
    page = read(a_book())
    assert (page.media_type, page.title, page.lang) == (EPUB, "Tides", "en")
    assert page.text == "By Ann Ebb\n\n# One\n\nStart.\n\n# Two\n\nEnd, [out](https://w.example/).\n"
    assert [link.url for link in page.links] == ["https://w.example/"]


# --- what strangers' files may not do --------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [a_report, a_talk, a_workbook, a_book])
def test_a_part_of_a_file_is_refused_with_the_way_out(make) -> None:
    body = make()
    with pytest.raises(TooLarge) as caught:
        read(body[:900], read(body).media_type, over_cap=True)
    assert "--max-bytes" in caught.value.hint


@pytest.mark.parametrize("media_type", [DOCX, PPTX, XLSX, EPUB])
@pytest.mark.parametrize("body", [b"PK\x03\x04\x14\x00", zipped({"a.txt": "x"}), zipped({"word/document.xml": "<a"})])
def test_a_broken_file_is_named_and_never_printed(body: bytes, media_type: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read(body, media_type)
    assert f"{len(body):,} bytes" in caught.value.message and len(caught.value.lines()) == 2


def test_a_bomb_is_refused_before_it_is_unpacked() -> None:
    bomb = zipped({"word/document.xml": "<w>" + " " * 40_000_000})
    huge = zipped({"word/document.xml": "<w/>", **{f"word/media/{n}": " " * 60_000_000 for n in range(5)}})
    many = zipped({"word/document.xml": "<w>" + "<a/>" * 3_000_000})
    for body in (bomb, huge, many):
        assert len(body) < 1_000_000
        tracemalloc.start()
        with pytest.raises(Unreadable):
            read(body, DOCX)
        assert tracemalloc.get_traced_memory()[1] < 40_000_000
        tracemalloc.stop()


def test_entities_are_not_expanded_and_files_not_read() -> None:
    lol = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
    xml = f'<!DOCTYPE w [<!ENTITY l0 "lol">{lol}<!ENTITY f SYSTEM "file:///etc/passwd">]><w:document xmlns:w="w">'
    xml += "<w:body><w:p><w:r><w:t>told &l9;&f;</w:t></w:r></w:p></w:body></w:document>"
    page = read(zipped({"word/document.xml": xml}), DOCX)
    assert page.text.strip() == "told"


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_files_with_bytes_turned_are_read_or_refused(data: st.DataObject) -> None:
    body = bytearray(data.draw(st.sampled_from(SAMPLES)))
    for _ in range(data.draw(st.integers(1, 12))):
        body[data.draw(st.integers(0, len(body) - 1))] = data.draw(st.integers(0, 255))
    with suppress(Unreadable, TooLarge):
        read(bytes(body))


SAMPLES = [a_report(), a_talk(), a_workbook(), a_book()]
