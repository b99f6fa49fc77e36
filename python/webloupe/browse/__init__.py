"""A real browser: Chrome, Chromium or Edge through Playwright, behind a proxy of ours that decides at connect.

`Browser` starts it with the first action and closes it with the session; `actions` is the table of what it can do.
"""

from .browser import Browser

__all__ = ["Browser"]
