"""What a user gets: the wheel holds both import packages, the labextension and the demo web."""

import json
import subprocess
import sys
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LABEXTENSION = ROOT / "python/webloupe_jupyter/labextension"
SHARED_DATA = f"webloupe-{json.loads((ROOT / 'package.json').read_text('utf-8'))['version']}.data/data"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    if not (LABEXTENSION / "package.json").exists():
        pytest.skip("the labextension is not built here: `make test` builds it")
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as opened:
        yield opened


@pytest.fixture
def names(wheel):
    return set(wheel.namelist())


def test_every_source_file_of_both_packages_is_in_the_wheel(names):
    for package in ("webloupe", "webloupe_jupyter"):
        sources = {
            path.relative_to(ROOT / "python").as_posix()
            for path in (ROOT / "python" / package).rglob("*")
            if path.is_file() and "__pycache__" not in path.parts and LABEXTENSION not in path.parents
        }
        assert sources <= names, sorted(sources - names)


@pytest.mark.parametrize(
    "name",
    ["webloupe/py.typed", "webloupe/_version.py", "webloupe_jupyter/__init__.py", "webloupe/demo/site/blog.html"],
)
def test_what_a_build_forgets_easily_is_there(names, name):
    assert name in names


def test_the_labextension_lies_where_jupyterlab_looks(wheel, names):
    home = f"{SHARED_DATA}/share/jupyter/labextensions/webloupe"
    assert {f"{home}/install.json", f"{home}/package.json", f"{home}/schemas/webloupe/plugin.json"} <= names
    built = json.loads(wheel.read(f"{home}/package.json"))
    entry = built["jupyterlab"]["_build"]["load"]
    assert f"{home}/{entry}" in names
    assert not [name for name in names if name.endswith(".map")]


def test_the_server_extension_is_switched_on_where_jupyters_server_looks(wheel):
    config = json.loads(wheel.read(f"{SHARED_DATA}/etc/jupyter/jupyter_server_config.d/webloupe.json"))
    assert config == {"ServerApp": {"jpserver_extensions": {"webloupe_jupyter": True}}}


def test_tests_and_built_copies_stay_out(names):
    assert not [name for name in names if name.startswith(("tests/", "webloupe_jupyter/labextension"))]


def test_the_metadata_names_version_licence_command_and_extras(wheel, names):
    info = next(name for name in names if name.endswith(".dist-info/METADATA"))
    metadata = Parser().parsestr(wheel.read(info).decode())
    assert metadata["License-Expression"] == "BSD-3-Clause" and metadata["Requires-Python"] == ">=3.11"
    assert {"lab", "test"} <= set(metadata.get_all("Provides-Extra"))
    commands = next(name for name in names if name.endswith("entry_points.txt"))
    assert "webloupe = webloupe.cli:main" in wheel.read(commands).decode()
