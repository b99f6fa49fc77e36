"""What bytes are: media type and character set."""

from __future__ import annotations

import base64
import codecs
import io
import json
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webloupe.fetch import charset
from webloupe.fetch.content_type import charset_label, parse_content_type
from webloupe.fetch.detect import media_type
from webloupe.fetch.signatures import DOCX, EPUB
from webloupe.fetch.sniff import computed_type

VECTORS = Path(__file__).resolve().parents[2].parent / "shared" / "vectors"
PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"
PAGE = b"<!doctype html><html><body><p>text</p></body></html>"
LLMS = b"# Demo\n\n> Short line\n\n## Docs\n- [API_v2](https://s.example/api_v2.md): all_calls\n"


def archive(*names: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as files:
        for name in names:
            files.writestr(name, "x")
    return out.getvalue()


TYPES = [
    # body, header, address, what it is
    (b"%PDF-1.7\n\xe2\xe3", "application/octet-stream", "https://e.example/r", "application/pdf"),
    (b"\n  %PDF-1.4\n", "text/html", "https://e.example/r", "application/pdf"),
    (PAGE, "application/pdf", "https://e.example/paper.pdf", "text/html"),
    (PAGE, "text/html", "https://e.example/paper.pdf", "text/html"),
    (PAGE, "", "https://e.example/", "text/html"),
    (b"  <!-- c -->\n<html>", "application/octet-stream", "https://e.example/", "text/html"),
    (PAGE, "application/json", "https://e.example/api", "text/html"),
    (PAGE, "text/plain", "https://e.example/llms.txt", "text/html"),
    (PAGE, "text/markdown", "https://e.example/a.md", "text/html"),
    (PAGE, "text/plain", "https://e.example/source.html", "text/plain"),
    (b"<p>a fragment</p>", "text/html", "https://e.example/", "text/html"),
    (b"\xef\xbb\xbf" + PAGE, "", "https://e.example/", "text/html"),
    (b"page with a stray \x00 in it <p>", "text/html", "https://e.example/", "text/html"),
    (LLMS, "application/octet-stream", "https://e.example/llms.txt", "text/markdown"),
    (LLMS, "text/html", "https://e.example/llms.txt", "text/markdown"),
    (LLMS, "text/plain; charset=utf-8", "https://e.example/llms.txt", "text/markdown"),
    (b'# Notes\n<div align="center">kept</div>\n', "text/html", "https://e.example/README.md", "text/markdown"),
    (b"plain words, no tags", "text/html", "https://e.example/x", "text/plain"),
    (b'{"html": "<b>x</b>"}', "text/html", "https://e.example/x", "application/json"),
    (b'{"a": 1}', "", "https://e.example/x", "application/json"),
    (b'{"a": 1}', "application/vnd.api+json", "https://e.example/x", "application/vnd.api+json"),
    (b"a,b\n1,2\n", "text/plain", "https://e.example/t.csv", "text/csv"),
    (b"a\tb\n1\t2\n", "", "https://e.example/t.tsv", "text/tab-separated-values"),
    (b"x = 1\n", "text/plain", "https://e.example/m.py", "text/plain"),
    (b"x = 1\n", "text/x-python", "https://e.example/m.py", "text/x-python"),
    (b"body { color: red }", "text/css", "https://e.example/s.css", "text/css"),
    (b'<?xml version="1.0"?><rss version="2.0">', "text/html", "https://e.example/feed", "application/rss+xml"),
    (b'<feed xmlns="http://www.w3.org/2005/Atom">', "application/xml", "https://e.example/f", "application/atom+xml"),
    (b'<?xml version="1.0"?><urlset>', "", "https://e.example/sitemap.xml", "application/xml"),
    (b"<?xml version='1.0'?><any/>", "", "https://e.example/x", "text/xml"),
    (b'{"cells": [], "nbformat": 4}', "text/plain", "https://e.example/x", "application/x-ipynb+json"),
    (b'<svg xmlns="http://www.w3.org/2000/svg"/>', "", "https://e.example/x", "image/svg+xml"),
    (b"a: 1\n", "application/octet-stream", "https://e.example/ci.yml", "application/yaml"),
    (PNG, "text/html", "https://e.example/", "image/png"),
    (b"\xff\xd8\xff\xe0", "", "https://e.example/", "image/jpeg"),
    (b"RIFF\x00\x00\x00\x00WEBPVP8 ", "", "https://e.example/", "image/webp"),
    (b"PK\x03\x04\x14\x00", "text/plain", "https://e.example/a.docx", DOCX),
    (b"PK\x03\x04\x14\x00", EPUB, "https://e.example/b", EPUB),
    (b"PK\x03\x04\x14\x00", "", "https://e.example/a.zip", "application/zip"),
    (archive("[Content_Types].xml", "word/document.xml"), "", "https://e.example/download?id=7", DOCX),
    (archive("META-INF/container.xml"), "application/octet-stream", "https://e.example/b", EPUB),
    (archive("a.txt"), "application/zip", "https://e.example/a.zip", "application/zip"),
    (bytes(range(256)) * 8, "", "https://e.example/x.bin", "application/octet-stream"),
    (bytes(range(256)) * 8, "application/x-thing", "https://e.example/x", "application/x-thing"),
    (bytes(range(256)) * 8, "text/plain", "https://e.example/x", "application/octet-stream"),
    ("größe;1\n".encode("utf-16"), "text/plain", "https://e.example/x", "text/plain"),
    ("größe;1\n".encode("utf-16-le"), "text/plain", "https://e.example/x", "text/plain"),
    (b"BMW builds cars", "", "https://e.example/x", "text/plain"),
    (b"", "text/html", "https://e.example/", "text/html"),
    (b" \n", "image/png", "https://e.example/", "text/plain"),
    (b"words", "nonsense", "https://e.example/", "text/plain"),
]


@pytest.mark.parametrize(("body", "header", "url", "expected"), TYPES)
def test_the_bytes_decide_what_a_body_is(body: bytes, header: str, url: str, expected: str) -> None:
    assert media_type(body, header, url) == expected


@given(st.binary(max_size=3_000), st.text(max_size=60), st.sampled_from(["", ".pdf", ".md", ".json"]))
def test_no_body_and_no_header_is_too_odd(body: bytes, header: str, extension: str) -> None:
    assert "/" in media_type(body, header, f"https://e.example/x{extension}")
    text, encoding = charset.decode(body, label=charset_label(header), markup=True)
    assert isinstance(text, str) and encoding


HEADERS = [
    ("text/html;charset=gbk", ("text/html", {"charset": "gbk"})),
    ('TEXT/HTML; CharSet="UTF-8" ; x=y', ("text/html", {"charset": "UTF-8", "x": "y"})),
    ("text/html; charset=utf-8; charset=gbk", ("text/html", {"charset": "utf-8"})),
    ("text/html, text/plain; charset=x", ("text/html", {})),
    ("text/html; charset", ("text/html", {})),
    ("html", ("", {})),
    ("", ("", {})),
]


@pytest.mark.parametrize(("value", "expected"), HEADERS)
def test_content_types_are_read_leniently(value: str, expected: tuple[str, dict[str, str]]) -> None:
    assert parse_content_type(value) == expected


TEXTS = [
    # bytes, label, what the text holds, encoding
    ("价格：三元".encode("gb2312"), "gb2312", "价格：三元", "gbk"),
    (b'<meta charset="gb2312">' + "价格：镕".encode("gbk"), None, "价格：镕", "gbk"),
    (
        b"<META HTTP-EQUIV=Content-Type CONTENT='text/html; charset=windows-1251'>" + "дождь".encode("cp1251"),
        None,
        "дождь",
        "windows-1251",
    ),
    (b'<?xml version="1.0" encoding="ISO-8859-2"?>' + "žluť".encode("iso-8859-2"), None, "žluť", "iso-8859-2"),
    (b"\x93ten \x80\x94 \x96 it\x92s", "iso-8859-1", "“ten €” – it’s", "windows-1252"),
    (b'<meta charset="utf-8">na\xc3\xafve', "utf8mb4", "naïve", "utf-8"),
    (b"na\xc3\xafve", "x-unknown", "naïve", "utf-8"),
    (codecs.BOM_UTF8 + "é".encode(), "iso-8859-1", "é", "utf-8"),
    ("größe".encode("utf-16"), None, "größe", "utf-16le"),
    ("größe".encode("utf-32"), None, "größe", "utf-32le"),
    (codecs.BOM_UTF16_BE + "größe".encode("utf-16-be"), "utf-8", "größe", "utf-16be"),
    (b'<meta charset="utf-16">caf\xc3\xa9', None, "café", "utf-8"),
    (b'<!-- <meta charset="gbk"> -->caf\xc3\xa9', None, "café", "utf-8"),
    ("Привет, как дела, друзья? Это короткий текст.".encode("cp1251"), None, "Привет", "windows-1251"),
    ("똠방각하".encode("cp949"), "euc-kr", "똠방각하", "euc-kr"),
    (b"ten \x80", "hz-gb-2312", "ten €", "windows-1252"),
]


@pytest.mark.parametrize(("body", "label", "holds", "encoding"), TEXTS)
def test_each_way_to_name_a_charset_is_heard_in_its_order(
    body: bytes, label: str | None, holds: str, encoding: str
) -> None:
    text, found = charset.decode(body, label=label, markup=True)
    assert holds in text and found == encoding and "\ufffd" not in text and not text.startswith("\ufeff")


def test_a_text_that_quotes_a_declaration_declares_nothing() -> None:
    body = 'Write <meta charset="koi8-r"> — déjà vu'.encode("cp1252")
    assert charset.decode(body, label=None, markup=False)[0] == 'Write <meta charset="koi8-r"> — déjà vu'


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030", "shift_jis", "utf-16-le"])
def test_half_a_character_at_a_byte_cap_leaves_no_mark(encoding: str) -> None:
    body = ("漢字" * 50).encode(encoding)
    label = "utf-16le" if encoding == "utf-16-le" else encoding
    for cap in range(len(body) - 6, len(body)):
        text, _ = charset.decode(body[:cap], label=label, markup=False, cut=True)
        assert "\ufffd" not in text and ("漢字" * 50).startswith(text) and len(text) >= 97


def vectors(name: str) -> dict[str, object] | list[object]:
    path = VECTORS / name
    if not path.is_file():
        pytest.skip("the shared vectors are not beside the repository")
    return json.loads(path.read_bytes())  # type: ignore[no-any-return]


def test_the_charset_cases_decode_right() -> None:
    for name, case in vectors("charset_cases.json")["cases"].items():  # type: ignore[call-overload,index]
        body = base64.b64decode(case["body_base64"])
        text, _ = charset.decode(body, label=charset_label(case["content_type"]), markup=True)
        assert case["contains"] in text, name


def test_all_labels_of_the_standard_are_known() -> None:
    for label, name in vectors("encoding_labels.json")["labels"].items():  # type: ignore[call-overload,index]
        assert (charset.encoding_of(label) or "replacement").replace("_", "-") == name


@pytest.mark.parametrize("name", ["mime-types.json", "generated-mime-types.json"])
def test_media_types_parse_as_the_standard_says(name: str) -> None:
    for case in vectors(f"mime/{name}"):
        if isinstance(case, dict):
            assert parse_content_type(case["input"])[0] == (case["output"] or "").partition(";")[0], case


def test_what_a_browser_would_compute_is_computed() -> None:
    """All but the cases that ask for what cannot be said here: which formats the caller supports."""
    for case in vectors("mime/sniff.json")["cases"]:  # type: ignore[call-overload]
        if case["name"] == "isSupported predicate":
            continue
        options = case["options"]
        label = options.get("contentTypeHeader") or options.get("providedType") or ""
        found = computed_type(base64.b64decode(case["bytes"]), label, no_sniff=options.get("noSniff", False))
        assert found == case["expect"], case


@given(st.binary(max_size=2_000), st.text(max_size=40))
def test_no_signature_stumbles_over_odd_bytes(body: bytes, header: str) -> None:
    for start in (b"", b"PK\x03\x04", b"\xff\xfb\x90", b"RIFF"):
        assert "/" in media_type(start + body, header, "https://e.example/x")
        assert "/" in computed_type(start + body, header)
