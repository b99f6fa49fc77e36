"""Elements that may be furniture, and the kinds of furniture that a page is made of.

Some pages are built of "widgets", a thread is built of "comments": dropped one by one, each small, they would be gone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from turbohtml import Element

from . import chrome, measure, tags
from .page_type import PageType

# Structure that class words do not condemn.
PROTECTED = frozenset(
    ("html", "body", "main", "article", "table", "tr", "td", "th", "tbody", "pre", "code", "h1", "h2", "h3", "a")
)
FIELDS = ("form", "label", "legend")
# Terms, privacy and a way to log in.
MAX_FORM_LINKS = 3
CAPTION = "figcaption"
# What a figure holds that is no picture.
TEXT_FIGURES = ("table", "pre", "code", "blockquote")
# When one kind of furniture would be two thirds of a page, the page is made of it.
CROWD_SHARE = 2 / 3
NEVER = frozenset((chrome.CONSENT, chrome.SCREEN_READER))
# Comments on a story are often most of a page; a thread has little beside them.
MIN_STORY_CHARS = 300


class Suspect(NamedTuple):
    """An element that may be furniture of one region, `chars` long."""

    element: Element
    region: str
    chars: int


def suspect_of(element: Element, region: str) -> Suspect:
    """The suspect, measured."""
    return Suspect(element, region, measure.size(element))


def is_page_header(header: Element) -> bool:
    """Not of an article or section, and not the one that holds the title."""
    return header.closest(chrome.HEADED) is None and tags.first(header, "h1") is None


def named(root: Element, body: Element, kind: PageType) -> list[tuple[Element, str]]:
    """Elements under `root` whose class or id names a region of furniture, with the region; `kind` of page."""
    # Classes and ids in one pass: to go to an element of a large tree costs more than to ask it.
    elements = root.select(f"[class], [id], {CAPTION}")
    names = [(element, element.attr("class") or "", element.attr("id") or "") for element in elements]
    if tags.first(root, CAPTION) is not None:  # its tag is a name too
        names = [(each, f"{name} {CAPTION}" if each.tag == CAPTION else name, own) for each, name, own in names]
    regions = chrome.regions({name for _, name, _ in names}.union(own for _, _, own in names), kind)
    found = [
        (element, region)
        for element, name, own in names
        if (name in regions or own in regions) and (region := _region_of(element, name, own, regions))
    ]
    told = _told(root, body, kind, {region for _, region in found})
    return [(element, region) for element, region in found if region not in told or not told[region](element)]


def _told(root: Element, body: Element, kind: PageType, regions: set[str]) -> dict[str, Callable[[Element], bool]]:
    """By region, those of `regions` that are part of the text where they stand in it, and when they do."""
    told: dict[str, Callable[[Element], bool]] = {}
    if chrome.CAPTIONS in regions:
        # No picture says what the caption of a table or of code says.
        figures = {text.closest("figure") for text in tags.each(root, *TEXT_FIGURES)} - {None}
        told[chrome.CAPTIONS] = lambda caption: caption.closest("figure") in figures
    if chrome.REVIEWS in regions and kind != "product":
        has_text = body.select_one(chrome.TEXTS) is not None
        told[chrome.REVIEWS] = lambda review: not has_text or review.closest(chrome.TEXTS) is not None
    return told


def fields(root: Element) -> list[tuple[Element, str]]:
    """What is left of forms under `root` without their controls: the words round them."""
    return [
        (element, chrome.FORM)
        for element in tags.each(root, *FIELDS)
        if (_is_of_fields(element) if element.tag == "form" else not _is_of_text(element))
    ]


def _is_of_fields(form: Element) -> bool:
    """A page or shelf may stand in a form as a whole; then links stand in it too."""
    return next(islice(form.iter_elements(("a",)), MAX_FORM_LINKS, None), None) is None


def _is_of_text(label: Element) -> bool:
    """True for the line of a list and for what opens the text beside it."""
    beside = next((node for node in label.next_siblings if isinstance(node, Element)), None)
    return label.closest("li") is not None or (beside is not None and measure.size(beside) >= measure.PARAGRAPH_CHARS)


def _region_of(element: Element, name: str, own: str, regions: Mapping[str, str]) -> str:
    """The region that an element's class names, else its id; "" when either claims to hold the content."""
    found, other = (regions[name], own) if name in regions else (regions[own], name)
    if element.tag in PROTECTED or chrome.speaks_of_content(other):
        return ""
    return "" if found == chrome.HEADER and not is_page_header(element) else found


def crowds(suspects: Sequence[Suspect], standing: int) -> set[str]:
    """The regions that a page with `standing` characters is made of."""
    sums: Counter[str] = Counter()
    for suspect in suspects:
        sums[suspect.region] += suspect.chars
    most = CROWD_SHARE * standing
    return {region for region, chars in sums.items() if chars > most and _is_crowd(suspects, region, standing)}


def _is_crowd(suspects: Sequence[Suspect], region: str, standing: int) -> bool:
    chars = _together(suspects, region)
    if region == chrome.COMMENTS and standing - chars >= MIN_STORY_CHARS:
        return False
    return region not in NEVER and chars > CROWD_SHARE * standing


def _together(suspects: Sequence[Suspect], region: str) -> int:
    """Characters of a region, without menus and what stands in another of its suspects."""
    counted: set[Element] = set()
    chars = 0
    for suspect in suspects:  # in document order: an outer element comes before those in it
        if suspect.region != region or not counted.isdisjoint(suspect.element.ancestors):
            continue
        counted.add(suspect.element)
        if not measure.is_linked(suspect.element, suspect.chars):
            chars += suspect.chars
    return chars
