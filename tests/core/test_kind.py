"""Kinds of text: only narrative may be shortened with loss."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
    ("Pardon our interruption\n\nSomething about your browser made us think you were a bot.", None, None, "blocked"),
    ("Access denied\n\nYou do not have permission.\n\nReference #18.2d351ab8", None, None, "blocked"),
    ("Wir verwenden Cookies.\n\nAlle akzeptieren\n\nAblehnen", None, None, "blocked"),
    ("You need to enable JavaScript to run this app.", None, "text/html", "empty"),
    ("# 404\n\nPage not found. Go back to the home page.", None, None, "empty"),
    ("# Acme\n\nBuy our anvils, they are the best.\n", "https://e.example/llms.txt", "text/html", "empty"),
    (
        "A captcha is a test that is used to tell people from programs, and to verify you are human. It is old.",
        None,
        None,
        "narrative",
    ),
    ("# News\n\n## A\n\n<https://e.example/a>\n\nIt rained and rained.\n", None, "application/rss+xml", "index"),
    (
        "server {\n    listen 80;\n    location /a {\n        proxy_pass http://127.0.0.1;\n    }\n}\n",
        None,
        None,
        "config",
    ),
    ("*/5 * * * * /usr/bin/backup --quiet\n0 4 * * 1 /usr/bin/clean\n" * 4, None, None, "config"),
    ("PermitRootLogin no\nX11Forwarding yes\nMaxAuthTries 6\n" * 3, None, None, "config"),
    ("<configuration>\n  <property>\n    <name>a.b</name>\n  </property>\n</configuration>\n", None, None, "config"),
    (".a > b {\n  color: #fff;\n  margin: 0 2px;\n}\n" * 6, None, None, "code"),
    ("<div>\n  <p>one</p>\n</div>\n" * 6, None, None, "code"),
    ("0.7345 0.1234 2.5\n" * 9, None, None, "data"),
    ("## Load\n\n```go\nfunc Load(name string) error\n```\n\nLoads a file.\n\n" * 8, None, None, "api_list"),
    ("Host one\n    HostName a.example\n    User ann\n\n" * 4, None, None, "config"),
    ("[00:01] It is a long way to the sea, and we went there twice.\n" * 9, None, None, "narrative"),
    ("2026-05-02 10:01:02,123 INFO [cache] item 7 was dropped, size 3\n" * 9, None, None, "data"),
    ("§ 1 Zweck\n\n(1) Der Vertrag ist unwirksam, soweit er gegen das Gesetz verstößt.\n\n" * 5, None, None, "legal"),
    ("  -o, --output=FILE   write to a file\n  -q, --quiet         say less\n" * 5, None, None, "api_list"),
    ("เมื่อวานเย็นมีฝนตกหนักในเมืองและถนนก็เงียบลงอย่างรวดเร็ว\n\n" * 6, None, None, "narrative"),
    ("Before you continue\n\nWe use cookies.\n\nAccept all\n\nReject all", None, None, "blocked"),
]


@pytest.mark.parametrize(("text", "url", "media_type", "kind"), CASES)
def test_each_kind_is_told_apart(text: str, url: str | None, media_type: str | None, kind: str) -> None:
    found = content_kind(text, url=url, media_type=media_type)
    assert found.kind == kind, found
    assert found.lossy_ok is (kind == "narrative")
    assert found.reason and 0 <= found.confidence <= 1


HOSTILE = (
    *(
        "word word word. ",
        "- [a](b): c\n",
        "x = f(y);\n",
        "a(b",
        "[",
        "|",
        "1.1",
        "```\n",
        "<",
        "a:b",
        "/*",
        "<!--",
        "--a",
    ),
    *(
        "[a](",
        "![",
        "](",
        "-a ",
        "** ",
        "a.b.",
        "# ",
        " ",
        "\n",
        "\t",
        "{-",
        "https://a",
        "`a",
        "第",
        "- a:\n",
        "(a",
        "'" * 3,
    ),
)


@pytest.mark.parametrize("piece", HOSTILE)
def test_two_million_characters_take_little_time(piece: str) -> None:
    text = (piece * (2_000_000 // len(piece) + 1))[:2_000_000]
    started = time.process_time()
    content_kind(text, media_type="text/html")
    assert time.process_time() - started < 1.0  # 0.2 s in fact; the bound tells linear from quadratic


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


def test_a_thread_of_a_forum_stays_narrative_though_its_lines_are_short() -> None:
    posts = "".join(
        f"[ann{n}](https://f.example/u/{n})\n\n[May {n + 1}, 2026](https://f.example/p/{n})\n\n"
        "I would try it without the filter first.\n\nIt worked for me.\n\n[Reply](https://f.example/r) · #1\n\n"
        for n in range(20)
    )
    found = content_kind(f"# Which filter?\n\n{posts}", url="https://f.example/threads/which-filter.7/")
    assert found.kind == "narrative" and found.lossy_ok


def test_headlines_with_a_sentence_each_are_an_index_and_an_article_with_links_is_none() -> None:
    cards = "".join(
        f"### [The river rose above the old bridge {n}](https://n.example/{n})\n\nIt rained for days, said the mayor, "
        "and nobody remembers a spring like this one.\n\n3 May 2026\n\n"
        for n in range(20)
    )
    assert content_kind(cards).kind == "index"
    related = "".join(f"- [The river rose above the old bridge {n}](https://n.example/{n})\n" for n in range(8))
    assert content_kind(f"# Spring\n\n{SENTENCE * 12}\n## Related\n\n{related}").kind == "narrative"


def test_prose_at_the_address_of_a_listing_is_not_shortened() -> None:
    found = content_kind(SENTENCE * 9, url="https://shop.example/collections/lamps", media_type="text/html")
    assert found.kind == "narrative" and not found.lossy_ok


def test_source_is_code_however_much_of_it_is_comments() -> None:
    text = "".join(
        f'def f{n}(x):\n    """{SENTENCE.strip()}\n\n    {SENTENCE.strip()}\n    """\n    return g(x)\n\n'
        for n in range(8)
    )
    assert content_kind(text).kind == "code"
    assert content_kind(f"# {SENTENCE.strip()}\n# {SENTENCE.strip()}\nlevel = 3\nname = a\n\n" * 6).kind == "config"


@given(st.text(max_size=400), st.text(max_size=30), st.sampled_from([None, "text/html", "text/plain", "image/png"]))
def test_no_text_is_too_odd(text: str, path: str, media_type: str | None) -> None:
    found = content_kind(text, url=f"https://e.example/{path}", media_type=media_type)
    assert found.reason and 0 <= found.confidence <= 1 and found.lossy_ok <= (found.kind == "narrative")
