"""`%webcontext` in a real shell: what is kept, from names, addresses and words, and what a query gets of it."""

import pytest
from outputs import alive, payloads

from webloupe.compress.context.items import items_of
from webloupe.compress.context.packing import pack
from webloupe.compress.context.tree import tree
from webloupe.errors import BadInput
from webloupe_jupyter.views.packed import PackedView, TreeView


def test_words_names_and_addresses_are_kept(run, web):
    assert len(run("%webcontext pin The budget is 40,000 EUR")) == 1
    assert len(run("r = %websearch comet\n%webcontext add {r}")) > 0
    assert len(run("notes = ['Otters eat fish.', 'Dogs bark.']\n%webcontext add notes")) == 2
    kept = run(f"%webcontext add {web.url}/docs/calibration")
    assert len(kept) == 1 and kept[0].source.endswith("/docs/calibration") and kept[0].authority == "web"
    packed = run("%webcontext query --budget 200 what do otters eat?")
    assert "Otters eat fish." in packed.text and "40,000 EUR" in packed.text and packed.tokens <= 200


def test_quoted_texts_are_one_item_each_and_a_cell_is_one(run):
    assert len(run('%webcontext add --name n "Otters eat fish." "Dogs bark."')) == 2
    assert len(run("%%webcontext add --name n\nA longer note.\n\nOf two paragraphs.")) == 1
    assert "two paragraphs" in run("%%webcontext query --name n --budget 100\nparagraphs of the note").text


def test_a_query_takes_weights_and_shows_them(run):
    run("%webcontext add Otters eat fish")
    packed = run("%webcontext query --weights recency=2,task=0 --top-k 1 otters")
    assert packed.weights["recency"] == 2 and packed.weights["task"] == 0
    bundle = packed._repr_mimebundle_()
    assert all("Otters eat fish" in bundle[kind] for kind in ("text/html", "text/plain")) and "recency 2" in str(packed)


def test_the_tree_and_what_is_forgotten(run):
    run("%webcontext add Otters eat fish")
    assert "Otters" in str(run("%webcontext tree"))
    assert len(run("%webcontext forget all")) == 0


@pytest.mark.parametrize("line", ["", "ad x", "add", "forget", "query --weights beauty=1 x"])
def test_a_slip_is_two_lines(run, line):
    with pytest.raises(BadInput) as slip:
        run(f"%webcontext {line}")
    assert slip.value.message and slip.value.hint


def test_hostile_text_is_inert_in_what_is_packed():
    for text in payloads():
        items = items_of([{"text": text, "title": text, "source": text}])
        for view in (PackedView(pack(items, query=text, budget_tokens=300), [text]), TreeView(tree(items), [text])):
            bundle = view._repr_mimebundle_()
            assert alive(bundle["text/html"]) == []
            assert "\x1b" not in bundle["text/plain"]


def test_tab_completes_verbs_and_options(shell):
    from IPython.core.completer import provisionalcompleter

    with provisionalcompleter():
        for line, wanted in (("%webcontext qu", "query"), ("%webcontext query --bud", "--budget")):
            assert wanted in [one.text for one in shell.Completer.completions(line, len(line))]
