"""What can be asked by name, over real HTTP to the embedded demo web."""

import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from webloupe.errors import AddressRefused, BadInput, HostDown
from webloupe.session import AsyncSession
from webloupe.types import Wire
from webloupe_jupyter import operations
from webloupe_jupyter.operations import OPERATIONS, failure


@pytest.fixture
def ask(at_home):
    """Runs one operation in a session of its own; its answer and its steps."""

    def asked(operation, **args):
        async def run():
            session, steps = AsyncSession(face="notebook"), []
            try:
                return await operations.run(session, operation, args, steps.append), steps
            finally:
                await session.aclose()

        return asyncio.run(run())

    return asked


def test_a_search_is_drawn_with_its_steps_and_what_is_live(ask):
    answer, steps = ask("search", query="  comet\n orbit ", limit=3, backend="keenable")
    data = answer.drawn.data
    assert data.query == "comet orbit" and len(data.hits) == 3 and steps
    assert data.magic == "%websearch --limit 3 --backend keenable comet orbit"
    assert answer.live.left and answer.live.left[0].backend == "keenable" and "/" in answer.live.left[0].text


def test_a_search_takes_every_filter_and_its_line_says_them(ask):
    answer, _ = ask(
        "search", query="comet", backend="keenable", sites=["https://www.example.org/it's/", ".edu"],
        not_sites=["a.example"], since="2026-01", until="today", lang="zh-CN", country="uk", safe="off", topic="code",
        mode="deep", page=2, hedge=True, unsupported="ignore", refresh=True,
    )  # fmt: skip
    assert answer.drawn.data.magic == (
        "%websearch --backend keenable --site https://www.example.org/it's/ --site .edu --not-site a.example "
        "--since 2026-01 --until today --lang zh-CN --country uk --safe off --topic code --mode deep --page 2 --hedge "
        "--unsupported ignore --refresh comet"
    )


def test_a_page_is_drawn_and_its_options_ask_for_its_diff_and_source(ask, web):
    answer, steps = ask("fetch", url=f"{web.url}/nights/log", compress="rules", budget_chars=5_000)
    page = answer.drawn.data
    assert page.options == {"compress": "rules", "budget_chars": 5_000} and steps and not answer.live.cached
    assert page.next_start and page.magic_on.startswith("%fetch --budget 5000 --start ")
    asked = len(web.requests)
    diff, _ = ask("diff", url=page.url, **page.options)
    source, _ = ask("source", url=page.url, **page.options)
    assert diff.whole and sum(len(one.before) for one in diff.segments) == page.total_chars
    assert source.is_markdown and len(source.text) <= 5_000
    assert len(web.requests) == asked  # both came from the store


def test_a_diff_of_a_page_that_was_not_compressed_compresses_it(ask, web):
    diff, _ = ask("diff", url=f"{web.url}/news/comet-returns")
    assert diff.method == "rules" and diff.whole


def test_a_text_is_compressed(ask):
    diff, _ = ask("compress", text="a\n\n\n\n\nb", method="rules")
    assert diff.dropped == 1


def test_usage_keeps_to_the_backends_asked_for(ask):
    for backend in ("exa", "keenable"):
        ask("search", query="comet", backend=backend)
    everyone, _ = ask("usage", days=3)
    only, _ = ask("usage", backends=["keenable"])
    assert {row.backend for row in everyone.drawn.data.rows} == {"exa", "keenable"}
    assert {row.backend for row in only.drawn.data.rows} == {one.backend for one in only.live.left} == {"keenable"}
    assert everyone.drawn.state["days"] == 3 and everyone.drawn.data.magic.startswith("%webusage --days 3")


def test_usage_is_counted_by_the_hour_or_by_backend_and_is_a_file_too(ask):
    ask("search", query="comet", backend="keenable")
    for by, magic in (("hour", "%webusage --days 1 --by hour"), ("backend", "%webusage --days 1 --by backend")):
        shape = ask("usage", days=1, by=by)[0].drawn.data
        assert (shape.by, shape.magic, shape.rows[0].total) == (by, magic, 1)
    file, _ = ask("usage_csv", days=1)
    head, row = file.text.splitlines()
    assert head.startswith("day,backend,ok") and ",keenable,1," in row and file.name.endswith(".csv")


def test_the_quota_nearest_to_its_end_is_told_once_a_backend_says_one(ask):
    assert ask("quota")[0].backend == ""
    ask("search", query="comet", backend="keenable")
    quota, _ = ask("quota")
    assert (quota.backend, quota.limit, quota.level) == ("keenable", 1_000, "fine")
    assert 0 < quota.remaining < 1_000 and quota.resets_at


def test_who_can_be_asked_by_name_is_told(ask):
    askable = ask("config")[0].askable
    assert {"exa", "keenable", "parallel"} <= set(askable) and "brave" not in askable


def test_what_only_lives_now_travels_beside_the_drawing(ask):
    first, again = (ask("search", query="comet", backend="all")[0] for _ in range(2))
    assert first.drawn == again.drawn and (first.live.cached, again.live.cached) == (False, True)
    assert first.live.age_s is None and 0 <= again.live.age_s < 300
    (table, _) = first.drawn.data.tables
    assert "time" not in table.head and "time" in first.live.tables[0].head
    assert [one.text for one in first.live.tries] == [one.text for one in first.drawn.data.tries]


def test_health_and_config_show_no_key(ask, monkeypatch):
    monkeypatch.setenv("WEBLOUPE_EXA_API_KEY", "canary-3f1c")
    health, _ = ask("health")
    config, _ = ask("config")
    assert health.version and "exa" in health.backends and len(config.rows) > 10
    assert "canary-3f1c" not in repr(health) + repr(config)


@pytest.mark.parametrize(
    ("operation", "args", "hint"),
    [
        ("serch", {}, "search"),
        ("search", {"quary": "x"}, "query"),
        ("search", {}, "text"),
        ("search", {"query": 3}, "text"),
        ("search", {"query": "x", "backend": "exxa"}, "exa"),
        ("search", {"query": "x", "sites": "example.org"}, "list of texts"),
        ("search", {"query": "x", "sites": ["edu"]}, ".edu"),
        ("search", {"query": "x", "since": "soon"}, "7d"),
        ("search", {"query": "x", "lang": "english"}, "en (English)"),
        ("search", {"query": "x", "topic": "newz"}, "news"),
        ("search", {"query": "x", "answer": "yes"}, "true or false"),
        ("fetch", {"url": "https://e.example", "format": "markdwn"}, "markdown"),
        ("fetch", {"url": "https://e.example", "refresh": "yes"}, "true or false"),
        ("fetch", {"url": "nowhere"}, "https://nowhere"),
        ("usage", {"backends": "exa"}, "list"),
        ("usage", {"days": 0}, "1"),
        ("usage", {"days": int("9" * 401)}, "3,660"),
        ("compress", {"text": "x", "method": "ruels"}, "rules"),
        ("health", {"x": 1}, "nothing"),
    ],
)
def test_a_mistake_is_two_lines_with_the_nearest(ask, operation, args, hint):
    with pytest.raises(BadInput) as caught:
        ask(operation, **args)
    assert len(caught.value.lines()) == 2 and hint in caught.value.hint


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


@settings(deadline=None)
@given(operation=st.sampled_from([*OPERATIONS]), args=st.dictionaries(st.text(max_size=6), JSON, min_size=1) | JSON)
def test_whatever_is_sent_is_answered_or_refused_as_input(operation, args):
    session = AsyncSession(face="notebook")
    if OPERATIONS[operation].arguments.__struct_fields__ == () and args == {}:
        return
    try:
        answer = asyncio.run(operations.run(session, operation, args))
    except BadInput as error:
        assert len(error.lines()) == 2
    else:
        assert isinstance(answer, Wire)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (BadInput("a", "b"), "bad_input"),
        (HostDown("x\x1b[2J", url="javascript:alert(1)"), "host_down"),
        (AddressRefused("x", url="http://10.0.0.1/"), "address_refused"),
        (asyncio.CancelledError(), "cancelled"),
        (ZeroDivisionError("at /home/someone"), "bug"),
    ],
)
def test_every_error_becomes_harmless_data(error, code):
    info = failure(error)
    assert info.code == code and "\x1b" not in info.message and "javascript" not in str(info.url)
    assert "someone" not in info.message + info.hint


def test_pieces_are_given_back_from_the_store_and_taken_again(ask, web):
    given = {"url": f"{web.url}/news/comet-returns", "compress": "rules", "main": "full"}
    first, _ = ask("fetch", **given)
    short, _ = ask("diff", **given)
    gone = [one for one in short.segments if one.op != "kept"]
    asked = len(web.requests)
    page, _ = ask("restore", **given, restored=[gone[0].start])
    again, _ = ask("diff", **given, restored=[gone[0].start])
    assert page.diff == again and page.diff.whole and page.diff.restored == (gone[0].start,)
    assert page.diff.tokens_after > short.tokens_after and page.magic == first.drawn.data.magic
    assert [one for one in page.diff.segments if one.op != "kept"] == gone[1:]
    undone, _ = ask("restore", **given, restored=[])
    assert undone.diff == short and undone.read_html == first.drawn.data.read_html
    assert len(web.requests) == asked


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ({"restored": [1], "compress": "rules"}, "starts at 1"),
        ({"restored": [1]}, "Nothing was taken out"),
        ({"restored": ["x"], "compress": "rules"}, "restored cannot be"),
        ({"restored": [0], "compress": "instruct"}, "Only the kernel"),
    ],
)
def test_what_cannot_be_given_back_is_told(ask, web, args, said):
    with pytest.raises(BadInput, match=said):
        ask("restore", url=f"{web.url}/news/comet-returns", **args)
