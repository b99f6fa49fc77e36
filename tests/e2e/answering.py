"""A service that answers in sentences, which none of the demo's does: Tavily's wire, over two pages of the demo web."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

ANSWER = "The comet Ambern returns seven days early. Its tail is made of cheese."
SAID = "On 28 April the comet Ambern returns seven days early, observers at Lakeside say."


@contextmanager
def answering(web_url: str) -> Iterator[dict[str, str]]:
    """The environment that makes `--backend tavily` ask it, beside that of the demo web."""
    hits = [
        {"title": "Returns", "url": f"{web_url}/docs/", "content": "How a library is sorted, shelf by shelf."},
        {"title": "News", "url": f"{web_url}/news/comet-returns", "content": SAID, "published_date": "2026-05-02"},
    ]
    body = json.dumps({"answer": ANSWER, "results": hits}).encode()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:  # the name that http.server looks for
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        place = f"127.0.0.1:{server.server_address[1]}"
        yield {
            "WEBLOUPE_TAVILY_URL": f"http://{place}/search",
            "WEBLOUPE_ALLOW_PRIVATE": f"{web_url.removeprefix('http://')},{place}",
        }
        server.shutdown()
