"""Draw the figures of module 17: python docs/figures/draw_17.py [--out FOLDER].

Each figure is written once per language (NAME.en.svg, NAME.ko.svg), because its labels are read too; the words are in
words_17.toml. Places are computed here.
"""

from __future__ import annotations

from itertools import accumulate

from figure_files import Figures, Words, main
from svg_canvas import Canvas

VALUES = [4, -2, 7, -1, -5, 3, 8, -6, 1, 9]


def places_of(flags: list[int]) -> list[int]:
    """The exclusive scan."""
    return [0, *accumulate(flags)][:-1]


def flags_to_places(say: Words, language: str) -> Canvas:
    """Ten numbers, their flags, the exclusive scan of these, and where each kept number goes."""
    figure = Canvas(800, 356, say["title"], say["description"], language)
    figure.text(24, 32, say["heading"], bold=True, size=14)
    flags = [int(v > 0) for v in VALUES]
    places, cell, x0 = places_of(flags), 60, 180.0
    rows = (("in", VALUES, 58), ("flags", flags, 116), ("places", places, 174))
    for name, numbers, y in rows:
        figure.text(x0 - 46, y + 20, say[name], size=12.5, anchor="end", mono=name != "places")
        for i, number in enumerate(numbers):
            kept = bool(flags[i])
            role = "a" if kept else "grid"
            shade = "ink" if kept else "grid" if name == "places" else "muted"
            figure.rect(x0 + i * cell - 24, y, 48, 28, "a_soft" if kept else "soft", role)
            figure.text(x0 + i * cell, y + 19, str(number), shade, 13, "middle")
    figure.text(x0 - 46, 209, say["places_how"], "muted", 11.5, "end")
    kept_values = [v for v in VALUES if v > 0]
    y = 276
    figure.text(x0 - 46, y + 20, say["out"], size=12.5, anchor="end", mono=True)
    for place, value in enumerate(kept_values):
        x = x0 + place * cell
        figure.rect(x - 24, y, 48, 28, "b_soft", "b")
        figure.text(x, y + 19, str(value), size=13, anchor="middle")
        figure.text(x, y + 44, str(place), "muted", 11, "middle")
    for i, flag in enumerate(flags):
        if flag:
            figure.line(x0 + i * cell, 204, x0 + places[i] * cell, y - 2, "b", 1.5, arrow=True)
    told = say["count"].format(place=places[-1], flag=flags[-1], count=places[-1] + flags[-1])
    figure.text(x0 + len(kept_values) * cell, y + 19, told, size=12.5)
    figure.text(24, 342, say["note"], "muted", 12)
    return figure


def ballot(say: Words, language: str) -> Canvas:
    """Eight lanes, their votes as bits, and the rank of one of them."""
    figure = Canvas(800, 296, say["title"], say["description"], language)
    figure.text(24, 32, say["heading"], bold=True, size=14)
    lanes, me, cell, x0 = VALUES[:8], 5, 66, 214.0
    votes = [v > 0 for v in lanes]
    for lane, (value, vote) in enumerate(zip(lanes, votes, strict=True)):
        x = x0 + lane * cell
        figure.text(x, 62, say["lane"].format(lane=lane), "muted", 11.5, "middle")
        figure.rect(x - 26, 70, 52, 28, "a_soft" if vote else "soft", "a" if vote else "grid")
        figure.text(x, 89, str(value), "ink" if vote else "muted", 13, "middle")
    figure.text(x0 - 46, 89, "x", size=12.5, anchor="end", mono=True)
    bits = [[int(v) for v in votes], [int(lane < me) for lane in range(8)]]
    bits.append([a & b for a, b in zip(*bits, strict=True)])
    for row, (name, numbers) in enumerate(zip(("votes", "below", "both"), bits, strict=True)):
        y = 118 + row * 40
        figure.text(x0 - 46, y + 18, say[name], size=12, anchor="end", mono=True)
        for lane, bit in enumerate(numbers):
            x = x0 + lane * cell
            role = "b" if row == 2 and bit else "a" if row == 0 and bit else "grid"
            figure.rect(x - 26, y, 52, 26, "b_soft" if role == "b" else "soft", role)
            figure.text(x, y + 18, str(bit), "ink" if bit else "muted", 13, "middle", bold=bool(bit))
    figure.line(x0 + me * cell, 100, x0 + me * cell, 116, "alarm", 2)
    figure.text(24, 262, say["rank"].format(lane=me, rank=sum(bits[2])), size=13, bold=True)
    figure.text(24, 284, say["note"], "muted", 12)
    return figure


def order(say: Words, language: str) -> Canvas:
    """Three blocks that take room as they come, and as their elements stood."""
    figure = Canvas(800, 330, say["title"], say["description"], language)
    kept = [["a", "b", "c"], ["d", "e"], ["f", "g", "h"]]
    roles = ("a", "b", "c")
    for column, (key, arrival) in enumerate((("arrival", (2, 0, 1)), ("before", (0, 1, 2)))):
        x0 = 28.0 + column * 392
        figure.text(x0, 34, say[key], bold=True, size=14)
        starts, at = {}, 0
        for block in arrival:
            starts[block], at = at, at + len(kept[block])
        for block, letters in enumerate(kept):
            y = 54 + block * 44
            role = roles[block]
            figure.text(x0, y + 19, say["block"].format(block=block), size=12.5)
            for k, letter in enumerate(letters):
                x = x0 + 78 + k * 34
                figure.rect(x, y, 30, 28, f"{role}_soft", role)
                figure.text(x + 15, y + 19, letter, size=13, anchor="middle")
            told = say["comes"].format(turn=arrival.index(block) + 1) if column == 0 else ""
            told += say["from"].format(place=starts[block])
            figure.text(x0 + 196, y + 19, told, "muted", 12)
        y = 216.0
        figure.text(x0, y + 19, say["out"], size=12.5, mono=True)
        for block, letters in enumerate(kept):
            for k, letter in enumerate(letters):
                x = x0 + 62 + (starts[block] + k) * 36
                figure.rect(x, y, 32, 28, f"{roles[block]}_soft", roles[block])
                figure.text(x + 16, y + 19, letter, size=13, anchor="middle")
        figure.text(x0, y + 56, say[f"{key}_end"], size=12.5)
    figure.line(402, 24, 402, 286, "grid", 1)
    figure.text(28, 314, say["note"], "muted", 12)
    return figure


def split(say: Words, language: str) -> Canvas:
    """Eight keys split by their lowest bit: one scan gives the places of zeros and of ones."""
    figure = Canvas(800, 330, say["title"], say["description"], language)
    figure.text(24, 32, say["heading"], bold=True, size=14)
    keys = [5, 2, 7, 4, 6, 1, 3, 8]
    zero = [int(k % 2 == 0) for k in keys]
    before = places_of(zero)
    zeros = sum(zero)
    places = [before[i] if zero[i] else zeros + i - before[i] for i in range(len(keys))]
    cell, x0 = 70, 220.0
    for name, numbers, y in (("keys", keys, 56), ("zero", zero, 104), ("before", before, 152), ("place", places, 200)):
        figure.text(x0 - 50, y + 19, say[name], size=12.5, anchor="end")
        for i, number in enumerate(numbers):
            role = "a" if zero[i] else "b"
            bold = name in ("keys", "place")
            figure.rect(x0 + i * cell - 28, y, 56, 28, f"{role}_soft" if bold else "soft", role if bold else "grid")
            figure.text(x0 + i * cell, y + 19, str(number), size=13, anchor="middle")
    y = 272
    figure.text(x0 - 50, y + 19, say["out"], size=12.5, anchor="end")
    for i, key in enumerate(keys):
        role = "a" if zero[i] else "b"
        x = x0 + places[i] * cell
        figure.rect(x - 28, y, 56, 28, f"{role}_soft", role)
        figure.text(x, y + 19, str(key), size=13, anchor="middle", bold=True)
        figure.line(x0 + i * cell, 230, x, y - 2, role, 1.3, arrow=True)
    figure.text(24, 320, say["note"].format(zeros=zeros), "muted", 12)
    return figure


DIGITS = [2, 0, 3, 1, 1, 2, 0, 2, 0, 2, 1, 3, 2, 1, 2, 0]  # of two blocks, two warps each, four lanes a warp
CHOSEN = 14  # the key whose place is explained


def part_of(i: int) -> int:
    """Which part of the chosen key's place key i is in: 0 to 3; 4 for the chosen one, 5 for those behind it."""
    if i == CHOSEN:
        return 4
    if DIGITS[i] < DIGITS[CHOSEN]:
        return 0
    if DIGITS[i] > DIGITS[CHOSEN] or i > CHOSEN:
        return 5
    return 1 if i // 8 < CHOSEN // 8 else 2 if i // 4 < CHOSEN // 4 else 3


def digit(say: Words, language: str) -> Canvas:
    """Sixteen keys before and after a pass, and the four numbers that make the place of one of them."""
    figure = Canvas(800, 346, say["title"], say["description"], language)
    figure.text(24, 32, say["heading"], bold=True, size=14)
    paint = (("soft", "muted"), ("a_soft", "a"), ("b_soft", "b"), ("c_soft", "c"), ("paper", "alarm"), ("soft", "grid"))
    x0, cell = 92.0, 41

    def key(x: float, y: float, i: int) -> None:
        part = part_of(i)
        figure.rect(x, y, 34, 30, *paint[part], 3 if part == 4 else 1)
        figure.text(x + 17, y + 20, str(DIGITS[i]), "muted" if part == 5 else "ink", 13, "middle", bold=part == 4)

    xs = [x0 + i * cell + i // 4 * 8 + i // 8 * 10 for i in range(16)]
    figure.text(24, 104, say["in"], size=12.5)
    for i, x in enumerate(xs):
        if i % 8 == 0:
            figure.text(x, 58, say["block"].format(block=i // 8), size=12.5, bold=True)
        if i % 4 == 0:
            figure.text(x, 77, say["warp"].format(warp=i // 4 % 2), "muted", 11.5)
        key(x, 84, i)
    out = sorted(range(16), key=lambda i: DIGITS[i])
    figure.text(24, 204, say["out"], size=12.5)
    for place, i in enumerate(out):
        key(x0 + place * 43, 184, i)
    figure.line(xs[CHOSEN] + 17, 116, x0 + out.index(CHOSEN) * 43 + 17, 180, "alarm", 2, arrow=True)
    counts = [sum(part_of(i) == part for i in range(16)) for part in range(4)]
    at = 0
    for part, count in enumerate(counts):
        figure.line(x0 + at * 43, 221, x0 + (at + count) * 43 - 9, 221, paint[part][1], 3)
        figure.text(x0 + (at + count / 2) * 43 - 4, 238, str(count), size=13, anchor="middle", bold=True)
        at += count
    for part, count in enumerate(counts):
        x, y = 24 + part % 2 * 384, 266 + part // 2 * 24
        figure.rect(x, y - 11, 14, 14, *paint[part])
        figure.text(x + 22, y, say[f"part_{part}"].format(count=count), size=12.5)
    told = say["place"].format(sum=" + ".join(map(str, counts)), place=sum(counts), offset=counts[0] + counts[1])
    figure.text(24, 328, told, size=13, bold=True)
    assert out.index(CHOSEN) == sum(counts)
    return figure


FIGURES: Figures = {
    "flags_to_places": flags_to_places, "ballot": ballot, "order": order, "split": split, "digit": digit,
}  # fmt: skip


if __name__ == "__main__":
    main(FIGURES, __file__, "17_stream_compaction", __doc__)
