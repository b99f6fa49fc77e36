"""Reported faults of shortening: what was made up, cut within a character, emptied, changed in silence."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from loopback import reply, serve
from reports import Report, given

import webloupe
from webloupe import config as configuration
from webloupe.fetch.budget import cut
from webloupe.sync import Session
from webloupe.types import Compression


def asked(home: Path, body: object, text: str, **more: object) -> tuple[Compression, int]:
    """What comes of a model whose answer has this body, and how often it was asked."""
    with serve(lambda _: reply(200, json.dumps(body).encode(), {"Content-Type": "application/json"})) as server:
        env = {"WEBLOUPE_LLM_BASE_URL": f"{server.url}/v1", "WEBLOUPE_LLM_MODEL": "tester"}
        with Session(configuration.load(env=env, cwd=home, home=home)) as session:
            return session.compress(text, method="instruct", task="what it says", **more), len(server.requests)


@given("005")
def test_what_a_summary_makes_up_is_flagged_and_offered_raw(report: Report, tmp_path: Path) -> None:
    source, summary = report.data["source"], report.data["summary"]
    invented = webloupe.loss_report(source, summary).invented
    assert any("15" in one for one in invented["numbers"])
    assert any("Zed" in one for texts in invented.values() for one in texts)
    body = {"choices": [{"message": {"content": json.dumps({"facts": [summary]})}, "finish_reason": "stop"}]}
    done, _ = asked(tmp_path, body, source, force=True)
    assert done.text == source and done.refused and "numbers" in done.invented
    assert "system-reminder" not in done.text


@given("032")
def test_a_cut_is_between_characters_and_the_notice_counts(report: Report) -> None:
    for budget in range(50, 401):
        part = cut(
            report.text,
            start=0,
            by_items=False,
            budget_chars=budget,
            notice=lambda chars, at: f"[... {chars:,} chars omitted ...] Read on: {at}",
        )
        assert len(part.text) <= budget and not any(sign in part.text for sign in report.expected["absent"]), budget


@given("044")
def test_an_empty_summary_is_a_failure_and_the_text_stays(report: Report, tmp_path: Path) -> None:
    text = "The tide at Vossholm rises twice a day, and the pier was built for it. " * 80
    done, calls = asked(tmp_path, report.data, text, force=True)
    assert calls and done.text == text and done.method == "none" and done.refused and "empty" in done.refused


@given("051")
def test_what_must_stay_word_for_word_is_sent_to_no_model(report: Report, tmp_path: Path) -> None:
    for text in (report.text, report.text * 40):
        done, calls = asked(tmp_path, {"choices": []}, text)
        assert calls == 0 and done.refused and done.text == text
        assert all(part in done.text for part in report.expected["contains"])


@given("095")
def test_names_of_special_tokens_are_words(report: Report) -> None:
    assert webloupe.count_tokens(report.text) > 10


@pytest.mark.parametrize("method", ["auto", "none", "lossless", "rules", "extract"])
@given("109")
def test_an_empty_text_passes_through(report: Report, method: str, tmp_path: Path) -> None:
    with Session(configuration.load(env={}, cwd=tmp_path, home=tmp_path)) as session:
        for text in report.data:
            if text is None:
                with pytest.raises(webloupe.WebloupeError):
                    session.compress(text, method=method)
                continue
            done = session.compress(text, method=method, task="anything")
            assert done.tokens_after <= done.tokens_before
            assert "".join(segment.before for segment in done.segments) == text
