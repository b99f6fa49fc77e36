"""Kinds of text: only narrative may be shortened with loss."""

from __future__ import annotations

import time

import pytest

from webloupe.kind import content_kind

SENTENCE = (
    "We went to the sea and it was lovely, although the rain did not stop for two days. Then the sun came out.\n\n"
)
SATZ_ZH = "我们去了海边，天气很好，虽然下了两天的雨，但是后来太阳出来了，大家都很高兴。\n\n"
LICENCE = (
    "Redistribution and use in source and binary forms are permitted provided that the copyright holders are named.\n\n"
    "THIS SOFTWARE IS PROVIDED AS IS AND ANY WARRANTIES, INCLUDING MERCHANTABILITY, ARE DISCLAIMED. IN NO EVENT SHALL "
    "THE COPYRIGHT HOLDERS BE LIABLE FOR ANY DAMAGES.\n"
)
PYTHON = (
    "import os\n\n\ndef f(x):\n    return x + 1\n\n\nclass A:\n    b = 3\n\n    def g(self):\n        print(self.b)\n"
)

CASES = [
    # text, address, media type, kind
    ("# My trip\n\n" + SENTENCE * 6, None, None, "narrative"),
    ("# 旅行\n\n" + SATZ_ZH * 6, None, None, "narrative"),
    (
        "This is a story of a man who went\nto the sea and found that it was\nfull of fish.\n" * 8,
        None,
        None,
        "narrative",
    ),
    (
        "# How do I do it?\n\nI have tried to set the thing but it never works on my machine. Any ideas?\n\n**bob**\n\n"
        "You should restart the server first, then try it again with the flag set.\n",
        None,
        None,
        "narrative",
    ),
    (
        "# Captchas\n\n" + "They ask you to verify you are human. They were invented in 1997.\n\n" * 40,
        None,
        None,
        "narrative",
    ),
    (SENTENCE * 6, "https://e.example/viewtopic.php", "text/html", "narrative"),
    (
        "# Demo\n\n> Short\n\n## Docs\n- [API](https://s.example/a.md): calls\n",
        "https://e.example/llms.txt",
        None,
        "index",
    ),
    ("# Demo\n\n" + "- [API](https://s.example/a.md): all calls of version two\n" * 20, None, None, "index"),
    ('<?xml version="1.0"?><urlset><url><loc>https://a.example/</loc></url></urlset>', None, None, "index"),
    ("# Contents\n\n- 1. Introduction\n- 2. Setup\n- 3. Usage\n- 4. Questions\n", None, None, "index"),
    ("目录\n\n- 第一章 引言\n- 第二章 安装\n- 第三章 使用\n", None, None, "index"),
    (
        "# API\n\n### `connect(host, port)`\nOpens.\n\n### `close()`\nCloses.\n\n### `send(data) -> int`\nSends.\n",
        None,
        None,
        "api_list",
    ),
    ("- `GET /users` list\n- `POST /users` create\n- `DELETE /users/{id}` remove\n", None, None, "api_list"),
    ("# 接口列表\n\n- `connect(host)`: 打开连接\n- `close()`: 关闭连接\n", None, None, "api_list"),
    ("| a | b |\n|---|---|\n" + "| 1 | 2 |\n" * 9, None, None, "table"),
    ("a,b,c\n1,2,3\n4,5,6\n7,8,9\n", None, None, "table"),
    ("a,b\n1,2\n", "https://e.example/d.csv", "text/csv", "table"),
    (PYTHON, None, None, "code"),
    (PYTHON, "https://e.example/m.py", "text/plain", "code"),
    ("Some words.\n\n```js\n" + "let a = f(b);\n" * 30 + "```\n", None, None, "code"),
    (LICENCE, None, None, "legal"),
    (LICENCE, "https://e.example/LICENSE", None, "legal"),
    ("# 用户协议\n\n第一条 甲方应当依照本协议约定提供服务。\n\n第二条 乙方不得转让权利。\n", None, None, "legal"),
    ('[project]\nname = "x"\nversion = "1"\n\n[tool.ruff]\nline-length = 120\n', None, None, "config"),
    ("DB_HOST=localhost\nDB_PORT=5432\n# comment\nLEVEL=debug\n", None, None, "config"),
    ("name: ci\non: push\njobs:\n  build:\n    runs-on: x\n    steps:\n      - uses: a/b\n", None, None, "config"),
    ('{"a": 1, "b": [1, 2]}', None, None, "data"),
    ('[{"a": 1}]', "https://e.example/x", "application/json", "data"),
    ("\n".join(" ".join(str(row * column) for column in range(9)) for row in range(20)), None, None, "data"),
    (" \n\n", None, None, "empty"),
    (
        "<!doctype html><html><body><div id=root></div></body></html>",
        "https://e.example/llms.txt",
        "text/html",
        "empty",
    ),
    ("Just a moment...\n\nVerify you are human by completing the action below.", None, None, "blocked"),
    ("访问过于频繁，请完成安全验证后继续", None, None, "blocked"),
    ("Before you continue\n\nWe use cookies.\n\nAccept all\n\nReject all", None, None, "blocked"),
]


@pytest.mark.parametrize(("text", "url", "media_type", "kind"), CASES)
def test_each_kind_is_told_apart(text: str, url: str | None, media_type: str | None, kind: str) -> None:
    found = content_kind(text, url=url, media_type=media_type)
    assert found.kind == kind, found
    assert found.lossy_ok is (kind == "narrative")
    assert found.reason and 0 <= found.confidence <= 1


@pytest.mark.parametrize(
    "piece", ["word word word. ", "- [a](b): c\n", "x = f(y);\n", "a(b", "[", "|", "1.1", "```\n", "<", "a:b"]
)
def test_a_quarter_of_a_million_characters_take_little_time(piece: str) -> None:
    text = (piece * (250_000 // len(piece) + 1))[:250_000]
    started = time.process_time()
    content_kind(text, media_type="text/html")
    assert time.process_time() - started < 0.5  # 50 ms in fact; the bound tells linear from quadratic


def test_a_reference_whose_names_are_links_is_an_api_list() -> None:
    lines = [
        f"- [`night.verb{n}`](https://docs.example.org/night/verb{n}) Does the thing number {n} to a log, oldest entry "
        "first, and returns what it changed as a list."
        for n in range(40)
    ]
    assert content_kind("# Functions\n\n" + "\n".join(lines)).kind == "api_list"


def test_a_page_on_one_topic_stays_narrative_with_a_table_of_options() -> None:
    prose = "A master dark is the median of many darks, grouped by exposure time and by sensor temperature.\n\n" * 5
    options = "".join(f"| `option_{n}` | number | 100 | added to every pixel |\n" for n in range(3))
    page = f"# Calibrate\n\n{prose}## Options\n\n| Option | Type | Default | Meaning |\n|---|---|---|---|\n{options}"
    assert content_kind(page).kind == "narrative"
