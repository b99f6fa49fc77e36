"""The network room: one guarded client for everything that webloupe sends.

It stands on httpx, whose client gets a transport of ours: the guard is a constructor argument of httpcore below it
(nothing private is patched, so it cannot silently fall off), the URL that `addresses` parsed goes out as it is (no
second parser decides), and redirects, cookies and packed bodies are never handled behind our back.
"""

from .client import Http, MayFollow
from .failures import map_errors
from .headers import BROWSER_USER_AGENT, HONEST_USER_AGENT
from .jar import Jar

__all__ = ["BROWSER_USER_AGENT", "HONEST_USER_AGENT", "Http", "Jar", "MayFollow", "map_errors"]
