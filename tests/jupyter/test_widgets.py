"""A result is an ipywidget to its user, and costs nothing of one until a front end wants it."""

import gc
import json
import weakref

import ipywidgets
import pytest
from ipywidgets.widgets import widget as machinery
from outputs import compression, page, response, views
from traitlets import TraitError

from webloupe.errors import BadInput, ExtraMissing
from webloupe.types import UsageRow, UsageSummary
from webloupe_jupyter import objects
from webloupe_jupyter.shapes import MIME_TYPE
from webloupe_jupyter.views import widget
from webloupe_jupyter.views.page import PageView
from webloupe_jupyter.views.results import ResultsView
from webloupe_jupyter.views.usage import UsageView


@pytest.fixture
def script(monkeypatch, tmp_path):
    """A built script of the widgets."""
    monkeypatch.setattr(widget, "SCRIPT", tmp_path / "widget.js")
    widget.SCRIPT.write_text("export default {};")
    widget._script.cache_clear()
    yield
    widget._script.cache_clear()


@pytest.mark.parametrize("view", views("Coral reefs", "https://e.example/"), ids=lambda view: type(view).__name__)
def test_every_result_is_a_widget_without_a_comm(view):
    before = len(machinery._instances)
    view._repr_mimebundle_()
    assert isinstance(view, ipywidgets.DOMWidget) and view.comm is None and len(machinery._instances) == before


def test_a_result_stands_in_a_box_and_its_comm_opens_then(script):
    found = ResultsView(response())
    box = ipywidgets.VBox([found])
    assert box.get_state()["children"] == [f"IPY_MODEL_{found.model_id}"]
    state = found.get_state()
    assert found.comm is not None and state["drawn"]["data"]["query"] == "Coral reefs" and state["_esm"]
    found.close()
    box.close()


@pytest.mark.parametrize("sign", ["VSCODE_PID", "WEBLOUPE_VIEW"])
def test_a_front_end_without_our_renderer_gets_the_widget_view(script, monkeypatch, sign):
    assert widget.WIDGET_TYPE not in ResultsView(response())._repr_mimebundle_()
    monkeypatch.setenv(sign, "widget")
    found = ResultsView(response())
    bundle = found._repr_mimebundle_()
    assert bundle[widget.WIDGET_TYPE]["model_id"] == found.comm.comm_id and next(iter(bundle)) == MIME_TYPE
    found.close()


def test_without_its_script_only_the_widget_view_is_missing(monkeypatch, tmp_path):
    monkeypatch.setattr(widget, "SCRIPT", tmp_path / "none.js")
    widget._script.cache_clear()
    monkeypatch.setenv("WEBLOUPE_VIEW", "widget")
    found = ResultsView(response())
    assert widget.WIDGET_TYPE not in found._repr_mimebundle_()
    with pytest.raises(ExtraMissing) as caught:
        _ = found.model_id
    assert len(caught.value.lines()) == 2


def test_a_result_that_nobody_holds_is_freed():
    found = ResultsView(response())
    identity = found._repr_mimebundle_()[MIME_TYPE]["id"]
    gone = weakref.ref(found)
    assert objects.find(identity) is found
    del found
    gc.collect()
    assert gone() is None
    with pytest.raises(BadInput, match="run the cell again"):
        objects.find(identity)


def test_equal_outputs_share_an_id_and_the_latest_answers():
    first, second = ResultsView(response()), ResultsView(response())
    ids = {view._repr_mimebundle_()[MIME_TYPE]["id"] for view in (first, second)}
    (identity,) = ids
    assert objects.find(identity) is second and objects.find_all(identity) == [second, first]
    del second
    gc.collect()
    assert objects.find(identity) is first


def test_traits_can_be_observed_and_are_set_as_a_page_asks():
    found, seen = ResultsView(response()), []
    found.observe(lambda change: seen.append(change["new"]), "selected")
    found.set_shared("selected", 0)
    found.selected = 3
    found.set_shared("tab", "quota")
    assert seen == [3] and found.shared_state() == {"selected": 3, "tab": "quota"}
    assert found._repr_mimebundle_()[MIME_TYPE]["state"] == {"selected": 3, "tab": "quota"}


@pytest.mark.parametrize("error", [ZeroDivisionError("x"), TraitError("x"), SystemExit(1), KeyboardInterrupt()])
def test_what_an_observer_raises_is_logged_as_the_users_and_the_value_stands(caplog, error):
    def observer(_change):
        raise error

    found = ResultsView(response())
    found.observe(observer, "selected")
    found.set_shared("selected", 1)
    assert found.selected == 1
    assert f"An observer of `selected` failed: {type(error).__name__}" in caplog.text


@pytest.mark.parametrize(("name", "value"), [("tab", "t" * 200_000), ("n" * 200_000, 1)])
def test_a_long_mistake_is_told_in_short(name, value):
    with pytest.raises(BadInput) as caught:
        ResultsView(response()).set_shared(name, value)
    assert len(caught.value.message) < 120


@pytest.mark.parametrize(("name", "value"), [("selected", -1), ("selected", "x"), ("tab", "nowhere"), ("data", 1)])
def test_what_a_page_cannot_mean_is_refused_in_two_lines(name, value):
    with pytest.raises(BadInput) as caught:
        ResultsView(response()).set_shared(name, value)
    assert len(caught.value.lines()) == 2


def test_the_id_follows_from_the_content_and_not_from_the_state():
    found = ResultsView(response())
    before = found._repr_mimebundle_()[MIME_TYPE]["id"]
    found.selected = 1
    assert found._repr_mimebundle_()[MIME_TYPE]["id"] == before
    assert ResultsView(response("other"))._repr_mimebundle_()[MIME_TYPE]["id"] != before


def test_other_days_read_the_log_again(at_home, run):
    run("%websearch comet")
    usage = run("%webusage --days 1")
    assert usage.days == 1
    usage.days = 30
    assert usage.data.days == 30 and usage._repr_mimebundle_()[MIME_TYPE]["data"]["magic"] == "%webusage --days 30"


def test_usage_carries_its_chart_for_front_ends_that_know_plotly_alone():
    rows = tuple(
        UsageRow(day=f"2026-10-{day:02}", backend=name, ok=9, empty=1, errors=2, total=12, quota_low=100 + day)
        for day in range(1, 8)
        for name in ("exa", "keenable", "parallel")
    )
    bundle = UsageView(UsageSummary(days=7, rows=rows))._repr_mimebundle_()
    figure = bundle["application/vnd.plotly.v1+json"]
    assert figure == bundle[MIME_TYPE]["data"]["figure"] and len(json.dumps(figure)) <= 8_000
    assert not figure["config"]["displaylogo"] and figure["config"]["plotlyServerURL"] == ""
    assert {trace["meta"] for trace in figure["data"]} == {"ok", "empty", "errors", "left"}


def test_an_assigned_result_is_drawn_only_when_shown():
    view = PageView(page(compression=compression()))
    assert view._named is None and str(view) and view._named is None
