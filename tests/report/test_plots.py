"""Plots: every mark where its numbers are, colours by role, labels that do not lie on each other."""

from __future__ import annotations

import math
import re
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.report.plots import COLOURS, Bar, Point, Spot, ladder, roofline, scatter, standalone
from tests.tiers import examples

ROOT = Path(__file__).resolve().parents[2]
SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str, axis: int | None = None) -> dict[str, tuple[float, float]]:
    """Where each text is, of the whole or of one axis."""
    found: dict[str, tuple[float, float]] = {}
    groups = ElementTree.fromstring(svg).iter(f"{SVG}g")
    wanted = "figure_1" if axis is None else f"matplotlib.axis_{axis}"
    for element in next(g for g in groups if g.get("id", "").endswith(wanted)).iter(f"{SVG}text"):
        moved = re.match(r"translate\(([\d.-]+) ([\d.-]+)\)", element.get("transform", ""))
        place = (moved[1], moved[2]) if moved else (element.get("x", "0"), element.get("y", "0"))
        found["".join(element.itertext())] = (float(place[0]), float(place[1]))
    return found


def marks(svg: str, role: str) -> list[tuple[float, float]]:
    uses = ElementTree.fromstring(svg).iter(f"{SVG}use")
    return [(float(u.get("x", "")), float(u.get("y", ""))) for u in uses if u.get("class") == f"f-{role} s-{role}"]


def test_marks_lie_where_the_axes_say() -> None:
    svg = roofline([Point("one", 8, 4, "you"), Point("two", 64, 32, "library")], 64, 4)
    (you,), (library,), across, up = marks(svg, "you"), marks(svg, "library"), texts(svg, 1), texts(svg, 2)
    assert [you[0], library[0]] == pytest.approx([across["8"][0], across["64"][0]], abs=0.1)
    assert you[1] - library[1] == pytest.approx(up["4"][1] - up["32"][1], abs=0.1)
    assert up["2"][1] - up["4"][1] == pytest.approx((you[1] - library[1]) / 3, abs=0.1)


@examples(25)
@given(st.lists(st.tuples(st.just(60.0) | st.floats(1, 2000), st.floats(0.4, 60)), min_size=2, max_size=9))
def test_labels_do_not_lie_on_each_other(places: list[tuple[float, float]]) -> None:
    svg = roofline([Point(f"a label {n}", *place, "earlier") for n, place in enumerate(places)], 64, 4)
    root = ElementTree.fromstring(svg)
    boxes = []
    for element in root.iter(f"{SVG}text"):
        if "".join(element.itertext()).startswith("a label"):
            x, y = float(element.get("x", "")), float(element.get("y", ""))
            end = element.get("text-anchor") == "end"
            boxes.append((x - 45 * end, x + 45 * (not end), y))
    assert len(boxes) == len(places)
    for one, other in combinations(boxes, 2):
        assert one[1] <= other[0] or other[1] <= one[0] or abs(one[2] - other[2]) > 10


def test_labels_of_a_crowd_stand_beside_their_own_marks() -> None:
    """Right of it, or left of it where another mark or label is in the way; lower for want of a place there."""
    crowd = {"warp tiles": (257, 51.2), "double-buffered": (202, 48.7), "no conflicts": (254, 37.5),
             "register-blocked": (327, 32.6), "wmma": (335, 28)}  # fmt: skip
    svg = roofline([Point(name, *place, "you") for name, place in crowd.items()], 64, 4, higher=[("more", 1024)])
    across, heights = texts(svg), {name: y for name, (_, y) in texts(svg).items() if name in crowd}
    beside = dict(zip(crowd, marks(svg, "you"), strict=True))
    assert [name for name, (_, y) in beside.items() if abs(heights[name] - y) > 5] == ["register-blocked"]
    assert {name for name in crowd if across[name][0] > beside[name][0]} == {"warp tiles", "wmma"}


def test_higher_roofs_begin_where_memory_meets_them() -> None:
    svg = roofline([Point("k", 256, 500, "you")], 64, 4, higher=[("tensor cores", 1024)])
    (mark,), across = marks(svg, "you"), texts(svg, 1)
    paths = ElementTree.fromstring(svg).iter(f"{SVG}path")
    roofs = [re.findall(r"[ML] ([\d.]+) ([\d.]+)", p.get("d", "")) for p in paths if p.get("stroke-width") == "2"]
    (_, corner, end), (_, turn, _) = sorted([(float(x), float(y)) for x, y in roof] for roof in roofs if len(roof) == 3)
    assert "tensor cores" in texts(svg) and mark[0] == pytest.approx(turn[0], abs=0.1)
    assert corner[0] == pytest.approx(across["16"][0], abs=0.1) and turn[1] < mark[1] < end[1]


@examples(25)
@given(st.floats(0.01, 4000), st.floats(0.001, 90), st.floats(0.5, 100), st.floats(0.05, 8))
def test_every_mark_is_inside_the_axes(intensity: float, rate: float, peak: float, bandwidth: float) -> None:
    svg = roofline([Point("k", intensity, min(rate, peak), "you")], peak, bandwidth)
    root = ElementTree.fromstring(svg)
    clip = next(root.iter(f"{SVG}clipPath"))[0]
    x, y, width, height = (float(clip.get(key, "")) for key in ("x", "y", "width", "height"))
    ((at, up),) = marks(svg, "you")
    assert x <= at <= x + width and y <= up <= y + height


def test_bars_are_as_long_as_their_share() -> None:
    svg = ladder([Bar("a", 50, "a half", "you"), Bar("b", 100, "all", "library")])
    ticks = texts(svg)
    lengths = {}
    for path in ElementTree.fromstring(svg).iter(f"{SVG}path"):
        if path.get("class", "") in ("f-you", "f-library"):
            xs = [float(x) for x in re.findall(r"[ML] ([\d.]+) ", path.get("d", ""))]
            lengths[path.get("class")] = max(xs) - min(xs)
    assert lengths["f-you"] == pytest.approx(lengths["f-library"] / 2, rel=0.01)
    assert lengths["f-library"] == pytest.approx(ticks["100 %"][0] - ticks["0 %"][0], rel=0.01)


def test_a_bar_that_is_longer_than_the_whole_has_its_words_inside() -> None:
    svg = ladder([Bar("a", 104, "more than all", "you"), Bar("b", 100, "all", "library")])
    assert texts(svg)["more than all"][0] > texts(svg)["all"][0] > texts(svg)["75 %"][0]


def test_a_scatter_plot_has_every_mark_in_every_panel_at_its_place() -> None:
    spots = [Spot((10, 3), 20, "you"), Spot((20, 1), 40, "library"), Spot((30, 2), 80, "library")]
    svg = scatter(spots, ("a", "b"), "%")
    mine, others = marks(svg, "you"), marks(svg, "library")
    assert (len(mine), len(others)) == (2, 4)
    (left, up), (right, same) = sorted(mine)
    assert up == same and all(other_up < up for _, other_up in others)  # the less, the lower
    left_panel, right_panel = sorted(others)[:2], sorted(others)[2:]
    assert all(left < x < right for x, _ in left_panel) and all(x < right for x, _ in right_panel)
    assert {"a", "b", "%"} <= set(texts(svg))


def test_no_colour_is_left_that_a_page_cannot_change() -> None:
    svg = roofline([Point("한글", 8, 4, "you")], 64, 4, axes=("가로", "세로"))
    root = ElementTree.fromstring(svg)
    assert "한글" in texts(svg) and not list(root.iter(f"{SVG}style")) and "style=" not in svg
    for element in root.iter():
        for kind in ("fill", "stroke"):
            if element.get(kind, "none") != "none":
                assert f"{kind[0]}-" in element.get("class", ""), ElementTree.tostring(element)


def linear(colour: str) -> list[float]:
    """Red, green and blue without the gamma of sRGB."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]


def luminance(colour: str) -> float:
    """Relative luminance, WCAG 2.2."""
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear(colour), strict=True))


@pytest.mark.parametrize("theme", [0, 1])
@pytest.mark.parametrize("role", sorted(set(COLOURS) - {"paper", "grid"}))
def test_every_role_can_be_read_on_paper(role: str, theme: int) -> None:
    dark, light = sorted(luminance(COLOURS[name][theme]) for name in (role, "paper"))
    assert (light + 0.05) / (dark + 0.05) > 4.5


# Machado, Oliveira, Fernandes: A physiologically-based model for simulation of color vision deficiency, 2009, table 1.
VISIONS = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}


def seen(colour: str, vision: str) -> list[float]:
    """A colour in CIELAB (D65) as somebody with this vision sees it."""
    parts = linear(colour)
    r, g, b = (min(1.0, max(0.0, sum(x * y for x, y in zip(row, parts, strict=True)))) for row in VISIONS[vision])
    white = ((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505, 0.2126 * r + 0.7152 * g + 0.0722 * b,
             (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089)  # fmt: skip
    x, y, z = (value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116 for value in white)
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)]


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("theme", [0, 1])
def test_you_baseline_and_library_tell_apart_for_every_kind_of_colour_vision(theme: int, vision: str) -> None:
    colours = [seen(COLOURS[role][theme], vision) for role in ("you", "baseline", "library")]
    assert min(math.dist(one, other) for one, other in combinations(colours, 2)) > 24


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("theme", [0, 1])
def test_a_word_of_one_lane_tells_apart_from_one_of_many(theme: int, vision: str) -> None:
    css = (ROOT / "grader/report/page/templates/figures.css").read_text("utf-8")
    one, many = (re.findall(rf"--{name}: light-dark\((#\w+), (#\w+)\)", css)[0][theme] for name in ("lane", "together"))
    assert math.dist(seen(one, vision), seen(many, vision)) > 24


def test_pages_and_plots_have_one_palette() -> None:
    css = (ROOT / "grader/report/html/base.css").read_text("utf-8")
    for name, role in (("bar", "you"), ("full", "baseline"), ("bad", "library")):
        assert f"--{name}: light-dark({', '.join(COLOURS[role])})" in css
    site = (ROOT / "docs/site/static/site.css").read_text("utf-8")
    assert all(f"--{name}: {colour}" in site for name, role in (("bar", "you"), ("bad", "library"))
               for colour in COLOURS[role])  # fmt: skip


@pytest.mark.slow
def test_a_file_of_its_own_says_what_it_shows_in_both_themes() -> None:
    root = ElementTree.fromstring(standalone(ladder([Bar("a", 50, "", "you")]), "A & B", "told", "ko", "serif"))
    assert [child.tag for child in root][:3] == [f"{SVG}title", f"{SVG}desc", f"{SVG}style"]
    assert root[0].text == "A & B" and root.get("lang") == "ko" and "prefers-color-scheme:dark" in (root[2].text or "")
