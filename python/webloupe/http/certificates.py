"""Whom TLS trusts: the usual certificate variables, else the system's store and certifi's."""

from __future__ import annotations

import os
import ssl
from collections.abc import Mapping
from pathlib import Path

from ..errors import ConfigError


def tls_context(env: Mapping[str, str]) -> ssl.SSLContext:
    """A verifying context. `env` is empty where the environment is not to be trusted.

    SSL_CERT_FILE and SSL_CERT_DIR, else REQUESTS_CA_BUNDLE (file or folder), stand in place of all other
    authorities, as in curl and httpx. ConfigError names the variable that leads nowhere.
    """
    file, folder = env.get("SSL_CERT_FILE"), env.get("SSL_CERT_DIR")
    if file or folder:
        context = _bare_context()
        if file:
            _load(context, "SSL_CERT_FILE", file)
        folders = [part for part in (folder or "").split(os.pathsep) if part]
        # Beside a file, a system may name folders that it does not have; alone, a missing one is a mistake.
        for part in [part for part in folders if not file or Path(part).is_dir()]:
            _load(context, "SSL_CERT_DIR", part)
        return context
    if bundle := env.get("REQUESTS_CA_BUNDLE"):
        context = _bare_context()
        _load(context, "REQUESTS_CA_BUNDLE", bundle)
        return context
    return _default_context()


def _bare_context() -> ssl.SSLContext:
    """Verifies certificate and host name, TLS 1.2 and later, and trusts nobody yet."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    return context


def _default_context() -> ssl.SSLContext:
    import certifi

    context = ssl.create_default_context()
    context.load_verify_locations(cafile=certifi.where())
    return context


def _load(context: ssl.SSLContext, variable: str, path: str) -> None:
    try:
        context.load_verify_locations(**{"capath" if Path(path).is_dir() else "cafile": path})
    except (OSError, ssl.SSLError):
        raise ConfigError(
            f"{variable}={path}: no certificates can be read there.", "Correct the variable or unset it."
        ) from None
