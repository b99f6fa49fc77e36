"""A small PDF written by hand: two pages of Helvetica, a link, a title. Readable by any PDF reader."""

from __future__ import annotations

from collections.abc import Sequence

from .layout import full_title

REPORT_TITLE = "Annual report 2025"
REPORT: tuple[tuple[str, ...], ...] = (
    (
        "Lakeside Observatory: annual report 2025",
        "The observatory was open on 31 clear nights and counted 1,206 visitors.",
        "Volunteers gave 5,480 hours; the workshop used 2,911 of them for Plover.",
        "Income was 184,300 crowns, of which the shop earned 37,950.",
        "The report continues on the next page.",
    ),
    (
        "Plans for 2026",
        "First light of the Plover spectrograph is planned for March.",
        "The all-sky camera Bittern gets a new glass dome.",
        "The harbour lamps are to be dimmed to 30 % after 23:00.",
        "Read more on the observatory's site.",
    ),
)


def report_pdf(base: str) -> bytes:
    """The annual report; its second page links to the site at `base`."""
    pages = range(len(REPORT))
    kids = " ".join(f"{5 + 2 * page} 0 R" for page in pages)
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(REPORT)} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        f"<< /Title ({_escaped(full_title(REPORT_TITLE))}) /Author (Lakeside Observatory) >>",
    ]
    for page in pages:
        objects += [_page(6 + 2 * page, base if page else ""), _content(REPORT[page])]
    return _file(objects)


def _page(content: int, link: str) -> str:
    annotation = (
        "/Annots [<< /Type /Annot /Subtype /Link /Rect [72 640 320 660] /Border [0 0 0]"
        f" /A << /S /URI /URI ({_escaped(link)}/blog/first-light) >> >>]"
    )
    return (
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >>"
        f" /Contents {content} 0 R {annotation if link else ''} >>"
    )


def _content(lines: Sequence[str]) -> str:
    shown = " ".join(f"({_escaped(line)}) Tj T*" for line in lines)
    stream = f"BT /F1 12 Tf 72 760 Td 26 TL {shown} ET"
    return f"<< /Length {len(stream.encode('cp1252'))} >>\nstream\n{stream}\nendstream"


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")


def _file(objects: Sequence[str]) -> bytes:
    """Objects numbered from 1, the table of their offsets, and the trailer."""
    out = bytearray(b"%PDF-1.4\n")
    offsets = []
    for number, text in enumerate(objects, 1):
        offsets.append(len(out))
        out += f"{number} 0 obj\n{text}\nendobj\n".encode("cp1252")
    table = len(out)
    entries = "".join(f"{offset:010d} 00000 n \n" for offset in offsets)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{entries}".encode()
    out += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R /Info 4 0 R >>\nstartxref\n{table}\n%%EOF\n".encode()
    return bytes(out)
