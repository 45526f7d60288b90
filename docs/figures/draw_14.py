"""Draw the figures of module 14: python docs/figures/draw_14.py [--out FOLDER].

Each figure is written once per language (NAME.en.svg, NAME.ko.svg), because its labels are read too; the words are in
words_14.toml. How many blocks fit is what `grader.occupancy` says; who runs when is computed here.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from figure_files import Figures, Words, main
from svg_canvas import Canvas

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from grader.occupancy import needs, occupancy


def four_limits(say: Words, language: str) -> Canvas:
    """What each limit lets in, as a row of blocks; those that all limits allow are filled."""
    figure = Canvas(800, 292, say["title"], say["description"], language)
    kernel = ("sm_90", 160, 56, 8 * 1024)
    found = occupancy(*kernel)
    x0, cell = 190, 17
    figure.text(24, 32, say["heading"], bold=True, size=14)
    for number, need in enumerate(needs(*kernel)):
        y = 56 + number * 46
        decides = need.name in found.limited_by
        figure.text(24, y + 20, say[need.name], size=13, bold=decides)
        for block in range(need.blocks):
            inside = block < found.blocks
            figure.rect(x0 + block * cell, y, cell - 3, 28, "b_soft" if inside else "soft", "b" if inside else "grid")
        figure.text(x0 + need.blocks * cell + 8, y + 19, str(need.blocks), "alarm" if decides else "ink", 14,
                    bold=decides)  # fmt: skip
    x = x0 + found.blocks * cell - 1.5
    figure.line(x, 46, x, 56 + 4 * 46 - 8, "alarm", 2, dashed=True)
    figure.text(24, 264, say["result"].format(blocks=found.blocks, warps=found.warps, share=round(100 * found.share)),
                "b", 13, bold=True)  # fmt: skip
    figure.text(24, 283, say["note"], "muted", 12)
    return figure


def schedule(lengths: Iterable[float], places: int) -> list[tuple[int, float, float]]:
    """(place, begin, end) of each block: the next one goes where one has ended first."""
    free, runs = [0.0] * places, []
    for length in lengths:
        place = min(range(places), key=lambda each: (free[each], each))
        runs.append((place, free[place], free[place] + length))
        free[place] += length
    return runs


def _bars(
    figure: Canvas, runs: list[tuple[int, float, float]], at: tuple[float, float], unit: float, places: int,
) -> float:  # fmt: skip
    """Places as rows, blocks as bars with their number; returns where the last one ends."""
    x0, y0 = at
    end = max(last for _, _, last in runs)
    for place in range(places):
        figure.rect(x0, y0 + place * 26, end * unit, 22, "soft")
    for number, (place, begin, last) in enumerate(runs):
        tail = last == end and sum(each[2] == end for each in runs) < places
        role = "alarm" if tail else "a"
        figure.rect(x0 + begin * unit, y0 + place * 26, (last - begin) * unit - 2, 22, None if tail else "a_soft", role,
                    2 if tail else 1)  # fmt: skip
        figure.text(x0 + (begin + last) / 2 * unit, y0 + place * 26 + 16, str(number), role, 12.5, "middle", bold=tail)
    figure.line(x0 + end * unit, y0 - 6, x0 + end * unit, y0 + places * 26 + 4, "ink", 1.5)
    return x0 + end * unit


def waves(say: Words, language: str) -> Canvas:
    """Nine blocks of the same length on four places."""
    figure = Canvas(800, 226, say["title"], say["description"], language)
    places, unit, x0, y0 = 4, 200, 110, 74
    figure.text(24, 32, say["heading"], bold=True, size=14)
    for wave in range(3):
        role = "alarm" if wave == 2 else "muted"
        figure.text(x0 + (wave + 0.5) * unit, 60, say[f"wave_{wave}"], role, 12.5, "middle")
    for place in range(places):
        figure.text(24, y0 + place * 26 + 16, say["place"].format(number=place), "muted", 12)
    _bars(figure, schedule([1] * 9, places), (x0, y0), unit, places)
    figure.text(x0, y0 + places * 26 + 28, say["note"], "muted", 12.5)
    return figure


def in_flight(say: Words, language: str) -> Canvas:
    """Four loads and four stores of a thread on a line of time, in two orders; bars below are loads on their way."""
    figure = Canvas(800, 354, say["title"], say["description"], language)
    x0, issue, away, loads = 40, 16, 150, 4
    apart: list[tuple[float, float]] = []
    clock = 0.0
    stores = []
    for _ in range(loads):
        apart.append((clock, clock + away))
        stores.append(clock + away)
        clock += away + issue
    together = [(k * issue, k * issue + away) for k in range(loads)]
    after = [max(together[k][1], together[0][1] + k * issue) for k in range(loads)]
    for panel, (key, flights, writes) in enumerate((("apart", apart, stores), ("together", together, after))):
        y0 = 66 + panel * 160
        role = "alarm" if panel == 0 else "c"
        figure.text(24, y0 - 26, say[key], bold=True, size=14)
        for number, (begin, end) in enumerate(flights):
            y = y0 + 22 + number * 20
            figure.rect(x0 + begin, y0 - 10, issue - 2, 24, "a_soft", "a")
            figure.text(x0 + begin + issue / 2 - 1, y0 + 7, "L", "a", 12, "middle", bold=True)
            figure.rect(x0 + begin, y, end - begin, 14, "a_soft", "a", 0.8)
        for begin in writes:
            figure.rect(x0 + begin, y0 - 10, issue - 2, 24, "b_soft", "b")
            figure.text(x0 + begin + issue / 2 - 1, y0 + 7, "S", "b", 12, "middle", bold=True)
        end = x0 + writes[-1] + issue
        figure.line(end, y0 - 16, end, y0 + 104, "ink", 1.5)
        most = max(sum(begin <= at < last for begin, last in flights) for at, _ in flights)
        figure.text(end - 8 if panel == 0 else end + 12, y0 + 96 if panel else y0 + 38, say["most"].format(most=most),
                    role, 13, "end" if panel == 0 else "start", bold=True)  # fmt: skip
    figure.text(24, 342, say["note"], "muted", 12)
    return figure


def equal_shares(say: Words, language: str) -> Canvas:
    """Five tiles on four places, and the same work in four equal shares."""
    figure = Canvas(800, 236, say["title"], say["description"], language)
    places, unit, y0 = 4, 160, 78
    for panel, (key, lengths) in enumerate((("tiles", [1.0] * 5), ("shares", [5 / 4] * 4))):
        x0 = 40 + panel * 390
        figure.text(x0, 34, say[key], bold=True, size=14)
        figure.text(x0, 56, say[f"{key}_time"], "c" if panel else "alarm", 13, bold=True)
        _bars(figure, schedule(lengths, places), (x0, y0), unit, places)
    figure.text(40, y0 + places * 26 + 32, say["note"], "muted", 12.5)
    return figure


FIGURES: Figures = {
    "four_limits": four_limits,
    "waves": waves,
    "in_flight": in_flight,
    "equal_shares": equal_shares,
}


if __name__ == "__main__":
    main(FIGURES, __file__, "14_occupancy", __doc__)
