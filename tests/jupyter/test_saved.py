"""What stays in a notebook that is run and saved, widget state included."""

import copy
import json
import os

import nbformat
import pytest
from nbclient import NotebookClient

from webloupe_jupyter.shapes import MIME_TYPE

LIMIT_S = 120
MOST_BYTES = 1_000_000


def cells(web):
    """Twenty searches, three pages (two of them long), five charts."""
    pages = [
        f"{web.url}/nights/log",
        f"--compress rules {web.url}/news/comet-returns",
        f"--budget 500000 {web.url}/llms.txt",
    ]
    searches = [f"%websearch -n 10 comet {number}" for number in range(20)]
    return [*searches, *(f"%fetch {page}" for page in pages), *(f"%webusage --days {days}" for days in range(1, 6))]


def executed(sources):
    """The notebook after a run in a new kernel."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in sources])
    client = NotebookClient(notebook, timeout=LIMIT_S, store_widget_state=True, kernel_name="python3")
    client.execute(env=dict(os.environ))
    return notebook


def size(notebook):
    return len(nbformat.writes(notebook).encode())


def test_a_day_of_work_adds_less_than_a_megabyte(at_home, web):
    notebook = executed(["%load_ext webloupe", *cells(web)])
    empty = copy.deepcopy(notebook)
    for cell in empty.cells:
        cell.outputs = []
    empty.metadata.pop("widgets", None)
    shown = [output.data for cell in notebook.cells for output in cell.outputs]
    assert len(shown) == 28 and all(MIME_TYPE in data for data in shown)
    assert size(notebook) - size(empty) < MOST_BYTES
    assert "widgets" not in notebook.metadata


@pytest.mark.parametrize(
    "cell", ["%websearch -n 3 comet", "%fetch --compress rules {web}/nights/log", "%%fetch\n{web}/docs/"]
)
def test_the_same_run_gives_the_same_bytes(at_home, web, cell):
    runs = [executed(["%load_ext webloupe", cell.format(web=web.url)]) for _ in range(2)]
    first, second = (json.dumps(notebook.cells[1].outputs[0].data, sort_keys=True) for notebook in runs)
    assert first == second
