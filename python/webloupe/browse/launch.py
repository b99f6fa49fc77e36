"""The browser's process: how it is started, and that nothing of it is left."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from ..config import Config
from ..errors import ConfigError, ExtraMissing
from .profile import Profile
from .programs import program
from .proxy import GuardedProxy

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext

SWITCHES: Final = (
    "--disable-quic",  # it would not go through the proxy
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",  # names are the proxy's to resolve
    "--deny-permission-prompts",
    "--no-pings",
    "--disable-domain-reliability",
    "--disable-crash-reporter",
    "--hide-crash-restore-bubble",
)
VIEW: Final = (1280, 800)


@dataclass(slots=True)
class Running:
    """A browser under way; `context` holds the tabs of the session and their profile."""

    driver: Any
    context: BrowserContext
    proxy: GuardedProxy
    profile: Profile

    async def stop(self) -> None:
        """End it, whatever state it is in."""
        from playwright.async_api import Error

        with suppress(Error, OSError):
            await self.context.close()
        with suppress(Error, OSError):
            await self.driver.stop()
        await self.proxy.aclose()
        self.profile.release()


async def launch(config: Config, *, trust_env: bool, own_ports: frozenset[int]) -> Running:
    """Start a browser. ExtraMissing without Playwright, ConfigError where no browser can be started."""
    try:
        from playwright.async_api import Error, async_playwright
    except ImportError:
        raise ExtraMissing("Playwright is not installed.", "Run `pip install 'webloupe[browser]'`.") from None
    proxy = GuardedProxy(
        allow_private=config.allow_private, own_ports=own_ports, hosts=config.browse_hosts, trust_env=trust_env
    )
    profile = Profile(config.home, wanted=config.browse_profile)
    driver = None
    try:
        address = await proxy.start()
        driver = await async_playwright().start()
        context = await driver.chromium.launch_persistent_context(
            profile.path,
            executable_path=program(config.browse_program, driver.chromium.executable_path),
            headless=not config.browse_headed,
            # A sandbox is a user's right; root, in containers, cannot have one.
            chromium_sandbox=not hasattr(os, "geteuid") or os.geteuid() != 0,
            args=list(SWITCHES),
            proxy={"server": address, "bypass": "<-loopback>"},
            viewport={"width": VIEW[0], "height": VIEW[1]},
            accept_downloads=False,
            handle_sigint=False,  # a kernel's interrupt reaches its whole group
            handle_sigterm=False,
            handle_sighup=False,
            timeout=1_000 * max(config.browse_timeout_s, 10.0),
        )
    except BaseException as error:
        if driver is not None:
            with suppress(Exception):
                await driver.stop()
        await proxy.aclose()
        profile.release()
        if isinstance(error, Error):
            raise ConfigError(
                f"The browser does not start: {_cause(error.message)}", "Name another one in browse.program."
            ) from None
        raise
    return Running(driver, context, proxy, profile)


def _cause(message: str) -> str:
    """What of Playwright's page of text says why."""
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    telling = [line for line in lines if "ERROR" in line or "sandbox" in line or "error while loading" in line]
    return (telling or lines or ["for no reason that it tells"])[0][:200]
