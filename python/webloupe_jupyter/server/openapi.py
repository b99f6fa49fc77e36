"""Write `openapi.json` beside this file from the table of routes: `python -m webloupe_jupyter.server.openapi`.

A test fails when the committed file differs from what this would write.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from webloupe.types import ErrorInfo

from ..shapes import SHAPE_VERSION, Progress
from .routes import MAX_BODY_BYTES, ROUTES, Route

TARGET = Path(__file__).with_name("openapi.json")
_REFERENCE = "#/components/schemas/{name}"
_FAILURES = {
    400: "The call cannot be meant: an argument, a setting, an address that is not dialled, no network.",
    429: "Every backend is rate limited, or too many calls are under way; Retry-After says how long, where known.",
    500: "A mistake of webloupe's own.",
    502: "The other side failed: a backend, a site.",
    504: "The deadline passed.",
}
_UNFIT = {413: f"A body of more than {MAX_BODY_BYTES:,} bytes.", 415: "A body that is not announced as JSON."}
_JUPYTERS = {
    403: "Jupyter's own: no user, a user without the right, a foreign host or a missing XSRF token.",
    404: "Jupyter's own: a foreign origin, or no such route.",
}
_ABOUT = (
    "What the side panel asks of the Jupyter server. Addresses are below the server's base URL. With "
    "`Accept: text/event-stream` an answer is a stream of events: `progress` with {text}, then one of `result` with "
    "what the JSON answer holds and `error` with an ErrorInfo; its status is 200."
)


def generate() -> str:
    """The whole file as text."""
    shapes = [shape for route in ROUTES for shape in (route.row.arguments, route.row.answer)]
    _, schemas = msgspec.json.schema_components([*dict.fromkeys(shapes), Progress, ErrorInfo], ref_template=_REFERENCE)
    document = {
        "openapi": "3.1.0",
        "info": {"title": "webloupe", "version": str(SHAPE_VERSION), "description": _ABOUT},
        "security": [{"token": []}, {"cookie": [], "xsrf": []}],
        "paths": {route.path: {route.verb.lower(): _operation(route)} for route in ROUTES},
        "components": {"schemas": dict(sorted(schemas.items())), "securitySchemes": _SECURITY},
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


_SECURITY = {
    "token": {"type": "apiKey", "in": "header", "name": "Authorization", "description": "`token …`"},
    "cookie": {"type": "apiKey", "in": "cookie", "name": "username", "description": "Jupyter's login cookie."},
    "xsrf": {"type": "apiKey", "in": "header", "name": "X-XSRFToken", "description": "The value of cookie _xsrf."},
}


def _operation(route: Route) -> dict[str, Any]:
    posts = route.verb == "POST"
    failures = {**_FAILURES, **_UNFIT} if posts else _FAILURES
    answer = {"application/json": _schema(route.row.answer)} | {"text/event-stream": {"schema": {"type": "string"}}}
    responses = {"200": {"description": "The answer.", "content": answer}}
    responses |= {
        str(status): {"description": why, "content": {"application/json": _schema(ErrorInfo)}}
        for status, why in sorted(failures.items())
    }
    responses |= {str(status): {"description": why} for status, why in _JUPYTERS.items()}
    body = {"requestBody": {"required": True, "content": {"application/json": _schema(route.row.arguments)}}}
    return {"operationId": route.operation, "summary": route.summary, **(body if posts else {}), "responses": responses}


def _schema(shape: type) -> dict[str, Any]:
    return {"schema": {"$ref": _REFERENCE.format(name=shape.__name__)}}


if __name__ == "__main__":
    TARGET.write_text(generate(), encoding="utf-8", newline="\n")
