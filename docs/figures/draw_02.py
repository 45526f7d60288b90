"""Draw the figures of module 02: python docs/figures/draw_02.py [--out FOLDER].

Each figure is written once per language (NAME.en.svg, NAME.ko.svg), because its labels are read too; the
words are in words_02.toml. Sectors and roundings are computed here, not drawn by eye.
"""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Context, Decimal

from figure_files import Figures, Words, main
from svg_canvas import Canvas

LANES, ELEMENTS, LANES_OF_A_SECTOR = 32, 8, 8


def stages(say: Words, language: str) -> Canvas:
    """Source, PTX, machine code: one line of each, and what the compiler in between decides."""
    figure = Canvas(880, 430, say["title"], say["description"], language)
    wide, high, top = 228, 108, 62
    places = (24, 326, 628)
    texts = (
        ("a", "source", "y[i] = a * x[i] + b;", "source_note"),
        ("b", "ptx", "fma.rn.f32 %f4, …", "ptx_note"),
        ("c", "machine", "FFMA R7, R2, R8, R9", "machine_note"),
    )
    for x, (role, name, line, note) in zip(places, texts, strict=True):
        figure.rect(x, top, wide, high, f"{role}_soft", role, 2)
        figure.text(x + wide / 2, top + 26, say[name], role, 15, "middle", bold=True)
        figure.text(x + wide / 2, top + 58, line, size=13, anchor="middle", mono=True)
        figure.text(x + wide / 2, top + 88, say[note], "muted", 12, "middle")
    for number, x in enumerate(places[:2], 1):
        middle = x + wide + (places[1] - places[0] - wide) / 2
        figure.line(x + wide + 6, top + high / 2, x + wide + 68, top + high / 2, "ink", 2.5, arrow=True)
        figure.text(middle, 34, say[f"compiler_{number}"], size=15, anchor="middle", bold=True)
        figure.line(middle, 42, middle, top + high / 2 - 6, "grid", 1.5, dashed=True)
        figure.line(middle, top + high / 2 + 6, middle, 204, "grid", 1.5, dashed=True)
        left = 24 + 424 * (number - 1)
        figure.rect(left, 204, 408, 206, "soft", "grid")
        figure.text(left + 18, 230, say[f"decides_{number}"], size=13.5, bold=True)
        for place in range(6):
            figure.text(left + 18, 258 + 26 * place, f"· {say[f'decision_{number}{place + 1}']}", size=13)
    return figure


def where_arrays_live(say: Words, language: str) -> Canvas:
    """Eight registers that instructions name, and eight rows of local memory that have addresses."""
    figure = Canvas(880, 430, say["title"], say["description"], language)
    figure.text(24, 36, say["registers"], "a", 15, bold=True)
    figure.text(24, 60, "sum[2] += value;", size=13, mono=True)
    for j in range(ELEMENTS):
        y, here = 80 + 27 * j, j == 2
        figure.rect(88, y, 92, 22, "a_soft", "a", 2.5 if here else 1)
        figure.text(134, y + 16, f"R{4 + j}", "a", 12.5, "middle", bold=here, mono=True)
        figure.text(78, y + 16, f"sum[{j}]", "muted", 12, "end", mono=True)
    figure.text(200, 80 + 27 * 2 + 16, "FADD R6, R6, R12", "a", 13, mono=True)
    figure.text(200, 80 + 27 * 2 + 36, say["named"], "muted", 12)
    for place in range(3):
        figure.text(24, 330 + 22 * place, say[f"left_{place + 1}"], size=13)
    _local_memory(figure, say, 440)
    return figure


def _local_memory(figure: Canvas, say: Words, left: float) -> None:
    cell, x0, y0, high = 11.5, left + 58, 104, 24
    keys = [(3 * lane + lane // 8) % ELEMENTS for lane in range(LANES)]
    figure.text(left, 36, say["local"], "b", 15, bold=True)
    figure.text(left, 60, "sum[key] += value;", size=13, mono=True)
    figure.text(x0 + LANES * cell / 2, y0 - 10, say["lanes"], "muted", 12, "middle")
    for j in range(ELEMENTS):
        y = y0 + high * j
        figure.text(x0 - 8, y + 16, f"sum[{j}]", "muted", 12, "end", mono=True)
        for lane in range(LANES):
            hit = keys[lane] == j
            figure.rect(x0 + lane * cell, y, cell, high - 4, "b" if hit else "b_soft", "grid", 0.5)
        for sector in range(LANES // LANES_OF_A_SECTOR):
            width = LANES_OF_A_SECTOR * cell
            figure.rect(x0 + sector * width, y, width, high - 4, None, "b", 1)
    sectors = len({(key, lane // LANES_OF_A_SECTOR) for lane, key in enumerate(keys)})
    counts = {"sectors": sectors, "same": LANES // LANES_OF_A_SECTOR}
    for place in range(4):
        figure.text(left, 330 + 22 * place, say[f"right_{place + 1}"].format(**counts), size=13)


def one_rounding(say: Words, language: str) -> Canvas:
    """1.04 * 1.04 - 1.08 with three digits: rounded before the subtraction, and only after it."""
    figure = Canvas(760, 372, say["title"], say["description"], language)
    digits = Context(prec=3, rounding=ROUND_HALF_EVEN)
    factor, addend = Decimal("1.04"), Decimal("-1.08")
    exact = factor * factor
    kept = digits.plus(exact)
    x0, unit, y = 60, 28000, 128  # a hundredth is 280 wide
    first = Decimal("1.07")

    def at(value: Decimal) -> float:
        return x0 + 40 + float(value - first) * unit

    figure.text(24, 36, say["heading"], bold=True, size=15)
    figure.line(x0, y, 720, y, "ink", 1.5)
    for number in ("1.07", "1.08", "1.09"):
        x = at(Decimal(number))
        figure.line(x, y - 9, x, y + 9, "ink", 2)
        figure.text(x, y + 28, number, size=13, anchor="middle", mono=True)
    figure.line(at(exact) + 60, 84, at(exact) + 2, y - 4, "b", 1.5, arrow=True)
    figure.text(at(exact) + 66, 88, say["exact"].format(exact=exact), "b", 13)
    figure.rect(at(exact) - 2, y - 5, 4, 10, "b")
    figure.text(at(first), 88, say["between"], "muted", 12)
    for place, (role, name, before, result) in enumerate(
        (
            ("alarm", "twice", kept, digits.plus(kept + addend)),
            ("c", "once", exact, digits.plus(exact + addend)),
        )
    ):
        top = 186 + 88 * place
        figure.rect(24, top, 712, 76, "soft", "grid")
        figure.text(44, top + 30, say[name], role, 14.5, bold=True)
        shown = say["step"].format(before=before, addend=-addend, result=f"{result:f}")
        figure.text(44, top + 56, shown, size=14, mono=True)
        figure.text(716, top + 56, say[f"{name}_note"], "muted", 12.5, "end")
    return figure


FIGURES: Figures = {
    "stages": stages,
    "where_arrays_live": where_arrays_live,
    "one_rounding": one_rounding,
}


if __name__ == "__main__":
    main(FIGURES, __file__, "02_source_to_machine_code", __doc__)
