"""Draw the figures of module 18: python docs/figures/draw_18.py [--out FOLDER].

Each figure is written once per language (NAME.en.svg, NAME.ko.svg), because its labels are read too; the words are in
words_18.toml. Passes, borders, cells and weights are computed here.
"""

from __future__ import annotations

from figure_files import Figures, Words, main
from svg_canvas import Canvas

from grader.quiz.truth.filters import mended


def passes(say: Words, language: str) -> Canvas:
    """Three ways for eight lanes to index a table of constants, and the passes of each."""
    figure = Canvas(800, 348, say["title"], say["description"], language)
    figure.text(24, 32, say["heading"], bold=True, size=14)
    lanes = range(8)
    ways = (("same", [2] * 8), ("few", [lane // 4 + 1 for lane in lanes]), ("each", [3 * lane % 8 for lane in lanes]))
    cell, x0 = 44, 222.0
    for row, (key, index) in enumerate(ways):
        y = 62.0 + row * 88
        figure.text(24, y + 20, say[key], size=12.5, mono=True)
        taken = sorted(set(index))
        for lane, entry in enumerate(index):
            role = ("a", "b", "c")[taken.index(entry)] if len(taken) < 3 else "alarm"
            figure.rect(x0 + lane * cell - 20, y, 40, 26, "soft" if role == "alarm" else f"{role}_soft", role)
            figure.text(x0 + lane * cell, y + 18, str(entry), size=12.5, anchor="middle")
        figure.text(x0, y + 44, say["lanes"], "muted", 11)
        x = x0 + 8 * cell + 16
        for turn in range(len(taken)):
            role = ("a", "b", "c")[turn] if len(taken) < 3 else "alarm"
            figure.rect(x + turn * 15, y + 2, 11, 22, role)
        figure.text(x, y + 44, say["passes"].format(count=len(taken)), size=12.5, bold=True)
    figure.text(24, 334, say["note"], "muted", 12)
    return figure


def borders(say: Words, language: str) -> Canvas:
    """What stands for two elements beyond either end of a signal, in four ways."""
    figure = Canvas(800, 274, say["title"], say["description"], language)
    figure.text(24, 32, say["heading"], bold=True, size=14)
    signal, cell, x0 = "abcde", 48, 200.0
    for row, border in enumerate(("zeros", "clamp", "wrap", "mirror")):
        y = 52.0 + row * 48
        figure.text(24, y + 23, say[border], size=13)
        for place, k in enumerate(range(-2, len(signal) + 2)):
            inside = 0 <= k < len(signal)
            source = mended(k, len(signal), border)
            x = x0 + place * cell + (12 if k >= 0 else 0) + (12 if k >= len(signal) else 0)
            fill, edge = ("a_soft", "a") if inside else ("soft", "grid") if source is None else ("b_soft", "b")
            figure.rect(x, y, cell - 4, 34, fill, edge)
            shown = "0" if source is None else signal[source]
            figure.text(x + cell / 2 - 2, y + 22, shown, size=13, anchor="middle", mono=True)
    figure.text(24, 262, say["note"], "muted", 12)
    return figure


WIDE, HIGH, RADIUS = 8, 4, 1


def rounds() -> dict[tuple[int, int], tuple[int, int]]:
    """Of each cell (x, y) of the tile with its halo: the thread (x, y) that loads it, as in conv2d_halo."""
    return {(x, y): (x % WIDE, y % HIGH) for y in range(HIGH + 2 * RADIUS) for x in range(WIDE + 2 * RADIUS)}


def halo(say: Words, language: str) -> Canvas:
    """A tile of 8 x 4 with a halo of one: which thread loads which cell, in which round."""
    figure = Canvas(800, 366, say["title"], say["description"], language)
    figure.text(24, 32, say["heading"], bold=True, size=14)
    size, x0, y0 = 46, 40.0, 58.0
    for (x, y), (tx, ty) in rounds().items():
        turn = (x >= WIDE) + 2 * (y >= HIGH)
        role = ("a", "b", "c", "alarm")[turn]
        inner = RADIUS <= x < WIDE + RADIUS and RADIUS <= y < HIGH + RADIUS
        left, top, fill = x0 + x * size, y0 + y * size, "soft" if role == "alarm" else f"{role}_soft"
        figure.rect(left, top, size - 3, size - 3, fill, role, 2 if inner else 0.8)
        figure.text(left + (size - 3) / 2, top + 27, f"{tx},{ty}", size=12, anchor="middle", mono=True)
    inner_x, inner_y = x0 + RADIUS * size - 2, y0 + RADIUS * size - 2
    figure.rect(inner_x, inner_y, WIDE * size + 1, HIGH * size + 1, None, "ink", 2.5)
    x = x0 + (WIDE + 2 * RADIUS) * size + 24
    cells = (WIDE + 2 * RADIUS) * (HIGH + 2 * RADIUS)
    for turn, role in enumerate(("a", "b", "c", "alarm")):
        own = sum((cx >= WIDE) + 2 * (cy >= HIGH) == turn for cx, cy in rounds())
        figure.rect(x, 70 + turn * 34, 14, 14, "soft" if role == "alarm" else f"{role}_soft", role)
        told = say["round"].format(turn=turn + 1, cells=own, threads=WIDE * HIGH)
        figure.text(x + 22, 82 + turn * 34, told, size=12.5)
    figure.text(x, 226, say["cells"].format(cells=cells, results=WIDE * HIGH), size=12.5)
    figure.text(x, 248, say["alone"].format(loads=WIDE * HIGH * (2 * RADIUS + 1) ** 2), size=12.5)
    figure.text(24, 352, say["note"], "muted", 12)
    return figure


def separable(say: Words, language: str) -> Canvas:
    """A filter of 5 x 5 as a column times a row, and two passes in place of one."""
    figure = Canvas(800, 330, say["title"], say["description"], language)
    across = [1, 4, 6, 4, 1]
    size = 34
    figure.text(24, 32, say["product"], bold=True, size=14)
    x0, y0 = 78.0, 98.0
    for k, weight in enumerate(across):
        figure.rect(x0 + k * size, y0 - 44, size - 3, size - 3, "b_soft", "b")
        figure.text(x0 + k * size + 15, y0 - 23, str(weight), size=12.5, anchor="middle")
        figure.rect(x0 - 46, y0 + k * size, size - 3, size - 3, "a_soft", "a")
        figure.text(x0 - 30, y0 + k * size + 21, str(weight), size=12.5, anchor="middle")
        for j, down in enumerate(across):
            figure.rect(x0 + k * size, y0 + j * size, size - 3, size - 3, "soft", "grid")
            figure.text(x0 + k * size + 15, y0 + j * size + 21, str(weight * down), size=12, anchor="middle")
    figure.text(24, y0 + 5 * size + 26, say["one"].format(products=len(across) ** 2), size=12.5)
    x = 330.0
    figure.text(x, 32, say["two"].format(products=2 * len(across)), bold=True, size=14)
    step = 26
    for stage, (key, role) in enumerate((("rows", "b"), ("columns", "a"))):
        left = x + stage * 232
        figure.text(left, 56, say[key], size=12.5)
        for j in range(7):
            for k in range(7):
                used = (j == 3 and 1 <= k <= 5) if stage == 0 else (k == 3 and 1 <= j <= 5)
                here = (j, k) == (3, 3)
                figure.rect(left + k * step, 68 + j * step, step - 2, step - 2, f"{role}_soft" if used else "soft",
                            "alarm" if here else role if used else "grid", 2 if here else 0.8)  # fmt: skip
    figure.line(x + 188, 158, x + 224, 158, "muted", 1.5, arrow=True)
    figure.text(x, 282, say["halo"], size=12.5)
    figure.text(24, 318, say["note"], "muted", 12)
    return figure


def march(say: Words, language: str) -> Canvas:
    """Three planes of a volume: one in shared memory, and of each column three elements in registers."""
    figure = Canvas(800, 316, say["title"], say["description"], language)
    figure.text(24, 32, say["heading"], bold=True, size=14)
    for step, (key, role) in enumerate((("behind", "grid"), ("here", "a"), ("ahead", "b"))):
        x0, y0 = 44.0 + step * 168, 64.0
        figure.text(x0, y0 + 176, say[key], size=12.5, bold=role == "a")
        for j in range(5):
            for k in range(5):
                centre = (j, k) == (2, 2)
                near = role == "a" and abs(j - 2) + abs(k - 2) == 1
                fill = f"{role}_soft" if role == "a" and not (centre or near) else "soft"
                figure.rect(x0 + k * 28, y0 + j * 28, 25, 25, "alarm" if centre else "c_soft" if near else fill,
                            role if role == "a" else "grid", 0.8)  # fmt: skip
        if step < 2:
            figure.line(x0 + 148, y0 + 68, x0 + 164, y0 + 68, "muted", 1.5, arrow=True)
    x = 560.0
    for row, (role, key) in enumerate((("alarm", "registers"), ("c_soft", "neighbours"), ("a_soft", "plane"))):
        figure.rect(x, 84 + row * 40, 14, 14, role, "grid")
        figure.text(x + 22, 96 + row * 40, say[key], size=12.5)
    figure.text(24, 286, say["steps"], size=12.5)
    figure.text(24, 304, say["note"], "muted", 12)
    return figure


def texels(say: Words, language: str) -> Canvas:
    """Four texels in a row: centres at i + 0.5, and the weights of a read between two of them."""
    figure = Canvas(800, 300, say["title"], say["description"], language)
    figure.text(24, 32, say["heading"], bold=True, size=14)
    values, x0, unit, y0 = [10, 30, 20, 50], 80.0, 160.0, 66.0
    for i, value in enumerate(values):
        figure.rect(x0 + i * unit, y0, unit - 3, 54, "a_soft", "a")
        figure.text(x0 + (i + 0.5) * unit, y0 + 33, f"T[{i}] = {value}", size=13, anchor="middle", mono=True)
        figure.line(x0 + (i + 0.5) * unit, y0 + 54, x0 + (i + 0.5) * unit, y0 + 66, "a", 1.5)
        figure.text(x0 + (i + 0.5) * unit, y0 + 82, f"{i + 0.5}", "a", 12, "middle")
    for edge in range(5):
        figure.text(x0 + edge * unit, y0 - 8, str(edge), "muted", 11, "middle")
    place = 1.75
    first = int(place - 0.5)
    weight = place - 0.5 - first
    x = x0 + place * unit
    figure.line(x, y0 + 128, x, y0 + 58, "alarm", 2, arrow=True)
    figure.text(x, y0 + 146, f"x = {place}", "alarm", 13, "middle", bold=True, mono=True)
    steps = round(weight * 256)
    result = (1 - weight) * values[first] + weight * values[first + 1]
    figure.text(24, 254, say["sum"].format(left=f"{1 - weight:g}", right=f"{weight:g}", i=first, j=first + 1,
                                           steps=steps, result=f"{result:g}"), size=13)  # fmt: skip
    figure.text(24, 284, say["note"], "muted", 12)
    return figure


FIGURES: Figures = {
    "passes": passes, "borders": borders, "halo": halo, "separable": separable, "march": march, "texels": texels,
}  # fmt: skip


if __name__ == "__main__":
    main(FIGURES, __file__, "18_constant_memory_and_convolution", __doc__)
