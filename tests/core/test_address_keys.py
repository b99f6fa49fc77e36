"""A key that somebody wrote into an address is a key too: neither settings nor messages show it."""

from __future__ import annotations

from pathlib import Path

import pytest
from ring_bench import Bench, server
from search_server import SearchServer, raw

from webloupe import config as configuration
from webloupe.errors import AllBackendsFailed
from webloupe.outcomes import error_text

__all__ = ["server"]

SECRET = "canary-in-an-address"


def test_settings_show_an_address_without_what_may_be_a_key(tmp_path: Path) -> None:
    env = {
        "WEBLOUPE_EXA_URL": f"https://mcp.exa.ai/mcp?exaApiKey={SECRET}",
        "WEBLOUPE_LLM_BASE_URL": f"https://llm.example/v1?key={SECRET}",
    }
    config = configuration.load(env=env, cwd=tmp_path, home=tmp_path)
    assert SECRET not in repr(config)
    shown = {row.name: row.value for row in config.rows()}
    assert shown["endpoints.exa"] == "https://mcp.exa.ai/mcp …"
    assert not [value for value in shown.values() if SECRET in value]
    assert SECRET in config.endpoints["exa"]


@pytest.mark.parametrize("status", [301, 307, 308])
def test_a_moved_address_is_told_without_its_query(server: SearchServer, status: int) -> None:
    server.play(exa=raw(status, "text/html", "", f"Location: /exa?exaApiKey={SECRET}&q=x"))
    with pytest.raises(AllBackendsFailed) as caught:
        Bench(server, ("exa",)).search()
    assert f"moved to {server.url}/exa" in caught.value.message and SECRET not in caught.value.message


@pytest.mark.parametrize(
    "words",
    [
        f"429 for https://b.example/mcp?exaApiKey={SECRET}&q=x",
        f"refused: api_key={SECRET}",
        f"Authorization: Bearer {SECRET}",
        f"X-Token={SECRET}; retry",
    ],
)
def test_what_a_service_quotes_of_a_named_key_is_hidden(words: str) -> None:
    assert SECRET not in error_text("exa", words, None)


def test_words_about_keys_stay() -> None:
    for words in ("Invalid API key", "missing token: set one", "monkey=banana?"):
        assert words.partition("=")[0] in error_text("exa", words, None)
