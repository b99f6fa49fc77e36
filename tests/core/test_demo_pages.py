"""What each page of the embedded demo web is, over the wire."""

from __future__ import annotations

import io
import json
import re
import time
import tomllib
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator

import httpx
import pypdf
import pytest

from webloupe.demo import PAGES, DemoPage, DemoWeb
from webloupe.demo.generated import LOG_FACTS

QUICK = {"/slow": "/slow?seconds=0", "/drip": "/drip?seconds=0.05&every_ms=10", "/huge": "/huge?bytes=100000"}
TYPES = {
    "/data/observations.csv": "text/csv", "/data/instruments.json": "application/json", "/llms.txt": "text/plain",
    "/source/moonphase.py": "text/x-python", "/LICENSE": "text/plain", "/config/duskline.toml": "application/toml",
    "/config/dome.yaml": "application/yaml", "/reports/annual-2025.pdf": "application/pdf",
    "/sitemap.xml": "application/xml", "/feed.xml": "application/rss+xml", "/drip": "text/plain", "/huge": "text/plain",
    "/app/data": "application/json",
}  # fmt: skip


@pytest.fixture(scope="module")
def web() -> Iterator[DemoWeb]:
    with DemoWeb() as running:
        yield running


@pytest.fixture(scope="module")
def client(web: DemoWeb) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=web.url, trust_env=False) as one:
        yield one


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.path)
def test_each_page_answers_with_its_status_and_type(client: httpx.Client, page: DemoPage):
    answer = client.get(QUICK.get(page.path, page.path))
    assert answer.status_code == page.status
    assert answer.headers["content-type"].partition(";")[0] == TYPES.get(page.path, "text/html")
    assert answer.content


def test_there_are_pages_of_every_kind_and_the_index_lists_them_all(client: httpx.Client):
    index = client.get("/").text
    assert len({page.kind for page in PAGES}) >= 25
    assert all(f'href="{page.path}"' in index for page in PAGES)


def test_every_html_page_of_the_site_names_the_demo_in_its_title(client: httpx.Client):
    others = {"/robot-check", "/challenge", "/app/passed", "/redirect/start", "/redirect/loop", *TYPES}
    for page in PAGES:
        if page.path not in others:
            markup = client.get(QUICK.get(page.path, page.path)).content
            assert b"Lakeside Observatory demo site</title>" in markup, page.path


def test_llms_txt_holds_29_000_characters_and_hundreds_of_links_that_resolve(client: httpx.Client, web: DemoWeb):
    text = client.get("/llms.txt").text
    links = re.findall(r"\((http[^)]+)\)", text)
    assert len(text) >= 29_000
    assert len(set(links)) >= 300
    assert all(link.startswith(web.url) for link in links)
    assert {client.get(link).status_code for link in links[::40]} == {200}


def test_the_long_page_has_250_000_characters_of_distinct_paragraphs_with_facts_in_head_middle_and_tail(client):
    paragraphs = re.findall(r'<p id="e\d+">(.*?)</p>', client.get("/nights/log").text)
    assert sum(map(len, paragraphs)) >= 250_000
    assert len(set(paragraphs)) == len(paragraphs) == 1_000
    assert all(LOG_FACTS[number] in paragraphs[number - 1] for number in (1, 500, 1_000))


def test_the_pdf_is_read_by_a_pdf_library_with_its_text_and_link(client: httpx.Client, web: DemoWeb):
    document = pypdf.PdfReader(io.BytesIO(client.get("/reports/annual-2025.pdf").content), strict=True)
    assert "1,206 visitors" in document.pages[0].extract_text()
    assert "Bittern" in document.pages[1].extract_text()
    link = document.pages[1]["/Annots"][0].get_object()["/A"]["/URI"]
    assert link == f"{web.url}/blog/first-light"
    assert document.metadata is not None
    assert document.metadata.title == "Annual report 2025 · Lakeside Observatory demo site"


def test_structured_texts_parse(client: httpx.Client):
    assert client.get("/data/instruments.json").json()["instruments"]
    assert tomllib.loads(client.get("/config/duskline.toml").text)["calibrate"]
    assert len(ElementTree.fromstring(client.get("/sitemap.xml").content)) >= 20
    assert len(ElementTree.fromstring(client.get("/feed.xml").content).findall("channel/item")) >= 5
    compile(client.get("/source/moonphase.py").text, "moonphase.py", "exec")
    article = client.get("/news/comet-returns").text
    found = re.search(r'<script type="application/ld\+json">(.*?)</script>', article, re.DOTALL)
    assert found
    assert json.loads(found[1])["datePublished"].startswith("2026-05-02")


def test_the_old_chinese_page_tells_its_charset_only_inside(client: httpx.Client):
    answer = client.get("/zh/gbk")
    assert "charset" not in answer.headers["content-type"]
    assert b'<meta charset="gbk">' in answer.content
    assert "安本彗星观测记录" in answer.content.decode("gbk")
    assert "湖畔天文台" in client.get("/zh/utf8").text


def test_the_redirect_chain_ends_at_the_blog_post_after_five_hops_of_five_kinds(client: httpx.Client):
    answer = client.get("/redirect/start", follow_redirects=True)
    assert [hop.status_code for hop in answer.history] == [301, 302, 303, 307, 308]
    targets = [hop.headers["location"] for hop in answer.history]
    assert targets[0].startswith("http://")
    assert targets[1:] == ["/redirect/deep/three", "../four?kept=yes", "five", "/blog/first-light"]
    assert answer.url.path == "/blog/first-light"


def test_the_redirect_loop_never_ends(client: httpx.Client):
    with pytest.raises(httpx.TooManyRedirects):
        client.get("/redirect/loop", follow_redirects=True)


def test_the_challenge_stands_before_a_browser_and_not_before_an_honest_agent(client: httpx.Client):
    refused = client.get("/challenge", headers={"User-Agent": "Mozilla/5.0 (X11; Linux x86_64)"})
    assert refused.status_code == 403
    assert refused.headers["cf-mitigated"] == "challenge"
    assert "Just a moment" in refused.text
    welcome = client.get("/challenge", headers={"User-Agent": "webloupe/0.1 (+https://example.org)"})
    assert welcome.status_code == 200
    assert "steamboat" in welcome.text


def test_the_negotiated_page_is_markdown_for_who_asks_for_it(client: httpx.Client):
    markdown = client.get("/visit", headers={"Accept": "text/markdown, text/html;q=0.9"})
    assert markdown.headers["content-type"] == "text/markdown; charset=utf-8"
    assert markdown.text.startswith("# How to visit")
    assert client.get("/visit").headers["content-type"] == "text/html; charset=utf-8"
    assert markdown.headers["vary"] == "Accept"


def test_the_compressed_page_is_gzip_only_where_the_client_takes_it(client: httpx.Client):
    packed = client.get("/rules")
    plain = client.get("/rules", headers={"Accept-Encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.text == plain.text


@pytest.mark.parametrize("size", [0, 1, 5_000_000, 5_000_001])
def test_the_huge_page_is_streamed_to_the_byte(client: httpx.Client, size: int):
    answer = client.get("/huge", params={"bytes": size})
    assert len(answer.content) == size
    assert "content-length" not in answer.headers


def test_the_huge_page_is_over_5_000_000_bytes_by_itself(client: httpx.Client):
    with client.stream("GET", "/huge") as answer:
        assert sum(len(part) for part in answer.iter_bytes()) > 5_000_000


def test_the_slow_page_waits_as_long_as_asked(client: httpx.Client):
    started = time.monotonic()
    client.get("/slow?seconds=0.2")
    assert time.monotonic() - started >= 0.2


def test_a_delay_that_is_no_number_falls_back_to_the_default(client: httpx.Client):
    with pytest.raises(httpx.ReadTimeout):
        client.get("/slow?seconds=nan", timeout=0.05)


def test_the_dripping_page_comes_in_drops(client: httpx.Client):
    with client.stream("GET", "/drip?seconds=0.1&every_ms=20") as answer:
        drops = list(answer.iter_raw())
    assert len(drops) == 5


def test_what_is_not_there_is_404_and_writing_is_refused(client: httpx.Client):
    assert client.get("/reference/comet/nothing").status_code == 404
    assert client.put("/").status_code in (405, 501)
    assert client.post("/", content=b"x").status_code == 405
    assert client.head("/huge").content == b""
