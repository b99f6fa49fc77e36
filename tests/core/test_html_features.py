"""What a page says survives the way to markdown, whichever engine writes it. Own small cases, one per kind."""

from __future__ import annotations

import re

import pytest

from webloupe.fetch.html import convert, html_to_markdown

URL = "https://example.org/docs/page.html"
BOTH = ("fast", "markdownify")

# name, html, patterns that the markdown must match, patterns that it must not match.
CASES: list[tuple[str, str, list[str], list[str]]] = [
    ("nested lists", "<ul><li>a<ul><li>b</li></ul></li></ul>", [r"^- a$", r"^ +[-*+] b$"], []),
    ("numbered lists that start late", "<ol start=4><li>d</li><li>e</li></ol>", [r"^4\. d$", r"^5\. e$"], []),
    ("tick boxes", "<ul><li><input type=checkbox checked> done</li></ul>", [r"^- \[x\] +done$"], []),
    ("definition lists", "<dl><dt>Term</dt><dd>Meaning</dd></dl>", [r"^Term$", r"Meaning$"], ["TermMeaning"]),
    ("prism", "<pre class=language-go><code>x := 1</code></pre>", [r"^```go\nx := 1\n```$"], []),
    ("bare highlight.js", '<pre><code class="hljs css">a{}</code></pre>', [r"^```css\na\{\}\n```$"], []),
    ("sphinx", '<div class="highlight-c notranslate"><pre>int a;\n</pre></div>', [r"^```c\nint a;\n```$"], []),
    ("github", '<div class="highlight-source-rust"><pre>fn a()</pre></div>', [r"^```rust\nfn a\(\)\n```$"], []),
    ("a language attribute", "<pre data-lang=sql>select 1</pre>", [r"^```sql\n"], []),
    ("no language where none is", '<pre><code class="language-none">x</code></pre>', [r"^```\nx\n```$"], []),
    (
        "line numbers in a table",
        "<table class=highlighttable><tr><td class=linenos><pre>1\n2</pre></td><td class=code><pre>a\nb</pre></table>",
        [r"^```\na\nb\n```$"],
        ["1"],
    ),
    (
        "line numbers in lines",
        "<pre><code><span class=line><span class=ln>1</span>a\n</span><span class=line>b</span></code></pre>",
        [r"^```\na\nb\n```$"],
        ["1"],
    ),
    ("lines that are blocks", "<pre><div>a</div><div>b</div></pre>", [r"^```\na\nb\n```$"], []),
    ("breaks in code", "<pre>a<br>b</pre>", [r"^```\na\nb\n```$"], []),
    ("fences in code", "<pre>```\nx\n```</pre>", [r"^````\n```\nx\n```\n````$"], []),
    ("code as it is", "<pre>a_b  *c*\t&lt;d&gt;</pre>", [r"^a_b  \*c\*\t<d>$"], []),
    ("backticks in a code span", "<p><code>a`b</code></p>", [r"`` ?a`b ?``"], []),
    ("tables", "<table><tr><th>A<th>B<tr><td>1<td>2</table>", [r"^\| A \| B \|\n\|[-| ]+\|\n\| 1 \| 2 \|$"], []),
    ("tables without head", "<table><tr><td>1<td>2<tr><td>3<td>4</table>", [r"\|[ -]+\|", r"\| 1 \| 2 \|"], []),
    ("wide cells", "<table><tr><th>A<th>B<th>C<tr><td colspan=2>w<td>c</table>", [r"\| w \| +\| c \|"], []),
    ("tall cells", "<table><tr><th>A<th>B<tr><td rowspan=2>t<td>1<tr><td>2</table>", [r"^\| +\| 2 \|$"], []),
    ("pipes in cells", "<table><tr><th>A<th>B<tr><td>a|b<td><code>c|d</code></table>", [r"a\\\|b \|", r"c\\\|d"], []),
    (
        "blocks in cells",
        "<table><tr><th>A<th>B<tr><td><p>one</p><p>two</p><td><ul><li>x<li>y</ul></table>",
        [r"^\| one\W.*two \| .*x.*y.*\|$"],
        ["onetwo", "xy"],
    ),
    ("captions", "<table><caption>Cap</caption><tr><th>A<th>B<tr><td>1<td>2</table>", [r"^\**Cap\**$"], []),
    ("layout tables", "<table><tr><td><h2>Head</h2><ul><li>x</ul></table>", [r"^## Head$", r"^- x$"], [r"\|"]),
    ("layout tables that say so", "<table role=presentation><tr><td>a<td>b</table>", [r"^a", r"b$"], [r"\|"]),
    ("nested tables", "<table><tr><td>o<td><table><tr><td>1<td>2</table></table>", [r"\| 1 \| 2 \|"], []),
    ("relative links", '<a href="../a">t</a>', [r"\[t\]\(https://example\.org/a\)"], []),
    ("links within the page", '<a href="#n">t</a>', [r"\[t\]\(#n\)"], []),
    (
        "links of other sorts",
        '<a href="tel:+1">t</a> <a href="mailto:a@b.c">m</a>',
        [r"\(tel:\+1\) \[m\]\(mailto:"],
        [],
    ),
    ("octets in links", '<a href="/%E4%zz?q=%ff">t</a>', [r"\(https://example\.org/%E4%zz\?q=%ff\)"], []),
    ("blanks in links", '<a href="/a b">t</a>', [r"\(https://example\.org/a%20b\)"], []),
    ("script links", "<p><a href='java\nscript:x()'>words</a></p>", ["words"], ["script:"]),
    ("empty links", '<p>a <a href="/x"></a>b</p>', ["a b"], [r"\[\]"]),
    ("links round blocks", '<a href="/c"><p>T</p><p>P</p></a>', [r"\[T +P\]\(https://example\.org/c\)"], []),
    (
        "links round headings",
        '<a href="/c"><img src="/p.png" alt=p><h3>T <b>t</b></h3><p>P</p></a>',
        [r"^### \[T \*\*t\*\*\]\(https://example\.org/c\)$", r"^P$"],
        [],
    ),
    (
        "links round links",
        '<a href="/c"><table><tr><td><a href="/d">in</a><td>own</table></a>',
        [r"\[in\]\(https://example\.org/d\)", r"\[own\]\(https://example\.org/c\)"],
        [r"\[\["],
    ),
    ("brackets in links", '<a href="/b">[1] x]</a>', [r"\[\\\[1\\\] x\\\]\]"], []),
    ("linked pictures", '<a href="/b"><img src="/s.png" alt="s"></a>', [r"\[!\[s\]\(\S+/s\.png\)\]\(\S+/b\)"], []),
    ("lazy pictures", '<img src="data:image/gif;base64,R0" data-src="/l.jpg" alt=l>', [r"!\[l\]\(\S+/l\.jpg\)"], []),
    ("placeholder pictures", '<img src="/blank.gif" data-src="/l.jpg" alt=l>', [r"/l\.jpg"], ["blank"]),
    ("responsive pictures", '<img srcset="/s.jpg 1x, /l.jpg 2x" alt=r>', [r"/l\.jpg\)"], [r"s\.jpg"]),
    ("picture elements", '<picture><source srcset="/w.webp 900w"><img alt=p></picture>', [r"/w\.webp\)"], []),
    (
        "pictures without scripts",
        '<p><img src="data:image/gif;base64,R0"><noscript><img src="/n.jpg" alt=n></noscript></p>',
        [r"!\[n\]\(\S+/n\.jpg\)"],
        ["data:"],
    ),
    (
        "inline pictures",
        f'<p>a <img src="data:image/png;base64,{"iVBORw0K" * 300}" alt=dot> b</p>',
        [r"a dot \(image/png, 1,800 bytes\) b"],
        ["data:"],
    ),
    ("counting pixels", '<p>a<img src="/p.gif" width=1 height=1>b</p>', ["a"], [r"p\.gif"]),
    (
        "footnotes",
        '<p>Fact<sup><a href="#n1">1</a></sup></p><ol><li id=n1><p>Source. <a role=doc-backlink href="#r1">↩</a></ol>',
        [r"Fact\[\^1\]", r"^\[\^1\]: Source\.$"],
        ["↩"],
    ),
    (
        "footnotes of the same number",
        "<p>A<sup><a href=#a>1</a></sup> B<sup><a href=#b>1</a></sup> A<sup><a href=#a>1</a></sup></p>"
        "<p id=a>First.</p><p id=b>Second.</p>",
        [r"A\[\^1\] B\[\^1-1\] A\[\^1\]", r"^\[\^1\]: First\.$", r"^\[\^1-1\]: Second\.$"],
        [],
    ),
    (
        "exponents",
        "<p>10<sup>9</sup> and e<sup>x+1</sup> on the 1<sup>st</sup></p>",
        [r"10\^9", r"e\^\(x\+1\)", "1st"],
        [],
    ),
    ("lowered text", "<p>H<sub>2</sub>O</p>", ["H2O"], []),
    ("struck text", "<p><del>old</del></p>", ["~~old~~"], []),
    ("quotes in quotes", "<blockquote><p>a</p><blockquote>b</blockquote></blockquote>", [r"^> a$", r"^> > b$"], []),
    ("bare details", "<details><summary>More</summary>Inside</details>", [r"^More$", r"^Inside$"], []),
    ("details", "<details><summary>More</summary><p>Inside</p></details>", ["More", "Inside"], []),
    (
        "mathml with its source",
        '<p><math><mi>x</mi><annotation encoding="application/x-tex">x_{i}^2</annotation></math></p>',
        [r"\$x_\{i\}\^2\$"],
        [],
    ),
    ("mathml alone", "<p><math><mfrac><mi>a</mi><mi>b</mi></mfrac></math></p>", [r"\$\\fraca?b?.*\$"], []),
    (
        "katex",
        '<span class=katex><span class=katex-mathml><math><annotation encoding="application/x-tex">a_b</annotation>'
        "</math></span><span class=katex-html aria-hidden=true>ab</span></span>",
        [r"\$a_b\$"],
        [r"\$ab"],
    ),
    ("mathjax", '<script type="math/tex; mode=display">E=mc^2</script>', [r"\$\$E=mc\^2\$\$"], []),
    (
        "typed formulas",
        r"<script src=/MathJax.js></script><p>\(a_{i}*b*\) $\lambda$ \[x_1\] and $$y_2$$, <code>\(c_d\)</code></p>",
        [r"^\$a_\{i\}\*b\*\$ \$\\lambda\$ \$\$x_1\$\$ and \$\$y_2\$\$, `\\\(c_d\\\)`$"],
        [],
    ),
    (
        "prices beside formulas",
        r"<script src=/MathJax.js></script><p>$5 or $10, US$5*x*$, $5/$7*x*</p>",
        [r"^\$5 or \$10, US\$5\\\*x\\\*\$, \$5/\$7\\\*x"],
        [],
    ),
    ("backslashes where nothing draws", r"<p>C:\(x86\) $a\b$</p>", [r"^C:\\\\\(x86\\\\\) \$a\\\\b\$$"], []),
    ("permalinks", '<h2 id=u>Use<a href="#u">¶</a></h2>', [r"^## Use$"], ["¶"]),
    ("headings in one line", "<h2>\n Broken\n <br>\n here\n</h2>", [r"^## Broken +here$"], []),
    ("frames", '<iframe src="https://v.example/e/1" title=Film></iframe>', [r"\[Film\]\(https://v\.example/e/1\)"], []),
    ("inline frames", '<iframe srcdoc="<p>inner</p>"></iframe>', ["inner"], []),
    ("protected addresses", "<p><a data-cfemail=42232002276c2d3025>[email]</a></p>", [r"ab@e\.org|ab\\?@e"], ["email"]),
    ("shadow roots", "<x-a><template shadowrootmode=open><p>shadow</p></template></x-a>", ["shadow"], []),
    ("templates", "<template><p>SECRET</p></template>", [], ["SECRET"]),
    ("scripts and styles", "<script>SECRET</script><style>SECRET</style><!-- SECRET -->", [], ["SECRET"]),
    ("form controls", "<select><option>SECRET</select><textarea>SECRET</textarea>", [], ["SECRET"]),
    ("folded questions", "<h3><button>Why?</button></h3>", [r"^### Why\?$"], []),
    ("diagram labels", "<svg><title>SECRET</title><text>Label</text></svg>", ["Label"], ["SECRET"]),
    ("marks that mean nothing here", "<p>*a* [b] `c` 1 &lt;d&gt;</p>", [r"\\\*a\\\*", r"\\\[b\\\]", r"\\`c\\`"], []),
    ("names with underscores", "<p>snake_case_name</p>", ["snake_case_name"], []),
    (
        "line starts that start nothing",
        "<p>#a</p><p>-1</p><p>--b</p><p>+1</p><p>3.14</p>",
        [r"^#a$", r"^-1$", r"^--b$", r"^\+1$", r"^3\.14$"],
        [],
    ),
    ("line starts under a line", "<p>a<br>---</p><p>b<br>-</p>", [r"^\\---$", r"^\\-$"], []),
    ("line starts without a blank", "<p>&gt;50</p>", [r"^\\>50$"], []),
    ("words like entities", "<p>&amp;copy; &amp;#110; AT&amp;T</p>", [r"^\\&copy; \\&#110; AT&T$"], []),
    ("line starts", "<p># a</p><p>- b</p><p>1. c</p>", [r"^\\# a", r"^\\- b", r"^1\\\. c"], []),
    ("ruby", "<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>", [r"漢\(kan\)"], []),
    ("ruby without brackets", "<p><ruby>漢<rt>kan</rt></ruby>字</p>", ["漢字"], ["kan"]),
    ("cjk without blanks", "<p>这是<b>重要</b>的文字</p>", [r"这是\*\*重要\*\*的文字"], []),
]
NEIGHBOUR = "<p>A sentence that stands beside the piece in question, so that the page has a text of its own.</p>"


@pytest.mark.parametrize("engine", BOTH)
@pytest.mark.parametrize(("html", "present", "absent"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_each_kind_of_content_survives(html, present, absent, engine):
    page = f"<!doctype html><title>T</title><body><main><h1>T</h1>{NEIGHBOUR}{html}{NEIGHBOUR}</main></body>"
    text = html_to_markdown(page, url=URL, engine=engine)
    assert text.count("A sentence that stands") == 2
    for pattern in present:
        assert re.search(pattern, text, re.M), f"{pattern!r} is missing in\n{text}"
    for pattern in absent:
        assert not re.search(pattern, text, re.M), f"{pattern!r} is in\n{text}"


LONG = "<p>" + "A text as long as a page. " * 20 + "</p><p>More.</p>"


@pytest.mark.parametrize("engine", BOTH)
def test_a_table_that_sets_out_texts_is_undone(engine):
    text = html_to_markdown(f"<table><tr><td>Menu<td><h2>Head</h2>{LONG}</table>", main=False, engine=engine)
    assert "|" not in text and "\n\n## Head\n\nA text" in text and text.endswith("\n\nMore.")


@pytest.mark.parametrize("engine", BOTH)
def test_a_table_with_header_cells_is_data_however_long_its_cells(engine):
    text = html_to_markdown(f"<table><tr><th>n<th>text<tr><td>1<td>{LONG}</table>", main=False, engine=engine)
    assert text.startswith("| n | text |\n") and "\n| 1 | A text" in text and len(text.splitlines()) == 3


@pytest.mark.parametrize("engine", BOTH)
def test_a_base_element_moves_relative_links(engine):
    page = '<head><base href="/b/"></head><p><a href="x">t</a></p>'
    assert "(https://example.org/b/x)" in html_to_markdown(page, url=URL, engine=engine)


@pytest.mark.parametrize("engine", BOTH)
def test_without_an_address_links_stay_as_they_are(engine):
    assert "(x/y)" in html_to_markdown('<p><a href="x/y">t</a></p>', engine=engine)


@pytest.mark.parametrize("engine", BOTH)
@pytest.mark.parametrize(
    ("charset", "meta", "text"),
    [
        ("gbk", '<meta charset="gb2312">', "今天天气很好"),
        ("shift_jis", '<meta http-equiv=Content-Type content="text/html; charset=shift_jis">', "今日は天気がいい"),
        ("windows-1251", '<meta charset="windows-1251">', "Сегодня хорошая погода"),
        ("utf-16", "", "Grüße aus Köln"),
        ("utf-8", "", "Grüße aus Köln"),
    ],
)
def test_the_page_tells_its_character_set(charset, meta, text, engine):
    body = f"<html><head>{meta}<title>t</title></head><body><p>{text}</p></body>".encode(charset)
    assert text in html_to_markdown(body, engine=engine)


def test_the_header_tells_the_character_set_where_the_page_does_not():
    body = "<p>Сегодня</p>".encode("koi8-r")
    assert html_to_markdown(body, content_type='text/html; charset="koi8-r"') == "Сегодня"
    assert "p" not in html_to_markdown(body, content_type="text/html; charset=unheard-of")


def test_a_page_drawn_by_script_gives_the_text_it_carries_for_search_engines():
    story = "This is the body of the story that only the data of the page holds. " * 5
    page = (
        '<script type="application/ld+json">{"@graph":[{"@type":"NewsArticle","headline":"Big","articleBody":"'
        f'{story}"}}]}}</script><div id=root></div>'
    )
    assert html_to_markdown(page).startswith("# Big\n\nThis is the body")


def test_a_conversion_tells_title_language_and_every_link_of_the_page():
    page = (
        "<html lang=de><title> Ein\n Titel </title><body><nav><a href=/n>Nav</a></nav>"
        "<main><p>Text <a href=m>M</a> <a href=m>again</a> <a href='javascript:x'>no</a></p></main></body></html>"
    )
    document = convert(page, url=URL)
    assert (document.title, document.lang) == ("Ein Titel", "de")
    assert [(link.text, link.url) for link in document.links] == [
        ("Nav", "https://example.org/n"),
        ("M", "https://example.org/docs/m"),
    ]


def test_plain_text_has_no_markup():
    page = "<h1>Head</h1><p>a <b>bold</b> <a href=/x>link</a></p><ul><li>one<li>two</ul>"
    text = convert(page, url=URL, format="text").text
    assert (
        "Head" in text
        and "a bold link" in text
        and not set("<>[]#*_") & set(text.replace("* one", "").replace("* two", ""))
    )


def test_html_runs_nothing_and_keeps_structure():
    page = (
        "<h1 id=x style='color:red' onclick=a()>Head</h1><script>a()</script><p class=y>t <a href=/l>l</a>"
        "<a href='javascript:a()'>j</a><img src=/i.png onerror=a()></p>"
    )
    html = convert(page, url=URL, format="html").text
    assert (
        "<h1>Head</h1>" in html and 'href="https://example.org/l"' in html and 'src="https://example.org/i.png"' in html
    )
    assert not re.search(r"on\w+=|script|style|class|id=", html)


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<p><b>Note:</b> text</p>", "**Note:** text"),
        ("<p><i>Nature.</i> text</p>", "*Nature.* text"),
        ("<p>(<b>a</b>), <em>“b”</em>.</p>", "(**a**), *“b”*."),
        ("<p>a<b>b.</b>c</p>", "a<strong>b.</strong>c"),
        ("<p>这是<strong>重点。</strong>后文</p>", "这是<strong>重点。</strong>后文"),
    ],
)
def test_emphasis_is_marked_by_stars_wherever_stars_would_hold(html, markdown):
    assert html_to_markdown(html) == markdown


@pytest.mark.parametrize("nested", ["<svg><text>x", "<svg><foreignObject>x"])
def test_labels_within_labels_are_text_once(nested):
    assert len(html_to_markdown("<body><p>page</p>" + nested * 5_000)) < 20_000
