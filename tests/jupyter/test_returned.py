"""What functions return draws what magics draw, while the extension is loaded."""

from __future__ import annotations

import pytest
from IPython.core.interactiveshell import InteractiveShell
from outputs import page, response

import webloupe
from webloupe.types import TreeNode
from webloupe_jupyter import load_ipython_extension, unload_ipython_extension
from webloupe_jupyter.shapes import MIME_TYPE
from webloupe_jupyter.views.page import PageView
from webloupe_jupyter.views.results import ResultsView


@pytest.fixture
def shell():
    shell = InteractiveShell()
    load_ipython_extension(shell)
    yield shell
    unload_ipython_extension(shell)


def shown(shell: InteractiveShell, result: object) -> dict[str, object]:
    bundle, _ = shell.display_formatter.format(result)
    return bundle


@pytest.mark.parametrize(("result", "view"), [(response(), ResultsView), (page(title="Reefs"), PageView)])
def test_a_result_draws_as_its_magic_does(shell, result, view):
    bundle, own = shown(shell, result), view(result)._repr_mimebundle_()
    assert bundle["text/html"] == own["text/html"] and bundle["text/plain"] == own["text/plain"]
    assert bundle[MIME_TYPE] == own[MIME_TYPE]


def test_a_compression_a_packed_text_and_a_tree_are_told(shell):
    story = "The tide rises twice a day at Vossholm, said the keeper, and nobody there ever doubted it. " * 60
    assert "text/html" in shown(shell, webloupe.compress(story, method="rules"))
    assert "text/html" in shown(shell, webloupe.pack([story], query="tide", budget_tokens=200))
    assert "text/html" in shown(shell, TreeNode(level="all", title="", text="x", tokens=1))


def test_unloaded_nothing_of_it_stays(shell):
    shown(shell, response())
    unload_ipython_extension(shell)
    assert set(shown(shell, response())) == {"text/plain"}
