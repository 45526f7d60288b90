"""Draw the figures of module 12: python docs/figures/draw_12.py [--out FOLDER].

Each figure is written once per language (NAME.en.svg, NAME.ko.svg), because its labels are read too; the words are in
words_12.toml. Passes are those of the course's models.
"""

from __future__ import annotations

from collections import Counter

from figure_files import Figures, Words, main
from svg_canvas import Canvas

from grader.quiz.truth.contention import atomic_cost, copies_cost

LANES, SECTOR_WORDS, BANKS = 32, 8, 32


def race(say: Words, language: str) -> Canvas:
    """Two threads and a counter, time going down: three steps that mix, and one that does not."""
    figure = Canvas(800, 330, say["title"], say["description"], language)
    for x0, key, role in ((30.0, "plain", "alarm"), (424.0, "atomic", "c")):
        figure.text(x0, 32, say[key], bold=True, size=14)
        columns = {"a": x0 + 64, "memory": x0 + 174, "b": x0 + 284}
        for name, x in columns.items():
            figure.text(x, 62, say[name], "muted", 12, "middle")
            figure.line(x, 72, x, 284, "grid", 1.2)
        plain = key == "plain"
        steps = (
            [("a", "load", 17), ("b", "load", 17), ("a", "store", 18), ("b", "store", 18)]
            if plain
            else [("a", "add", 18), ("b", "add", 19)]
        )
        word = 17
        figure.rect(columns["memory"] - 18, 78, 36, 22, "soft", "grid")
        figure.text(columns["memory"], 94, str(word), size=13, anchor="middle")
        for number, (who, what, value) in enumerate(steps):
            y = 124 + number * (42 if plain else 74)
            near = columns["memory"] + (-20 if who == "a" else 20)
            mine = columns[who] + (33 if who == "a" else -33)
            first, last = (near, mine) if what == "load" else (mine, near)
            figure.line(first, y, last, y, "a" if who == "a" else "b", 1.8, arrow=True)
            figure.rect(columns[who] - 33, y - 12, 66, 24, f"{who}_soft", who)
            label = say[what].format(value=value)
            figure.text(columns[who], y + 4.5, label, who, 12, "middle")
            if what != "load":
                word = value
                figure.rect(columns["memory"] - 18, y - 11, 36, 22, "soft", "grid")
                figure.text(columns["memory"], y + 5, str(word), size=13, anchor="middle")
        figure.text(columns["memory"], 304, say["end"].format(value=word), role, 13, "middle", bold=True)
    return figure


def passes(say: Words, language: str) -> Canvas:
    """Words as bars of the lanes that meet there, in sectors of eight, for three index patterns."""
    figure = Canvas(800, 414, say["title"], say["description"], language)
    patterns = (("divided", "lane / 3", [k // 3 for k in range(LANES)]),
                ("modulo", "lane % 3", [k % 3 for k in range(LANES)]),
                ("times", "lane * 3", [k * 3 for k in range(LANES)]))  # fmt: skip
    width, x0 = 5.8, 126.0
    for row, (pattern, name, words) in enumerate(patterns):
        base = 106 + row * 122
        lanes, cost = Counter(words), atomic_cost(pattern, 3)
        sectors = sorted({word // SECTOR_WORDS for word in words})
        figure.text(24, base - 30, name, size=13.5, bold=True, mono=True)
        for sector in range(12):
            x = x0 + sector * SECTOR_WORDS * width
            used = sector in sectors
            busiest = max((lanes[sector * SECTOR_WORDS + k] for k in range(SECTOR_WORDS)), default=0)
            figure.rect(x, base, SECTOR_WORDS * width - 2, 12, "a_soft" if used else "soft", "a" if used else "grid")
            if used:
                figure.text(x + SECTOR_WORDS * width / 2 - 1, base + 28, str(busiest), "a", 12.5, "middle", bold=True)
        for word, count in lanes.items():
            figure.rect(x0 + word * width + 0.5, base - count * 6 - 1, width - 1.2, count * 6, "b")
        figure.text(x0 + 96 * width + 12, base - 22, say["far"].format(passes=cost.far), "a", 13, bold=True)
        figure.text(x0 + 96 * width + 12, base - 2, say["near"].format(passes=cost.near), "muted", 12)
        figure.text(24, base + 28, say["sector"], "muted", 11.5)
    figure.text(24, 402, say["note"], "muted", 12)
    return figure


def banks(say: Words, language: str) -> Canvas:
    """The words of one bin in four copies, among 32 banks, and lanes in each."""
    figure = Canvas(800, 232, say["title"], say["description"], language)
    x0, width = 150.0, 18.6
    for row, distance in enumerate((256, 264)):
        y = 66 + row * 84
        cost = copies_cost(4, distance)
        figure.text(24, y + 17, say["apart"].format(distance=distance), bold=True, size=13)
        for bank in range(BANKS):
            here = [copy for copy in range(4) if copy * distance % BANKS == bank]
            figure.rect(x0 + bank * width, y, width - 2, 26, "alarm" if len(here) > 1 else "c_soft" if here else "soft",
                        "grid")  # fmt: skip
            if here:
                lanes = LANES // 4 * len(here)
                figure.text(x0 + (bank + 0.5) * width - 1, y + 18, str(lanes), "paper" if len(here) > 1 else "c", 12,
                            "middle", bold=True)  # fmt: skip
                figure.text(x0 + (bank + 0.5) * width - 1, y + 42, ",".join(map(str, here)), "muted", 11, "middle")
        figure.text(24, y + 36, say["passes"].format(passes=cost.near), "muted", 12)
    figure.text(x0, 50, say["banks"], "muted", 12)
    figure.text(24, 218, say["note"], "muted", 12)
    return figure


def handover(say: Words, language: str) -> Canvas:
    """Six tiles through two buffers: who fills, who reads, and the signals between them."""
    figure = Canvas(800, 262, say["title"], say["description"], language)
    x0, slot = 130.0, 92.0
    rows = {"producer": 70.0, "consumers": 168.0}
    for name, y in rows.items():
        figure.text(24, y + 21, say[name], bold=True, size=13)
    for tile in range(6):
        buffer = tile % 2
        role = "ab"[buffer]
        left, right = x0 + tile * slot, x0 + (tile + 1) * slot
        figure.rect(left, rows["producer"], slot - 14, 34, f"{role}_soft", role)
        figure.text(left + (slot - 14) / 2, rows["producer"] + 22, say["tile"].format(tile=tile), role, 12.5, "middle")
        figure.rect(right, rows["consumers"], slot - 14, 34, f"{role}_soft", role)
        figure.text(
            right + (slot - 14) / 2, rows["consumers"] + 22, say["tile"].format(tile=tile), role, 12.5, "middle"
        )
        figure.line(right - 16, rows["producer"] + 35, right + 4, rows["consumers"] - 2, role, 1.6, arrow=True)
        if tile == 0:
            figure.text(right - 22, 134, "FULL", role, 11.5, "end")
        if tile < 4:
            end = right + slot - 14
            figure.line(end - 4, rows["consumers"] - 1, end + 16, rows["producer"] + 37, role, 1.6, True, arrow=True)
            if tile == 3:
                figure.text(end + 24, 134, "FREE", role, 11.5)
    figure.text(24, 40, say["heading"], "muted", 12.5)
    figure.text(24, 242, say["note"], "muted", 12)
    return figure


FIGURES: Figures = {
    "race": race, "passes": passes, "banks": banks, "handover": handover,
}  # fmt: skip


if __name__ == "__main__":
    main(FIGURES, __file__, "12_synchronization_and_atomics", __doc__)
