"""Real pages of the web, served on loopback and read through everything: guard, decode, convert, store, budget."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from loopback import reply, serve

from webloupe import config as configuration
from webloupe.sync import Session
from webloupe.types import Failed

PAGES = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "pages"
FILES = sorted(PAGES.rglob("*.html.gz"))


@pytest.mark.skipif(not FILES, reason="the collection of real pages is not beside this checkout")
@pytest.mark.parametrize("engine", ["fast", "markdownify"])
def test_every_real_page_is_read_and_can_be_read_again_from_the_store(engine, tmp_path):
    def answer(request):
        page = gzip.decompress(FILES[int(request.path.strip("/"))].read_bytes())
        return reply(200, page, {"Content-Type": "text/html"})

    with serve(answer) as server:
        env = {"WEBLOUPE_ALLOW_PRIVATE": server.netloc}
        with Session(configuration.load(env=env, cwd=tmp_path, home=tmp_path)) as session:
            urls = [f"{server.url}/{number}" for number in range(len(FILES))]
            pages = session.fetch_many(urls, engine=engine, robots=False)
            again = session.fetch_many(urls, engine=engine, offline=True)
    assert not [page for page in pages if isinstance(page, Failed)]
    for page, stored in zip(pages, again, strict=True):
        assert len(page.text) <= 15_000
        assert stored.full == page.full
        assert page.blocked or Path(page.stored_path).read_bytes().decode() == page.full
