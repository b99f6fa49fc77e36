"""Make a virtual environment with webloupe in it, or keep the one that is up to date.

    python3 .ci/environment.py FOLDER EXTRA [--editable]

Written for any Python 3, so that an old one hears what is missing instead of a syntax error.
"""

import argparse
import hashlib
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FRONT_END = ["package.json", "yarn.lock", ".yarnrc.yml", "extension"]
LABEXTENSION = ROOT / "python/webloupe_jupyter/labextension"
# Lies in a folder that the build cleans, so a half-made build is never taken for a whole one.
BUILT_FROM = ROOT / "extension/lib/.built-from"
NOT_SOURCES = {"__pycache__", "lib", "labextension", "_version.py", "tsconfig.tsbuildinfo"}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("extra")
    parser.add_argument("--editable", action="store_true")
    options = parser.parse_args()
    missing = missing_tool()
    if missing:
        sys.exit("\n".join(missing))
    prepare(ROOT / options.folder, options.extra, options.editable)


def missing_tool():
    """Two lines about the first tool that is not there, or None."""
    if sys.version_info < (3, 11):
        have = "{}.{}".format(*sys.version_info[:2])
        return [
            f"webloupe needs Python 3.11 or newer; this is {have}.",
            "Install one and name it, for example: apt install python3.12 python3.12-venv; make PYTHON=python3.12 …",
        ]
    try:
        import ensurepip  # noqa: F401
        import venv  # noqa: F401
    except ImportError:
        return ["Python's venv module is missing.", "Install it, for example: apt install python3-venv"]
    node = shutil.which("node")
    if node is None:
        return ["Node.js is missing; the JupyterLab extension is built with it.", NODE_HINT]
    version = subprocess.run([node, "--version"], stdout=subprocess.PIPE, check=False).stdout.decode().strip()
    if int(version.lstrip("v").partition(".")[0] or 0) < 20:
        return [f"Node.js 20 or newer is needed; {node} is {version}.", NODE_HINT]
    return None


NODE_HINT = "Install it, for example: apt install nodejs npm, or from https://nodejs.org/en/download"


def prepare(folder, extra, editable):
    """Bring `folder` up to date. Its stamp tells what it was made from."""
    inputs = ["pyproject.toml", "LICENSE", *FRONT_END] + ([] if editable else ["README.md", "python"])
    wanted = fingerprint(inputs) + " " + extra
    stamp = folder / "made-from"
    if read(stamp) == wanted and LABEXTENSION.is_dir():
        say(f"{folder.relative_to(ROOT)} is up to date")
        return
    started = time.monotonic()
    if not (folder / "bin/pip").exists():
        say(f"making a virtual environment in {folder.relative_to(ROOT)}")
        run(sys.executable, "-m", "venv", "--clear", str(folder))
    front_end = fingerprint(FRONT_END)
    if read(BUILT_FROM) != front_end:
        shutil.rmtree(LABEXTENSION, ignore_errors=True)
        say("building the JupyterLab extension and the package, installing both (first time: some minutes)")
    else:
        say("installing the package and what it needs")
    target = f"{ROOT}[{extra}]"
    # -qq: pip is silent but for errors.
    run(str(folder / "bin/pip"), "install", "-qq", *(["--editable"] if editable else []), target)
    BUILT_FROM.parent.mkdir(exist_ok=True)
    BUILT_FROM.write_text(front_end, encoding="utf-8")
    if extra == "test":
        run(str(folder / "bin/python"), "tests/e2e/chromium.py")
    stamp.write_text(wanted, encoding="utf-8")
    say(f"ready after {time.monotonic() - started:.0f} s")


def fingerprint(names):
    """One hash over files and folders, by path and content."""
    digest = hashlib.sha256()
    for name in names:
        for path in sorted(sources(ROOT / name)):
            digest.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def sources(path):
    if path.is_file():
        yield path
        return
    for folder, folders, files in os.walk(path):
        folders[:] = [name for name in folders if name not in NOT_SOURCES]
        yield from (Path(folder) / name for name in files if name not in NOT_SOURCES)


def read(path):
    return path.read_text(encoding="utf-8") if path.is_file() else None


def run(*command):
    done = subprocess.run(command, cwd=ROOT, check=False)
    if done.returncode:
        sys.exit(f"webloupe: `{' '.join(command)}` failed with status {done.returncode}; its own words are above.")


def say(text):
    print(f"webloupe: {text}", flush=True)


if __name__ == "__main__":
    main()
