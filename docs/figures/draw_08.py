"""Draw the figures of module 08: python docs/figures/draw_08.py [--out FOLDER].

Each figure is written once per language (NAME.en.svg, NAME.ko.svg), because its labels are read too; the
words are in words_08.toml. Which buffer holds a tile and which lanes share an address is computed, not drawn by eye.
"""

from __future__ import annotations

from itertools import pairwise

from figure_files import Figures, Words, main
from svg_canvas import Canvas

ROLES = ("a", "b")  # of the two buffers; a tile has the colour of its buffer
SOFT = {"a": "a_soft", "b": "b_soft", "c": "c_soft"}  # fill of a box with a border of that role; others are "soft"


def role_of(tile: int) -> str:
    """The colour of the buffer in which a tile lies."""
    return ROLES[tile % 2]


def box(figure: Canvas, x: float, y: float, width: float, label: str, role: str, height: float = 34) -> None:
    """A coloured span of time with its label in the middle."""
    figure.rect(x, y, width, height, SOFT.get(role, "soft"), role, 1.5)
    figure.text(x + width / 2, y + height / 2 + 4.5, label, role if role in SOFT else "ink", 11.5, "middle")


def pipeline_timeline(say: Words, language: str) -> Canvas:
    """Four tiles, fetching nothing ahead and one tile ahead: a load, a store with its barrier, the multiplying."""
    load, store, multiply, tiles = 66, 22, 92, 4
    x0, wide = 128, 8
    figure = Canvas(900, 448, say["title"], say["description"], language)
    figure.text(24, 36, say["one_pair"], bold=True, size=14)
    figure.text(x0 - 10, 78, say["memory"], "muted", 12, "end")
    figure.text(x0 - 10, 124, say["block"], "muted", 12, "end")
    x = float(x0)
    for tile in range(tiles):
        box(figure, x, 56, load, say["load"].format(tile=tile), "muted")
        figure.rect(x, 102, load, 34, None, "grid")
        figure.text(x + load / 2, 124, say["idle"], "muted", 11, "middle")
        box(figure, x + load, 102, store, "", "alarm")
        box(figure, x + load + store, 102, multiply, say["multiply"].format(tile=tile), "a")
        x += load + store + multiply + wide
    end_single = x
    figure.text(24, 192, say["two_pairs"], bold=True, size=14)
    figure.text(x0 - 10, 234, say["memory"], "muted", 12, "end")
    figure.text(x0 - 10, 280, say["block"], "muted", 12, "end")
    x = float(x0)
    box(figure, x, 212, load, say["load"].format(tile=0), "muted")
    figure.rect(x, 258, load, 34, None, "grid")
    figure.text(x + load / 2, 280, say["idle"], "muted", 11, "middle")
    marks = [x]
    x += load
    for tile in range(tiles):
        if tile in (0, tiles - 1):
            marks.append(x)
        box(figure, x, 258, store, "", "alarm")
        box(figure, x + store, 258, multiply, say["multiply"].format(tile=tile), role_of(tile))
        if tile + 1 < tiles:
            box(figure, x + store, 212, load, say["load"].format(tile=tile + 1), "muted")
        x += store + multiply + wide
    marks.append(x - wide)
    for (left, right), name in zip(pairwise(marks), ("prologue", "steady", "epilogue"), strict=True):
        figure.line(left + 3, 310, right - 3, 310, "muted", 1.5)
        for edge in (left + 3, right - 3):
            figure.line(edge, 304, edge, 310, "muted", 1.5)
        figure.text((left + right) / 2, 328, say[name], "ink", 12.5, "middle", bold=True)
    figure.line(x - wide, 275, end_single - wide - 4, 275, "c", 2, dashed=True, arrow=True)
    figure.text((x + end_single) / 2 - wide, 266, say["saved"], "c", 12.5, "middle", bold=True)
    y = 368
    for role, key in (("muted", "key_load"), ("alarm", "key_store"), ("a", "key_first"), ("b", "key_second")):
        figure.rect(24, y - 11, 26, 14, SOFT.get(role, "soft"), role, 1.5)
        figure.text(60, y, say[key], size=12)
        y += 20
    return figure


def buffer_states(say: Words, language: str) -> Canvas:
    """Rounds of the loop from left to right: what lies in the registers and in the two buffers, and who uses it."""
    tiles, x0, y0, column, row = 5, 172, 84, 134, 62
    figure = Canvas(870, 366, say["title"], say["description"], language)
    figure.text(24, 36, say["heading"], bold=True, size=14)
    for place, name in enumerate(("registers", "buffer_0", "buffer_1")):
        y = y0 + place * (row + 12)
        figure.text(x0 - 14, y + 26, say[name], "ink", 12.5, "end", bold=True)
        figure.text(x0 - 14, y + 44, say[f"{name}_note"], "muted", 11, "end")
    for tile in range(tiles):
        x = x0 + tile * column
        figure.text(x + column / 2 - 4, y0 - 12, say["round"].format(number=tile), "muted", 12.5, "middle")
        for place in range(3):
            figure.rect(x, y0 + place * (row + 12), column - 8, row, "soft", "grid")
        half = (column - 8) / 2
        coming = tile + 1
        if coming < tiles:
            role = role_of(coming)
            figure.rect(x + half, y0, half, row, f"{role}_soft", role, 1.5)
            figure.text(x + half * 1.5, y0 + 26, say["tile"].format(tile=coming), role, 12, "middle", bold=True)
            figure.text(x + half * 1.5, y0 + 45, say["arriving"], role, 11, "middle")
        figure.text(x + half / 2, y0 + 36, say["emptied"].format(tile=tile), "muted", 11, "middle")
        y, role = y0 + (1 + tile % 2) * (row + 12), role_of(tile)
        figure.rect(x, y, column - 8, row, f"{role}_soft", role, 2)
        figure.text(x + half, y + 24, say["tile"].format(tile=tile), role, 13, "middle", bold=True)
        figure.text(x + half, y + 45, say["stored"], role, 11, "middle")
        if tile:
            y, role = y0 + (1 + (tile - 1) % 2) * (row + 12), role_of(tile - 1)
            figure.text(x + half, y + 28, say["tile"].format(tile=tile - 1), "muted", 11.5, "middle")
            figure.text(x + half, y + 45, say["late"], "muted", 10.5, "middle")
    figure.text(24, y0 + 3 * (row + 12) + 26, say["line_1"], size=12.5)
    figure.text(24, y0 + 3 * (row + 12) + 48, say["line_2"], "muted", size=12.5)
    return figure


def fast_and_slow_warp(say: Words, language: str) -> Canvas:
    """Two warps over three tiles: the barrier of tile 1 lies between reading tile 0 and storing tile 2."""
    figure = Canvas(900, 384, say["title"], say["description"], language)
    x0, barriers = 112, (178, 470, 762)
    # for each warp: the length of its store and of its multiplying, in each round
    warps = {"fast": (36, 118), "slow": (58, 226)}
    figure.text(24, 36, say["heading"], bold=True, size=14)
    places: dict[tuple[str, str], tuple[float, float]] = {}
    for index, (name, (store, multiply)) in enumerate(warps.items()):
        y = 96 + index * 108
        figure.text(x0 - 14, y + 22, say[name], anchor="end", size=12.5, bold=True)
        figure.rect(x0, y, 752, 36, "soft", "grid")
        x = float(x0)
        for tile in range(3):
            box(figure, x, y, store, f"S{tile}", role_of(tile), 36)
            places[name, f"S{tile}"] = (x + store / 2, y)
            start = barriers[tile]
            if start - x - store > 40:
                figure.text((x + store + start) / 2, y + 23, say["wait"], "muted", 11, "middle")
            length = min(multiply, x0 + 752 - start)
            box(figure, start, y, length, f"M{tile}", role_of(tile), 36)
            places[name, f"M{tile}"] = (start + length / 2, y)
            x = float(start + length)
    for tile, x in enumerate(barriers):
        figure.line(x, 76, x, 258, "alarm", 2.5)
        figure.text(x, 68, say["barrier"].format(tile=tile), "alarm", 12.5, "middle", bold=True)
    read, write = places["slow", "M0"], places["fast", "S2"]
    figure.line(read[0], read[1] - 3, write[0], write[1] + 40, "ink", 2, dashed=True, arrow=True)
    figure.text(484, 188, say["safe"], "ink", 12, bold=True)
    near = places["fast", "S1"]
    figure.line(read[0] - 40, read[1] - 3, near[0], near[1] + 40, "muted", 2, dashed=True, arrow=True)
    figure.text(262, 158, say["other"], "muted", 12, "end")
    y = 290
    for key in ("line_1", "line_2", "line_3", "line_4"):
        figure.text(24, y, say[key], "ink" if key in ("line_1", "line_3") else "muted", 12.5)
        y += 24
    return figure


def lane_pairs(say: Words, language: str) -> Canvas:
    """The 2 x 16 places of a warp, with the lanes in rows and in pairs; groups of eight lanes in their colours."""
    figure = Canvas(900, 470, say["title"], say["description"], language)
    cell, x0 = 48, 112
    colours = (("a_soft", "a"), ("b_soft", "b"), ("c_soft", "c"), ("soft", "muted"))

    def in_rows(lane: int) -> tuple[int, int]:
        return lane // 16, lane % 16

    def in_pairs(lane: int) -> tuple[int, int]:
        return lane % 2, lane // 2

    for panel, (name, place) in enumerate((("rows", in_rows), ("pairs", in_pairs))):
        y0 = 72 + panel * 212
        figure.text(24, y0 - 32, say[name], bold=True, size=14)
        for row in range(2):
            rows = say["row"].format(first=4 * row, last=4 * row + 3)
            figure.text(x0 - 10, y0 + row * 40 + 24, rows, "muted", 11.5, "end")
        for lane in range(32):
            row, column = place(lane)
            fill, stroke = colours[lane // 8]
            x, y, ink = x0 + column * cell, y0 + row * 40, "ink" if stroke == "muted" else stroke
            figure.rect(x, y, cell - 2, 38, fill, stroke, 1.5)
            figure.text(x + cell / 2 - 1, y + 24, str(lane), ink, 13, "middle")
        for column in range(16):
            figure.text(x0 + column * cell + cell / 2 - 1, y0 - 8, str(4 * column), "muted", 10.5, "middle")
        figure.text(x0 - 10, y0 - 8, say["col"], "muted", 11.5, "end")
        wanted = [place(lane)[1] for lane in range(32)]
        merges = all(wanted[lane] == wanted[lane ^ 1] for lane in range(32))
        y = y0 + 104
        for group in range(4):
            pieces = sorted({wanted[lane] for lane in range(8 * group, 8 * group + 8)})
            x = x0 + group * 192
            fill, stroke = colours[group]
            figure.rect(x, y - 12, 16, 16, fill, stroke, 1.5)
            words = say["words"].format(first=4 * pieces[0], last=4 * pieces[-1] + 3)
            figure.text(x + 24, y + 1, words, size=12)
        if merges:
            for x in (x0, x0 + 2 * 192):
                figure.line(x, y + 12, x + 340, y + 12, "c", 2)
                figure.text(x + 170, y + 29, say["merged"], "c", 12, "middle")
        key = "cost_merged" if merges else "cost_apart"
        figure.text(24, y + (54 if merges else 34), say[key], "c" if merges else "alarm", 13.5, bold=True)
    return figure


FIGURES: Figures = {
    "pipeline_timeline": pipeline_timeline,
    "buffer_states": buffer_states,
    "fast_and_slow_warp": fast_and_slow_warp,
    "lane_pairs": lane_pairs,
}


if __name__ == "__main__":
    main(FIGURES, __file__, "08_double_buffering", __doc__)
