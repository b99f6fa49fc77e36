"""Menus and notices are told from sentences in any script; what is shown instead says where it comes from."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import webloupe
from webloupe import describe_quality
from webloupe.search.describe import cut, plain
from webloupe.search.markdown import paragraphs
from webloupe.search.repair import settle
from webloupe.search.shared import without_shared
from webloupe.types import SearchResult

FURNITURE = {
    "Home | About | Contact": "navigation menu",
    "Skip to main content Menu Close Home Products Pricing Docs Blog Search": "navigation menu",
    "Keyboard shortcuts Press ← or → to navigate Press S or / to search Press ? for help": "keyboard shortcuts",
    "We use cookies to improve the site. By continuing you agree to our privacy policy.": "cookie or legal notice",
    "This browser is no longer supported. Please update your browser.": "browser notice",
    "Sign in Register Forgot password? Create account Remember me Log in with a code": "sign-in prompt",
    "[Oak](/oak) [Beech](/beech) [Ash](/ash) [Elm](/elm) [Lime](/lime) [Yew](/yew)": "list of links",
    "2026 2025 2024 2023 2022 2021 2020 2019 2018 2017 2016": "list of numbers",
    "{{ page.title }} {% if user %} {{ user.name }} {% endif %}": "code of a template or script",
    "Trees > Broadleaf > Oak > English oak > Diseases": "navigation menu",
    "首页 | 登录 | 注册": "sign-in prompt",
    "首页新闻体育娱乐财经科技汽车房产教育视频": "navigation menu",
    "当前位置：首页 > 新闻中心 > 公司动态 > 正文": "navigation menu",
    "本网站使用Cookie，继续浏览本站即表示您同意我们的隐私政策。": "cookie or legal notice",
    "版权所有 © 2026 某某公司 京ICP备00000001号 未经授权不得转载": "cookie or legal notice",
    "ホーム ニュース スポーツ 天気 お問い合わせ ログイン 会員登録": "navigation menu",
    "Startseite Produkte Über uns Kontakt Impressum Anmelden Warenkorb Suche": "navigation menu",
    "Главная Новости Спорт Погода Войти Регистрация Поиск Контакты": "navigation menu",
}
CONTENT = [
    "The oak is a tree that lives for several hundred years and feeds many kinds of animals.",
    "Oak is a tree.",
    "HTTP cookies are small blocks of data that a server asks the browser to keep.",
    "How to sign in to a server from the terminal, and how to reset a forgotten password.",
    "Shop oak tables, chairs and benches. Free delivery on orders over $50.",
    "asyncio is a library to write concurrent code using the async/await syntax.",
    "In 2024, 1,200 of 3,400 trees were felled; by 2026 another 800 will follow.",
    "橡树是壳斗科的一种乔木，分布在北半球的温带地区，寿命可达数百年。",
    "提供橡木家具的保养方法",
    "如何清除手机浏览器里的 Cookie？本文介绍具体的操作步骤。",
    "注册一家公司需要准备哪些材料，办理流程是怎样的？",
    "オークはブナ科の植物で、北半球の温帯に広く分布している。",
    "오크는 참나무과에 속하는 나무로 북반구의 온대 지역에 널리 분포한다.",
    "Дуб — дерево семейства буковых, распространённое в Северном полушарии.",
    "Die Eiche ist ein Laubbaum, der mehrere hundert Jahre alt werden kann.",
    "البلوط شجرة من فصيلة الزان تنمو في نصف الكرة الشمالي وتعيش مئات السنين.",
]
MENU = "Skip to content Home News Sport Weather Travel Culture Sign in Register Subscribe Menu Search"
PROSE = "The oak is a tree that lives for several hundred years. It feeds many kinds of animals in autumn."


@pytest.mark.parametrize(("text", "reason"), FURNITURE.items())
def test_furniture_is_told_with_its_reason(text, reason):
    found = describe_quality(text)
    assert found.is_chrome
    assert found.score >= 0.5
    assert found.reason == reason


@pytest.mark.parametrize("text", CONTENT)
def test_content_stays_whole(text):
    found = describe_quality(text)
    assert not found.is_chrome, found
    assert found.clean == text


@pytest.mark.parametrize("glue", [" ", "\n", "\n\n", " | "])
def test_the_clean_part_is_the_sentences_without_the_labels_before_them(glue):
    found = describe_quality(f"{MENU}{glue}{PROSE}{glue}{MENU}")
    assert found.is_chrome
    assert found.clean == PROSE


def test_a_chinese_page_is_cleaned_too():
    prose = "橡树是壳斗科的一种乔木，分布在北半球的温带地区。"
    found = describe_quality(
        f"首页 | 新闻 | 登录 | 注册 | 搜索 | 更多 | 关于我们 | 联系我们 | {prose} | 返回顶部 | 版权所有"
    )
    assert found.is_chrome
    assert found.clean == prose


def test_a_skip_link_alone_does_not_condemn_what_follows():
    found = describe_quality(f"Skip to main content {PROSE}")
    assert (found.is_chrome, found.clean) == (False, PROSE)


def test_the_pages_own_title_and_address_are_not_held_against_it():
    title = "Oak Tables, Beech Chairs And Benches By Hand - Acorn And Sons, Makers Of Fine Oak Furniture For The Home"
    told = f"{title} https://oak.example/ Made to order."
    assert describe_quality(told, title=title, url="https://oak.example/").score < describe_quality(told).score


def test_nothing_is_neither():
    assert webloupe.describe_quality(" \n ").reason == "empty"


PIECES = st.lists(
    st.sampled_from([MENU, PROSE, "首页 | 登录", "橡树是一种乔木。", "\n", "{{x}}", "[a](b)", " | ", "。"])
)
TEXTS = st.one_of(st.text(), PIECES.map("".join), PIECES.map(" ".join))


@given(TEXTS)
def test_the_verdict_is_bounded_repeatable_and_made_of_the_input(text):
    found = describe_quality(text, title=text[:5], url=text[-5:])
    assert found == describe_quality(text, title=text[:5], url=text[-5:])
    assert 0 <= found.score <= 1
    assert found.is_chrome == (found.score >= 0.5)
    at = 0
    flat = " ".join(text.split())
    for word in found.clean.split():
        at = flat.index(word, at)  # in order, nothing made up


@given(TEXTS, st.integers(0, 400))
def test_a_cut_keeps_its_size_and_says_that_it_cut(text, chars):
    line = plain(text)
    short = cut(line, chars)
    assert len(short) <= chars
    if short != line and chars:
        assert short.endswith("…")
        assert line.startswith(short[:-1].rstrip())


def test_a_cut_prefers_whole_sentences_where_they_fill_the_room():
    assert cut(PROSE, 80) == "The oak is a tree that lives for several hundred years. …"
    assert cut(PROSE, 40) == "The oak is a tree that lives for…"
    assert cut("橡树是一种乔木。它分布在北半球的温带地区。", 12) == "橡树是一种乔木。…"


JUNK = (
    "a",
    "a ",
    " ",
    "[(",
    "Home ",
    ".",
    "首页",
    "{",
    "we use ",
    "press ",
    "1.",
    "\n-",
    "| ",
    "\ud800",
    "A b. ",
    "](",
    "* ",
)


@pytest.mark.parametrize("unit", JUNK)
def test_a_megabyte_of_junk_is_judged_cleaned_and_settled(unit):
    text = unit * (1_000_000 // len(unit))
    assert 0 <= describe_quality(text).score <= 1
    assert len(settle([hit(description=text)], chars_of=CHARS, page_text=lambda _: text)[0].description) <= 320
    paragraphs(text)


# --- repair ----------------------------------------------------------------------------------------------------------

URL = "https://oak.example/tree"


def hit(url: str = URL, **fields: str) -> SearchResult:
    return SearchResult(**{"title": "The oak", "url": url, "backend": "parallel", **fields})


def CHARS(backend: str) -> int:
    return {"parallel": 240, "exa": 400}.get(backend, 320)


def settled(description: str, **sources) -> tuple[str, str, str]:
    (one,) = settle([hit(description=description)], chars_of=CHARS, **sources)
    return one.description, one.description_source, one.description_note


PEERS = {
    "parallel": [hit(description=PROSE)],
    "exa": [hit(backend="exa", description=MENU)],
    "keenable": [hit("http://www.oak.example/tree/?utm_source=x", backend="keenable", description=PROSE)],
}
PAGE = "# Oak\n\n- [Home](/)\n\n![oak](/oak.png)\n\nThe [oak](/o) **is** a tree that grows slowly for 100 years.\n"
LATER = f"{MENU} " * 5 + PROSE


def test_a_good_description_is_only_cut():
    assert settled(PROSE, peers=PEERS, page_text=lambda _: PAGE) == (PROSE, "backend", "")
    long = "The oak is a tree that lives for several hundred years and feeds many animals. " * 20
    assert len(settled(long)[0]) <= 240


def test_a_peers_description_of_the_same_page_comes_first():
    told = settled(LATER, peers=PEERS, page_text=lambda _: PAGE)
    assert told == (PROSE, "peer:keenable", "navigation menu")


def test_then_the_stored_pages_first_sentences():
    told = settled(LATER, peers={"exa": PEERS["exa"]}, page_text=lambda url: PAGE if url == URL else None)
    assert told == ("The oak is a tree that grows slowly for 100 years.", "page", "navigation menu")


def test_then_a_later_part_of_its_own_text():
    assert settled(LATER, peers={"exa": PEERS["exa"]}) == (PROSE, "excerpt", "navigation menu")


def test_a_later_chinese_part_begins_with_a_sentence():
    menu = "首页新闻体育娱乐财经科技汽车房产教育视频登录注册" * 20
    prose = "橡树是壳斗科的一种乔木，分布在北半球的温带地区，寿命可达数百年。它的果实是许多动物的食物，木材也很坚硬。"
    assert settled(f"{menu}。{prose}") == (prose, "excerpt", "navigation menu")


def test_sentences_between_the_labels_of_a_menu_are_no_description_where_a_passage_follows():
    between = "Products | Learn how to do anything with our guides. | Team | We are here to help you now. | "
    text = f"{MENU} " * 5 + between * 3 + f"{PROSE} " * 4
    assert settled(text)[0].startswith(PROSE)


def test_else_what_is_clean_of_it_or_nothing_with_the_reason():
    assert settled(MENU) == ("", "backend", "navigation menu")
    assert settled(f"{MENU} | Oaks grow slowly but live for long. | {MENU}")[0] == "Oaks grow slowly but live for long."
    cookies = "We use cookies to improve the site. By continuing you agree to our privacy policy."
    assert settled(cookies) == ("", "backend", "cookie or legal notice")


def test_a_missing_description_is_looked_for_in_the_same_places():
    assert settled("", peers=PEERS) == (PROSE, "peer:keenable", "no description")
    assert settled("") == ("", "backend", "no description")


@given(st.lists(TEXTS, max_size=4), TEXTS, TEXTS)
@settings(max_examples=50)
def test_settling_keeps_the_hits_and_their_sizes(texts, peer, page):
    hits = [hit(f"https://oak.example/{place // 2}", description=text) for place, text in enumerate(texts)]
    peers = {"exa": [hit("https://oak.example/0", backend="exa", description=peer)]}
    told = settle(hits, chars_of=CHARS, peers=peers, page_text=lambda _: page)
    assert [one.url for one in told] == [one.url for one in hits]
    assert all(len(one.description) <= (400 if one.description_source == "peer:exa" else 240) for one in told)
    assert all(re.fullmatch(r"backend|peer:exa|page|excerpt", one.description_source) for one in told)


# --- what the results of one site share ------------------------------------------------------------------------------

TAGLINE = "Acorn is where people talk about trees and everything that lives in them."
FIRST = "Oaks drop their leaves late in autumn, often only when new ones come."
SECOND = "Beeches keep the ground below them dark, so that little else grows."


def told(*descriptions: str, host: str = "oak.example") -> list[str]:
    return without_shared([hit(f"https://{host}/{at}", description=text) for at, text in enumerate(descriptions)])


def test_what_several_results_of_one_host_begin_with_is_cut_off():
    assert told(f"{TAGLINE} {FIRST}", f"{TAGLINE} {SECOND}") == [FIRST, SECOND]
    assert told(f"{MENU} {FIRST}", f"{MENU} {SECOND}") == [FIRST, SECOND]


def test_a_word_that_sentences_happen_to_share_stays_with_them():
    oak, elm = f"The oak is tall. {FIRST}", f"The elm is rare. {SECOND}"
    assert told(f"{MENU} {oak}", f"{MENU} {elm}") == [oak, elm]


def test_long_descriptions_lose_nothing_where_the_comparison_ends():
    tail = " ".join(f"Sentence {number} tells about oaks." for number in range(100))
    assert told(f"{TAGLINE} {FIRST} {tail}", f"{TAGLINE} {SECOND}")[0] == f"{FIRST} {tail}"


def test_a_shared_menu_goes_wherever_it_stands():
    assert told(f"{FIRST} {MENU}", f"{SECOND} {MENU} Trees") == [FIRST, f"{SECOND} Trees"]


def test_chinese_results_are_compared_by_character():
    site = "橡树网是关于树木的社区。"
    first, second = (
        "橡树的叶子在深秋才会落下，有时要等到第二年春天新叶长出来的时候才会全部落完，这与其他落叶乔木不同。",
    ) * 2
    second = second.replace("橡树", "山毛榉")
    assert told(site + first, site + second) == [first, second]


def test_sentences_that_begin_alike_are_not_broken():
    alike = ["The oak is a tree that lives for long.", "The oak is a tree that feeds many animals in autumn."]
    assert told(*alike) == alike


def test_the_same_text_everywhere_stays_and_so_do_other_hosts():
    assert told(PROSE, PROSE) == [PROSE, PROSE]
    apart = [
        hit("https://a.example/1", description=f"{TAGLINE} {FIRST}"),
        hit("https://b.example/1", description=TAGLINE),
    ]
    assert without_shared(apart) == [one.description for one in apart]


def test_markdown_becomes_its_paragraphs():
    page = (
        "---\n# Title\n\n| a | b |\n|---|---|\n\n```python\nx = 1. And so on.\n```\n\n    indented code\n\n"
        "> A quote with [a link](https://a.example/b_(c)) and `code`\nover two lines.\n\n"
        "* item\n1. item\n\nAn \\*escape\\*."
    )
    assert paragraphs(page).split("\n\n")[-1].strip() == "An *escape*."
    assert "A quote with a link and code\nover two lines." in paragraphs(page)
    assert not re.search(r"Title|\||x = 1|indented|item", paragraphs(page))
