"""YouTube: what is said in a video, with its title and description.

Sources: YouTube documents neither; read as youtube-transcript-api 1.2 and yt-dlp read them, checked 2026-11: the watch
page holds `ytInitialPlayerResponse` with its caption tracks, and a track's address takes `fmt=json3`. Where no track
can be had, title and description stand alone.
"""

from __future__ import annotations

import json
import re
from typing import Any

from ...wire import Answer
from ._writing import day, facts, joined, line, text
from .base import Page, Place, Plan, Step

HOSTS = ("youtube.com", "m.youtube.com", "youtu.be")

PARAGRAPH_MS = 60_000
"""Captions are lines of a few seconds; so much of them makes a paragraph with its time."""

_ID = re.compile(r"[A-Za-z0-9_-]{11}")
_PLAYER = re.compile(r"ytInitialPlayerResponse\s*=\s*(?=\{)")
_TRACK = "https://www.youtube.com/api/timedtext?"


def plan(place: Place) -> Plan | None:
    """A video by any of its addresses."""
    match place.parts:
        case [name] if place.host == "youtu.be":
            pass
        case ["watch"]:
            name = place.query.get("v", "")
        case ["shorts" | "live" | "embed", name]:
            pass
        case _:
            return None
    if not _ID.fullmatch(name):
        return None
    url = f"https://www.youtube.com/watch?v={name}"
    return Plan(url, lambda answer: _watched(answer, url), as_browser=True)


def _watched(answer: Answer, url: str) -> Step:
    player = _player(answer.text)
    alone = Page.written(_written(player, "", ""), url)
    track = _track(player)
    if track is None:
        return alone
    return Plan(
        f"{track['baseUrl']}&fmt=json3",
        lambda told: Page.written(_written(player, _transcript(told), _language(track)), url),
        otherwise=alone,
        as_browser=True,
    )


def _player(page: str) -> dict[str, Any]:
    found = _PLAYER.search(page)
    if found is None:
        raise ValueError("no player response")
    player, _ = json.JSONDecoder().raw_decode(page, found.end())
    if not player["videoDetails"]["title"]:
        raise ValueError("a video without a title")
    return dict(player)


def _track(player: dict[str, Any]) -> dict[str, Any] | None:
    """The track to read: in the language that is spoken, written by people before made by the recogniser."""
    renderer = (player.get("captions") or {}).get("playerCaptionsTracklistRenderer") or {}
    tracks = [one for one in renderer.get("captionTracks") or () if str(one.get("baseUrl", "")).startswith(_TRACK)]
    recognised = next((one for one in tracks if one.get("kind") == "asr"), None)
    spoken = recognised["languageCode"] if recognised else ""
    by_people = [one for one in tracks if one.get("kind") != "asr"]
    same = [
        one for one in by_people if spoken and str(one["languageCode"]).partition("-")[0] == spoken.partition("-")[0]
    ]
    return next(iter([*same, *([recognised] if recognised else []), *by_people]), None)


def _language(track: dict[str, Any]) -> str:
    made = ", recognised by machine" if track.get("kind") == "asr" else ""
    return f"{line(track['languageCode'])}{made}"


def _transcript(answer: Answer) -> str:
    """The captions as paragraphs, each with the time at which it begins; ValueError where there are none."""
    paragraphs: list[tuple[int, list[str]]] = []
    for event in answer.json["events"]:
        said = line("".join(str(part.get("utf8", "")) for part in event.get("segs") or ()))
        if not said:
            continue
        at = int(event["tStartMs"])
        if not paragraphs or at - paragraphs[-1][0] >= PARAGRAPH_MS:
            paragraphs.append((at, []))
        paragraphs[-1][1].append(said)
    if not paragraphs:
        raise ValueError("a track without words")
    return joined(*(f"[{_clock(at // 1000)}] {' '.join(said)}" for at, said in paragraphs)).strip()


def _written(player: dict[str, Any], transcript: str, language: str) -> str:
    about = player["videoDetails"]
    length = str(about.get("lengthSeconds", ""))
    published = (player.get("microformat") or {}).get("playerMicroformatRenderer") or {}
    described = text(about.get("shortDescription"))
    return joined(
        f"# {line(about['title'])}",
        facts(
            (
                ("Channel", line(about.get("author"))),
                ("Published", day(published.get("publishDate"))),
                ("Length", _clock(int(length)) if length.isdecimal() else ""),
            )
        ),
        joined("## Description", described).strip() if described else "",
        joined(f"## Transcript ({language})", transcript).strip() if transcript else "",
    )


def _clock(seconds: int) -> str:
    hours, rest = divmod(seconds, 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"
