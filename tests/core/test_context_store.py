"""A context under a name: kept between processes, scored anew each turn, forgotten when told."""

from __future__ import annotations

import asyncio

import pytest

import webloupe
from webloupe.errors import BadInput


@pytest.fixture
def context(tmp_path, monkeypatch):
    monkeypatch.setenv("WEBLOUPE_HOME", str(tmp_path))
    return webloupe.Context("tides")


def test_what_was_added_is_there_in_its_order_for_whoever_opens_the_name(context):
    context.add(*[f"Remark number {number}." for number in range(20)])
    assert [item.text for item in webloupe.Context("tides").items()] == [f"Remark number {n}." for n in range(20)]
    assert webloupe.Context("other").items() == []


def test_what_one_query_leaves_out_wakes_up_by_another(context):
    context.add("Otters eat fish and crabs.", "A comet grows a tail near the sun.")
    first, second = (context.query(asked, budget_tokens=15) for asked in ("otters eat", "comet tail"))
    assert "Otters" in first.text and "comet" not in first.text
    assert "comet" in second.text and "Otters" not in second.text


def test_scores_and_use_are_those_of_the_last_turn(context):
    context.add("Otters eat fish and crabs.", "A comet grows a tail near the sun.")
    assert [item.score for item in context.items()] == [None, None]
    context.query("otters", budget_tokens=15)
    otters, comet = context.items()
    assert otters.score > comet.score and (otters.used, comet.used) == (1, 0)
    context.query("comet", budget_tokens=15)
    otters, comet = context.items()
    assert otters.score < comet.score and (otters.used, comet.used) == (1, 1)


def test_what_is_pinned_is_in_whatever_is_asked_and_stays_pinned(context):
    context.pin("The budget is 40,000 EUR.")
    context.add("The budget is 40,000 EUR.", "Otters eat fish.")
    assert "40,000 EUR" in context.query("otters", budget_tokens=40).text
    assert [item.pinned for item in context.items()] == [True, False]


def test_items_are_forgotten_by_id_source_or_title_and_all_at_once(context):
    note, page = context.add("A note.", {"text": "Otters.", "source": "https://a.example/", "title": "Otters"})
    assert context.forget("nothing of that name") == 0
    assert context.forget(page.title) == 1 and [item.id for item in context.items()] == [note.id]
    context.add("Another.")
    assert context.forget() == 2 and context.items() == []


def test_the_tree_of_a_context_is_routed_by_a_query(context):
    context.add({"text": "Otters eat fish.", "source": "https://a.example/o"}, {"text": "Comets.", "source": "sky"})
    assert [site.title for site in context.tree().children] == ["a.example", "sky"]
    assert [site.title for site in context.tree("otters", budget_tokens=20).children] == ["a.example"]


@pytest.mark.parametrize("wrong", [{"authority": "king"}, {"task_weight": 99}])
def test_nothing_is_kept_of_a_call_that_cannot_be_meant(context, wrong):
    with pytest.raises(BadInput):
        context.add("A note.", **wrong)
    assert context.items() == []


def test_a_context_needs_a_name():
    with pytest.raises(BadInput):
        webloupe.Context("  ")


def test_the_async_twin_knows_the_same(context):
    async def asked():
        session = webloupe.AsyncSession()
        kept = await session.context("tides").query("otters", budget_tokens=30)
        return kept.text, (await session.pack(["Otters eat fish."], query="otters", budget_tokens=30)).text

    context.add("Otters eat fish.")
    kept, packed = asyncio.run(asked())
    assert kept == packed and packed.endswith("Otters eat fish.")
