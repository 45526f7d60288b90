"""Draw the figures of module 09: python docs/figures/draw_09.py [--out FOLDER].

Each figure is written once per language (NAME.en.svg, NAME.ko.svg), because its labels are read too; the
words are in words_09.toml. Who stands where and which strips blocks share is computed, not drawn by eye.
"""

from __future__ import annotations

from figure_files import Figures, Words, main
from svg_canvas import Canvas

DOWN, ACROSS = 4, 8  # lanes of a warp
GRID, AT_ONCE, GROUP = 12, 24, 4  # tiles a side of C, blocks at work, rows of a group


def in_rows(lane: int) -> tuple[int, int]:
    """Row and column of a lane, numbered row by row."""
    return lane // ACROSS, lane % ACROSS


def in_pairs(lane: int) -> tuple[int, int]:
    """The same where bit 0 chooses among rows and bit 1 among columns."""
    return lane // 16 * 2 + lane % 2, lane // 2 % ACROSS


def tile_levels(say: Words, language: str) -> Canvas:
    """The tile of a block with eight warp tiles; that of one warp, with its lanes; the four pieces of one lane."""
    figure = Canvas(900, 446, say["title"], say["description"], language)
    x0, y0, side = 24, 78, 256
    figure.text(x0, 44, say["block"], bold=True, size=14)
    figure.text(x0, 64, say["block_note"], "muted", 12)
    high, wide = side / 4, side / 2
    for warp in range(8):
        x, y = x0 + warp % 2 * wide, y0 + warp // 2 * high
        chosen = warp == 3
        figure.rect(x, y, wide, high, "a_soft" if chosen else "soft", "a" if chosen else "grid", 2 if chosen else 1)
        figure.text(x + wide / 2, y + high / 2 + 5, say["warp_number"].format(number=warp), "a" if chosen else "muted",
                    12.5, "middle", bold=chosen)  # fmt: skip
    zx, zy, unit = 356, 78, 32
    figure.text(zx, 44, say["warp"], "a", 14, bold=True)
    figure.text(zx, 64, say["warp_note"], "muted", 12)
    for line_y, target in ((y0 + high, zy), (y0 + 2 * high, zy + 8 * unit)):
        figure.line(x0 + side, line_y, zx - 4, target, "a", 1, dashed=True)
    lane_row, lane_col = in_rows(13)
    for row in range(2 * DOWN):
        for col in range(2 * ACROSS):
            mine = (row % DOWN, col % ACROSS) == (lane_row, lane_col)
            figure.rect(zx + col * unit, zy + row * unit, unit, unit, "b_soft" if mine else "soft",
                        "b" if mine else "grid", 2 if mine else 0.75)  # fmt: skip
            if row < DOWN and col < ACROSS:
                figure.text(zx + col * unit + unit / 2, zy + row * unit + 20, str(row * ACROSS + col),
                            "b" if mine else "muted", 11, "middle", bold=mine)  # fmt: skip
    figure.rect(zx, zy, ACROSS * unit, DOWN * unit, None, "a", 2.5)
    figure.rect(zx, zy, 2 * ACROSS * unit, 2 * DOWN * unit, None, "a", 1.5)
    for place, (key, role) in enumerate((("line_1", "muted"), ("line_2", "b"), ("line_3", "ink"))):
        figure.text(24, 372 + 24 * place, say[key], role, 12.5)
    return figure


def lane_bits(say: Words, language: str) -> Canvas:
    """Where 32 lanes stand in rows and in pairs; lanes 0 to 3 marked, who share what with lane 0."""
    figure = Canvas(900, 330, say["title"], say["description"], language)
    unit = 46
    for place, (name, where) in enumerate((("rows", in_rows), ("pairs", in_pairs))):
        x0, y0 = 40 + place * 434, 84
        figure.text(x0, 40, say[name], bold=True, size=14)
        figure.text(x0, 62, say[f"{name}_note"], "muted", 12)
        for lane in range(32):
            row, col = where(lane)
            x, y = x0 + col * unit, y0 + row * unit
            role = {0: "a", 1: "b", 2: "c"}.get(lane)
            figure.rect(x, y, unit - 4, unit - 4, f"{role}_soft" if role else "soft", role or "grid", 2 if role else 1)
            figure.text(x + (unit - 4) / 2, y + 27, str(lane), role or "ink", 13, "middle", bold=role is not None)
        figure.text(x0, y0 + 4 * unit + 20, say[f"{name}_line_1"], size=12.5)
        figure.text(x0, y0 + 4 * unit + 42, say[f"{name}_line_2"], size=12.5)
    return figure


def tile_of(number: int, group: int) -> tuple[int, int]:
    """Row and column of the tile that a block takes, in groups of rows walked column by column."""
    first, rest = number // (group * GRID) * group, number % (group * GRID)
    high = min(GRID - first, group)
    return first + rest % high, rest // high


def block_order(say: Words, language: str) -> Canvas:
    """The first blocks of a grid, row by row and in groups, and the strips of A and of B that they read."""
    figure = Canvas(900, 440, say["title"], say["description"], language)
    unit = 25
    for place, (name, group) in enumerate((("plain", 1), ("grouped", GROUP))):
        x0, y0 = 76 + place * 434, 96
        taken = {tile_of(number, group): number for number in range(AT_ONCE)}
        rows, cols = {row for row, _ in taken}, {col for _, col in taken}
        figure.text(x0, 40, say[name], bold=True, size=14)
        figure.text(x0 + GRID * unit / 2, 66, "B", "b", 13, "middle", bold=True)
        figure.text(x0 - 44, y0 + GRID * unit / 2, "A", "c", 13, "middle", bold=True)
        for i in range(GRID):
            figure.rect(x0 + i * unit, y0 - 20, unit - 2, 14, "b_soft" if i in cols else "soft",
                        "b" if i in cols else "grid")  # fmt: skip
            figure.rect(x0 - 26, y0 + i * unit, 18, unit - 2, "c_soft" if i in rows else "soft",
                        "c" if i in rows else "grid")  # fmt: skip
            for j in range(GRID):
                number = taken.get((i, j))
                x, y = x0 + j * unit, y0 + i * unit
                figure.rect(x, y, unit - 2, unit - 2, "a_soft" if number is not None else "soft",
                            "a" if number is not None else "grid")  # fmt: skip
                if number is not None:
                    figure.text(x + (unit - 2) / 2, y + 16, str(number), "a", 10.5, "middle")
        told = say["strips"].format(rows=len(rows), cols=len(cols), sum=len(rows) + len(cols))
        figure.text(x0, y0 + GRID * unit + 26, told, size=13)
    return figure


def two_pipelines(say: Words, language: str) -> Canvas:
    """One round of the loop: what is multiplied, which fragments are read meanwhile, where the next tile travels."""
    figure = Canvas(900, 330, say["title"], say["description"], language)
    x0, column, high = 168, 86, 40
    lanes = ("tile", "fragments", "multiply")
    for place, name in enumerate(lanes):
        y = 84 + place * 62
        figure.text(x0 - 14, y + 17, say[name], "ink", 12.5, "end", bold=True)
        figure.text(x0 - 14, y + 34, say[f"{name}_note"], "muted", 10.5, "end")
    for k in range(8):
        x = x0 + k * column
        figure.text(x + column / 2 - 3, 70, f"k = {k}", "muted", 12.5, "middle")
        role = "ab"[k % 2]
        figure.rect(x, 84 + 2 * 62, column - 6, high, f"{role}_soft", role, 1.5)
        figure.text(x + column / 2 - 3, 84 + 2 * 62 + 25, say["multiplied"].format(k=k), role, 12, "middle")
        role = "ba"[k % 2]
        figure.rect(x, 84 + 62, column - 6, high, f"{role}_soft", role, 1.5)
        figure.text(x + column / 2 - 3, 84 + 62 + 25, say["read"].format(k=k + 1) if k < 7 else say["read_next"], role,
                    12, "middle")  # fmt: skip
    for k, key in ((0, "send"), (4, "store_a"), (6, "store_b")):
        x = x0 + k * column
        figure.rect(x, 84, column - 6, high, "c_soft", "c", 1.5)
        figure.text(x + column / 2 - 3, 84 + 25, say[key], "c", 12, "middle")
    figure.line(x0 + column, 104, x0 + 4 * column - 8, 104, "c", 1.5, dashed=True, arrow=True)
    figure.text(x0 + 2.5 * column, 98, say["on_the_way"], "muted", 11, "middle")
    x = x0 + 7 * column - 3
    figure.line(x, 60, x, 254, "alarm", 2.5)
    figure.text(x, 52, say["barrier"], "alarm", 12.5, "middle", bold=True)
    figure.text(24, 282, say["line_1"], size=12.5)
    figure.text(24, 306, say["line_2"], "muted", 12.5)
    return figure


FIGURES: Figures = {
    "tile_levels": tile_levels,
    "lane_bits": lane_bits,
    "block_order": block_order,
    "two_pipelines": two_pipelines,
}

if __name__ == "__main__":
    main(FIGURES, __file__, "09_warp_tiling", __doc__)
