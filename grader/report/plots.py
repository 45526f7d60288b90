"""Plots of measurements by matplotlib, as SVG that takes its colours from the surrounding page."""

from __future__ import annotations

import io
import math
import re
import warnings
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree

from grader.dataclass import dataclass
from grader.listing import display_width

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# By role: a light colour, which every renderer shows, and a dark one. They are distinguishable with any kind of colour
# vision; marks also differ in shape.
COLOURS = {
    "paper": ("#ffffff", "#14181d"), "ink": ("#1b1f24", "#e8ecf1"), "muted": ("#5b6470", "#a3aebb"),
    "grid": ("#cfd6de", "#3a4350"),
    "you": ("#083f7d", "#5596ea"), "baseline": ("#00835f", "#7df0cf"), "library": ("#b8430a", "#f0965e"),
}  # fmt: skip
_ROLES = {light: role for role, (light, _) in COLOURS.items()}
_MARKS = {"you": ("D", "you"), "baseline": ("s", "baseline"), "library": ("o", "library"), "earlier": ("^", "muted")}
_SVG, _LINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}href"
_DROPPED = {f"{_SVG}metadata", f"{_SVG}style"}
_KEPT = ("stroke-width", "stroke-dasharray", "stroke-linejoin", "stroke-linecap", "font-size", "text-anchor",
         "font-weight")  # fmt: skip
_APART = 13.0  # points between the labels of neighbouring marks
_COLUMN = 6.3  # points: a column of text, at the widest
_LEAD = 11.0  # points from a mark to its label
_MARK = 4.0  # points: half of a mark
Place = tuple[float, float, float, float]  # left, bottom, width, height, as shares of the figure


@dataclass(frozen=True)
class Point:
    """A kernel on the roofline. intensity: FLOP per byte of device memory; rate: TFLOP/s; role: one of _MARKS."""

    label: str
    intensity: float
    rate: float
    role: str


@dataclass(frozen=True)
class Bar:
    """A bar of the ladder. share: in percent; words: beside it."""

    name: str
    share: float
    words: str
    role: str


@dataclass(frozen=True)
class Spot:
    """A mark of a scatter plot. x: its place in each panel; y: in percent, the same in all; role: one of _MARKS."""

    x: tuple[float, ...]
    y: float
    role: str


def load() -> None:
    """Load matplotlib, which takes longer than a plot. Raises ImportError where it is not installed."""
    import matplotlib.backends.backend_svg
    import matplotlib.figure  # noqa: F401


def roofline(
    points: Sequence[Point], peak: float, bandwidth: float, *, name: str = "roofline",
    roofs: tuple[str, str] | None = None, axes: tuple[str, str] = ("FLOP/byte", "TFLOP/s"),
    higher: Sequence[tuple[str, float]] = (),
) -> str:  # fmt: skip
    """Rate against intensity on logarithmic axes, as an <svg>. Raises ImportError without matplotlib.

    peak: TFLOP/s; bandwidth: TB/s. roofs: labels of the slanted and the flat roof; higher: flat roofs of other units,
    above that one, with their labels. name: prefix of ids in the SVG.
    Williams, Waterman, Patterson: Roofline, Communications of the ACM 52(4), 2009.
    """
    tall = 5.0 if higher else 4.2
    figure, plot = _figure(6.6, tall, (0.08, 0.5 / tall, 0.885, 1 - 0.84 / tall))
    ridge, top = peak / bandwidth, max([peak, *(rate for _, rate in higher)])
    low_x = _power(min(1.0, ridge / 4, *(p.intensity / 2 for p in points)), math.floor)
    high_x = _power(max(4 * top / bandwidth, *(2 * p.intensity for p in points)), math.ceil)
    low_y = _power(min(low_x * bandwidth * 2, *(p.rate / 1.5 for p in points)), math.floor)
    plot.set(xscale="log", yscale="log", xlim=(low_x, high_x), ylim=(low_y, top * 1.7))
    for axis, low, high in ((plot.xaxis, low_x, high_x), (plot.yaxis, low_y, top * 1.7)):
        powers = range(round(math.log2(low)), math.floor(math.log2(high)) + 1)
        shown = [2.0**power for power in powers][:: 1 if len(powers) < 15 else 2]
        axis.set_ticks(shown, [f"{value:g}" for value in shown])
        axis.set_ticks([], minor=True)
    plot.grid(color=COLOURS["grid"][0], linewidth=0.8)
    start = max(low_x, low_y / bandwidth)
    grey = COLOURS["muted"][0]
    plot.plot([start, ridge, high_x], [start * bandwidth, peak, peak], color=grey, linewidth=2)
    for _, rate in higher:
        plot.plot([ridge, rate / bandwidth, high_x], [peak, rate, rate], color=grey, linewidth=2)
    slanted, flat = roofs or (f"{bandwidth:.2f} TB/s", f"{peak:.1f} TFLOP/s")
    style: dict[str, Any] = {"color": grey, "fontsize": 10.5, "textcoords": "offset points"}
    middle = start**0.68 * ridge**0.32  # the label is above the roof, where no kernel can be
    (x0, y0), (x1, y1) = plot.transData.transform([(start, start * bandwidth), (ridge, peak)])
    slope = math.degrees(math.atan2(y1 - y0, x1 - x0))
    plot.annotate(slanted, (middle, middle * bandwidth), (-4, 6), rotation=slope, rotation_mode="anchor", ha="center",
                  **style)  # fmt: skip
    for label, rate in ((flat, peak), *higher):
        plot.annotate(label, (high_x, rate), (-4, 6), ha="right", **style)
    plot.set_xlabel(axes[0], color=COLOURS["ink"][0], fontsize=11)
    plot.set_title(axes[1], color=COLOURS["ink"][0], fontsize=11, loc="left")
    for point, where in zip(points, _labels(plot, points), strict=True):
        _mark(plot, point, where)
    return _themed(figure, name)


def ladder(bars: Sequence[Bar], *, name: str = "ladder", longest_name: float = 0.36) -> str:
    """Horizontal bars from 0 to 100 percent and, where one is longer, beyond; the first on top.

    longest_name: share of the width for names. Raises ImportError without matplotlib.
    """
    height = 0.36 * len(bars) + 0.5
    figure, plot = _figure(7.6, height, (longest_name, 0.36 / height, 0.95 - longest_name, 1 - 0.42 / height))
    places = range(len(bars))
    for place, bar in zip(places, bars, strict=True):
        plot.barh(place, bar.share, 0.62, color=COLOURS[bar.role][0])
        shift, side, ink = (-6, "right", "paper") if bar.share > 70 else (6, "left", "ink")
        plot.annotate(bar.words, (bar.share, place), (shift, 0), textcoords="offset points", fontsize=10.5,
                      va="center_baseline", ha=side, color=COLOURS[ink][0])  # fmt: skip
    plot.set(xlim=(0, max([100.0, *(bar.share for bar in bars)])), ylim=(len(bars) - 0.5, -0.5))
    plot.set_yticks(list(places), [bar.name for bar in bars], fontsize=11, color=COLOURS["ink"][0])
    plot.set_xticks([0, 25, 50, 75, 100], ["0 %", "25 %", "50 %", "75 %", "100 %"])
    plot.grid(axis="x", color=COLOURS["grid"][0], linewidth=0.8)
    plot.set_axisbelow(True)
    return _themed(figure, name)


def scatter(spots: Sequence[Spot], xs: Sequence[str], y: str, *, name: str = "scatter") -> str:
    """Panels side by side, each with the same marks over another quantity, as an <svg>.

    xs: the quantities; y: what is drawn over them. Raises ImportError without matplotlib.
    """
    width, gap = 7.6, 0.05
    share = (0.92 - gap * (len(xs) - 1)) / len(xs)
    figure, first = _figure(width, 3.6, (0.07, 0.16, share, 0.73))
    plots = [first, *(_panel(figure, (0.07 + n * (share + gap), 0.16, share, 0.73)) for n in range(1, len(xs)))]
    ink = COLOURS["ink"][0]
    top = max(100.0, 1.05 * max((spot.y for spot in spots), default=0.0))
    for number, (plot, words) in enumerate(zip(plots, xs, strict=True)):
        for spot in sorted(spots, key=lambda spot: spot.role == "you"):  # on top of the others
            shape, colour = _MARKS[spot.role]
            size = 8 if spot.role == "you" else 5
            plot.plot([spot.x[number]], [spot.y], shape, color=COLOURS[colour][0], markersize=size, zorder=3)
        plot.set(ylim=(0, top))
        plot.set_xlabel(words, color=ink, fontsize=11)
        plot.grid(color=COLOURS["grid"][0], linewidth=0.8)
        if number:
            plot.set_yticklabels([])
    first.set_title(y, color=ink, fontsize=11, loc="left")
    return _themed(figure, name)


def standalone(svg: str, title: str, description: str, lang: str, font: str) -> str:
    """The <svg> as a file of its own that follows the reader's theme, with a title and a description."""
    root = ElementTree.fromstring(svg)
    light = "".join(_rule(role, colours[0]) for role, colours in COLOURS.items())
    dark = "".join(_rule(role, colours[1]) for role, colours in COLOURS.items())
    paper = "svg{background:#fff}@media(prefers-color-scheme:dark){svg{background:#14181d}"
    style = ElementTree.Element(f"{_SVG}style")
    style.text = f"text{{font-family:{font}}}{light}{paper}{dark}}}"
    root.insert(0, style)
    for tag, words in (("desc", description), ("title", title)):
        made = ElementTree.Element(f"{_SVG}{tag}")
        made.text = words
        root.insert(0, made)
    root.attrib.update({"role": "img", "lang": lang})
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def _rule(role: str, colour: str) -> str:
    return f".f-{role}{{fill:{colour}}}.s-{role}{{stroke:{colour}}}"


def _figure(width: float, height: float, place: Place) -> tuple[Figure, Axes]:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), facecolor="none")
    return figure, _panel(figure, place)


def _panel(figure: Figure, place: Place) -> Axes:
    plot = figure.add_axes(place, facecolor="none")
    plot.tick_params(length=0, labelsize=10, labelcolor=COLOURS["muted"][0], pad=6)
    for side in plot.spines.values():
        side.set_visible(False)
    return plot


def _power(value: float, rounded: Callable[[float], int]) -> float:
    return 2.0 ** rounded(math.log2(value))


@dataclass(frozen=True)
class _Label:
    """Where a label stands, in points: from left to right at the height `at`; on_the_left of its mark, moved up."""

    left: float
    right: float
    at: float
    on_the_left: bool
    moved: float

    def covers(self, left: float, right: float, at: float, apart: float) -> bool:
        """Whether something else of this extent would lie on it."""
        return left < self.right and self.left < right and abs(at - self.at) < apart


def _labels(plot: Axes, points: Sequence[Point]) -> list[_Label]:
    """Labels that lie on no other: right of their marks, else left, where no other mark lies; else lower."""
    scale = 72 / plot.figure.dpi
    places = [scale * plot.transData.transform((p.intensity, p.rate)) for p in points]
    (begin, _), (end, _) = scale * plot.transAxes.transform([(0, 0), (1, 0)])
    found: dict[int, _Label] = {}
    for number in sorted(range(len(points)), key=lambda n: -places[n][1]):
        others = [place for n, place in enumerate(places) if n != number]
        (x, y), width = places[number], _COLUMN * display_width(points[number].label)
        starts = ((x + _LEAD, False), (x - _LEAD - width, True))
        sides = [_Label(start, start + width, y, on_the_left, 0.0) for start, on_the_left in starts]
        sides = [side for side in sides if begin <= side.left and side.right <= end] or sides[:1]
        free = (side for side in sides if not any(side.covers(k.left, k.right, k.at, _APART) for k in found.values())
                and not any(side.covers(u - _MARK, u + _MARK, v, _MARK + _APART / 2) for u, v in others))  # fmt: skip
        found[number] = next(free, None) or _lowered(sides[-1], found.values())
    return [found[number] for number in range(len(points))]


def _lowered(label: _Label, others: Iterable[_Label]) -> _Label:
    """The label below those that it would lie on."""
    at = label.at
    for other in sorted(others, key=lambda other: -other.at):
        if other.covers(label.left, label.right, at, _APART):
            at = other.at - _APART
    return replace(label, at=at, moved=at - label.at)


def _mark(plot: Axes, point: Point, label: _Label) -> None:
    shape, ink = _MARKS[point.role]
    size = 8 if point.role == "you" else 6
    plot.plot([point.intensity], [point.rate], shape, color=COLOURS[ink][0], markersize=size, zorder=3)
    shift = (-_LEAD if label.on_the_left else _LEAD, label.moved)
    lead = {"arrowstyle": "-", "color": COLOURS["muted"][0], "linewidth": 0.7} if label.moved < -4 else None
    plot.annotate(point.label, (point.intensity, point.rate), shift, textcoords="offset points",
                  fontsize=10.5, ha="right" if label.on_the_left else "left", va="center_baseline",
                  color=COLOURS["ink"][0], arrowprops=lead)  # fmt: skip


def _themed(figure: Figure, name: str) -> str:
    """The figure as an <svg> whose colours are classes: a page's policy allows no inline styles."""
    import matplotlib
    from matplotlib.backends.backend_svg import FigureCanvasSVG

    drawn = io.StringIO()
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": name}), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph")  # text stays text, rendered with the reader's fonts
        FigureCanvasSVG(figure).print_svg(drawn, metadata={"Date": None, "Creator": None})  # type: ignore[no-untyped-call]
    ElementTree.register_namespace("", _SVG[1:-1])
    root = ElementTree.fromstring(drawn.getvalue())
    _cleaned(root, name)
    width, height = (float(root.attrib.pop(side)[:-2]) for side in ("width", "height"))
    root.attrib["viewBox"] = f"0 0 {width:g} {height:g}"
    return ElementTree.tostring(root, encoding="unicode")


def _cleaned(element: ElementTree.Element, name: str) -> None:
    for child in list(element):
        if child.tag in _DROPPED:
            element.remove(child)
        else:
            _cleaned(child, name)
    styles = _parsed(element.attrib.pop("style", ""))
    classes = [f"{kind[0]}-{_ROLES[styles[kind]]}" for kind in ("fill", "stroke") if styles.get(kind) in _ROLES]
    if classes:
        element.set("class", " ".join(classes))
    for kind in ("fill", "stroke", *_KEPT):
        if kind in styles:
            element.set(kind, styles[kind])
    if "id" in element.attrib:
        element.set("id", f"{name}-{element.attrib['id']}")
    if _LINK in element.attrib:
        element.set("href", f"#{name}-{element.attrib.pop(_LINK)[1:]}")
    if "clip-path" in element.attrib:
        element.set("clip-path", element.attrib["clip-path"].replace("#", f"#{name}-"))
    for key in ("d", "x", "y", "transform"):
        if key in element.attrib:
            element.set(key, _rounded(element.attrib[key]))
    element.text, element.tail = ((part or "").strip() or None for part in (element.text, element.tail))


def _parsed(style: str) -> dict[str, str]:
    parts = (part.partition(":") for part in style.split(";") if part.strip())
    return {key.strip(): value.strip() for key, _, value in parts}


def _rounded(text: str) -> str:
    short = re.sub(r"-?\d+\.\d+(e-?\d+)?", lambda found: f"{float(found[0]):.2f}".rstrip("0").rstrip("."), text)
    return re.sub(r"\s+", " ", short).strip()

