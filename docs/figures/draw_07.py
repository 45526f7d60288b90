"""Draw the figures of module 07: python docs/figures/draw_07.py [--out FOLDER].

Each figure is written once per language (NAME.en.svg, NAME.ko.svg), because its labels are read too; the
words are in words_07.toml. Banks, wavefronts and occupancy are computed here, not drawn by eye.
"""

from __future__ import annotations

from figure_files import Figures, Words, main
from svg_canvas import Canvas

from grader.occupancy import occupancy

BANKS = 32


def outer_product(say: Words, language: str) -> Canvas:
    """Eight values of A beside an 8 x 8 grid of sums, eight of B above it: each meets each."""
    side, cell, x0, y0 = 8, 34, 130, 118
    marked_m, marked_n = 2, 5
    figure = Canvas(760, 440, say["title"], say["description"], language)
    figure.text(24, 36, say["heading"], bold=True, size=14)
    figure.text(x0 + side * cell / 2, y0 - 52, say["from_b"], "b", 12.5, "middle")
    figure.text(24, y0 + side * cell + 30, say["from_a"], "a", 12.5)
    for i in range(side):
        here = i == marked_m
        figure.rect(x0 - 44, y0 + i * cell, cell, cell, "a" if here else "a_soft", "a")
        figure.text(x0 - 44 + cell / 2, y0 + (i + 0.66) * cell, f"a{i}", "paper" if here else "a", 12, "middle")
        here = i == marked_n
        figure.rect(x0 + i * cell, y0 - 44, cell, cell, "b" if here else "b_soft", "b")
        figure.text(x0 + (i + 0.5) * cell, y0 - 44 + 0.66 * cell, f"b{i}", "paper" if here else "b", 12, "middle")
        for n in range(side):
            chosen = (i, n) == (marked_m, marked_n)
            figure.rect(x0 + n * cell, y0 + i * cell, cell, cell, "c" if chosen else "c_soft", "grid")
    y, x = y0 + (marked_m + 0.5) * cell, x0 + (marked_n + 0.5) * cell
    figure.line(x0 - 8, y, x - cell / 2 - 2, y, "a", 2, arrow=True)
    figure.line(x, y0 - 8, x, y0 + marked_m * cell - 2, "b", 2, arrow=True)
    figure.text(x, y + 5, "+=", "paper", 13, "middle", bold=True)
    left, line = 470, 26
    update = f"sum[{marked_m}][{marked_n}] += a{marked_m} * b{marked_n}"
    figure.text(left, y0 + 10, update, "c", 14, bold=True, mono=True)
    for number, key in enumerate(("read", "multiply", "uses", "kept")):
        figure.text(left, y0 + 48 + number * line, say[key], size=13)
    figure.text(left, y0 + 48 + 5 * line, say["dot"], "muted", 12.5)
    figure.text(left, y0 + 48 + 5 * line + 20, say["dot_2"], "muted", 12.5)
    return figure


def tile_levels(say: Words, language: str) -> Canvas:
    """The matrix, one block's 128 x 128 tile with its strips of A and B, one thread's 8 x 8 sums."""
    figure = Canvas(860, 440, say["title"], say["description"], language)
    y0, panel = 122, 208
    xs = (40, 340, 630)
    for x, key in zip(xs, ("grid", "block", "thread"), strict=True):
        figure.text(x, 34, say[key], bold=True, size=14)
        figure.text(x, 54, say[f"{key}_size"], "muted", 12)
    # The matrix C in blocks.
    cell = panel / 4
    for r in range(4):
        for c in range(4):
            chosen = (r, c) == (1, 2)
            figure.rect(xs[0] + c * cell, y0 + r * cell, cell, cell, "c_soft" if chosen else "soft", "grid")
    figure.rect(xs[0] + 2 * cell, y0 + cell, cell, cell, None, "c", 2.5)
    # One block: 16 x 16 threads, the first warp marked; strips of A and B beside it.
    cell = panel / 16
    figure.rect(xs[1] - 24, y0, 16, panel, "a_soft", "a")
    figure.rect(xs[1], y0 - 24, panel, 16, "b_soft", "b")
    figure.text(xs[1] - 16, y0 + panel + 18, say["strip_a"], "a", 11.5, "middle")
    figure.text(xs[1] + panel, y0 - 30, say["strip_b"], "b", 11.5, "end")
    for r in range(16):
        for c in range(16):
            figure.rect(xs[1] + c * cell, y0 + r * cell, cell, cell, "soft", "grid", 0.5)
    figure.rect(xs[1], y0, panel, 2 * cell, None, "alarm", 2)
    figure.text(xs[1] + panel, y0 + panel + 18, say["warp"], "alarm", 11.5, "end")
    figure.rect(xs[1] + 3 * cell, y0 + 5 * cell, cell, cell, "c", "c", 2)
    figure.text(xs[1], y0 + panel + 40, say["chosen_thread"], "c", 12)
    # One thread: 8 x 8 sums and its fragments.
    cell = panel / 8
    for i in range(8):
        figure.rect(xs[2] - 24, y0 + i * cell, 16, cell, "a_soft", "a")
        figure.rect(xs[2] + i * cell, y0 - 24, cell, 16, "b_soft", "b")
        for n in range(8):
            figure.rect(xs[2] + n * cell, y0 + i * cell, cell, cell, "c_soft", "grid")
    figure.rect(xs[2], y0, panel, panel, None, "c", 2)
    figure.text(xs[2], y0 + panel + 18, say["chosen_sums"], "c", 12)
    for left, right in ((xs[0] + panel + 6, xs[1] - 34), (xs[1] + panel + 6, xs[2] - 34)):
        figure.line(left, y0 + panel / 2, right, y0 + panel / 2, "muted", 2, arrow=True)
    for number, key in enumerate(("line_1", "line_2")):
        figure.text(40, y0 + panel + 70 + number * 22, say[key], size=12.5)
    return figure


def _eight_lanes(figure: Canvas, x0: float, y0: float, cell: float, stride: int, say: Words) -> int:
    """The words that the first eight lanes of a 16-byte load read, and how many of them the busiest bank has."""
    hits = [0] * BANKS
    for lane in range(8):
        for bank in range(BANKS):
            figure.rect(x0 + bank * cell, y0 + lane * cell * 2, cell, cell * 2, "soft", "grid", 0.5)
        for word in range(4):
            bank = (lane * stride + word) % BANKS
            again = hits[bank] > 0
            hits[bank] += 1
            figure.rect(x0 + bank * cell, y0 + lane * cell * 2, cell, cell * 2, "alarm" if again else "b", "paper", 0.5)
        figure.text(x0 - 8, y0 + lane * cell * 2 + cell * 1.4, say["lane"].format(tx=lane), "muted", 11, "end")
    figure.text(x0, y0 - 6, "0", "muted", 10.5)
    figure.text(x0 + BANKS * cell, y0 - 6, "31", "muted", 10.5, "end")
    figure.text(x0 + BANKS * cell / 2, y0 - 6, say["banks"], "muted", 11.5, "middle")
    return max(hits)


def fragment_banks(say: Words, language: str) -> Canvas:
    """Which banks eight lanes touch with four floats each: 8 floats apart, and 4 apart."""
    figure = Canvas(800, 336, say["title"], say["description"], language)
    cell, y0 = 9.5, 92
    for x0, stride, name in ((74, 8, "neighbours"), (474, 4, "groups")):
        figure.text(x0, 34, say[name], bold=True, size=13.5)
        figure.text(x0, 54, say[f"{name}_start"], "muted", 12)
        worst = _eight_lanes(figure, x0, y0, cell, stride, say)
        used = len({(lane * stride + word) % BANKS for lane in range(8) for word in range(4)})
        bottom = y0 + 16 * cell
        figure.text(x0, bottom + 24, say["used"].format(used=used), size=12.5)
        words = say["cost"].format(quarter=worst, load=4 * worst)
        figure.text(x0, bottom + 44, words, "alarm" if worst > 1 else "c", 13, bold=True)
        figure.text(x0, bottom + 66, say[f"{name}_why"], "muted", 12)
    return figure


def register_staircase(say: Words, language: str) -> Canvas:
    """Occupancy of blocks of 256 threads against registers a thread, on sm_90."""
    figure = Canvas(760, 400, say["title"], say["description"], language)
    x0, y0, wide, high = 80, 70, 600, 250
    figure.text(24, 34, say["heading"], bold=True, size=14)
    for percent in (0, 25, 50, 75, 100):
        y = y0 + high * (1 - percent / 100)
        figure.line(x0, y, x0 + wide, y, "grid", 1)
        figure.text(x0 - 8, y + 4, f"{percent} %", "muted", 11.5, "end")
    steps: list[tuple[float, int, int]] = []  # share, first and last number of registers
    for registers in range(24, 256):
        share = occupancy("sm_90", 256, registers, 8192).share
        if steps and steps[-1][0] == share:
            steps[-1] = (share, steps[-1][1], registers)
        else:
            steps.append((share, registers, registers))

    def across(registers: float) -> float:
        return x0 + wide * (registers - 24) / (256 - 24)

    for share, first, last in steps:
        y = y0 + high * (1 - share)
        here = first <= 128 <= last
        figure.rect(across(first), y, across(last + 1) - across(first), y0 + high - y, "c_soft" if here else "soft",
                    "c" if here else "grid", 2 if here else 1)  # fmt: skip
        if share <= 0.5:
            blocks = round(share * 8)
            key = "block" if blocks == 1 else "blocks"
            figure.text((across(first) + across(last + 1)) / 2, y - 8, say[key].format(blocks=blocks), size=12,
                        anchor="middle")  # fmt: skip
    for registers in (32, 64, 80, 128, 255):
        figure.text(across(registers + 0.5), y0 + high + 18, str(registers), "muted", 11.5, "middle")
    figure.text(x0 + wide / 2, y0 + high + 42, say["registers"], "muted", 12.5, "middle")
    x = across(128.5)
    figure.line(x, y0 + 40, x, y0 + high * 0.75 - 4, "c", 2, arrow=True)
    figure.text(x, y0 + 30, say["here"], "c", 13, "middle", bold=True)
    return figure


FIGURES: Figures = {
    "outer_product": outer_product,
    "tile_levels": tile_levels,
    "fragment_banks": fragment_banks,
    "register_staircase": register_staircase,
}


if __name__ == "__main__":
    main(FIGURES, __file__, "07_register_blocking", __doc__)
