"""The table of actions: what the browser can be told, with every parameter. The functions stand beside it."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Final

from ...errors import BadInput
from ..keys import MOST_KEYS, known_keys
from ..parameters import Action, Parameter, names, number, switch, text, whole, word
from . import fields, moves, pictures, tabs

SELECTOR: Final = "main, article, #content, [role=main]"

_URL = Parameter("url", "an http or https address", text(70_000))
_INDEX = Parameter("index", "the number of an element in the state, from 1", whole(1, 1_000_000))
_AMOUNT = Parameter("scroll_amount", "pixels, 1 to 100,000 (600)", whole(1, 100_000), 600)
_TAB = Parameter("tab_id", "the number of a tab, from 0", whole(0, 1_000))
_YES_NO = "True or False"

_ROWS: Final = (
    Action("go_to_url", "Open an address.", (_URL,), moves.go_to_url),
    Action("click_element", "Click an element.", (_INDEX,), fields.click_element),
    Action(
        "input_text", "Type into a field.",
        (_INDEX, Parameter("text", "text of at most 20,000 characters", text(20_000, empty=True)),
         Parameter("clear", f"{_YES_NO}: whether what stands there goes (True)", switch, True)), fields.input_text,
    ),
    Action("scroll_down", "Scroll down.", (_AMOUNT,), moves.scroll_down),
    Action("scroll_up", "Scroll up.", (_AMOUNT,), moves.scroll_up),
    Action(
        "scroll_to_text", "Scroll to words, down to the end of the page if need be.",
        (Parameter("text", "words of the page", text(1_000)),), moves.scroll_to_text,
    ),
    Action(
        "send_keys", "Press keys.",
        (Parameter("keys", f"keys with blanks between, such as Enter or Control+A, at most {MOST_KEYS}", known_keys),),
        fields.send_keys,
    ),
    Action("get_dropdown_options", "The options of a dropdown.", (_INDEX,), fields.get_dropdown_options),
    Action(
        "select_dropdown_option", "Choose an option of a dropdown by its text.",
        (_INDEX, Parameter("text", "the text of an option", text(1_000))), fields.select_dropdown_option,
    ),
    Action("go_back", "Go back to the page before.", (), moves.go_back),
    Action("web_search", "Search the web and open the first hit.", (Parameter("query", "a question", text(2_000)),)),
    Action(
        "wait", "Wait, or until words are shown.",
        (Parameter("seconds", "seconds from 0 to 100 (3)", number(0, 100), 3.0),
         Parameter("for_text", "words of the page", text(1_000), None)), moves.wait,
    ),
    Action(
        "extract_content", "What the page says to a goal.",
        (Parameter("goal", "a question or a topic", text(2_000)),
         Parameter("selector", f"a CSS selector ({SELECTOR})", text(1_000), SELECTOR),
         Parameter("keep_attrs", "names of attributes", names, ())),
    ),
    Action("switch_tab", "Make a tab the current one.", (_TAB,), tabs.switch_tab),
    Action("open_tab", "Open an address in a new tab.", (_URL,), tabs.open_tab),
    Action("close_tab", "Close the current tab, but never the last.", (), tabs.close_tab),
    Action(
        "get_state", "The page as it stands; full: as a fetched page.",
        (Parameter("screenshot", _YES_NO, switch, False), Parameter("full", _YES_NO, switch, False)),
        pictures.get_state,
    ),
    Action("cleanup", "End the browser."),
    Action(
        "screenshot", "A picture of what is in view, of the page or of an element.",
        (Parameter("full_page", _YES_NO, switch, False), _INDEX._replace(default=None),
         Parameter("format", "png or jpeg (png)", word("png", "jpeg"), "png")), pictures.screenshot,
    ),
    Action("hover", "Point at an element.", (_INDEX,), fields.hover),
    Action(
        "evaluate", "Run a script in the page, where browse.evaluate allows it.",
        (Parameter("script", "an expression or a function of JavaScript", text(100_000)),), pictures.evaluate,
    ),
    Action(
        "save_as_pdf", "Keep the page as a PDF.", (Parameter("path", "a file", text(1_000), None),),
        pictures.save_as_pdf,
    ),
    Action(
        "handle_dialog", "Answer a dialog that the page has opened.",
        (Parameter("accept", f"{_YES_NO} (True)", switch, True),
         Parameter("text", "the answer to a prompt", text(10_000, empty=True), None)), tabs.handle_dialog,
    ),
    Action(
        "upload_file", "Give a file to a field, where browse.upload allows it.",
        (_INDEX, Parameter("path", "a file on this machine", text(1_000))), fields.upload_file,
    ),
)  # fmt: skip

ACTIONS: Final = {row.name: row for row in _ROWS}


def action(name: object) -> Action:
    """The action of that name. BadInput with the nearest where there is none."""
    if isinstance(name, str) and name in ACTIONS:
        return ACTIONS[name]
    near = get_close_matches(str(name), ACTIONS, n=1)
    nearest = f"The nearest is {near[0]}. " if near else ""
    raise BadInput(f"The browser has no action {str(name)[:60]!r}.", f"{nearest}There are: {', '.join(ACTIONS)}.")
