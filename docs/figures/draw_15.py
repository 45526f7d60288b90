"""Draw the figures of module 15: python docs/figures/draw_15.py [--out FOLDER].

Each figure is written once per language (NAME.en.svg, NAME.ko.svg), because its labels are read too; the words are in
words_15.toml. Who adds in which step, and what busy warps ask for, is computed here; the ladder is read from
benchmarks/results.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from figure_files import Figures, Words, main
from svg_canvas import Canvas

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import measured

LANES, BLOCK = 32, 256
LADDER = ("modulo", "strided", "sequential", "first_add", "last_warp", "shuffle", "grid")


def busy_warps(threads: Iterable[int]) -> int:
    """Warps that have at least one of these threads."""
    return len({thread // LANES for thread in threads})


def requests(steps: Iterable[list[int]]) -> int:
    """Of a tree: a store of every warp, two loads and a store of each busy one, and the load of the result."""
    return BLOCK // LANES + sum(3 * busy_warps(threads) for threads in steps) + 1


def tree(say: Words, language: str) -> Canvas:
    """Eight numbers: down a chain on the left, through a tree on the right; every dot is an addition."""
    figure = Canvas(800, 366, say["title"], say["description"], language)
    values = [3, 1, 7, 0, 4, 1, 6, 3]
    cell, y0, drop = 40, 76, 30
    x0 = 40.0
    figure.text(x0 - 12, 34, say["chain"], bold=True, size=14)
    figure.text(x0 - 12, 54, say["chain_cost"].format(steps=len(values) - 1, work=len(values) - 1), "muted", 12)
    total = 0
    for number, value in enumerate(values):
        x, y = x0 + number * cell, y0 + 16 + number * drop
        figure.rect(x - 13, y0, 26, 22, "soft", "grid")
        figure.text(x, y0 + 16, str(value), size=13, anchor="middle")
        total += value
        if number:
            figure.line(x, y0 + 22, x, y - 8, "muted", 1)
            above = y - drop + 12 if number > 1 else y0 + 22
            figure.line(x - cell + (2 if number > 1 else 0), above, x - 14, y + 1, "a", 1.5, arrow=True)
            figure.rect(x - 13, y - 8, 30, 20, "a_soft", "a")
            figure.text(x + 2, y + 7, str(total), "a", 12.5, "middle", bold=number == len(values) - 1)
    x0 = 444.0
    figure.text(x0 - 12, 34, say["tree"], bold=True, size=14)
    figure.text(x0 - 12, 54, say["tree_cost"].format(steps=3, work=len(values) - 1), "muted", 12)
    level = [(x0 + number * cell, value) for number, value in enumerate(values)]
    for x, value in level:
        figure.rect(x - 13, y0, 26, 22, "soft", "grid")
        figure.text(x, y0 + 16, str(value), size=13, anchor="middle")
    y = float(y0)
    for step in range(1, 4):
        above = y
        y = y0 + step * 74
        half = len(level) // 2
        figure.text(x0 + 7.35 * cell, y + 15, say["step"].format(step=step), "muted", 12)
        for k in range(half):
            (x, mine), (other, theirs) = level[k], level[k + half]
            figure.line(x, above + 22, x, y - 2, "b", 1.5, arrow=True)
            figure.line(other, above + 22, x + 9, y - 2, "b", 1, arrow=True)
            figure.rect(x - 14, y, 28, 22, "b_soft", "b")
            figure.text(x, y + 16, str(mine + theirs), "b", 12.5, "middle", bold=half == 1)
        level = [(level[k][0], level[k][1] + level[k + half][1]) for k in range(half)]
    assert level[0][1] == total
    figure.text(28, 352, say["note"], "muted", 12)
    return figure


def who_adds(say: Words, language: str) -> Canvas:
    """256 threads side by side, a row a step: spread over all warps, and side by side."""
    spread = [[t for t in range(BLOCK) if t % (2 << k) == 0] for k in range(8)]
    together = [list(range(BLOCK >> (k + 1))) for k in range(8)]
    figure = Canvas(800, 448, say["title"], say["description"], language)
    x0, width, height = 96, 2.25, 15
    top = 0.0
    for steps, key, role in ((spread, "spread", "alarm"), (together, "together", "c")):
        figure.text(24, top + 30, say[key], bold=True, size=14)
        y0 = top + 58
        for warp in range(8):
            figure.text(
                x0 + (warp + 0.5) * LANES * width, y0 - 6, say["warp"].format(warp=warp), "muted", 10.5, "middle"
            )
        figure.text(x0 + BLOCK * width + 14, y0 - 6, say["busy"], "muted", 11)
        for step, threads in enumerate(steps):
            y = y0 + step * height
            figure.text(x0 - 8, y + 11, say["step"].format(step=step + 1), "muted", 10.5, "end")
            for warp in range(8):
                used = any(t // LANES == warp for t in threads)
                figure.rect(
                    x0 + warp * LANES * width, y, LANES * width, height, "soft" if used else "paper", "grid", 0.6
                )
            for first, last in runs(threads):
                figure.rect(x0 + first * width, y + 2.5, max(1.6, (last - first + 1) * width), height - 5, role)
            figure.text(x0 + BLOCK * width + 14, y + 11, str(busy_warps(threads)), role, 11.5, bold=True)
        busy = sum(map(busy_warps, steps))
        bottom = y0 + 8 * height + 18
        figure.text(x0, bottom, say["sum"].format(busy=busy, requests=requests(steps)), size=12.5)
        top += 212
    figure.text(24, 434, say["note"], "muted", 12)
    return figure


def runs(threads: list[int]) -> list[tuple[int, int]]:
    """First and last of each row of neighbours."""
    found: list[tuple[int, int]] = []
    for thread in threads:
        if found and found[-1][1] == thread - 1:
            found[-1] = (found[-1][0], thread)
        else:
            found.append((thread, thread))
    return found


def shuffle(say: Words, language: str) -> Canvas:
    """Eight lanes and three shuffles down; lanes whose sums are whole are marked."""
    figure = Canvas(800, 372, say["title"], say["description"], language)
    values = [3, 1, 7, 0, 4, 1, 6, 3]
    whole = sum(values)
    lanes = len(values)
    cell, x0, y0 = 74, 150, 60
    figure.text(24, 32, say["heading"], bold=True, size=14)
    for lane in range(lanes):
        figure.text(x0 + lane * cell, y0 - 4, say["lane"].format(lane=lane), "muted", 11.5, "middle")
    live = lanes
    for row, distance in enumerate((0, 4, 2, 1)):
        y = y0 + 8 + row * 78
        if distance:
            values = [v + (values[lane + distance] if lane + distance < lanes else v) for lane, v in enumerate(values)]
            live = distance
            figure.text(24, y - 26, say["distance"].format(distance=distance), "muted", 12.5)
            for lane in range(distance):
                figure.line(x0 + (lane + distance) * cell, y - 50, x0 + lane * cell + 8, y - 3, "a", 1.6, arrow=True)
        for lane, value in enumerate(values):
            used = lane < live
            figure.rect(x0 + lane * cell - 20, y, 40, 26, "a_soft" if used else "soft", "a" if used else "grid")
            figure.text(
                x0 + lane * cell, y + 18, str(value), "a" if used else "muted", 13, "middle", bold=used and live == 1
            )
    assert values[0] == whole
    figure.text(24, 358, say["note"], "muted", 12)
    return figure


def last_block(say: Words, language: str) -> Canvas:
    """Four blocks in time: add, publish, fence, ticket; the one with the last ticket adds the partial sums."""
    figure = Canvas(800, 330, say["title"], say["description"], language)
    x0, unit, y0, height = 110, 56, 66, 40
    lengths = (5.2, 3.0, 6.6, 4.2)  # how long each block adds: who comes when is chance
    order = sorted(range(4), key=lambda block: lengths[block])
    figure.text(24, 32, say["heading"], bold=True, size=14)
    for block, length in enumerate(lengths):
        y = y0 + block * (height + 12)
        ticket = order.index(block)
        figure.text(x0 - 12, y + 25, say["block"].format(block=block), size=13, anchor="end")
        figure.rect(x0, y, length * unit, height, "soft", "grid")
        figure.text(x0 + length * unit / 2, y + 25, say["adds"], "muted", 12, "middle")
        x = x0 + length * unit
        figure.rect(x, y, 34, height, "a_soft", "a")
        figure.text(x + 17, y + 25, f"p{block}", "a", 12.5, "middle", mono=True)
        figure.rect(x + 34, y, 8, height, "alarm")
        figure.rect(x + 42, y, 34, height, "b_soft", "b")
        figure.text(x + 59, y + 25, str(ticket), "b", 13, "middle", bold=True)
        if ticket == 3:
            figure.rect(x + 76, y, 8, height, "alarm")
            figure.rect(x + 84, y, 186, height, "c_soft", "c")
            figure.text(x + 177, y + 25, "p0 + p1 + p2 + p3", "ink", 12.5, "middle", mono=True)
    y = y0 + 4 * (height + 12) + 8
    x = 24.0
    for role, key in (("a", "published"), ("alarm", "fence"), ("b", "ticket"), ("c", "last")):
        figure.rect(x, y, 12, 12, role)
        figure.text(x + 18, y + 11, say[key], size=12.5)
        x += float(say[f"{key}_room"])
    figure.text(24, y + 38, say["note"], "muted", 12)
    return figure


def ladder(say: Words, language: str) -> Canvas:
    """One bar a step: percent of the device's own copy, timed in turns with it."""
    rows = [(say[step], f"reduction_{step}", "a") for step in LADDER] + [
        ("CUB", "cub", "b"),
        (say["copy"], "copy", "muted"),
    ]
    figure = Canvas(800, 62 + 32 * len(rows) + 34, say["title"], say["description"], language)
    x0, unit, y0 = 250, 3.9, 56
    figure.text(24, 32, say["heading"], bold=True, size=14)
    for mark in (0, 25, 50, 75, 100):
        figure.line(x0 + mark * unit, y0 - 6, x0 + mark * unit, y0 + 32 * len(rows), "grid", 1)
        figure.text(x0 + mark * unit, y0 + 32 * len(rows) + 16, f"{mark} %", "muted", 11, "middle")
    for row, (name, kernel, role) in enumerate(rows):
        y = y0 + row * 32
        share = measured.reduction_share(kernel)
        figure.text(x0 - 12, y + 17, name, size=12.5, anchor="end")
        figure.rect(x0, y + 3, share * unit, 20, role)
        told = f"{measured.reduction_gb(kernel):,.0f} GB/s"
        inside = share > 60
        place = x0 + share * unit + (-8 if inside else 8)
        figure.text(place, y + 17, told, "paper" if inside else "ink", 12, "end" if inside else "start")
    return figure


FIGURES: Figures = {
    "tree": tree,
    "who_adds": who_adds,
    "shuffle": shuffle,
    "last_block": last_block,
    "ladder": ladder,
}


if __name__ == "__main__":
    main(FIGURES, __file__, "15_reduction", __doc__)
