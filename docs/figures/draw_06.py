"""Draw the figures of module 06: python docs/figures/draw_06.py [--out FOLDER].

Each figure is written once per language (NAME.en.svg, NAME.ko.svg), because its labels are read too; the
words are in words_06.toml. What a figure says about banks and warps is computed here, not drawn by eye.
"""

from __future__ import annotations

from figure_files import Figures, Words, main
from svg_canvas import Canvas

BANKS = 32


def tiles_walk(say: Words, language: str) -> Canvas:
    """A row of tiles of A and a column of tiles of B meet in one block of C; both walk in step along K."""
    rows, depth, cols = 3, 4, 5  # M, K and N in tiles: all different, so that nothing is square by accident
    cell = 46
    by, bx = 1, 2
    ax, ay = 70, 312
    cx, cy = ax + depth * cell + 40, ay
    bx0, by0 = cx, ay - depth * cell - 54
    figure = Canvas(560, 512, say["title"], say["description"], language)

    def matrix(x: float, y: float, height: int, width: int, name: str, size: str) -> None:
        for r in range(height):
            for c in range(width):
                figure.rect(x + c * cell, y + r * cell, cell, cell, "soft", "grid")
        figure.text(x, y - 9, name, bold=True, size=16)
        figure.text(x + width * cell, y - 9, size, "muted", 12, "end")

    matrix(ax, ay, rows, depth, "A", "M × K")
    matrix(bx0, by0, depth, cols, "B", "K × N")
    matrix(cx, cy, rows, cols, "C", "M × N")
    for t in range(depth):
        x, y = ax + t * cell, ay + by * cell
        figure.rect(x, y, cell, cell, "a_soft", "a", 2)
        figure.text(x + cell / 2, y + cell / 2 + 5, f"t{t}", "a", 14, "middle", bold=True)
        x, y = bx0 + bx * cell, by0 + t * cell
        figure.rect(x, y, cell, cell, "b_soft", "b", 2)
        figure.text(x + cell / 2, y + cell / 2 + 5, f"t{t}", "b", 14, "middle", bold=True)
    figure.rect(cx + bx * cell, cy + by * cell, cell, cell, "c_soft", "c", 2.5)
    figure.text(cx + (bx + 0.5) * cell, cy + (by + 0.5) * cell + 5, "Σ", "c", 18, "middle", bold=True)
    y = ay + rows * cell + 20
    figure.line(ax, y, ax + depth * cell, y, "a", 2, arrow=True)
    figure.text(ax, y + 20, say["walk_a"], "a", 12.5)
    x = bx0 + cols * cell + 14
    figure.line(x, by0, x, by0 + depth * cell, "b", 2, arrow=True)
    figure.text(x - 4, by0 + depth * cell + 16, say["walk_b"], "b", 12.5, "end")
    figure.text(24, 40, say["line_1"], size=13)
    figure.text(24, 62, say["line_2"], size=13)
    figure.text(24, 84, say["line_3"], "muted", size=13)
    return figure


def warps_in_a_block(say: Words, language: str) -> Canvas:
    """A 16x16 block: thread (tx, ty) has linear number ty * 16 + tx, so a warp is two rows of sixteen."""
    side, cell, x0, y0 = 16, 20, 60, 70
    figure = Canvas(760, 430, say["title"], say["description"], language)
    figure.text(x0, 34, say["heading"], bold=True, size=14)
    figure.text(x0 + side * cell / 2, y0 - 10, "threadIdx.x = tx: 0 … 15", "muted", 12, "middle")
    for ty in range(side):
        warp = (ty * side) // 32
        fill = ("a_soft", "b_soft")[warp % 2]
        figure.text(x0 - 8, y0 + ty * cell + 14, str(ty), "muted", 11, "end")
        for tx in range(side):
            figure.rect(x0 + tx * cell, y0 + ty * cell, cell, cell, fill, "grid")
    for warp in range(side * side // 32):
        role, y = ("a", "b")[warp % 2], y0 + 2 * warp * cell
        figure.rect(x0 + 1, y + 1, side * cell - 2, 2 * cell - 2, None, role, 2)
        figure.text(x0 + side * cell + 8, y + cell + 4, say["warp"].format(number=warp), role, 12)
    for ty, first in ((0, 0), (1, 16)):
        for tx in (0, 15):
            number = str(first + tx)
            figure.text(x0 + (tx + 0.5) * cell, y0 + ty * cell + 14, number, "ink", 9.5, "middle")
    figure.text(22, y0 - 10, "ty", "muted", 12)
    x = 500
    figure.text(x, 92, say["read_a"], "a", 14, bold=True, mono=True)
    _lanes(figure, x, 108, "a")
    for row in range(2):
        y = 112 + row * 24
        figure.line(x + 202, y + 4, x + 222, y + 4, "a", arrow=True)
        figure.rect(x + 224, y - 2, 12, 12, "a")
    figure.text(x, 178, say["result_a"], size=12.5)
    figure.text(x, 246, say["read_b"], "b", 14, bold=True, mono=True)
    _lanes(figure, x, 262, "b")
    for lane in range(16):
        figure.line(x + lane * 12.5 + 5, 299, x + lane * 12.5 + 5, 316, "b", 1)
        figure.rect(x + lane * 12.5, 316, 10, 12, "b")
    figure.text(x, 352, say["result_b"], size=12.5)
    return figure


def _lanes(figure: Canvas, x: float, y: float, role: str) -> None:
    """The 32 lanes of a warp as two rows of sixteen, numbered at the left."""
    for row, numbers in enumerate(("0 – 15", "16 – 31")):
        figure.text(x - 6, y + row * 24 + 12, numbers, "muted", 10.5, "end")
        for lane in range(16):
            figure.rect(x + lane * 12.5, y + row * 24 + 3, 10, 10, f"{role}_soft", role)


def banks_of_a_tile(say: Words, language: str) -> Canvas:
    """Where column 5 of a [32][32] and of a [32][33] tile lies: rows down, banks across."""
    figure = Canvas(760, 480, say["title"], say["description"], language)
    for panel, width in enumerate((32, 33)):
        x0, y0, cell, column = 58 + panel * 365, 92, 9.5, 5
        hits = [0] * BANKS
        figure.text(x0, 34, f"tile[32][{width}]", bold=True, size=15, mono=True)
        figure.text(x0, 56, say["unpadded" if width == 32 else "padded"], "muted", 12)
        figure.text(x0 + BANKS * cell / 2, y0 - 8, say["banks"], "muted", 11.5, "middle")
        for row in range(BANKS):
            for bank in range(BANKS):
                figure.rect(x0 + bank * cell, y0 + row * cell, cell, cell, "soft", "grid", 0.5)
            bank = (row * width + column) % BANKS
            hits[bank] += 1
            role = "alarm" if width == 32 else "c"
            figure.rect(x0 + bank * cell, y0 + row * cell, cell, cell, role, "paper", 0.5)
            if width > BANKS:
                spare = x0 + (row * width + BANKS) % BANKS * cell
                figure.rect(spare + 2.5, y0 + row * cell + 2.5, cell - 5, cell - 5, "paper", "muted")
        figure.text(x0 - 8, y0 + 8, "0", "muted", 10.5, "end")
        figure.text(x0 - 8, y0 + BANKS * cell, "31", "muted", 10.5, "end")
        figure.text(x0 - 8, y0 + BANKS * cell / 2, say["row"], "muted", 11, "end")
        worst = max(hits)
        used = sum(1 for h in hits if h)
        role = "alarm" if worst > 1 else "c"
        counts = {"used": used, "worst": worst}
        figure.text(x0, y0 + BANKS * cell + 24, say["used"].format(**counts), size=12.5)
        figure.text(x0, y0 + BANKS * cell + 44, say["cost"].format(**counts), role, 13.5, bold=True)
    figure.text(58 + 365, 92 + BANKS * 9.5 + 66, say["spare"], "muted", 11.5)
    return figure


def barrier_timeline(say: Words, language: str) -> Canvas:
    """Three of eight warps over two tiles: who waits where, and what each barrier keeps apart."""
    figure = Canvas(820, 400, say["title"], say["description"], language)
    x0, y0, lane = 92, 92, 62
    first, second, third = 250, 500, 650  # x where barrier 1, barrier 2 and the next barrier 1 open
    # per warp: its number and how long it loads, multiplies and loads again (the slowest sets the barrier)
    warps = [(0, 90, 150, 95), (3, 120, 190, 120), (7, 158, 250, 150)]
    for index, (warp, load, multiply, again) in enumerate(warps):
        y = y0 + index * lane
        figure.text(x0 - 12, y + 24, say["warp"].format(number=warp), anchor="end", size=12.5)
        figure.rect(x0, y, third + 100 - x0, 36, "soft", "grid")
        for start, length, role, label in (
            (x0, load, "b", say["load"].format(tile="t")),
            (first, multiply, "c", say["multiply"].format(tile="t")),
            (second, again, "b", say["load"].format(tile="t+1")),
            (third, 100, "c", say["multiply"].format(tile="t+1")),
        ):
            figure.rect(start, y, length, 36, f"{role}_soft", role, 1.5)
            figure.text(start + length / 2, y + 23, label, role, 11.5, "middle")
        for start, end in ((x0 + load, first), (first + multiply, second), (second + again, third)):
            if end - start > 36:
                figure.text((start + end) / 2, y + 23, say["wait"], "muted", 11, "middle")
    bottom = y0 + 3 * lane - 8
    for x, name in ((first, say["barrier_1"]), (second, say["barrier_2"]), (third, say["barrier_1"])):
        figure.line(x, y0 - 18, x, bottom, "alarm", 2.5)
        figure.text(x, y0 - 26, name, "alarm", 12.5, "middle", bold=True)
    figure.text(92, 34, say["heading"], bold=True, size=14)
    y = bottom + 34
    for mark, key in (("1", "raw"), ("2", "war")):
        figure.text(92, y, mark, "alarm", 14, bold=True)
        figure.text(112, y, say[key], size=12.5)
        figure.text(112, y + 19, say[f"{key}_without"], "muted", 12.5)
        y += 50
    return figure


FIGURES: Figures = {
    "tiles_walk": tiles_walk,
    "warps_in_a_block": warps_in_a_block,
    "banks_of_a_tile": banks_of_a_tile,
    "barrier_timeline": barrier_timeline,
}


if __name__ == "__main__":
    main(FIGURES, __file__, "06_shared_memory_tiling", __doc__)
