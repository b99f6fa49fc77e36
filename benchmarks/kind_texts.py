"""Made-up texts of each kind, for `kinds.py`: families of one shape, each in several sizes and words.

`FAMILIES` is a list of (kind, name of the family, function of a random generator that gives one text). The words are
drawn anew for each text, so that nothing but its shape tells what it is.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable

Make = Callable[[random.Random], str]
FAMILIES: list[tuple[str, str, Make]] = []

_WORDS = (
    "river stone lamp morning engine paper village winter signal garden bridge market doctor window letter mountain "
    "coffee silver music harbour forest picture station summer kitchen valley ocean travel history number water light "
    "season council project report company student teacher system result problem change member value budget season"
).split()
_VERBS = "moved found kept wrote opened carried asked showed left saw built made sent told lost brought".split()
_NAMES = "load save parse render connect close send fetch list create delete update merge split encode decode".split()
_NOUNS = "user order file token session item record page index cache event node path buffer image query".split()
_ZH = "城市 天气 学校 老师 公司 问题 时间 历史 经济 市场 电影 音乐 山水 道路 孩子 朋友 早晨 夏天 工程 技术".split()


def family(kind: str) -> Callable[[Make], Make]:
    def add(make: Make) -> Make:
        FAMILIES.append((kind, make.__name__, make))
        return make

    return add


def words(r: random.Random, count: int) -> str:
    return " ".join(r.choice(_WORDS) for _ in range(count))


def sentence(r: random.Random, low: int = 8, high: int = 22) -> str:
    first = f"{r.choice(['The', 'A', 'Our', 'Their', 'This', 'Every'])} {r.choice(_WORDS)} {r.choice(_VERBS)}"
    joint = r.choice([" and ", ", but ", " because ", ", while the ", " before the ", " of the "])
    return f"{first} the {words(r, 1)} {r.choice(['near', 'of', 'in', 'with'])} a {words(r, r.randint(1, high - low))}{joint}{words(r, 3)} {r.choice(_VERBS)} it{r.choice('...!?')}".replace(
        "!?", "!"
    )


def paragraph(r: random.Random, low: int = 3, high: int = 7) -> str:
    return " ".join(sentence(r) for _ in range(r.randint(low, high)))


def zh_sentence(r: random.Random) -> str:
    return f"{r.choice(['我们', '他们', '这座', '昨天'])}{r.choice(_ZH)}的{r.choice(_ZH)}{r.choice(['已经', '正在', '没有'])}改变了{r.choice(_ZH)}，{r.choice(['但是', '因为', '所以'])}{r.choice(_ZH)}和{r.choice(_ZH)}都很重要。"


def zh_paragraph(r: random.Random) -> str:
    return "".join(zh_sentence(r) for _ in range(r.randint(3, 7)))


def name(r: random.Random) -> str:
    return f"{r.choice(_NAMES)}_{r.choice(_NOUNS)}"


def camel(r: random.Random) -> str:
    return r.choice(_NAMES) + r.choice(_NOUNS).title()


def url(r: random.Random) -> str:
    return f"https://{r.choice(_WORDS)}.example/{r.choice(_NOUNS)}/{r.choice(_WORDS)}-{r.randint(1, 999)}{r.choice(['', '.html', '.md', '/'])}"


# --- narrative -------------------------------------------------------------------------------------------------------


@family("narrative")
def story(r):
    return f"# {words(r, 4).title()}\n\n" + "\n\n".join(paragraph(r) for _ in range(r.randint(4, 20)))


@family("narrative")
def wrapped_story(r):
    import textwrap

    return "\n\n".join(textwrap.fill(paragraph(r), r.choice([60, 72, 80])) for _ in range(r.randint(4, 12)))


@family("narrative")
def chinese_news(r):
    return f"# {r.choice(_ZH)}{r.choice(_ZH)}\n\n" + "\n\n".join(zh_paragraph(r) for _ in range(r.randint(3, 12)))


@family("narrative")
def news_with_related(r):
    related = "\n".join(f"- [{words(r, 6).capitalize()}]({url(r)})" for _ in range(r.randint(3, 8)))
    return (
        f"# {words(r, 6)}\n\nBy Ann Ebb\n\n2 May 2026\n\n"
        + "\n\n".join(paragraph(r) for _ in range(r.randint(4, 9)))
        + f"\n\n## Related\n\n{related}\n"
    )


@family("narrative")
def forum_thread(r):
    posts = []
    for number in range(r.randint(4, 20)):
        said = sentence(r, 4, 9) if r.random() < 0.6 else paragraph(r, 2, 3)
        posts.append(
            f"**{r.choice(_WORDS)}{r.randint(1, 99)}**\n\nPosted {r.randint(1, 23)} hours ago · #{number + 1}\n\n{said}\n\nLike · Reply"
        )
    return f"# {words(r, 5).capitalize()}?\n\n" + "\n\n".join(posts)


@family("narrative")
def comment_tree(r):
    lines = []
    for _ in range(r.randint(8, 40)):
        depth = "    " * r.randint(0, 3)
        said = " ".join(sentence(r, 4, 12) for _ in range(r.randint(1, 2)))
        lines.append(
            f"{depth}- [{r.choice(_WORDS)}{r.randint(1, 999)}]({url(r)}) {r.randint(2, 50)} minutes ago\n\n{depth}  {said}\n"
        )
    return "\n".join(lines)


@family("narrative")
def chat_lines(r):
    return "\n".join(f"**{r.choice(['ann', 'bob', 'cleo'])}**: {sentence(r, 4, 9)}" for _ in range(r.randint(12, 50)))


@family("narrative")
def chinese_forum(r):
    return "\n\n".join(
        f"{r.choice(_ZH)}{number}楼 · 2026-05-0{r.randint(1, 9)}\n\n{zh_sentence(r)}"
        for number in range(r.randint(6, 20))
    )


@family("narrative")
def tutorial(r):
    parts = []
    for step in range(r.randint(3, 7)):
        code = "\n".join(f"{r.choice(_NOUNS)} = {name(r)}({r.choice(_NOUNS)})" for _ in range(r.randint(1, 5)))
        parts.append(
            f"## Step {step + 1}: {words(r, 3)}\n\n{paragraph(r, 3, 5)}\n\n```python\n{code}\n```\n\n{paragraph(r, 1, 3)}"
        )
    return "# How to start\n\n" + "\n\n".join(parts)


@family("narrative")
def guide_with_lists(r):
    parts = []
    for _ in range(r.randint(4, 8)):
        items = "\n".join(f"- **{words(r, 2).title()}**: {sentence(r)} {sentence(r)}" for _ in range(r.randint(2, 5)))
        parts.append(f"## {words(r, 3).title()}\n\n{paragraph(r, 2, 4)}\n\n{items}")
    return "\n\n".join(parts)


@family("narrative")
def about_captchas(r):
    said = "Such a page asks you to verify you are human. An access denied page shows a ray id and asks for cookies."
    return "# Captchas\n\n" + "\n\n".join(f"{said} {paragraph(r, 2, 4)}" for _ in range(r.randint(4, 12)))


@family("narrative")
def news_of_a_court(r):
    said = (
        "The court said that the company shall pay, and that its liability under the contract had been pursuant to law."
    )
    return "# A ruling\n\n" + "\n\n".join(
        f"{said if n % 3 == 0 else ''} {paragraph(r, 3, 5)}".strip() for n in range(r.randint(5, 12))
    )


@family("narrative")
def questions_and_answers(r):
    return "\n\n".join(f"**{words(r, 6).capitalize()}?**\n\n{paragraph(r, 1, 3)}" for _ in range(r.randint(4, 12)))


@family("narrative")
def mail(r):
    quoted = "\n".join(f"> {sentence(r)}" for _ in range(4))
    return f"From: ann@w.example\nTo: list@w.example\nSubject: {words(r, 4)}\n\nHi all,\n\n" + "\n\n".join(
        [paragraph(r, 2, 4), quoted, paragraph(r, 2, 4), paragraph(r, 2, 3), "Cheers,\nAnn"]
    )


@family("narrative")
def short_lines_story(r):
    return "\n\n".join(sentence(r, 3, 7) for _ in range(r.randint(15, 50)))


# --- index -----------------------------------------------------------------------------------------------------------


@family("index")
def llms(r):
    text = f"# {words(r, 2).title()}\n\n> {sentence(r)}\n"
    for _ in range(r.randint(1, 6)):
        text += f"\n## {words(r, 1).title()}\n\n" + "".join(
            f"- [{words(r, r.randint(1, 5)).title()}]({url(r)}){': ' + sentence(r)[:-1] if r.random() < 0.7 else ''}\n"
            for _ in range(r.randint(4, 30))
        )
    return text


@family("index")
def llms_of_functions(r):
    return "# Demo API\n\n## Docs\n\n" + "".join(
        f"- [{camel(r).title()}]({url(r)}): {sentence(r)}\n" for _ in range(r.randint(10, 80))
    )


@family("index")
def bare_addresses(r):
    return "".join(f"{url(r)}\n" for _ in range(r.randint(10, 200)))


@family("index")
def contents_dotted(r):
    return "Contents\n\n" + "".join(
        f"{number + 1}. {words(r, r.randint(2, 5)).title()} {'.' * r.randint(5, 40)} {3 + 4 * number}\n"
        for number in range(r.randint(8, 40))
    )


@family("index")
def contents_nested(r):
    text = "# Table of contents\n\n"
    for one in range(r.randint(3, 9)):
        text += f"- Chapter {one + 1}: {words(r, 3).title()}\n"
        text += "".join(f"  - {one + 1}.{two + 1} {words(r, 3).title()}\n" for two in range(r.randint(2, 7)))
    return text


@family("index")
def contents_chinese(r):
    return "# 目录\n\n" + "".join(
        f"- [第{n + 1}章 {r.choice(_ZH)}与{r.choice(_ZH)}]({url(r)})\n" for n in range(r.randint(8, 40))
    )


@family("index")
def link_directory(r):
    return "\n\n".join(
        f"### {words(r, 2).title()}\n\n" + "\n".join(f"[{words(r, 3)}]({url(r)})" for _ in range(r.randint(3, 12)))
        for _ in range(r.randint(3, 10))
    )


@family("index")
def curated_list(r):
    return "# Curated\n\n" + "\n".join(
        f"* [{words(r, 2)}]({url(r)}) - {sentence(r)} {sentence(r) if r.random() < 0.3 else ''}".strip()
        for _ in range(r.randint(15, 80))
    )


@family("index")
def headline_cards(r):
    return "\n\n".join(
        f"[![{words(r, 3)}]({url(r)})]({url(r)})\n\n### [{words(r, 7).capitalize()}]({url(r)})\n\n"
        f"{sentence(r) if r.random() < 0.5 else ''}\n\n{r.randint(1, 28)} May 2026"
        for _ in range(r.randint(8, 40))
    )


@family("index")
def shop_cards(r):
    return "\n\n".join(
        f"[{words(r, 4).title()}]({url(r)})\n\n${r.randint(5, 900)}.{r.randint(10, 99)}\n\n"
        f"{r.randint(3, 900)} reviews\n\nAdd to cart"
        for _ in range(r.randint(8, 40))
    )


@family("index")
def glossary_of_links(r):
    return "\n".join(
        f"{chr(65 + n)}\n" + " · ".join(f"[{words(r, 1)}]({url(r)})" for _ in range(r.randint(4, 12)))
        for n in range(26)
    )


@family("index")
def sitemap_xml(r):
    return (
        '<?xml version="1.0"?>\n<urlset>'
        + "".join(f"<url><loc>{url(r)}</loc></url>\n" for _ in range(40))
        + "</urlset>"
    )


# --- references ------------------------------------------------------------------------------------------------------


@family("api_list")
def functions_as_headings(r):
    return "# Reference\n\n" + "\n\n".join(
        f"### `{name(r)}({', '.join(r.sample(_NOUNS, r.randint(0, 3)))})`\n\n{sentence(r)}"
        for _ in range(r.randint(8, 40))
    )


@family("api_list")
def rest_endpoints(r):
    return "# Endpoints\n\n" + "\n".join(
        f"- `{r.choice(['GET', 'POST', 'PUT', 'DELETE'])} /v1/{r.choice(_NOUNS)}s/{{id}}` - {words(r, 5)}"
        for _ in range(r.randint(8, 50))
    )


@family("api_list")
def endpoints_with_fields(r):
    return "\n\n".join(
        f"## {r.choice(['GET', 'POST'])} /api/{r.choice(_NOUNS)}\n\n| Parameter | Type | Description |\n|---|---|---|\n"
        + "\n".join(f"| `{r.choice(_NOUNS)}_id` | string | {words(r, 5)} |" for _ in range(r.randint(2, 6)))
        for _ in range(r.randint(4, 15))
    )


@family("api_list")
def options_of_a_command(r):
    return "OPTIONS\n\n" + "\n".join(
        f"  -{r.choice('abcdefg')}, --{r.choice(_NAMES)}-{r.choice(_NOUNS)}{r.choice(['', '=FILE', ' <n>'])}   {words(r, 6)}"
        for _ in range(r.randint(12, 60))
    )


@family("api_list")
def options_as_items(r):
    return "# Options\n\n" + "\n".join(
        f"- `--{r.choice(_NAMES)}-{r.choice(_NOUNS)}`: {words(r, 6)} (default: `{r.randint(1, 90)}`)"
        for _ in range(r.randint(12, 60))
    )


@family("api_list")
def method_table(r):
    return "| Method | Returns | Description |\n|---|---|---|\n" + "\n".join(
        f"| `{camel(r)}({r.choice(_NOUNS)})` | `{r.choice(['int', 'str', 'void'])}` | {words(r, 5)} |"
        for _ in range(r.randint(10, 60))
    )


@family("api_list")
def rst_functions(r):
    return "\n\n".join(
        f".. function:: {name(r)}({r.choice(_NOUNS)}, {r.choice(_NOUNS)}=None)\n\n   {sentence(r)}"
        for _ in range(r.randint(8, 30))
    )


@family("api_list")
def typed_signatures(r):
    return "\n\n".join(
        f"#### {camel(r)}({r.choice(_NOUNS)}: {r.choice(['string', 'number'])}): {r.choice(['void', 'boolean', 'Promise<void>'])}\n\n{words(r, 7).capitalize()}."
        for _ in range(r.randint(10, 40))
    )


@family("api_list")
def members_of_a_class(r):
    return "# Class Widget\n\n" + "\n".join(
        f"- **{name(r)}** (`{r.choice(['int', 'str', 'bool'])}`) – {words(r, 6)}" for _ in range(r.randint(10, 50))
    )


@family("api_list")
def chinese_reference(r):
    return "# 接口\n\n" + "\n".join(
        f"- `{name(r)}({r.choice(_NOUNS)})`：{r.choice(_ZH)}{r.choice(_ZH)}" for _ in range(r.randint(8, 40))
    )


# --- tables ----------------------------------------------------------------------------------------------------------


@family("table")
def pipes(r):
    columns = r.randint(2, 7)
    row = lambda: "| " + " | ".join(r.choice([words(r, 1), str(r.randint(1, 9999))]) for _ in range(columns)) + " |\n"  # noqa: E731
    return row() + "|---" * columns + "|\n" + "".join(row() for _ in range(r.randint(6, 80)))


@family("table")
def wordy_table(r):
    return "# Compared\n\n| Name | For | Note |\n|---|---|---|\n" + "".join(
        f"| {words(r, 2)} | {words(r, 6)} | {sentence(r)} |\n" for _ in range(r.randint(6, 40))
    )


@family("table")
def commas(r):
    columns = r.randint(3, 8)
    return "".join(
        ",".join(r.choice([words(r, 1), str(r.random())[:6]]) for _ in range(columns)) + "\n" for _ in range(40)
    )


@family("table")
def tabs(r):
    return "".join("\t".join([words(r, 2), str(r.randint(1, 99)), words(r, 1)]) + "\n" for _ in range(r.randint(8, 60)))


@family("table")
def aligned_columns(r):
    return "".join(
        f"{words(r, 1):<16}{r.randint(1, 9999):>8}  {words(r, 1):<14}{r.random():>8.3f}\n" for _ in range(40)
    )


# --- code ------------------------------------------------------------------------------------------------------------


def _code(line: Callable[[random.Random], str]) -> Make:
    return lambda r: "\n".join(line(r) for _ in range(r.randint(6, 30)))


_CODE: dict[str, Callable[[random.Random], str]] = {
    "go": lambda r: (
        f"func {camel(r)}({r.choice(_NOUNS)} string) error {{\n\tif err := {camel(r)}(ctx); err != nil {{\n\t\treturn err\n\t}}\n\treturn nil\n}}\n"
    ),
    "rust": lambda r: (
        f"pub fn {name(r)}(&self, {r.choice(_NOUNS)}: &str) -> Result<(), Error> {{\n    let {r.choice(_NOUNS)} = self.{name(r)}()?;\n    Ok(())\n}}\n"
    ),
    "java": lambda r: (
        f"    public String {camel(r)}(int {r.choice(_NOUNS)}) {{\n        return this.{r.choice(_NOUNS)}.{camel(r)}();\n    }}\n"
    ),
    "ruby": lambda r: (
        f"def {name(r)}({r.choice(_NOUNS)})\n  @{r.choice(_NOUNS)}.each do |one|\n    puts one.{r.choice(_NAMES)}\n  end\nend\n"
    ),
    "php": lambda r: (
        f"function {name(r)}(${r.choice(_NOUNS)}) {{\n    $x = ${r.choice(_NOUNS)}->{camel(r)}();\n    return $x;\n}}\n"
    ),
    "sql": lambda r: (
        f"SELECT {r.choice(_NOUNS)}.id, COUNT(*)\nFROM {r.choice(_NOUNS)}s\nJOIN {r.choice(_NOUNS)}s ON a.id = b.id\nWHERE a.{r.choice(_NOUNS)} > {r.randint(1, 99)}\nGROUP BY 1;\n"
    ),
    "haskell": lambda r: (
        f"{camel(r)} :: {r.choice(_NOUNS).title()} -> Maybe Int\n{camel(r)} x = case x of\n  Just y -> {camel(r)} y\n  Nothing -> 0\n"
    ),
    "lua": lambda r: f"local function {name(r)}(t)\n  for k, v in pairs(t) do\n    print(k, v)\n  end\nend\n",
    "shell": lambda r: (
        f'if [ -f "$HOME/{r.choice(_NOUNS)}" ]; then\n  {r.choice(["cp", "rm", "mv"])} -r "$HOME/{r.choice(_NOUNS)}" /tmp\nfi\nexport {r.choice(_NOUNS).upper()}=1\n'
    ),
    "python": lambda r: (
        f'def {name(r)}({r.choice(_NOUNS)}):\n    """{sentence(r)}"""\n    for one in {r.choice(_NOUNS)}:\n        self.{name(r)}(one)\n    return {r.choice(_NOUNS)}\n'
    ),
    "kotlin": lambda r: (
        f"fun {camel(r)}({r.choice(_NOUNS)}: String): Int {{\n    val x = {camel(r)}()\n    return x.size\n}}\n"
    ),
    "swift": lambda r: (
        f"func {camel(r)}(_ {r.choice(_NOUNS)}: String) -> Int? {{\n    guard let x = {r.choice(_NOUNS)} else {{ return nil }}\n    return x\n}}\n"
    ),
    "r": lambda r: (
        f"{name(r)} <- function({r.choice(_NOUNS)}) {{\n  x <- mean({r.choice(_NOUNS)}$value)\n  return(x)\n}}\n"
    ),
    "css": lambda r: (
        f".{r.choice(_NOUNS)} > a:hover {{\n  color: #{r.randint(100, 999)};\n  margin: 0 {r.randint(1, 20)}px;\n}}\n"
    ),
    "c": lambda r: (
        f"static int {name(r)}(struct {r.choice(_NOUNS)} *p, size_t n)\n{{\n\tint i;\n\n\tfor (i = 0; i < n; i++)\n\t\tp->{r.choice(_NOUNS)} += i;\n\treturn 0;\n}}\n"
    ),
    "perl": lambda r: (
        f"sub {name(r)} {{\n    my ($self, ${r.choice(_NOUNS)}) = @_;\n    return $self->{{{r.choice(_NOUNS)}}};\n}}\n"
    ),
    "diff": lambda r: (
        f"@@ -{r.randint(1, 99)},7 +{r.randint(1, 99)},7 @@\n     {r.choice(_NOUNS)} = 1\n-    {name(r)}(a)\n+    {name(r)}(a, b)\n     return x\n"
    ),
    "dockerfile": lambda r: (
        f"RUN apt-get install -y {r.choice(_WORDS)} && rm -rf /var/lib\nCOPY {r.choice(_NOUNS)} /app/{r.choice(_NOUNS)}\nENV {r.choice(_NOUNS).upper()}=1\n"
    ),
    "lisp": lambda r: (
        f"(defun {r.choice(_NAMES)}-{r.choice(_NOUNS)} (x)\n  (let ((y (car x)))\n    (if (null y)\n        nil\n      (cons y (cdr x)))))\n"
    ),
    "assembly": lambda r: (
        f"{r.choice(_NOUNS)}:\n    mov eax, {r.randint(1, 99)}\n    push ebx\n    call {name(r)}\n    ret\n"
    ),
}
_CODE |= {
    "makefile": lambda r: (
        f"{r.choice(_NAMES)}: {r.choice(_NOUNS)}.o\n\t$(CC) -o $@ $<\n\t@echo done\n\n{r.choice(_NOUNS).upper()} := {words(r, 1)}\n"
    ),
    "julia": lambda r: (
        f"function {name(r)}({r.choice(_NOUNS)}::Vector)\n    for i in eachindex({r.choice(_NOUNS)})\n        x[i] += 1\n    end\nend\n"
    ),
    "elixir": lambda r: (
        f"  def {name(r)}(%{{id: id}}) do\n    id\n    |> {r.choice(_NOUNS).title()}.{r.choice(_NAMES)}()\n    |> case do\n      nil -> :error\n    end\n  end\n"
    ),
    "ocaml": lambda r: f"let rec {name(r)} = function\n  | [] -> 0\n  | x :: rest -> x + {name(r)} rest\n",
    "matlab": lambda r: (
        f"function y = {name(r)}(x)\n  y = zeros(size(x));\n  for k = 1:length(x)\n    y(k) = x(k)^2;\n  end\nend\n"
    ),
    "fortran": lambda r: (
        f"subroutine {name(r)}(n, a)\n  integer, intent(in) :: n\n  real :: a(n)\n  do i = 1, n\n    a(i) = a(i) * 2.0\n  end do\nend subroutine\n"
    ),
    "powershell": lambda r: (
        f"Get-ChildItem -Path ${r.choice(_NOUNS)} | Where-Object {{ $_.Length -gt {r.randint(1, 99)} }}\n$total = (Get-{r.choice(_NOUNS).title()}).Count\nWrite-Host $total\n"
    ),
    "dart": lambda r: (
        f"class {r.choice(_NOUNS).title()} extends StatelessWidget {{\n  final String {r.choice(_NOUNS)};\n  @override\n  Widget build(BuildContext context) => Text({r.choice(_NOUNS)});\n}}\n"
    ),
    "protobuf": lambda r: (
        f"message {r.choice(_NOUNS).title()} {{\n  string {r.choice(_NOUNS)} = 1;\n  repeated int32 ids = 2;\n}}\n"
    ),
    "template": lambda r: (
        f'<template>\n  <div class="{r.choice(_NOUNS)}">\n    <span v-if="{r.choice(_NOUNS)}">{{{{ {r.choice(_NOUNS)}.title }}}}</span>\n  </div>\n</template>\n'
    ),
    "clojure": lambda r: (
        f"(defn {r.choice(_NAMES)}-{r.choice(_NOUNS)} [x]\n  (->> x\n       (map inc)\n       (filter even?)\n       (reduce +)))\n"
    ),
    "csharp": lambda r: (
        f"        public async Task<int> {camel(r).title()}(string {r.choice(_NOUNS)})\n        {{\n            var x = await _{r.choice(_NOUNS)}.{camel(r)}();\n            return x;\n        }}\n"
    ),
    "sql_dump": lambda r: (
        f"INSERT INTO {r.choice(_NOUNS)}s (id, title) VALUES ({r.randint(1, 99)}, '{words(r, 3)}');\nCREATE INDEX idx_{r.choice(_NOUNS)} ON {r.choice(_NOUNS)}s (id);\n"
    ),
    "shell_session": lambda r: (
        f"$ {r.choice(['git', 'docker', 'npm'])} {r.choice(_NAMES)} {r.choice(_NOUNS)}\n$ cd /tmp/{r.choice(_NOUNS)} && make -j4\n"
    ),
}
for _language, _line in _CODE.items():
    FAMILIES.append(("code", f"code_{_language}", _code(_line)))


@family("code")
def fenced_code(r):
    return f"# {words(r, 2)}\n\n" + "\n\n".join(f"```js\n{_CODE['kotlin'](r) * 5}\n```" for _ in range(4))


@family("code")
def commented_code(r):
    return "\n".join(f"# {sentence(r)}\n# {sentence(r)}\n{_CODE['python'](r)}" for _ in range(10))


# --- legal -----------------------------------------------------------------------------------------------------------

_CLAUSES = (
    "The licensee shall not {v} the {n} without the prior written consent of the licensor.",
    "Nothing in this Agreement shall limit the liability of either party for {n}.",
    "You agree to indemnify us against any claim arising out of your use of the {n}.",
    "This Agreement shall be governed by the laws of the State, without regard to conflicts of {n}.",
    'The software is provided "as is", without warranty of any kind, express or implied, including {n}.',
    "We may terminate your access to the {n} at any time, and these terms shall survive termination.",
    "Any person who contravenes subsection (1) commits an offence and is liable to a fine of {n}.",
    "The Authority may by order prescribe the {n} to which this section applies.",
    "Personal data shall be processed lawfully, fairly and in a transparent manner in relation to the {n}.",
    "Where a {n} is transferred pursuant to paragraph 2, the controller shall notify the supervisory authority.",
)
_ZH_CLAUSES = (
    "公民、法人和其他组织不得违反本法规定从事{n}活动。",
    "违反前款规定的，由主管部门责令改正，并处一万元以上十万元以下罚款。",
    "甲方应当按照本合同约定向乙方支付{n}费用。",
    "因履行本协议发生的争议，双方应当协商解决；协商不成的，依法向人民法院提起诉讼。",
    "用户理解并同意，本公司有权对{n}进行修改，并不承担任何法律责任。",
    "国家保护{n}的合法权益，任何单位和个人不得侵犯。",
)


def clause(r: random.Random) -> str:
    return r.choice(_CLAUSES).format(v=r.choice(["copy", "sell", "alter"]), n=r.choice(_WORDS))


@family("legal")
def contract(r):
    return "AGREEMENT\n\n" + "\n\n".join(
        f"{one + 1}. {words(r, 2).upper()}\n\n"
        + "\n\n".join(f"{one + 1}.{two + 1} {clause(r)}" for two in range(r.randint(2, 5)))
        for one in range(r.randint(4, 12))
    )


@family("legal")
def statute(r):
    return "\n\n".join(
        f"Section {n + 1}. {words(r, 3).title()}\n\n(1) {clause(r)}\n\n(2) {clause(r)}\n\n(a) {words(r, 5)}; or\n\n(b) {words(r, 5)}."
        for n in range(r.randint(4, 20))
    )


@family("legal")
def terms_in_paragraphs(r):
    return "# Terms\n\n" + "\n\n".join(
        " ".join(clause(r) for _ in range(r.randint(2, 5))) for _ in range(r.randint(4, 12))
    )


@family("legal")
def articles_of_a_regulation(r):
    return "\n\n".join(
        f"## Article {n + 1}\n\n### {words(r, 3).title()}\n\n1. {clause(r)}\n2. {clause(r)}"
        for n in range(r.randint(4, 20))
    )


@family("legal")
def chinese_statute(r):
    digits = "一二三四五六七八九十"
    return "\n\n".join(
        f"第{digits[n % 10]}条　{''.join(c.format(n=r.choice(_ZH)) for c in r.sample(_ZH_CLAUSES, 2))}"
        for n in range(r.randint(5, 20))
    )


@family("legal")
def chinese_terms(r):
    return "# 用户协议\n\n" + "\n\n".join(
        f"{n + 1}. {''.join(c.format(n=r.choice(_ZH)) for c in r.sample(_ZH_CLAUSES, 2))}"
        for n in range(r.randint(4, 14))
    )


# --- configuration ---------------------------------------------------------------------------------------------------

_CONFIGS: dict[str, Make] = {
    "yaml": lambda r: "\n".join(
        f"{r.choice(_NOUNS)}_{n}:\n  {r.choice(_NAMES)}: {r.randint(1, 99)}\n  enabled: true\n  {r.choice(_NAMES)}s:\n    - {words(r, 1)}\n    - {words(r, 1)}"
        for n in range(8)
    ),
    "kubernetes": lambda r: "\n---\n".join(
        f"apiVersion: v1\nkind: Service\nmetadata:\n  name: {r.choice(_NOUNS)}\nspec:\n  ports:\n    - port: {r.randint(80, 9000)}\n      protocol: TCP"
        for _ in range(4)
    ),
    "toml": lambda r: "\n\n".join(
        f'[{r.choice(_NOUNS)}.{r.choice(_NOUNS)}]\n{r.choice(_NAMES)} = "{words(r, 1)}"\n{r.choice(_NAMES)}s = ["a", "b"]\nlimit = {r.randint(1, 99)}'
        for _ in range(6)
    ),
    "ini": lambda r: "\n\n".join(
        f"[{r.choice(_NOUNS)}]\n; {words(r, 4)}\n{r.choice(_NAMES)} = {words(r, 1)}\nport={r.randint(1, 9999)}"
        for _ in range(6)
    ),
    "env": lambda r: "\n".join(
        f"{r.choice(_NOUNS).upper()}_{r.choice(_NAMES).upper()}={r.choice([words(r, 1), '8080', 'true'])}"
        for _ in range(r.randint(6, 30))
    ),
    "nginx": lambda r: (
        "http {\n"
        + "\n".join(
            f"    server {{\n        listen {r.randint(80, 999)};\n        server_name {words(r, 1)}.example;\n        location /{r.choice(_NOUNS)} {{\n            proxy_pass http://127.0.0.1:{r.randint(1000, 9000)};\n        }}\n    }}"
            for _ in range(4)
        )
        + "\n}"
    ),
    "apache": lambda r: "\n".join(
        f"<VirtualHost *:80>\n    ServerName {words(r, 1)}.example\n    DocumentRoot /var/www/{r.choice(_NOUNS)}\n    ErrorLog logs/error_log\n</VirtualHost>"
        for _ in range(4)
    ),
    "systemd": lambda r: (
        f"[Unit]\nDescription={words(r, 3)}\nAfter=network.target\n\n[Service]\nExecStart=/usr/bin/{r.choice(_NOUNS)} --{r.choice(_NAMES)}\nRestart=always\nUser=www\n\n[Install]\nWantedBy=multi-user.target"
    ),
    "properties": lambda r: "\n".join(
        f"{r.choice(_NOUNS)}.{r.choice(_NAMES)}.{r.choice(_NOUNS)}={r.randint(1, 9999)}"
        for _ in range(r.randint(8, 30))
    ),
    "ssh": lambda r: "\n\n".join(
        f"Host {words(r, 1)}\n    HostName {words(r, 1)}.example\n    User {words(r, 1)}\n    Port {r.randint(22, 999)}\n    IdentityFile ~/.ssh/{r.choice(_NOUNS)}"
        for _ in range(5)
    ),
    "terraform": lambda r: "\n\n".join(
        f'resource "aws_{r.choice(_NOUNS)}" "{words(r, 1)}" {{\n  name = "{words(r, 1)}"\n  size = {r.randint(1, 9)}\n}}'
        for _ in range(5)
    ),
    "workflow": lambda r: (
        "name: ci\non: [push]\njobs:\n"
        + "\n".join(
            f"  {r.choice(_NAMES)}{n}:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v4\n      - run: make {r.choice(_NAMES)}"
            for n in range(3)
        )
    ),
    "commented_yaml": lambda r: "\n".join(
        f"# {sentence(r)}\n{r.choice(_NAMES)}_{r.choice(_NOUNS)}: {r.choice(['true', '10', words(r, 1)])}"
        for _ in range(10)
    ),
}
_CONFIGS |= {
    "crontab": lambda r: "\n".join(
        f"{r.randint(0, 59)} {r.randint(0, 23)} * * {r.choice('*12345')} /usr/bin/{name(r)} --{r.choice(_NAMES)}"
        for _ in range(8)
    ),
    "gitconfig": lambda r: "\n".join(
        f"[{r.choice(_NOUNS)}]\n\t{r.choice(_NAMES)} = {words(r, 1)}\n\t{r.choice(_NAMES)} = {r.choice(['true', 'false'])}"
        for _ in range(6)
    ),
    "haproxy": lambda r: "\n\n".join(
        f"backend {words(r, 1)}\n    balance roundrobin\n    option httpchk GET /{r.choice(_NOUNS)}\n    server {words(r, 1)} 10.0.0.{r.randint(1, 99)}:80 check"
        for _ in range(5)
    ),
    "sshd": lambda r: "\n".join(
        f"{r.choice(['PermitRootLogin', 'PasswordAuthentication', 'X11Forwarding', 'UsePAM', 'MaxAuthTries', 'ClientAliveInterval'])} {r.choice(['yes', 'no', '30'])}"
        for _ in range(14)
    ),
    "compose": lambda r: (
        "services:\n"
        + "\n".join(
            f'  {words(r, 1)}{n}:\n    image: {r.choice(_NOUNS)}:{r.randint(1, 9)}\n    ports:\n      - "{r.randint(80, 999)}:80"\n    environment:\n      - {r.choice(_NOUNS).upper()}={words(r, 1)}'
            for n in range(4)
        )
    ),
    "editorconfig": lambda r: (
        "root = true\n\n"
        + "\n\n".join(
            f"[*.{r.choice(_NOUNS)[:3]}]\nindent_style = space\nindent_size = {r.choice([2, 4])}\ncharset = utf-8"
            for _ in range(3)
        )
    ),
    "robots": lambda r: "\n\n".join(
        f"User-agent: {words(r, 1)}bot\nDisallow: /{r.choice(_NOUNS)}/\nAllow: /{r.choice(_NOUNS)}/{words(r, 1)}\nCrawl-delay: {r.randint(1, 20)}"
        for _ in range(5)
    ),
    "requirements": lambda r: "\n".join(
        f"{words(r, 1)}-{r.choice(_NOUNS)}=={r.randint(0, 9)}.{r.randint(0, 9)}.{r.randint(0, 9)}" for _ in range(14)
    ),
    "ansible": lambda r: "\n".join(
        f'- name: {sentence(r, 4, 8)}\n  ansible.builtin.{r.choice(_NAMES)}:\n    src: /tmp/{r.choice(_NOUNS)}\n    mode: "0644"\n  when: {r.choice(_NOUNS)} is defined'
        for _ in range(6)
    ),
    "values_with_comments": lambda r: "\n\n".join(
        f'# -- {sentence(r)}\n# {sentence(r)}\n{camel(r)}:\n  # {sentence(r)}\n  enabled: false\n  {r.choice(_NOUNS)}: ""'
        for _ in range(8)
    ),
}
_CONFIGS |= {
    "logrotate": lambda r: "\n\n".join(
        f"/var/log/{words(r, 1)}/*.log {{\n    weekly\n    rotate {r.randint(1, 52)}\n    compress\n    missingok\n    create 0640 root adm\n}}"
        for _ in range(4)
    ),
    "database": lambda r: "\n".join(
        f"#{name(r)} = {r.randint(1, 999)}\t\t# ({sentence(r, 4, 8)})\n{name(r)} = {r.choice(['on', 'off', '128MB'])}\t# {words(r, 4)}"
        for _ in range(12)
    ),
    "vim": lambda r: "\n".join(
        r.choice(
            [
                f"set {r.choice(_NAMES)}{r.choice(_NOUNS)}",
                f"set tabstop={r.randint(2, 8)}",
                f"nnoremap <leader>{words(r, 1)[0]} :{r.choice(_NAMES).title()}<CR>",
                f"let g:{name(r)} = 1",
            ]
        )
        for _ in range(20)
    ),
    "fstab": lambda r: "\n".join(
        f"UUID={r.randbytes(4).hex()} /{r.choice(_NOUNS)} ext4 defaults,noatime 0 {r.randint(0, 2)}" for _ in range(8)
    ),
    "prometheus": lambda r: (
        "global:\n  scrape_interval: 15s\n\nscrape_configs:\n"
        + "\n".join(
            f"  - job_name: {words(r, 1)}\n    static_configs:\n      - targets: ['10.0.0.{r.randint(1, 99)}:9100']"
            for _ in range(5)
        )
    ),
    "long_comments": lambda r: "\n".join(
        f"# {sentence(r)} {words(r, 4)}\n# {sentence(r)}\n# {sentence(r)}\n#\n{r.choice(_NAMES).title()}{r.choice(_NOUNS).title()} {r.choice(['yes', 'no', '10'])}\n"
        for _ in range(10)
    ),
    "xml_settings": lambda r: (
        "<configuration>\n"
        + "\n".join(
            f"  <property>\n    <name>{r.choice(_NOUNS)}.{r.choice(_NAMES)}</name>\n    <value>{r.randint(1, 99)}</value>\n  </property>"
            for _ in range(8)
        )
        + "\n</configuration>"
    ),
    "pipeline": lambda r: (
        "stages:\n  - build\n  - test\n\n"
        + "\n\n".join(
            f"{r.choice(_NAMES)}-{r.choice(_NOUNS)}:\n  stage: {r.choice(_NAMES)}\n  image: {words(r, 1)}:latest\n  script:\n    - make {r.choice(_NAMES)}\n    - ./{r.choice(_NOUNS)}.sh --{r.choice(_NAMES)}"
            for _ in range(4)
        )
    ),
}
for _format, _make in _CONFIGS.items():
    FAMILIES.append(("config", f"config_{_format}", _make))


# --- data ------------------------------------------------------------------------------------------------------------


@family("data")
def json_rows(r):
    return json.dumps(
        [{r.choice(_NOUNS): words(r, 2), "id": n, "value": r.random()} for n in range(30)], indent=r.choice([None, 2])
    )


@family("data")
def json_lines(r):
    return "\n".join(json.dumps({"id": n, "text": words(r, 5)}) for n in range(30))


@family("data")
def access_log(r):
    return "\n".join(
        f'{r.randint(1, 255)}.0.0.{r.randint(1, 255)} - - [02/May/2026:10:{n % 60:02}:00 +0000] "GET /{r.choice(_NOUNS)} HTTP/1.1" 200 {r.randint(100, 9999)}'
        for n in range(40)
    )


@family("data")
def program_log(r):
    return "\n".join(
        f"2026-05-02 10:{n % 60:02}:{r.randint(10, 59)},{r.randint(100, 999)} {r.choice(['INFO', 'DEBUG', 'ERROR'])} [{r.choice(_NOUNS)}] {words(r, 5)} id={r.randint(1, 999)}"
        for n in range(40)
    )


@family("data")
def numbers(r):
    return "\n".join(" ".join(f"{r.random():.4f}" for _ in range(6)) for _ in range(40))


@family("data")
def xml_rows(r):
    return (
        '<?xml version="1.0"?><rows>'
        + "".join(f"<row><id>{n}</id><name>{words(r, 2)}</name></row>\n" for n in range(30))
        + "</rows>"
    )


@family("data")
def key_lines(r):
    return "\n".join(f"{r.randbytes(16).hex()}  {r.choice(_NOUNS)}-{r.randint(1, 99)}.tar.gz" for _ in range(40))


@family("data")
def syslog(r):
    return "\n".join(
        f"May  2 10:{n % 60:02}:{r.randint(10, 59)} {words(r, 1)} {r.choice(_NOUNS)}[{r.randint(100, 9999)}]: {words(r, 6)}"
        for n in range(40)
    )


@family("data")
def hex_dump(r):
    return "\n".join(
        f"{16 * n:08x}  {r.randbytes(8).hex(' ')}  {r.randbytes(8).hex(' ')}  |................|" for n in range(30)
    )


@family("data")
def log_with_brackets(r):
    return "\n".join(
        f"[{n}.{r.randint(100000, 999999)}] {r.choice(_NOUNS)} {r.choice(_NOUNS)}{n}: {words(r, 5)}" for n in range(40)
    )


@family("data")
def fasta(r):
    return "\n".join(
        f">seq{n} {words(r, 2)}\n" + "\n".join("".join(r.choice("ACGT") for _ in range(60)) for _ in range(4))
        for n in range(10)
    )


@family("data")
def folder_listing(r):
    return "\n".join(
        f"-rw-r--r--  1 {words(r, 1)} staff {r.randint(100, 99999):>8} May {r.randint(1, 28):>2} 10:{n % 60:02} {name(r)}.txt"
        for n in range(30)
    )


_LANGUAGES = {
    "german": (
        "Der Rat hat am Dienstag beschlossen, dass die Brücke im nächsten Jahr erneuert wird.",
        "Viele Anwohner fürchten den Lärm, doch die Stadt verspricht kurze Arbeiten.",
    ),
    "russian": (
        "Вчера вечером в городе прошёл сильный дождь, и улицы быстро опустели.",
        "Жители рассказали, что вода поднялась выше обычного, но никто не пострадал.",
    ),
    "japanese": (
        "昨日の夜、町では強い雨が降り、通りはすぐに静かになりました。",
        "住民によると、川の水は普段より高くなりましたが、けが人はいませんでした。",
    ),
    "korean": (
        "어제 저녁 도시에는 비가 많이 내려 거리가 금방 한산해졌습니다.",
        "주민들은 강물이 평소보다 높아졌지만 다친 사람은 없었다고 말했습니다.",
    ),
    "arabic": (
        "هطلت أمطار غزيرة على المدينة مساء أمس وخلت الشوارع بسرعة.",
        "وقال السكان إن المياه ارتفعت أكثر من المعتاد ولكن لم يصب أحد بأذى.",
    ),
    "thai": ("เมื่อวานเย็นมีฝนตกหนักในเมืองและถนนก็เงียบลงอย่างรวดเร็ว", "ชาวบ้านเล่าว่าน้ำในแม่น้ำสูงกว่าปกติแต่ไม่มีใครได้รับบาดเจ็บ"),
    "hindi": (
        "कल शाम शहर में तेज़ बारिश हुई और सड़कें जल्दी खाली हो गईं।",
        "लोगों ने बताया कि नदी का पानी सामान्य से ऊपर था, पर कोई घायल नहीं हुआ।",
    ),
    "french": (
        "Le conseil a décidé mardi que le pont serait refait l’an prochain.",
        "Les riverains craignent le bruit, mais la ville promet des travaux courts.",
    ),
}
for _tongue, _sayings in _LANGUAGES.items():
    FAMILIES.append(
        (
            "narrative",
            f"news_in_{_tongue}",
            lambda r, said=_sayings: "\n\n".join(
                " ".join(r.choice(said) for _ in range(r.randint(2, 5))) for _ in range(r.randint(3, 9))
            ),
        )
    )


@family("narrative")
def interview(r):
    return "\n\n".join(f"**{'Ann Ebb' if n % 2 else 'Host'}:** {paragraph(r, 1, 3)}" for n in range(r.randint(8, 24)))


@family("narrative")
def transcript_with_times(r):
    return "\n".join(f"[{n:02}:{r.randint(10, 59)}] {sentence(r)}" for n in range(r.randint(15, 50)))


@family("narrative")
def diary(r):
    return "\n\n".join(f"## {n + 1} May 2026\n\n{paragraph(r, 2, 5)}" for n in range(r.randint(4, 15)))


@family("narrative")
def recipe_story(r):
    things = "\n".join(f"- {r.randint(1, 9)} cups of {words(r, 1)}" for _ in range(8))
    steps = "\n".join(f"{n + 1}. {paragraph(r, 1, 3)}" for n in range(6))
    return f"# Soup\n\n{paragraph(r)}\n\n{paragraph(r)}\n\n## Ingredients\n\n{things}\n\n## Steps\n\n{steps}"


@family("narrative")
def posts_quoting_posts(r):
    return "\n\n".join(
        f"[{words(r, 1)}{n}]({url(r)}) wrote:\n\n> {sentence(r)}\n> {sentence(r)}\n\n{paragraph(r, 1, 3)}\n\n[Quote]({url(r)}) [Report]({url(r)})"
        for n in range(r.randint(5, 20))
    )


@family("narrative")
def article_full_of_links(r):
    def linked() -> str:
        return f"The {words(r, 1)} [{words(r, 3)}]({url(r)}) moved near [{words(r, 2)}]({url(r)}). {paragraph(r, 2, 4)}"

    return f"# {words(r, 5)}\n\n" + "\n\n".join(linked() for _ in range(r.randint(5, 14)))


@family("narrative")
def documentation_of_a_topic(r):
    return "# Caching\n\n" + "\n\n".join(
        f"## {words(r, 2).title()}\n\n{paragraph(r, 3, 5)} Use `{name(r)}()` or `--{r.choice(_NAMES)}`.\n\n- `{name(r)}`: {sentence(r)}\n- `{name(r)}`: {sentence(r)}\n\n{paragraph(r, 2, 3)}"
        for _ in range(r.randint(3, 7))
    )


@family("index")
def release_table_of_links(r):
    return "# Downloads\n\n" + "\n".join(
        f"- [{r.choice(_NOUNS)}-{r.randint(1, 9)}.{r.randint(0, 9)}.tar.gz]({url(r)}) {r.randint(1, 900)} MB"
        for _ in range(r.randint(10, 50))
    )


@family("index")
def search_hits(r):
    return "\n\n".join(
        f"{n + 1}. [{words(r, 6).capitalize()}]({url(r)})\n   {sentence(r)} ... {words(r, 6)}"
        for n in range(r.randint(8, 20))
    )


@family("index")
def questions_listed(r):
    return "\n\n".join(
        f"{r.randint(0, 40)} votes\n\n{r.randint(0, 9)} answers\n\n### [{words(r, 8).capitalize()}?]({url(r)})\n\n{sentence(r)}\n\n[{words(r, 1)}]({url(r)}) asked {r.randint(1, 50)} mins ago"
        for _ in range(r.randint(10, 40))
    )


@family("index")
def chinese_headlines(r):
    return "\n".join(
        f"- [{r.choice(_ZH)}{r.choice(_ZH)}：{r.choice(_ZH)}的{r.choice(_ZH)}{r.choice(_ZH)}]({url(r)}) 2026-05-0{r.randint(1, 9)}"
        for _ in range(r.randint(10, 60))
    )


@family("api_list")
def definition_list(r):
    return "\n\n".join(f"`{r.choice(_NOUNS)}_{r.choice(_NOUNS)}`\n: {sentence(r)}" for _ in range(r.randint(10, 40)))


@family("api_list")
def go_doc(r):
    return "\n\n".join(
        f"func {camel(r).title()}\n\n```go\nfunc {camel(r).title()}({r.choice(_NOUNS)} string) error\n```\n\n{sentence(r)}"
        for _ in range(r.randint(8, 30))
    )


@family("api_list")
def error_codes(r):
    return "# Errors\n\n" + "\n".join(
        f"- `{r.choice(_NOUNS).upper()}_{r.choice(_NAMES).upper()}` ({r.randint(400, 599)}): {words(r, 6)}"
        for _ in range(r.randint(10, 40))
    )


@family("legal")
def privacy_policy(r):
    return "# Privacy Policy\n\n" + "\n\n".join(
        f"## {words(r, 3).title()}\n\nWe collect personal data that you provide. {clause(r)} You have the right to withdraw your consent and to lodge a complaint. {clause(r)}"
        for _ in range(r.randint(4, 10))
    )


@family("legal")
def capitals_licence(r):
    return (
        "Copyright (c) 2026 A. Nobody\n\nPermission is hereby granted, free of charge, to use the "
        + words(r, 3)
        + ".\n\n"
        + "\n\n".join(clause(r).upper() for _ in range(r.randint(2, 5)))
    )


@family("legal")
def german_statute(r):
    return "\n\n".join(
        f"§ {n + 1} {words(r, 2).title()}\n\n(1) Der Vertrag ist unwirksam, soweit er gegen dieses Gesetz verstößt.\n\n(2) Die Haftung nach Absatz 1 bleibt unberührt."
        for n in range(r.randint(4, 14))
    )


# --- not the page ----------------------------------------------------------------------------------------------------

_CHECKS = (
    "Just a moment...\n\nChecking if the site connection is secure\n\n{h} needs to review the security of your connection before proceeding.",
    "Verify you are human by completing the action below.\n\n{h} needs to review the security of your connection.\n\nRay ID: 8a1b2c3d",
    "Please complete the captcha to continue.\n\nWe have detected unusual activity from your network.",
    'Access Denied\n\nYou don\'t have permission to access "http://{h}/" on this server.\n\nReference #18.2d351ab8.1557333295',
    "Are you a robot?\n\nTo continue, please click the box below to let us know you're not a robot.",
    "Sorry, you have been blocked\n\nYou are unable to access {h}\n\nCloudflare Ray ID: 8a1b",
    "Pardon Our Interruption\n\nAs you were browsing something about your browser made us think you were a bot.",
    "Our systems have detected unusual traffic from your computer network. Please try your request again later.",
    "Enable JavaScript and cookies to continue",
    "Robot or human?\n\nActivate and hold the button to confirm that you're human. Thank you!",
    "请完成下方验证后继续访问\n\n您的访问过于频繁，请稍后再试。",
    "安全验证\n\n为了保护您的账号安全，请拖动滑块完成拼图。",
    "Einen Moment bitte…\n\nBitte bestätigen Sie, dass Sie kein Roboter sind.",
    "Vérification de sécurité\n\nVeuillez confirmer que vous n'êtes pas un robot pour continuer.",
    "Verificación de seguridad\n\nConfirma que no eres un robot para continuar navegando en {h}.",
    "アクセスが集中しています\n\nロボットではないことを確認してください。",
    "DDoS protection by {h}\n\nThis process is automatic. Your browser will redirect to your requested content shortly.",
    "Making sure you're not a bot!\n\nLoading...\n\nProtected by a proof of work.",
    "Human Verification\n\nLet's confirm you are human. Complete the security check before continuing.",
    "Error 1015\n\nYou are being rate limited. The owner of this website has banned you temporarily from accessing it.",
)
_WALLS = (
    "Before you continue to {h}\n\nWe use cookies and data to deliver our services.\n\nReject all\n\nAccept all\n\nMore options",
    "We value your privacy\n\nWe and our 842 partners store and access information on a device.\n\nManage preferences\n\nAccept all",
    "Cookie settings\n\nThis site uses cookies. You can give your consent or refuse.\n\nAccept all cookies\n\nOnly necessary",
    "Wir schätzen Ihre Privatsphäre\n\nWir und unsere Partner verwenden Cookies.\n\nAlle akzeptieren\n\nAlle ablehnen",
    "Nous respectons votre vie privée\n\nNous utilisons des cookies.\n\nTout accepter\n\nTout refuser",
    "我们使用 cookie 来改善您的体验。\n\n接受所有\n\n全部拒绝\n\n管理偏好设置",
)
for _number, _text in enumerate(_CHECKS + _WALLS):
    FAMILIES.append(
        ("blocked", f"blocked_{_number}", lambda r, text=_text: text.format(h=f"{r.choice(_WORDS)}.example"))
    )
