"""Draw the figures of module 10: python docs/figures/draw_10.py [--out FOLDER].

Each figure is written once per language (NAME.en.svg, NAME.ko.svg), because its labels are read too; the words are in
words_10.toml. Lanes, bits, chunks, stages and errors are computed here, errors by the emulator's tensor core.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache

from figure_files import Figures, Words, main
from svg_canvas import Canvas

from grader.quiz.truth.geometry import groups_left
from grader.quiz.truth.tensor_cores import (
    FORMATS,
    chunk_of,
    errors_against_depth,
    fragment_place,
    matrix_load,
    rounded,
    sum_bound,
    tensor_sum,
)

MARKED = 13  # the lane that the figure of fragments marks


def formats(say: Words, language: str) -> Canvas:
    """Sign, exponent and fraction of four formats, and how many numbers each has from 1 up to 2."""
    figure = Canvas(800, 296, say["title"], say["description"], language)
    figure.text(24, 32, say["heading"], bold=True, size=14)
    bit, x0 = 13.0, 92.0
    for row, (name, form) in enumerate(FORMATS.items()):
        y = 66.0 + row * 50
        figure.text(24, y + 18, name.upper(), bold=True, size=13)
        unused = 32 - 1 - form.exponent - form.fraction if name == "tf32" else 0
        x = x0
        for count, role, edge in ((1, "soft", "muted"), (form.exponent, "b_soft", "b"), (form.fraction, "a_soft", "a"),
                                  (unused, "paper", "grid")):  # fmt: skip
            for k in range(count):
                figure.rect(x + k * bit, y, bit - 2, 26, role, edge)
            if count > 1:
                figure.text(x + count * bit / 2 - 1, y + 18, str(count), size=12, anchor="middle", bold=True)
            x += count * bit
        told = say["numbers"].format(count=f"{2**form.fraction:,}", bits=form.fraction)
        figure.text(x0 + 32 * bit + 16, y + 18, told, size=12.5)
    for place, (role, key) in enumerate((("soft", "sign"), ("b_soft", "exponent"), ("a_soft", "fraction"),
                                         ("paper", "unused"))):  # fmt: skip
        x = 92.0 + place * 168
        figure.rect(x, 262, 13, 13, role, "muted")
        figure.text(x + 20, 273, say[key], size=12)
    return figure


def rounding(say: Words, language: str) -> Canvas:
    """Floats between two TF32 numbers: where they go if they are cut off, and if they are rounded."""
    figure = Canvas(800, 262, say["title"], say["description"], language)
    figure.text(24, 32, say["heading"], bold=True, size=14)
    x0, part = 120.0, 70.0
    floats = [1 + k / 4096 for k in range(9)]
    for y, key, way in ((92.0, "cut", "cut"), (196.0, "nearest", "away")):
        figure.text(24, y - 20, say[key], size=12.5, bold=True)
        figure.line(x0 - 20, y + 24, x0 + 8 * part + 20, y + 24, "ink", 1.5)
        for k, value in enumerate(floats):
            x, to = x0 + k * part, x0 + (rounded(value, "tf32", way) - 1) * 4096 * part
            is_tf32 = to == x
            figure.line(x, y + (14 if is_tf32 else 19), x, y + (34 if is_tf32 else 29), "a" if is_tf32 else "ink",
                        3 if is_tf32 else 1.5)  # fmt: skip
            if not is_tf32:
                lift = y + 12 - 9 * (k % 4 if way == "cut" else (4 - k % 4 if to > x else k % 4)) / 2
                figure.line(x, y + 20, x, lift, "b", 1)
                figure.line(x, lift, to + (4 if to < x else -4), lift, "b", 1.5, arrow=True)
            if way == "away":
                figure.text(x, y + 50, "1" if k == 0 else f"1 + {k}/4096", "a" if is_tf32 else "muted", 11, "middle")
    return figure


_ROLES = ("a", "b", "c", "muted")


def _cells(figure: Canvas, matrix: str, registers: int, place: Callable[[int, int], tuple[float, float, float, float]]
           ) -> None:  # fmt: skip
    """A cell for every register of every lane, in the register's colour, with the lane's number in it."""
    for lane in range(32):
        for register in range(registers):
            x, y, w, h = place(*fragment_place(matrix, lane, register))
            role = _ROLES[register]
            own = lane == MARKED
            fill = "alarm" if own else "soft" if role == "muted" else f"{role}_soft"
            figure.rect(x, y, w - 1.5, h - 1.5, fill, "alarm" if own else role, 0.8)
            figure.text(x + w / 2 - 1, y + h / 2 + 3.5, str(lane), "paper" if own else "ink", 10.5, "middle", bold=own)


def fragments(say: Words, language: str) -> Canvas:
    """A, B and C of m16n8k16: the lane of every register, and one lane marked."""
    figure = Canvas(800, 600, say["title"], say["description"], language)
    figure.text(24, 32, say["heading"], bold=True, size=14)
    size, a_x, c_x, b_y, a_y = 20.0, 40.0, 420.0, 60.0, 270.0
    wide = 23.0
    figure.text(a_x, a_y - 10, say["a"], size=12.5, bold=True)
    figure.text(c_x, b_y - 10, say["b"], size=12.5, bold=True)
    figure.text(c_x, a_y - 10, say["c"], size=12.5, bold=True)
    half = 10.5
    _cells(figure, "a", 4, lambda r, c: (a_x + c * size, a_y + r * 18, 2 * size, 18.0))
    _cells(figure, "b", 2, lambda r, c: (c_x + c * wide, b_y + r * half, wide, 2 * half))
    _cells(figure, "c", 4, lambda r, c: (c_x + c * wide, a_y + r * 18, wide, 18.0))
    for x, y, w, h, tall, across in ((a_x, a_y, 16 * size, 16 * 18.0, 2, 2), (c_x, b_y, 8 * wide, 16 * half, 2, 1),
                                     (c_x, a_y, 8 * wide, 16 * 18.0, 2, 1)):  # fmt: skip
        for i in range(tall):
            for j in range(across):
                figure.rect(x + j * w / across - 1, y + i * h / tall - 1, w / across, h / tall, None, "ink", 2)
    x = c_x + 8 * wide + 14
    for k, role in enumerate(_ROLES):
        figure.rect(x, b_y + 46 + k * 24, 13, 13, "soft" if role == "muted" else f"{role}_soft", role)
        figure.text(x + 20, b_y + 57 + k * 24, say["register"].format(number=k), size=12)
    figure.rect(x, b_y + 46 + 4 * 24, 13, 13, "alarm", "alarm")
    figure.text(x + 20, b_y + 57 + 4 * 24, say["marked"].format(lane=MARKED), size=12)
    figure.text(24, 588, say["note"], "muted", 12)
    return figure


_DEEP = {16: ("m16n8k8 FP16", "m16n8k4 TF32", "m16n8k16 int8"), 32: ("m16n8k16 FP16", "m16n8k8 TF32", "m16n8k32 int8")}


def units(say: Words, language: str) -> Canvas:
    """One unit, lane by lane, and how A and B of all shapes are made of units."""
    figure = Canvas(800, 318, say["title"], say["description"], language)
    figure.text(24, 32, say["unit"], bold=True, size=14)
    size, high, x0, y0 = 44.0, 24.0, 40.0, 62.0
    for lane in range(32):
        x, y = x0 + lane % 4 * size, y0 + lane // 4 * high
        figure.rect(x, y, size - 3, high - 3, "a_soft", "a")
        figure.text(x + size / 2 - 1.5, y + 15, str(lane), size=12, anchor="middle")
    figure.text(x0, y0 + 8 * high + 18, say["cell"], "muted", 12)
    unit, gap = 52.0, 4.0
    for side, (deep, shapes) in enumerate(_DEEP.items()):
        left = 312.0 + side * 250
        figure.text(left, 32, say["deep"].format(bytes=deep), bold=True, size=14)
        across = deep // 16
        for name, down, right, x in (("A", 2, across, left), ("B", across, 1, left + across * unit + 40)):
            figure.text(x, 56, name, bold=True, size=13)
            for k in range(down * right):
                role = ("a", "b", "c", "muted")[k]
                at_x, at_y = x + k // down * unit, 66 + k % down * unit
                figure.rect(at_x, at_y, unit - gap, unit - gap, "soft" if role == "muted" else f"{role}_soft", role)
                figure.text(at_x + unit / 2 - 2, at_y + unit / 2 + 3, str(k), size=14, anchor="middle", bold=True)
        for row, shape in enumerate(shapes):
            figure.text(left, 206 + row * 22, shape, size=12.5, mono=True)
    figure.text(24, 304, say["note"], "muted", 12)
    return figure


ADDEND = 5.25 + 2.0**-19
PRODUCTS = ((1.7509765625, 1.3486328125), (0.6689453125, 0.71142578125), (0.0294647216796875, 0.052581787109375),
            (0.0009636878967285156, 0.004665374755859375))  # fmt: skip


def digits(value: Fraction, top: int, count: int) -> str:
    """Binary digits of a positive number from the power `top` down, so many of them."""
    return format(int(value / Fraction(2) ** (top - count + 1)), f"0{count}b")


def adding(say: Words, language: str) -> Canvas:
    """An addend and four products aligned, cut off and added."""
    figure = Canvas(800, 322, say["title"], say["description"], language)
    figure.text(24, 32, say["heading"], bold=True, size=14)
    terms = [Fraction(ADDEND)] + [Fraction(a) * Fraction(b) for a, b in PRODUCTS]
    top, window, shown = 2, 26, 40
    step, x0 = 14.0, 150.0
    for row, term in enumerate(terms):
        y = 74.0 + row * 32
        figure.text(24, y + 5, say["addend"] if row == 0 else say["product"].format(number=row), size=12.5)
        _digits(figure, digits(term, top, shown), x0, y, step, window)
    y = 74.0 + len(terms) * 32 + 10
    figure.line(x0 - 6, y - 20, x0 + shown * step, y - 20, "ink", 1.5)
    unit = Fraction(2) ** (top - window + 1)
    total = sum((int(term / unit) for term in terms), 0) * unit
    over = total >= Fraction(2) ** (top + 1)
    kept = 24 - over
    figure.text(24, y + 5, say["sum"], size=12.5, bold=True)
    if over:
        figure.text(x0 - step / 2, y + 4, "1", size=11, anchor="middle", mono=True, bold=True)
    _digits(figure, digits(total, top, window)[-window:], x0, y, step, kept, began=bool(over))
    for place, key in ((24, "float"), (window, "two")):
        x = x0 + place * step - 1
        figure.line(x, 54, x, y + 14, "a" if place == 24 else "alarm", 1.5, dashed=True)
        figure.text(x - 4 if place == 24 else x + 4, 60, say[key], "a" if place == 24 else "alarm", 11,
                    "end" if place == 24 else "start")  # fmt: skip
    exact = float(sum(terms))
    made = tensor_sum(PRODUCTS, ADDEND)
    figure.text(24, y + 44, say["exact"].format(exact=f"{exact:.10f}", made=f"{made:.10f}"), size=12.5)
    figure.text(24, y + 66, say["note"], "muted", 12)
    return figure


def _digits(figure: Canvas, text: str, x0: float, y: float, step: float, kept: int, began: bool = False) -> None:
    """Binary digits in columns, from the first 1 on unless they began before; what is cut off is marked."""
    for k, digit in enumerate(text.rstrip("0") if "1" in text[kept:] else text[:kept]):
        began = began or digit == "1"
        if not began:
            continue
        lost = k >= kept
        if lost:
            figure.rect(x0 + k * step, y - 9, step - 1, 18, "b_soft", None)
        figure.text(x0 + (k + 0.5) * step, y + 4, digit, "b" if lost else "ink", 11, "middle", mono=True)


def swizzle(say: Words, language: str) -> Canvas:
    """Eight rows of eight chunks of 16 bytes, plain and swizzled, with chunk 2 of every row marked."""
    figure = Canvas(800, 412, say["title"], say["description"], language)
    size, y0, wanted = 36.0, 84.0, 2
    for side, key in enumerate(("plain", "swizzled")):
        x0 = 60.0 + side * 380
        figure.text(x0, 32, say[key], bold=True, size=14)
        figure.text(x0, 56, say["quads"], "muted", 11.5)
        for quad in range(8):
            figure.text(x0 + (quad + 0.5) * size, y0 - 10, str(quad), "muted", 11, "middle")
        for row in range(8):
            figure.text(x0 - 10, y0 + row * size + 22, str(row), "muted", 11.5, "end")
            for chunk in range(8):
                at = chunk_of(row, chunk, 128) if side else chunk
                own = chunk == wanted
                figure.rect(x0 + at * size, y0 + row * size, size - 3, size - 3, "alarm" if own else "soft",
                            "alarm" if own else "grid")  # fmt: skip
                figure.text(x0 + (at + 0.5) * size - 1, y0 + row * size + 22, str(chunk), "paper" if own else "ink",
                            12.5, "middle", bold=own)  # fmt: skip
        cost = matrix_load(128, bool(side), 1, wanted).wavefronts
        figure.text(x0 - 8, y0 + 8 * size + 24, say["cost"].format(chunk=wanted, count=cost), size=12.5)
    return figure


STEPS, STAGES = 5, 3


def stages(say: Words, language: str) -> Canvas:
    """Three stages over five steps: what lands where, what is multiplied, and how many groups a wait leaves."""
    figure = Canvas(800, 330, say["title"], say["description"], language)
    figure.text(24, 32, say["heading"], bold=True, size=14)
    x0, y0, wide, high = 118.0, 76.0, 110.0, 44.0
    for t in range(-1, STEPS):
        x = x0 + (t + 1) * wide
        figure.text(x + wide / 2, y0 - 12, say["prologue"] if t < 0 else say["step"].format(step=t), "muted", 12,
                    "middle")  # fmt: skip
        for stage in range(STAGES):
            newest = min(t + STAGES - 1, STEPS - 1)
            inside = [s for s in range(max(t, 0), newest + 1) if s % STAGES == stage]
            now = t >= 0 and t % STAGES == stage
            role = "a" if now else "b" if inside else "grid"
            fill = "soft" if role == "grid" else f"{role}_soft"
            figure.rect(x + 3, y0 + stage * high, wide - 6, high - 6, fill, role, 2 if now else 1)
            if inside:
                started = inside[0] == t + STAGES - 1 or (t < 0)
                key = "multiplied" if now else "started" if started else "coming"
                figure.text(x + wide / 2, y0 + stage * high + 24, say[key].format(step=inside[0]), size=12,
                            anchor="middle")  # fmt: skip
    for stage in range(STAGES):
        figure.text(24, y0 + stage * high + 24, say["stage"].format(stage=stage), size=12.5)
    y = y0 + STAGES * high + 22
    figure.text(24, y, say["committed"], size=12)
    figure.text(24, y + 24, say["needed"], size=12)
    figure.text(24, y + 48, say["left"], size=12, bold=True)
    for t in range(STEPS):
        x = x0 + (t + 1.5) * wide
        committed = STAGES - 1 + t
        figure.text(x, y, str(committed), size=12.5, anchor="middle")
        figure.text(x, y + 24, str(t + 1), size=12.5, anchor="middle")
        figure.text(x, y + 48, str(committed - t - 1), size=12.5, anchor="middle", bold=True)
    last = groups_left(STAGES, STEPS - 1, STEPS)
    figure.text(24, y + 82, say["note"].format(step=STEPS - 1, left=last), "muted", 12)
    return figure


@cache
def _errors(half: bool) -> dict[int, float]:
    return errors_against_depth(4096, half)


def error_against_k(say: Words, language: str) -> Canvas:
    """The largest error of sums in float and in half against K, relative to the sum of |a b|, beside the bounds."""
    figure = Canvas(800, 420, say["title"], say["description"], language)
    figure.text(24, 32, say["heading"], bold=True, size=14)
    depths = list(_errors(half=False))
    x0, y0, wide, high = 84.0, 60.0, 470.0, 290.0
    low, top = -26, -2  # powers of two

    def x(depth: int) -> float:
        return x0 + wide * math.log2(depth / depths[0]) / math.log2(depths[-1] / depths[0])

    def y(value: float) -> float:
        return y0 + high * (top - math.log2(value)) / (top - low)

    for power in range(low, top + 1, 4):
        figure.line(x0, y(2.0**power), x0 + wide, y(2.0**power), "grid", 1)
        figure.text(x0 - 8, y(2.0**power) + 4, f"2^{power}", "muted", 11, "end")
    for depth in depths[::2]:
        figure.text(x(depth), y0 + high + 18, str(depth), "muted", 11, "middle")
    figure.text(x0 + wide / 2, y0 + high + 38, "K", "muted", 12, "middle")
    lines: Sequence[tuple[str, str, bool, list[float]]] = (
        ("half_bound", "b", True, [sum_bound(k, half=True) for k in depths]),
        ("half_seen", "b", False, [_errors(half=True)[k] for k in depths]),
        ("float_bound", "a", True, [sum_bound(k) for k in depths]),
        ("float_seen", "a", False, [_errors(half=False)[k] for k in depths]),
    )
    for key, role, dashed, values in lines:
        for k in range(len(depths) - 1):
            figure.line(x(depths[k]), y(values[k]), x(depths[k + 1]), y(values[k + 1]), role, 2, dashed)
        figure.text(x0 + wide + 10, y(values[-1]) + 4, say[key], role, 12)
    figure.text(24, 408, say["note"], "muted", 12)
    return figure


FIGURES: Figures = {
    "formats": formats, "rounding": rounding, "fragments": fragments, "units": units, "adding": adding,
    "swizzle": swizzle, "stages": stages, "error_against_k": error_against_k,
}  # fmt: skip


if __name__ == "__main__":
    main(FIGURES, __file__, "10_tensor_cores", __doc__)
