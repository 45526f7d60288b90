"""Draw the figures of module 11: python docs/figures/draw_11.py [--out FOLDER].

Each figure is written once per language (NAME.en.svg, NAME.ko.svg), because its labels are read too; the
words are in words_11.toml. Which bank holds a word is computed here, not drawn by eye.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from figure_files import Figures, Words, main
from svg_canvas import Canvas

BANKS = LANES = 32


def on_banks(words: Iterable[int], banks: int = BANKS) -> list[int]:
    """How many distinct words lie in each bank."""
    found: dict[int, set[int]] = defaultdict(set)
    for word in words:
        found[word % banks].add(word)
    return [len(found[bank]) for bank in range(banks)]


def strides(say: Words, language: str) -> Canvas:
    """For five strides a column of letters on each of the 32 banks: as high as there are distinct words."""
    chosen = (1, 2, 16, 32, 33)
    cell, x0, unit, top = 15, 150, 3.4, 66
    heights = [max(on_banks(lane * stride for lane in range(LANES))) for stride in chosen]
    rows = [max(28, height * unit + 14) for height in heights]
    figure = Canvas(800, int(top + sum(rows) + 30 * len(rows) - 16), say["title"], say["description"], language)
    figure.text(24, 32, say["heading"], bold=True, size=14)
    figure.text(x0 + BANKS * cell, 32, say["banks"], "muted", 12, "end")
    y = top - 12
    for stride, height, room in zip(chosen, heights, rows, strict=True):
        base = y + room
        role = "c" if height == 1 else "alarm"
        counts = on_banks(lane * stride for lane in range(LANES))
        figure.text(24, base - 3, say["stride"].format(stride=stride), size=14, bold=True)
        for bank, count in enumerate(counts):
            x = x0 + bank * cell
            figure.rect(x, base, cell, 6, "soft", "grid", 0.5)
            for letter in range(count):
                figure.rect(x + 2, base - (letter + 1) * unit - 1, cell - 4, unit, role, "paper", 0.6)
        used = sum(1 for count in counts if count)
        figure.text(x0 + BANKS * cell + 14, base - 12, say["used"].format(used=used), "muted", 12)
        figure.text(x0 + BANKS * cell + 14, base + 5, say["cost"].format(cost=height), role, 12.5, bold=True)
        y = base + 30
    return figure


def swizzled_tile(say: Words, language: str) -> Canvas:
    """Left: the bank of every element of an 8 x 8 tile with 8 banks. Right: column 5 of 32 x 32 in bank space."""
    figure = Canvas(800, 470, say["title"], say["description"], language)
    side, cell, x0, y0, column = 8, 36, 64, 108, 5
    figure.text(x0, 34, say["small"], bold=True, size=14)
    figure.text(x0, 56, say["small_rule"], "muted", 12)
    figure.text(x0 + side * cell / 2, y0 - 24, say["columns"], "muted", 11.5, "middle")
    for c in range(side):
        figure.text(x0 + (c + 0.5) * cell, y0 - 7, str(c), "a" if c == column else "muted", 11.5, "middle")
    for r in range(side):
        figure.text(x0 - 10, y0 + (r + 0.5) * cell + 4, str(r), "muted", 11.5, "end")
        for c in range(side):
            chosen = c == column
            x, y = x0 + c * cell, y0 + r * cell
            figure.rect(
                x, y, cell, cell, "a_soft" if chosen else "soft", "a" if chosen else "grid", 1.5 if chosen else 1
            )
            figure.text(x + cell / 2, y + cell / 2 + 5, str(c ^ r), "a" if chosen else "ink", 14, "middle", bold=chosen)
    figure.text(26, y0 - 7, say["row"], "muted", 11.5)
    banks = sorted(c ^ column for c in range(side))
    assert banks == list(range(side))
    figure.text(x0, y0 + side * cell + 26, say["small_column"], "a", 12.5)
    figure.text(x0, y0 + side * cell + 46, say["small_row"], "muted", 12.5)

    x0, y0, cell = 448, 92, 9.5
    figure.text(x0, 34, say["large"], bold=True, size=14)
    figure.text(x0, 56, say["large_rule"], "muted", 12)
    figure.text(x0 + BANKS * cell / 2, y0 - 8, say["banks"], "muted", 11.5, "middle")
    for row in range(BANKS):
        for bank in range(BANKS):
            figure.rect(x0 + bank * cell, y0 + row * cell, cell, cell, "soft", "grid", 0.5)
        figure.rect(x0 + (column ^ row) * cell, y0 + row * cell, cell, cell, "c", "paper", 0.5)
    for row in (0, 31):
        figure.text(x0 - 8, y0 + (row + 1) * cell - 1, str(row), "muted", 10.5, "end")
    figure.text(x0 - 8, y0 + BANKS * cell / 2, say["row"], "muted", 11, "end")
    counts = on_banks(row * BANKS + (column ^ row) for row in range(BANKS))
    figure.text(x0, y0 + BANKS * cell + 26, say["used"].format(used=sum(1 for n in counts if n)), size=12.5)
    figure.text(x0, y0 + BANKS * cell + 46, say["cost"].format(cost=max(counts)), "c", 13.5, bold=True)
    return figure


def quarter_warps(say: Words, language: str) -> Canvas:
    """Eight lanes of 16 bytes at a time, next to each other and with a gap of 16 bytes."""
    figure = Canvas(800, 452, say["title"], say["description"], language)
    cell, x0 = 15, 130
    roles = ("a", "b", "c", "muted")
    top = 0.0
    for stride, key in ((1, "near"), (2, "apart")):
        figure.text(24, top + 34, say[key], bold=True, size=14)
        figure.text(x0 + BANKS * cell, top + 34, say["banks"], "muted", 12, "end")
        total = 0
        for group in range(4):
            y = top + 48 + group * 34
            lanes = range(8 * group, 8 * group + 8)
            figure.text(x0 - 10, y + 18, f"{lanes[0]} – {lanes[-1]}", "muted", 12, "end")
            figure.rect(x0, y, BANKS * cell, 26, "soft", "grid")
            level: dict[int, int] = defaultdict(int)
            for lane in lanes:
                first = lane * stride * 4
                height = 26 / stride
                bank = first % BANKS
                role = roles[lane % 2]
                figure.rect(x0 + bank * cell, y + level[bank] * height, 4 * cell, height, f"{role}_soft", role)
                figure.text(x0 + (bank + 2) * cell, y + (level[bank] + 0.5) * height + 4, str(lane), role, 10, "middle")
                level[bank] += 1
            cost = max(on_banks(lane * stride * 4 + word for lane in lanes for word in range(4)))
            total += cost
            role = "c" if cost == 1 else "alarm"
            figure.text(x0 + BANKS * cell + 14, y + 18, say["cost"].format(cost=cost), role, 12.5)
        figure.text(24, top + 48 + 4 * 34 + 14, say[f"{key}_sum"].format(total=total, excess=total - 4), size=12.5)
        top += 216
    figure.text(24, 438, say["note"], "muted", 12)
    return figure


def two_orders(say: Words, language: str) -> Canvas:
    """The step of a reduction of 256 words in which one warp works: the words it reads, 32 to a row."""
    figure = Canvas(800, 282, say["title"], say["description"], language)
    cell, y0, rows = 10.5, 100, 8
    orders = (
        ("interleaved", [8 * tid for tid in range(LANES)], [8 * tid + 4 for tid in range(LANES)]),
        ("sequential", list(range(LANES)), [tid + 32 for tid in range(LANES)]),
    )
    for panel, (name, first, second) in enumerate(orders):
        x0 = 44 + panel * 388
        figure.text(x0, 34, say[name], bold=True, size=14)
        figure.text(x0, 56, say[f"{name}_step"], "muted", 12, mono=True)
        figure.text(x0 + BANKS * cell / 2, y0 - 8, say["banks"], "muted", 11.5, "middle")
        for row in range(rows):
            figure.text(x0 - 6, y0 + (row + 1) * cell - 2, str(row * BANKS), "muted", 9, "end")
            for bank in range(BANKS):
                word = row * BANKS + bank
                role = "a" if word in first else "b" if word in second else "soft"
                figure.rect(x0 + bank * cell, y0 + row * cell, cell, cell, role, "grid", 0.5)
        bottom = y0 + rows * cell
        for line, (words, role, key) in enumerate(((first, "a", "own"), (second, "b", "other"))):
            figure.rect(x0, bottom + 16 + line * 21, 11, 11, role)
            worst = max(on_banks(words))
            figure.text(x0 + 18, bottom + 26 + line * 21, say[f"{name}_{key}"].format(cost=worst), size=12.5)
    figure.text(44, 266, say["note"], "muted", 12)
    return figure


FIGURES: Figures = {
    "strides": strides,
    "swizzled_tile": swizzled_tile,
    "quarter_warps": quarter_warps,
    "two_orders": two_orders,
}


if __name__ == "__main__":
    main(FIGURES, __file__, "11_bank_conflicts", __doc__)
