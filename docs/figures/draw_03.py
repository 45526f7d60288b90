"""Draw the figures of module 03: python docs/figures/draw_03.py [--out FOLDER].

Each figure is written once per language (NAME.en.svg, NAME.ko.svg), because its labels are read too; the
words are in words_03.toml. Places in memory, sectors and roofs are computed here, not drawn by eye.
"""

from __future__ import annotations

import math

from figure_files import Figures, Words, main
from svg_canvas import Canvas

WARP, SECTOR = 32, 8  # lanes; floats in a sector of 32 bytes
PEAK, BANDWIDTH = 132 * 128 * 2 * 1.98e-3, 4.8  # TFLOP/s at the measured clock and the vendor's TB/s of an H200


def one_element(say: Words, language: str) -> Canvas:
    """Row i of A and column j of B meet in element (i, j) of C."""
    rows, depth, cols, cell = 4, 6, 5, 34
    i, j = 1, 3
    figure = Canvas(560, 444, say["title"], say["description"], language)
    ax, ay = 52, 282
    cx, by = ax + depth * cell + 62, 60

    def matrix(x: float, y: float, height: int, width: int, name: str, size: str) -> None:
        for r in range(height):
            for c in range(width):
                figure.rect(x + c * cell, y + r * cell, cell, cell, "soft", "grid")
        figure.text(x, y - 9, name, bold=True, size=16)
        figure.text(x + width * cell, y - 9, size, "muted", 12, "end")

    matrix(ax, ay, rows, depth, "A", "M × K")
    matrix(cx, by, depth, cols, "B", "K × N")
    matrix(cx, ay, rows, cols, "C", "M × N")
    for k in range(depth):
        x, y = ax + k * cell, ay + i * cell
        figure.rect(x, y, cell, cell, "a_soft", "a", 2)
        figure.text(x + cell / 2, y + cell / 2 + 4, f"a{k}", "a", 12, "middle", bold=True)
        x, y = cx + j * cell, by + k * cell
        figure.rect(x, y, cell, cell, "b_soft", "b", 2)
        figure.text(x + cell / 2, y + cell / 2 + 4, f"b{k}", "b", 12, "middle", bold=True)
    x, y = cx + j * cell, ay + i * cell
    figure.line(ax + depth * cell + 6, y + cell / 2, x - 3, y + cell / 2, "a", 1.5, dashed=True, arrow=True)
    figure.line(x + cell / 2, by + depth * cell + 4, x + cell / 2, y - 3, "b", 1.5, dashed=True, arrow=True)
    figure.rect(x, y, cell, cell, "c_soft", "c", 2.5)
    figure.text(x + cell / 2, y + cell / 2 + 6, "Σ", "c", 17, "middle", bold=True)
    figure.text(ax - 8, ay + i * cell + 22, "i", "a", 13, "end", bold=True)
    figure.text(cx + j * cell + cell / 2, by - 9, "j", "b", 13, "middle", bold=True)
    figure.text(24, 100, "Σ = a0·b0 + a1·b1 + …", "c", 15, bold=True)
    figure.text(24, 126, say["terms"], size=12.5)
    figure.text(24, 148, say["shared_row"], "a", 12.5)
    figure.text(24, 170, say["shared_column"], "b", 12.5)
    return figure


def row_major(say: Words, language: str) -> Canvas:
    """Three rows of five, eight apart: as a matrix and as it lies in memory."""
    rows, cols, leading, cell = 3, 5, 8, 40
    x0, y0, marked = 96, 92, (1, 3)
    roles = ("a", "b", "c")
    figure = Canvas(760, 372, say["title"], say["description"], language)
    figure.text(24, 34, say["heading"], bold=True, size=14)
    figure.text(x0 + cols * cell / 2, y0 - 12, say["columns"], "muted", 12, "middle")
    figure.text(x0 + (cols + leading) * cell / 2, y0 - 12, say["gap"], "muted", 12, "middle")
    for r in range(rows):
        figure.text(x0 - 12, y0 + r * cell + 25, say["row"].format(number=r), roles[r], 12.5, "end")
        for c in range(leading):
            inside = c < cols
            figure.rect(x0 + c * cell, y0 + r * cell, cell, cell, f"{roles[r]}_soft" if inside else "paper", "grid")
            words = f"{r},{c}" if inside else ""
            figure.text(x0 + (c + 0.5) * cell, y0 + r * cell + 25, words, "ink", 12, "middle")
    right = x0 + leading * cell + 26
    figure.text(right, y0 + 20, f"ld = {leading}", bold=True, size=14, mono=True)
    figure.text(right, y0 + 46, f"({marked[0]}, {marked[1]}):", size=13, mono=True)
    place = marked[0] * leading + marked[1]
    figure.text(right, y0 + 68, f"{marked[0]} * {leading} + {marked[1]} = {place}", "alarm", 13, bold=True, mono=True)
    figure.text(right, y0 + 90, say["bytes"].format(bytes=4 * place), size=12.5)
    figure.rect(x0 + marked[1] * cell, y0 + marked[0] * cell, cell, cell, None, "alarm", 2.5)
    small, y = 28, 274
    figure.text(24, y - 22, say["memory"], bold=True, size=13)
    for place_ in range(rows * leading):
        r, c = divmod(place_, leading)
        x = 40 + place_ * small
        figure.rect(x, y, small, small, f"{roles[r]}_soft" if c < cols else "paper", "grid")
        figure.text(x + small / 2, y + 18, f"{r},{c}" if c < cols else "", "ink", 10, "middle")
        figure.text(x + small / 2, y + small + 15, str(place_), "muted", 10, "middle")
    for r in range(rows):
        left = 40 + r * leading * small
        figure.line(left, y + 60, left + (cols * small), y + 60, roles[r], 2)
        figure.text(left, y + 78, say["row"].format(number=r), roles[r], 12)
    figure.rect(40 + place * small, y, small, small, None, "alarm", 2.5)
    return figure


def two_roofs(say: Words, language: str) -> Canvas:
    """The roofline of an H200, three kinds of work under it, and the two ways to improve a kernel."""
    left, top, width, height = 78, 84, 590, 340
    low_x, high_x, low_y, high_y = 0.01, 1000.0, 0.05, 200.0
    figure = Canvas(760, 540, say["title"], say["description"], language)
    figure.text(24, 34, say["heading"], bold=True, size=14)

    def place(intensity: float, tflops: float) -> tuple[float, float]:
        x = left + width * math.log(intensity / low_x) / math.log(high_x / low_x)
        return x, top + height * (1 - math.log(tflops / low_y) / math.log(high_y / low_y))

    for power in range(-2, 4):
        x, _ = place(10.0**power, low_y)
        figure.line(x, top, x, top + height, "grid", 1)
        figure.text(x, top + height + 18, f"{10.0**power:g}", "muted", 11.5, "middle")
    for power in range(-1, 3):
        _, y = place(low_x, 10.0**power)
        figure.line(left, y, left + width, y, "grid", 1)
        figure.text(left - 8, y + 4, f"{10.0**power:g}", "muted", 11.5, "end")
    ridge = PEAK / BANDWIDTH
    start = low_y / BANDWIDTH
    figure.line(*place(start, low_y), *place(ridge, PEAK), "b", 3)
    figure.line(*place(ridge, PEAK), *place(high_x, PEAK), "a", 3)
    x, y = place(ridge, PEAK)
    figure.line(x, y, x, top + height, "muted", 1.5, dashed=True)
    figure.text(x + 8, top + height - 12, say["balance"].format(balance=f"{ridge:.1f}"), "ink", 12.5, bold=True)
    figure.text(left + width, y - 10, say["peak"].format(peak=f"{PEAK:.1f}"), "a", 12.5, "end")
    x, y = place(4.0, 4.0 * BANDWIDTH)
    figure.text(x - 12, y - 8, say["slope"], "b", 12.5, "end")
    for intensity, key in ((1 / 12, "add"), (0.5, "matvec"), (4096 / 6, "sgemm")):
        x, y = place(intensity, min(PEAK, intensity * BANDWIDTH))
        figure.rect(x - 5, y - 5, 10, 10, "c", None)
        if key == "sgemm":
            figure.text(x + 6, y + 24, say[key], "c", 12.5, "end")
        else:
            figure.text(x - 10, y - 5, say[key], "c", 12, "end")
    x, y = place(0.55, 0.3)
    figure.rect(x - 5, y - 5, 10, 10, "alarm", None)
    figure.line(x, y - 9, x, y - 52, "alarm", 2, arrow=True)
    figure.line(x + 9, y, x + 66, y, "alarm", 2, arrow=True)
    figure.text(x - 10, y + 5, say["yours"], "alarm", 12.5, "end")
    figure.text(x + 8, y - 34, say["up"], "alarm", 12)
    figure.text(x + 9, y + 19, say["right"], "alarm", 12)
    figure.text(left + width, top + height + 40, say["x_axis"], "ink", 12.5, "end")
    figure.text(24, top - 16, say["y_axis"], "ink", 12.5)
    figure.text(left, top + height + 76, say["left_side"], "b", 12.5)
    figure.text(left, top + height + 98, say["right_side"], "a", 12.5)
    return figure


def who_reads_what(say: Words, language: str) -> Canvas:
    """One request of A by a warp: along one row (left), and down one column (right), with the sectors touched."""
    figure = Canvas(760, 470, say["title"], say["description"], language)
    cell = 9
    for panel, along in enumerate((True, False)):
        x0, y0 = 48 + panel * 364, 96
        row, col = 5, 3
        wanted = {(row, k) if along else (k, col) for k in range(WARP)}
        touched = {(r, c // SECTOR) for r, c in wanted}
        figure.text(x0, 34, say["along" if along else "down"], bold=True, size=14)
        figure.text(x0, 56, say["along_code" if along else "down_code"], "muted", 12, mono=True)
        figure.text(x0, y0 - 10, say["columns"], "muted", 11.5)
        figure.text(x0 - 8, y0 + 8, "0", "muted", 10.5, "end")
        figure.text(x0 - 8, y0 + WARP * cell, "31", "muted", 10.5, "end")
        for r in range(WARP):
            for sector in range(WARP // SECTOR):
                fill = "b_soft" if (r, sector) in touched else "soft"
                figure.rect(x0 + sector * SECTOR * cell, y0 + r * cell, SECTOR * cell, cell, fill, "grid", 0.8)
        for r, c in wanted:
            figure.rect(x0 + c * cell + 1.5, y0 + r * cell + 1.5, cell - 3, cell - 3, "a")
        y = y0 + WARP * cell + 26
        counts = {"sectors": len(touched), "bytes": len(touched) * 32}
        figure.text(x0, y, say["sectors"].format(**counts), "c" if along else "alarm", 13.5, bold=True)
        figure.text(x0, y + 20, say["bytes"].format(**counts), size=12.5)
    figure.rect(48, 450 - 9, 7, 7, "a")
    figure.text(62, 449, say["key_word"], "muted", 11.5)
    figure.rect(412, 450 - 9, 26, 8, "b_soft", "grid", 0.8)
    figure.text(446, 449, say["key_sector"], "muted", 11.5)
    return figure


def warp_tree(say: Words, language: str) -> Canvas:
    """Eight lanes add up by shuffles: after offsets 4, 2 and 1, lane 0 has the sum of all."""
    lanes, width, height = 8, 69, 38
    x0, y0, step = 124, 84, 88
    figure = Canvas(700, 452, say["title"], say["description"], language)
    figure.text(24, 34, say["heading"], bold=True, size=14)
    sums = [{lane} for lane in range(lanes)]
    values: list[set[int] | None] = list(sums)
    y = y0
    for lane in range(lanes):
        figure.text(x0 + lane * width + 31, y0 - 14, say["lane"].format(number=lane), "muted", 11.5, "middle")
    offsets = (0, 4, 2, 1)
    for number, offset in enumerate(offsets):
        y = y0 + number * step
        if offset:
            figure.text(24, y - 26, say["offset"].format(offset=offset), "a", 12.5, bold=True)
            before = values
            values = [None] * lanes
            for lane in range(offset):
                one, other = before[lane], before[lane + offset]
                assert one is not None and other is not None
                values[lane] = one | other
                x, xo = x0 + lane * width + 31, x0 + (lane + offset) * width + 31
                figure.line(xo, y - step + height + 2, x + 14, y - 3, "a", 1.5, arrow=True)
                figure.line(x, y - step + height + 2, x, y - 3, "muted", 1, arrow=True)
        else:
            figure.text(24, y + 24, say["start"], size=12.5)
        for lane in range(lanes):
            x, held = x0 + lane * width, values[lane]
            role = "soft" if held is None else ("c_soft" if len(held) == lanes else "a_soft")
            figure.rect(x, y, 62, height, role, "grid" if held is None else "a", 1)
            if held is None:
                words = "–"
            elif len(held) == 1:
                words = f"s{lane}"
            elif len(held) == lanes:
                words = say["all"]
            else:
                words = "+".join(str(i) for i in sorted(held))
            colour = "muted" if held is None else "ink"
            figure.text(x + 31, y + 24, words, colour, 11 if len(words) > 5 else 12.5, "middle")
    figure.text(24, y + height + 30, say["others"], "muted", 12.5)
    return figure


FIGURES: Figures = {
    "one_element": one_element,
    "row_major": row_major,
    "two_roofs": two_roofs,
    "who_reads_what": who_reads_what,
    "warp_tree": warp_tree,
}


if __name__ == "__main__":
    main(FIGURES, __file__, "03_matmul_and_roofline", __doc__)
