"""Text from the web stays text, wherever it is shown and whoever wrote the notebook or answers."""

import json
from urllib.parse import urlsplit

import hostile
import pytest
from playwright.sync_api import expect

TEXTS = hostile.payloads()


@pytest.fixture
def trapped(desk, context):
    """A desk where whatever fires is told, and answers of the server part are hostile. `is_inert()` looks."""
    context.add_init_script(hostile.TRAP)
    at = desk()
    # Answers as no server of ours gives them: each text raw, in every place.
    context.route(lambda url: urlsplit(url).path.startswith("/webloupe/"), lambda route: answer(at, route))

    def is_inert():
        assert at.page.evaluate(hostile.ALIVE) == []
        assert at.page.evaluate("window.fired") == []
        assert at.foreign == []

    at.is_inert = is_inert
    bad = TEXTS[0]
    quota = {"backend": bad, "remaining": 1, "limit": 2, "resets_at": 1, "warning": bad, "level": "low"}
    at.answers = {"health": {"version": "1", "home": "", "offline": False, "backends": []}, "quota": quota}
    return at


def answer(at, route):
    operation = urlsplit(route.request.url).path.rpartition("/")[2]
    value = at.answers[operation]
    failed = "code" in value
    event = f"event: {'error' if failed else 'result'}\ndata: {json.dumps(value)}\n\n"
    is_stream = "event-stream" in route.request.headers.get("accept", "")
    kind = "text/event-stream" if is_stream else "application/json"
    route.fulfill(status=200, content_type=kind, body=event if is_stream else json.dumps(value))


def test_the_look_sees_what_is_alive(trapped):
    at = trapped
    at.open()
    at.open_panel()
    bad = "<img src=x onerror=alert(1)><a href=javascript:alert(2)>x</a><iframe srcdoc='<script>prompt(3)</script>'>"
    at.page.evaluate("bad => document.querySelector('#webloupe-panel').insertAdjacentHTML('beforeend', bad)", bad)
    at.page.wait_for_function("window.fired.length === 2")
    assert len(at.page.evaluate(hostile.ALIVE)) == 6


def test_in_a_notebook(trapped):
    at = trapped
    shapes = [
        *(hostile.results(texts) for texts in hostile.batches(TEXTS, 100)),
        hostile.failures(TEXTS),
        hostile.usage(TEXTS[:40]),
        *(hostile.page("x", tab="diff", segments=texts) for texts in hostile.batches(TEXTS, 60)),
    ]
    each_alone = [hostile.page(text) for text in TEXTS]
    cells = hostile.batches([*shapes, *each_alone], 48)  # JupyterLab shows 50 outputs of a cell
    name = at.site.write(
        "hostile.ipynb",
        *("1" for _ in cells),
        outputs={place: hostile.outputs(shown) for place, shown in enumerate(cells)},
    )
    at.open(name)
    at.page.evaluate("document.querySelector('.jp-WindowedPanel-outer').scrollTo(0, 1e9)")
    expect(at.outputs).to_have_count(len(shapes) + len(each_alone))
    expect(at.page.locator(".wl-diff .cm-mergeView")).to_have_count(len(hostile.batches(TEXTS, 60)))
    at.is_inert()

    at.end_kernel()
    expect(at.outputs.first.get_by_role("status").last).to_contain_text("No kernel is running.")
    at.answers["fetch"] = hostile.error("\n".join(TEXTS))
    at.answers["source"] = {"text": "\n".join(TEXTS), "is_markdown": True}
    page = at.outputs.nth(len(shapes))
    page.get_by_role("button", name="Read it again from the web").click()
    expect(page.get_by_role("alert").first).to_contain_text("onerror")
    page.get_by_role("tab", name="Source").click()
    expect(page.locator(".wl-source-text")).to_contain_text("onerror")
    at.is_inert()


def test_in_the_panel(trapped):
    at = trapped
    at.open()
    panel = at.open_panel()
    box = panel.get_by_role("textbox", name="Search the web")
    for texts in hostile.batches(TEXTS, 240):
        at.answers["search"] = {"drawn": {**hostile.results(texts), "id": texts[0][:9]}, "live": hostile.live()}
        box.fill("x")
        box.press("Enter")
        expect(panel.get_by_role("option")).to_have_count(len(texts))
        at.is_inert()
    at.answers["search"] = hostile.error("\n".join(TEXTS))
    box.press("Enter")
    expect(panel.get_by_role("alert")).to_contain_text("onerror")
    at.is_inert()

    panel.get_by_role("tab", name="Page", exact=True).click()
    address = panel.get_by_role("textbox", name="Address of a page")
    at.answers["source"] = {"text": "\n".join(TEXTS), "is_markdown": False}
    for number, texts in enumerate(hostile.batches(TEXTS, 40)):
        shape = hostile.page(f"{number} marks\n" + "\n\n<hr>\n\n".join(texts), segments=texts)
        at.answers["fetch"] = {"drawn": {**shape, "id": str(number)}, "live": hostile.live()}
        address.fill(f"example.test/{number}")
        address.press("Enter")
        expect(panel.get_by_role("heading", level=3).last).to_contain_text(f"{number} marks")
        at.is_inert()
        panel.get_by_role("tab", name="Raw ↔ compressed").click()
        expect(panel.locator(".wl-diff .cm-editor").first).to_be_visible()
        at.is_inert()
    panel.get_by_role("tab", name="Source").click()
    expect(panel.locator(".wl-source-text")).to_contain_text("onerror")
    at.answers["usage"] = {"drawn": hostile.usage(TEXTS[:40]), "live": hostile.live()}
    panel.get_by_role("tab", name="Quota").first.click()
    expect(panel.locator(".wl-figure .main-svg").first).to_be_visible()
    at.is_inert()
    panel.get_by_role("tab", name="Page", exact=True).click()
    at.answers["fetch"] = hostile.error("no")
    for text in ("javascript:alert(1)", "data:text/html,<script>alert(1)</script>"):
        address.fill(text)
        address.press("Enter")
        expect(panel.get_by_role("alert").first).to_be_visible()
    at.is_inert()
