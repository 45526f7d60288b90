"""The page in a real browser: every kind of access is drawn as it was counted, in both languages and themes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from grader.texts import say
from tests.chromium import BROWSER, driven, quiet_tab
from tests.report.page.made import EVERY_ACCESS, STEPS, TENSOR, attempt, html_of, page, timed_page

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator
    from playwright.sync_api import Page as Tab

pytestmark = [pytest.mark.slow, pytest.mark.skipif(BROWSER is None, reason="there is no Chromium here")]

# A race on one line, a barrier that some skip, and a read of what nobody wrote.
HAZARDS = """extern "C" __global__ void k(const float* in, float* out, int* count)
{
    __shared__ float tile[64];
    __shared__ float other[64];
    tile[threadIdx.x] = in[threadIdx.x];
    out[threadIdx.x] = tile[63 - threadIdx.x] + other[threadIdx.x];
    if (threadIdx.x % 3 == 0) __syncthreads();
    count[0] = 1;
}
"""


# Lanes part twice, in a loop and at an if; an atomic of which some lanes want the same place.
PARTED = """extern "C" __global__ void k(const float* in, float* out, int* count)
{
    int t = threadIdx.x;
    float v = in[t];
    if (t % 2 == 0) {
        #pragma unroll
        for (int k = 0; k < 32; ++k) v = v * 0.5f + in[k];
    } else {
        #pragma unroll 1
        for (int k = 0; k < t % 4; ++k) v = fabsf(v - k);
    }
    atomicMax(&count[t % 5], t);
    out[t] = v;
}
"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with driven() as browser:
        yield browser


@pytest.fixture
def tab(browser: Browser, tmp_path: Path) -> Iterator[Tab]:
    """The page of a kernel with every kind of access; nothing is said on its console."""
    changed = EVERY_ACCESS.replace("(t % 32) * 32 + t / 32", "(t % 32) * 33 + t / 32")
    path = tmp_path / "page.html"
    path.write_text(html_of(page(), last=attempt(changed), starter=attempt(EVERY_ACCESS)), "utf-8")
    yield from opened(browser, path)


@pytest.fixture
def hazards(browser: Browser, tmp_path: Path) -> Iterator[Tab]:
    path = tmp_path / "page.html"
    path.write_text(html_of(page(HAZARDS)), "utf-8")
    yield from opened(browser, path)


@pytest.fixture
def parted(browser: Browser, tmp_path: Path) -> Iterator[Tab]:
    path = tmp_path / "page.html"
    path.write_text(html_of(page(PARTED)), "utf-8")
    yield from opened(browser, path)


@pytest.fixture
def tensor(browser: Browser, tmp_path: Path) -> Iterator[Tab]:
    """The page of a kernel that works on matrices."""
    path = tmp_path / "page.html"
    path.write_text(html_of(page(TENSOR)), "utf-8")
    yield from opened(browser, path)


@pytest.fixture
def raced(browser: Browser, tmp_path: Path) -> Iterator[Tab]:
    """The page of a kernel that was timed on a GPU."""
    path = tmp_path / "page.html"
    path.write_text(html_of(timed_page(), last=attempt(EVERY_ACCESS), steps=STEPS), "utf-8")
    yield from opened(browser, path)


def opened(browser: Browser, path: Path) -> Iterator[Tab]:
    with quiet_tab(browser, "file:", offline=True) as tab:
        tab.goto(path.as_uri())
        yield tab


def data_of(tab: Tab) -> Any:
    return json.loads(tab.locator("#data").text_content() or "")


def openers(tab: Tab) -> list[tuple[dict[str, Any], Locator]]:
    """Every access that can be opened: what was counted, and its button."""
    counted = {tuple(line["figures"]): line for line in data_of(tab)["lines"] if line["figures"]}
    buttons = tab.locator("button.draw").all()
    found = [(counted[tuple(map(int, (b.get_attribute("data-figures") or "").split()))], b) for b in buttons]
    assert len(found) == len(counted)
    return found


def test_every_kind_of_access_is_drawn_as_it_was_counted(tab: Tab) -> None:
    figures, seen = data_of(tab)["figures"], set()
    for line, button in openers(tab):
        assert f"{line['cost']:,} / {line['ideal']:,}" in button.inner_text()
        button.click()
        assert button.get_attribute("aria-expanded") == "true"
        panel = tab.locator(".figure .panel")
        for index, number in enumerate(line["figures"]):
            figure = figures[number]
            if len(line["figures"]) > 1:
                panel.locator("select").select_option(str(index))
            if line["space"] == "shared":
                assert_banks(panel, figure)
            else:
                assert_sectors(panel, figure)
        button.click()
        assert tab.locator(".figure").count() == 0
        seen.add((line["space"], line["operation"]))
    assert seen == set(product(("shared", "global"), ("load", "store", "atomic", "async_copy")))


def assert_banks(panel: Locator, figure: Any) -> None:
    rows = panel.locator(".banks .turn")
    assert rows.count() == figure["cost"] == len(figure["wavefronts"])
    busy = [[bank for bank, _, _ in wavefront["words"]] for wavefront in figure["wavefronts"]]
    shown = rows.evaluate_all(
        "rows => rows.map(row => [...row.querySelectorAll('td')].flatMap((cell, bank) => cell.className ? [bank] : []))"
    )
    assert shown == busy
    served = panel.locator(".lanes-table tbody tr").evaluate_all("rows => rows.map(row => row.cells.length)")
    assert len(served) == 32


def assert_sectors(panel: Locator, figure: Any) -> None:
    rows = panel.locator(".sectors tbody tr:not(.gap)")
    assert rows.count() == figure["cost"] == len(figure["sectors"])
    used = rows.evaluate_all(
        "rows => rows.map(row => [...row.querySelectorAll('.used')].reduce((sum, cell) => sum + cell.colSpan, 0))"
    )
    assert used == [bin(sector["used"]).count("1") for sector in figure["sectors"]]
    spans = rows.evaluate_all("rows => rows.map(row => [...row.cells].slice(1).reduce((n, c) => n + c.colSpan, 0))")
    assert set(spans) == {32}
    assert f"{sum(used)} " in panel.locator(".used-bytes").inner_text()


def test_a_copy_past_l1_says_that_its_rows_are_pairs(tab: Tab) -> None:
    pairs = [(line, button) for line, button in openers(tab)
             if (line["space"], line["operation"], line["width"]) == ("global", "async_copy", 16)]  # fmt: skip
    assert len(pairs) == 1
    pairs[0][1].click()
    assert say("page.figure_pairs_explained", "en") in tab.locator(".figure").inner_text()


def test_escape_closes_a_picture_from_inside_and_goes_back_to_its_number(tab: Tab) -> None:
    _, button = openers(tab)[0]
    button.click()
    tab.locator(".figure .banks, .figure .sectors").focus()
    tab.keyboard.press("Escape")
    assert tab.locator(".figure").count() == 0
    assert button.evaluate("button => button === document.activeElement")


def test_a_field_tells_its_lanes_and_bytes_to_mouse_and_keyboard(tab: Tab) -> None:
    line, button = next((line, b) for line, b in openers(tab) if line["space"] == "shared" and line["cost"] > 32)
    button.click()
    figure = data_of(tab)["figures"][line["figures"][0]]
    told = tab.locator(".figure .told")
    tab.locator(".banks .turn td.one").first.click()
    bank, word, lanes = figure["wavefronts"][0]["words"][0]
    expected = say("page.figure_cell", "en", turn=1, bank=bank, first=f"{4 * word:,}", last=f"{4 * word + 3:,}",
                   lanes=lanes[0])  # fmt: skip
    assert told.inner_text() == expected
    tab.locator(".banks").focus()
    tab.keyboard.press("ArrowDown")
    assert told.inner_text() != expected and "avefront 2" in told.inner_text()
    tab.get_by_role("button", name=say("page.figure_next", "en")).click()
    assert tab.locator(".banks .turn.dim").count() == figure["cost"] - 1
    tab.get_by_role("button", name=say("page.figure_all", "en")).click()
    assert tab.locator(".banks .turn.dim").count() == 0


def test_the_other_language_is_one_button_away_also_in_open_pictures(tab: Tab) -> None:
    openers(tab)[0][1].click()
    english = tab.locator("body").inner_text()
    tab.locator("#language").click()
    korean = tab.locator("body").inner_text()
    assert tab.locator("html").get_attribute("lang") == "ko" and "커널 하나" in tab.title()
    hangul = re.compile(r"[가-힣]")
    assert not hangul.search(english.replace(say("page.language", "en"), ""))
    assert say("page.verdicts", "ko") in korean and say("page.verdicts", "en") not in korean
    assert hangul.search(tab.locator(".figure").inner_text())
    numbers = re.compile(r"\d[\d,]*")
    assert sorted(numbers.findall(tab.locator(".heatmap").inner_text())), "the same numbers stand there"


def test_dark_is_dark_and_light_is_light(tab: Tab) -> None:
    def brightness() -> int:
        color = tab.evaluate("getComputedStyle(document.body).backgroundColor")
        return sum(map(int, re.findall(r"\d+", color)[:3]))

    assert brightness() > 600
    tab.locator("#theme").click()
    assert brightness() < 150
    tab.locator("#theme").click()
    assert brightness() > 600


@pytest.mark.parametrize("which", ["tab", "hazards", "raced", "parted", "tensor"])
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("lang", ["en", "ko"])
def test_axe_finds_nothing(request: pytest.FixtureRequest, which: str, dark: bool, lang: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    shown: Tab = request.getfixturevalue(which)
    if lang == "ko":
        shown.locator("#language").click()
    if dark:
        shown.locator("#theme").click()
    for _, button in openers(shown)[:6]:
        button.click()
    for layout in shown.locator("button.layout").all()[:3]:
        layout.click()
    shown.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    found = axe.run(shown).response["violations"]
    assert [(v["id"], [node["html"][:200] for node in v["nodes"]][:3]) for v in found] == []


def test_a_race_a_divergent_barrier_and_a_read_of_nothing_are_drawn(hazards: Tab) -> None:
    kinds = hazards.locator("article h3").all_inner_texts()
    assert len(kinds) == hazards.locator("article").count() >= 3
    assert hazards.locator(".timeline rect").count() >= 3
    spread = hazards.locator(".spread rect").evaluate_all("all => all.map(each => each.classList.contains('bar'))")
    assert spread == [thread % 3 == 0 for thread in range(64)]
    link = hazards.locator(".marks a").first
    link.click()
    assert hazards.url.endswith(link.get_attribute("href") or "?")


def test_the_way_of_a_warp_shows_the_lanes_of_each_row_where_they_are(parted: Tab) -> None:
    walk = page(PARTED).launched.result.walk  # type: ignore[union-attr]
    rows = parted.locator(".walk tbody tr")
    assert walk is not None and rows.count() == len(walk.steps) >= 4
    drawn = rows.evaluate_all(
        "rows => rows.map(row => [...row.querySelectorAll('svg rect:not(.track)')].slice(0, -1).flatMap(rect =>"
        " Array.from({length: rect.width.baseVal.value / 10}, (_, k) => (rect.x.baseVal.value - 1) / 10 + k)))"
    )
    assert drawn == [[lane for lane in range(32) if step.active >> lane & 1] for step in walk.steps]
    link = rows.locator("a").first
    link.click()
    assert parted.url.endswith(link.get_attribute("href") or "?")


def test_lanes_of_an_atomic_stand_on_the_places_that_they_change(parted: Tab) -> None:
    _, button = next((line, b) for line, b in openers(parted) if line["operation"] == "atomic")
    button.click()
    towers = parted.locator(".towers")
    columns = towers.locator("tbody tr:not(.ground)").evaluate_all(
        "rows => rows.map(row => [...row.cells].slice(1).map(cell => cell.textContent))"
    )
    stand = [[int(lane) for lane in column if lane] for column in zip(*reversed(columns), strict=True)]
    assert stand == [[lane for lane in range(32) if lane % 5 == place] for place in range(5)]
    assert towers.locator(".ground th").all_inner_texts()[1:] == ["0", "4", "8", "12", "16"]
    towers.focus()
    parted.keyboard.press("ArrowDown")
    assert say("page.figure_tower", "en", first=0, last=3, lanes="0, 5, 10, 15, 20, 25, 30", turns=7) in (
        parted.locator(".figure .told").all_inner_texts())  # fmt: skip


def opened_layout(tensor: Tab, name: str, wmma: bool = False) -> Locator:
    """The picture of an instruction, by the first button that has it."""
    names = [each["name"] for each in data_of(tensor)["fragments"]]
    which = "[data-wmma]" if wmma else ":not([data-wmma])"
    button = tensor.locator(f'button.layout[data-fragments="{names.index(name)}"]{which}').first
    button.click()
    assert button.get_attribute("aria-expanded") == "true"
    return tensor.locator(".figure .panel")


def test_fragments_are_drawn_with_every_lane_and_register(tensor: Tab) -> None:
    panel = opened_layout(tensor, "mma.m16n8k16.f16")
    (drawn,) = (each for each in data_of(tensor)["fragments"] if each["name"] == "mma.m16n8k16.f16")
    assert drawn["ptx"] in panel.inner_text() and drawn["says"]["en"] in panel.inner_text()
    tables = panel.locator("table.fragment").all()
    for table, matrix in zip(tables, drawn["matrices"], strict=True):
        shown = table.locator("[data-lane]").all_inner_texts()
        assert shown == [f"{lane}:{register}" for lane, register in matrix["cells"]]
    assert say("page.figure_fragment_wmma", "en") not in panel.inner_text()


def test_a_lane_of_fragments_is_marked_in_every_matrix_by_mouse_keys_and_list(tensor: Tab) -> None:
    panel = opened_layout(tensor, "mma.m16n8k16.f16")

    def marked() -> set[str]:
        return {text.split(":")[0] for text in panel.locator("td.mine").all_inner_texts()}

    told, held = panel.locator(".told"), panel.locator(".held")
    table = panel.locator("table.fragment").first
    table.locator('[data-lane="15"]').first.hover()
    assert marked() == {"15"} and panel.locator("td.mine").count() == 4 + 2 + 4
    assert told.inner_text() == say("page.figure_fragment_cell", "en", lane=15, register="a[0]",
                                    elements="A[3][6], A[3][7]")  # fmt: skip
    assert held.inner_text() == ""
    tensor.mouse.move(0, 0)
    assert marked() == set()
    table.focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowRight"):
        tensor.keyboard.press(key)
    assert marked() == {"5"} and "A[1][2], A[1][3]" in told.inner_text()
    assert all(each in held.inner_text() for each in ("b[1] = B[10][1], B[11][1]", "c[3] = C[9][3]"))
    choice = panel.get_by_label(say("page.figure_fragment_lane", "en"), exact=True)
    assert choice.input_value() == "5"
    choice.select_option("31")
    assert marked() == {"31"} and "a[3] = A[15][14], A[15][15]" in held.inner_text()
    choice.select_option("")
    assert marked() == set() and held.inner_text() == ""
    tensor.keyboard.press("Escape")
    assert tensor.locator(".figure").count() == 0


def test_fragments_of_wmma_say_that_they_are_left_open_in_both_languages(tensor: Tab) -> None:
    panel = opened_layout(tensor, "mma.m16n8k16.f16", wmma=True)
    assert say("page.figure_fragment_wmma", "en") in panel.inner_text()
    tensor.locator("#language").click()
    assert say("page.figure_fragment_wmma", "ko") in panel.inner_text()
    assert say("report.fragment_mma", "ko") in panel.inner_text()


def test_tiles_say_whose_addresses_their_rows_have(tensor: Tab) -> None:
    panel = opened_layout(tensor, "ldmatrix.x2.trans")
    rows = panel.locator("table.fragment tbody th").all_inner_texts()
    wanted = [(row, 8 * tile + row) for tile in (0, 1) for row in (0, 2, 4, 6)]
    assert rows == [f"{row}–{row + 1} @{lane}–{lane + 1}" for row, lane in wanted]
    assert say("page.figure_fragment_rows", "en") in panel.inner_text()


def test_what_is_full_keeps_the_next_block_out(parted: Tab) -> None:
    room = page(PARTED).space
    assert room is not None
    for row, need in zip(parted.locator(".room tbody tr").all(), room.needs, strict=True):
        assert row.locator("rect.bar").count() == room.now.blocks
        edge, following = (row.locator(name).bounding_box() for name in (".edge", ".next"))
        assert edge is not None and following is not None
        beyond = following["x"] + following["width"] > edge["x"] + 1
        assert beyond == room.keeps_out(need) == (row.get_attribute("class") == "out")


@pytest.mark.parametrize("width", [360, 800])
def test_nothing_is_wider_than_a_phone_but_tables_that_scroll(tab: Tab, width: int) -> None:
    tab.set_viewport_size({"width": width, "height": 700})
    openers(tab)[0][1].click()
    assert tab.evaluate("document.documentElement.scrollWidth") <= width


def test_the_roofline_shows_each_kernel_of_the_table_in_the_colours_of_the_theme(raced: Tab) -> None:
    plot, marks = raced.locator(".plot svg"), data_of(raced)["speed"]
    assert plot.locator("text").all_text_contents()[-len(marks) - 1 : -1] == [str(mark["number"]) for mark in marks]
    tops = []
    for mark in sorted(marks, key=lambda mark: -mark["rate"]):
        box = plot.locator("text", has_text=re.compile(f"^{mark['number']}$")).last.bounding_box()
        assert box is not None
        tops.append(box["y"])
    assert tops == sorted(tops)
    line = "getComputedStyle(document.querySelector('.plot .s-muted')).stroke"
    light = raced.evaluate(line)
    raced.locator("#theme").click()
    assert raced.evaluate(line) != light


def test_the_ladder_and_the_table_say_what_was_measured(raced: Tab) -> None:
    shares = [f"{mark['share']:.1f}" for mark in data_of(raced)["speed"]]
    assert [row.locator("td").nth(3).inner_text() for row in raced.locator(".race tbody tr").all()] == shares
    rungs = [" ".join(rung.split()) for rung in raced.locator(".ladder tr").all_inner_texts()]
    assert rungs == [f"Naive {shares[3]} %", f"Tiled {shares[0]} %", "Blocked not timed yet"]


def test_source_on_paper_is_no_bolder_and_no_greener_than_on_screen(tab: Tab) -> None:
    style = "getComputedStyle(document.querySelector('.src code'))"
    ask = f"[{style}.color, {style}.fontWeight]"
    tab.emulate_media(color_scheme="light")
    on_screen = tab.evaluate(ask)
    tab.emulate_media(media="print", color_scheme="light")
    assert tab.evaluate(ask) == on_screen
    assert tab.evaluate(f"{style}.whiteSpace") == "pre-wrap"


def test_on_paper_nothing_is_cut_off(tab: Tab) -> None:
    openers(tab)[0][1].click()
    tab.emulate_media(media="print")
    assert tab.locator(".switches").is_hidden()
    assert tab.evaluate("getComputedStyle(document.querySelector('.heatmap').parentElement).overflowX") == "visible"
    assert tab.locator(".figure .banks, .figure .sectors").count() == 1
