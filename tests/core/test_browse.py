"""The browser's actions against a real Chromium on the demo web."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Iterator

import pytest
from browsers import needs_browser, numbered, session_at

from webloupe.browse.actions import ACTIONS
from webloupe.demo import DemoWeb
from webloupe.errors import ActionRefused, BadInput, ConfigError, HostDown, NoSuchHost, Offline, TimedOut, Unreadable
from webloupe.sync import Session, loop_thread

pytestmark = needs_browser


@pytest.fixture(scope="module")
def web() -> Iterator[DemoWeb]:
    with DemoWeb() as running:
        yield running


@pytest.fixture(scope="module")
def session(web, tmp_path_factory) -> Iterator[Session]:
    home = tmp_path_factory.mktemp("home")
    with session_at(home, web.env, **{"browse.evaluate": True, "browse.upload": True}) as one:
        yield one


@pytest.fixture
def workshop(session, web):
    return session.browse("go_to_url", url=f"{web.url}/workshop")


def browser_of(session: Session):
    return session._twin._rooms.browser


def out(session) -> str:
    return session.browse("evaluate", script="document.getElementById('out').textContent").content.strip('"')


def click(session, state, role, name):
    return session.browse("click_element", index=numbered(state, role, name))


# --- the page as it stands -------------------------------------------------------------------------------------------


def test_elements_are_numbered_in_reading_order_through_frames_and_shadow_roots(workshop):
    names = [one.name for one in workshop.elements]
    order = ["Name", "Send the form", "Click me", "In the shadow", "Gust", "In the frame", "Keys"]
    assert [name for name in names if name in order] == order
    assert [one.index for one in workshop.elements] == list(range(1, len(names) + 1))
    values = {one.name: one.value for one in workshop.elements}
    assert (values["Name"], values["Telescope"], values["Gust"]) == ("Ines", "Heron", "9")
    assert "secret" not in str(workshop.elements)
    assert next(one for one in workshop.elements if one.name == "Switched off").disabled


def test_a_long_page_names_80_elements_and_the_next_ones_when_scrolled(session, web):
    first = session.browse("go_to_url", url=f"{web.url}/reference/")
    assert len(first.elements) == 80 < first.elements_total
    later = session.browse("scroll_down", scroll_amount=4_000)
    assert len(later.elements) == 80
    assert later.elements[-1].name != first.elements[-1].name
    assert later.scroll.y == 4_000
    assert session.browse("scroll_up", scroll_amount=1_000).scroll.y == 3_000


def test_the_state_has_title_tabs_and_sizes(workshop, web):
    assert workshop.title.startswith("Workshop")
    assert [(tab.tab_id, tab.current) for tab in workshop.tabs] == [(0, True)]
    assert (workshop.scroll.width, workshop.scroll.height) == (1280, 800)
    assert workshop.url == f"{web.url}/workshop"


# --- acting ----------------------------------------------------------------------------------------------------------


def test_a_form_is_filled_and_sent(session, workshop):
    session.browse("input_text", index=numbered(workshop, "textbox", "Name"), text="Tomasz")
    session.browse("input_text", index=numbered(workshop, "textbox", "Name"), text=" R", clear=False)
    state = session.browse("click_element", index=numbered(workshop, "checkbox", "Dark frames"))
    assert state.elements[numbered(state, "checkbox", "Dark frames") - 1].value == "checked"
    state = session.browse("select_dropdown_option", index=numbered(state, "combobox", "Telescope"), text="plover")
    assert state.elements[numbered(state, "combobox", "Telescope") - 1].value == "Plover"
    click(session, state, "button", "Send the form")
    assert out(session).startswith("Sent: name=Tomasz+R&word=secret&dark=on&telescope=p")


def test_dropdowns_tell_their_options_native_or_made_of_lists(session, workshop):
    native = session.browse("get_dropdown_options", index=numbered(workshop, "combobox", "Telescope"))
    assert native.content == "Heron\nPlover\nBittern"
    index = numbered(native, "combobox", "Filter")
    assert session.browse("get_dropdown_options", index=index).content == "red\ngreen"
    session.browse("select_dropdown_option", index=index, text="green")
    assert out(session) == "Filter green"
    with pytest.raises(ActionRefused, match="no option") as caught:
        session.browse("select_dropdown_option", index=numbered(workshop, "combobox", "Telescope"), text="Plouver")
    assert "Plover" in caught.value.hint
    with pytest.raises(ActionRefused, match="no dropdown"):
        session.browse("get_dropdown_options", index=numbered(workshop, "button", "Click me"))


def test_elements_in_frames_and_shadow_roots_are_clicked(session, workshop):
    state = click(session, workshop, "button", "In the shadow")
    state = click(session, state, "button", "Shadow clicked")
    state = click(session, state, "button", "In the frame")
    assert numbered(state, "button", "Framed and clicked")


def test_hover_keys_and_uploads_reach_the_page(session, workshop, tmp_path):
    hovered = next(one.index for one in workshop.elements if one.name == "Hover here")
    session.browse("hover", index=hovered)
    assert out(session) == "Hovered"
    session.browse("click_element", index=numbered(workshop, "textbox", "Keys"))
    session.browse("send_keys", keys="a ctrl+A Esc")
    assert out(session) == "Key Escape"
    file = tmp_path / "map.txt"
    file.write_text("north", "utf-8")
    session.browse("upload_file", index=numbered(workshop, "file", "Sky map"), path=str(file))
    assert out(session) == "File: map.txt"


def test_dialogs_wait_for_their_answer_and_nothing_else_is_taken_meanwhile(session, workshop):
    asked = click(session, workshop, "button", "Ask me")
    assert "Open the dome?" in asked.message and "untrusted" in asked.message
    with pytest.raises(ActionRefused, match="dialog") as caught:
        session.browse("scroll_down")
    assert caught.value.state.url == asked.url
    session.browse("handle_dialog")
    assert out(session) == "Dome open"
    click(session, session.browse("get_state"), "button", "Ask me")
    session.browse("handle_dialog", accept=False)
    assert out(session) == "Dome shut"
    click(session, session.browse("get_state"), "button", "Prompt me")
    session.browse("handle_dialog", text="Jun")
    assert out(session) == "Hello Jun"
    with pytest.raises(ActionRefused, match="No dialog"):
        session.browse("handle_dialog")


def test_tabs_open_switch_and_close_but_never_the_last(session, workshop, web):
    opened = click(session, workshop, "link", "Shop in a new tab")
    assert (len(opened.tabs), opened.url) == (2, f"{web.url}/shop/")
    assert session.browse("switch_tab", tab_id=0).title.startswith("Workshop")
    assert len(session.browse("open_tab", url=f"{web.url}/rules").tabs) == 3
    session.browse("close_tab")
    assert len(session.browse("close_tab").tabs) == 1
    with pytest.raises(ActionRefused, match="last tab"):
        session.browse("close_tab")
    with pytest.raises(BadInput, match="no tab"):
        session.browse("switch_tab", tab_id=5)


def test_a_stale_number_is_refused_with_a_fresh_state(session, workshop):
    doomed = numbered(workshop, "button", "Doomed")
    loop_thread().run(browser_of(session).tab.page.evaluate("document.querySelector('[onclick*=remove]').click()"))
    with pytest.raises(ActionRefused, match="no longer") as caught:
        session.browse("click_element", index=doomed)
    assert "Doomed" not in [one.name for one in caught.value.state.elements]
    with pytest.raises(ActionRefused, match="no element"):
        session.browse("hover", index=500)


def test_a_row_that_has_become_another_is_never_clicked(session, web):
    state = session.browse("go_to_url", url=f"{web.url}/lists/virtual")
    third = numbered(state, "button", "Frame 3")
    loop_thread().run(
        browser_of(session).tab.page.evaluate("view.scrollTop = 3000; new Promise(requestAnimationFrame)")
    )
    with pytest.raises(ActionRefused, match="no longer") as caught:
        session.browse("click_element", index=third)
    assert out(session) == ""
    click(session, caught.value.state, "button", "Frame 103")
    assert out(session) == "Opened Frame 103"


def test_words_are_scrolled_to_in_lists_that_grow_or_draw_what_is_in_view(session, web):
    session.browse("go_to_url", url=f"{web.url}/lists/endless")
    assert session.browse("scroll_to_text", text="entry 150 of the endless").scroll.y > 1_000
    session.browse("go_to_url", url=f"{web.url}/lists/virtual")
    state = session.browse("scroll_to_text", text="Frame 203")
    assert numbered(state, "button", "Frame 203")
    session.browse("go_to_url", url=f"{web.url}/rules")
    with pytest.raises(ActionRefused, match="does not show"):
        session.browse("scroll_to_text", text="no such words")


def test_waiting_ends_with_the_words_or_in_time(session, workshop):
    click(session, workshop, "button", "Slowly")
    assert "slowly" in session.browse("wait", seconds=5, for_text="It came slowly").message
    with pytest.raises(TimedOut):
        session.browse("wait", seconds=0.2, for_text="never")
    assert session.browse("wait", seconds=0).url == workshop.url


def test_a_slow_page_is_waited_for_and_going_back_leads_to_the_one_before(session, web):
    session.browse("go_to_url", url=f"{web.url}/rules")
    assert session.browse("go_to_url", url=f"{web.url}/slow?seconds=0.5").title.startswith("A slow page")
    assert session.browse("go_back").title.startswith("Rules")
    assert "404" in session.browse("go_to_url", url=f"{web.url}/missing").message


# --- looking ---------------------------------------------------------------------------------------------------------


def test_pictures_are_of_the_view_the_page_or_an_element(session, workshop, web):
    def size(picture: bytes) -> tuple[int, int]:
        return struct.unpack(">II", picture[16:24])

    assert size(session.browse("screenshot").screenshot) == (1280, 800)
    button = size(session.browse("screenshot", index=numbered(workshop, "button", "Click me")).screenshot)
    assert button[0] < 200 and button[1] < 60
    assert session.browse("screenshot", format="jpeg").screenshot[:2] == b"\xff\xd8"
    assert session.browse("get_state", screenshot=True).screenshot[:4] == b"\x89PNG"
    long = session.browse("go_to_url", url=f"{web.url}/nights/log")
    assert long.scroll.page_height > 16_000
    assert size(session.browse("screenshot", full_page=True).screenshot) == (1280, 16_000)
    with pytest.raises(BadInput):
        session.browse("screenshot", full_page=True, index=1)


def test_a_page_is_kept_as_a_pdf_and_given_as_a_fetched_page(session, web, tmp_path):
    session.browse("go_to_url", url=f"{web.url}/app/shadow")
    assert (tmp_path / "kept.pdf").parent.exists()
    kept = session.browse("save_as_pdf", path=str(tmp_path / "kept.pdf")).content
    assert (tmp_path / "kept.pdf").read_bytes()[:5] == b"%PDF-" and kept.endswith("kept.pdf")
    page = session.browse("get_state", full=True)
    assert page.via == "browser" and page.stored_path is None
    assert "Inside the shadow root" in page.full


def test_content_is_extracted_for_a_goal_and_says_by_whom(session, web):
    session.browse("go_to_url", url=f"{web.url}/forum/thread/418")
    state = session.browse("extract_content", goal="which breaker trips")
    assert "breaker" in state.content
    assert "without a model" in state.message and "untrusted" in state.message
    session.browse("go_to_url", url=f"{web.url}/nights/log")
    kept = session.browse("extract_content", goal="spare motor", selector="#e500", keep_attrs=["id"])
    assert "cabinet 7B" in kept.content and "(id=e500)" in kept.content
    assert "(id=e499)" not in kept.content
    with pytest.raises(BadInput, match="selector"):
        session.browse("extract_content", goal="x", selector="p:::")


def test_a_search_opens_the_first_hit(session, web):
    state = session.browse("web_search", query="dew heater trips the breaker")
    assert state.url == f"{web.url}/forum/thread/418"
    assert state.url in state.content.splitlines()[0]


# --- what is refused -------------------------------------------------------------------------------------------------

BAD = [
    ("go_to_url", {}), ("go_to_url", {"url": 5}), ("go_to_url", {"url": "file:///etc/passwd"}),
    ("go_to_url", {"url": "devtools://devtools/bundled/inspector.html"}), ("go_to_url", {"url": "chrome://version"}),
    ("go_to_url", {"url": "javascript:alert(1)"}), ("open_tab", {"url": "view-source:http://a.test"}),
    ("click_element", {"index": 0}), ("click_element", {"index": "one"}), ("click_element", {"index": True}),
    ("click_element", {"indx": 1}), ("input_text", {"index": 1}), ("input_text", {"index": 1, "text": 5}),
    ("input_text", {"index": 1, "text": "a", "clear": "maybe"}), ("scroll_down", {"scroll_amount": -1}),
    ("scroll_up", {"scroll_amount": 10**9}), ("scroll_to_text", {"text": " "}), ("send_keys", {"keys": "Enterr"}),
    ("send_keys", {"keys": ""}), ("get_dropdown_options", {}), ("select_dropdown_option", {"index": 1}),
    ("go_back", {"steps": 2}), ("web_search", {"query": ""}), ("wait", {"seconds": -1}), ("wait", {"seconds": "nan"}),
    ("wait", {"for_text": 3}), ("extract_content", {}), ("extract_content", {"goal": "a", "keep_attrs": "a b<"}),
    ("switch_tab", {"tab_id": -1}), ("close_tab", {"tab_id": 1}), ("get_state", {"screenshot": "perhaps"}),
    ("get_state", {"full": 3.5}), ("cleanup", {"all": True}), ("screenshot", {"format": "gif"}),
    ("screenshot", {"index": 0}), ("hover", {"index": 1.5}), ("evaluate", {}), ("save_as_pdf", {"path": 1}),
    ("handle_dialog", {"accept": "perhaps"}), ("upload_file", {"index": 1}), ("clik", {}), (None, {}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "given"), BAD, ids=[f"{name}-{given}" for name, given in BAD])
def test_each_bad_parameter_is_told_in_two_lines(session, name, given):
    with pytest.raises(BadInput) as caught:
        session.browse(name, **given)
    assert len(caught.value.lines()) == 2


def test_every_action_is_called_above_and_the_nearest_is_named(session):
    assert set(ACTIONS) <= {name for name, _ in BAD}
    with pytest.raises(BadInput) as caught:
        session.browse("click_elemnt", index=1)
    assert "click_element" in caught.value.hint


def test_scripts_and_files_are_shut_unless_the_settings_open_them(web, tmp_path):
    with session_at(tmp_path, web.env) as shut:
        for name, given in (("evaluate", {"script": "1"}), ("upload_file", {"index": 1, "path": "/etc/hostname"})):
            with pytest.raises(ConfigError, match=r"not (run|given)"):
                shut.browse(name, **given)


def test_offline_starts_no_browser_and_a_missing_program_is_named(tmp_path):
    with session_at(tmp_path, {"WEBLOUPE_OFFLINE": "1"}) as offline, pytest.raises(Offline):
        offline.browse("get_state")
    with session_at(tmp_path, {"WEBLOUPE_BROWSE_PROGRAM": "no-such-browser"}) as none, pytest.raises(ConfigError):
        none.browse("get_state")


def test_hosts_that_are_not_there_are_told_as_a_fetch_tells_them(session):
    with pytest.raises(NoSuchHost):
        session.browse("go_to_url", url="http://nowhere.invalid/")
    with pytest.raises(HostDown):
        session.browse("go_to_url", url="https://nowhere.invalid/")


def test_downloads_are_not_taken(session, web):
    session.browse("go_to_url", url=f"{web.url}/rules")
    with pytest.raises(ActionRefused, match="download"):
        session.browse("go_to_url", url=f"{web.url}/config/duskline.toml")


# --- its life --------------------------------------------------------------------------------------------------------


def test_a_crash_of_the_page_is_told_and_a_new_tab_stands_ready(session, web):
    session.browse("go_to_url", url=f"{web.url}/rules")
    browser = browser_of(session)

    async def crash() -> None:
        page = browser.tab.page
        line = await page.context.new_cdp_session(page)
        asyncio.ensure_future(line.send("Page.crash")).add_done_callback(lambda sent: sent.exception())
        await asyncio.Event().wait()

    with pytest.raises(Unreadable, match="crashed"):
        loop_thread().run(browser.act(crash, timeout_s=10))
    assert len(session.browse("get_state").tabs) == 1
    assert session.browse("go_to_url", url=f"{web.url}/rules").title.startswith("Rules")


def test_cleanup_ends_it_and_the_next_action_starts_anew(session, web):
    session.browse("cleanup")
    assert browser_of(session)._starting is None
    assert session.browse("go_to_url", url=f"{web.url}/rules").title.startswith("Rules")
