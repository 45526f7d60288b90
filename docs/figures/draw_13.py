"""Draw the figures of module 13: python docs/figures/draw_13.py [--out FOLDER].

Each figure is written once per language (NAME.en.svg, NAME.ko.svg), because its labels are read too; the words
are in words_13.toml. Who takes which side, which register goes where and who waits for whom is computed here.
"""

from __future__ import annotations

from figure_files import Figures, Words, main
from svg_canvas import Canvas

LANES = 32


def two_sides(say: Words, language: str) -> Canvas:
    """Time goes down. Left, one warp whose neighbours disagree; right, two warps that each agree."""
    figure = Canvas(800, 372, say["title"], say["description"], language)
    cell, top, common, side = 9, 92, 34, 74
    half, gap, right = 5.2, 22, 424
    figure.text(24, 34, say["by_lane_heading"], bold=True, size=14)
    figure.text(right, 34, say["by_warp_heading"], bold=True, size=14)
    _sides(figure, 96, top, cell, [lane % 2 for lane in range(LANES)], (common, side), say, left=24)
    figure.text(96, top - 12, say["lanes"], "muted", 12)
    for warp in range(2):
        x0 = right + warp * (LANES * half + gap)
        figure.text(x0, top - 12, say[f"warp_{warp}"], "muted", 12)
        _sides(figure, x0, top, half, [warp] * LANES, (common, side), say)
    bottom = top + 2 * common + side
    figure.line(right, bottom + 12, right + 2 * LANES * half + gap, bottom + 12, "c", 2)
    figure.text(right, bottom + 32, say["by_warp_end"], "c", 13, bold=True)
    figure.text(right, bottom + 52, say["by_warp_note"], "muted", 12)
    bottom = top + 2 * common + 2 * side
    figure.line(96, bottom + 12, 96 + LANES * cell, bottom + 12, "alarm", 2)
    figure.text(96, bottom + 32, say["by_lane_end"], "alarm", 13, bold=True)
    return figure


def _sides(
    figure: Canvas, x0: float, y: float, cell: float, taken: list[int], heights: tuple[int, int], say: Words,
    left: float | None = None,
) -> None:  # fmt: skip
    """One warp: what all lanes do, each side that some lane takes, and again what all do."""
    common, side = heights
    parts = (("before", common, None), ("side_a", side, 0), ("side_b", side, 1), ("after", common, None))
    for key, height, which in parts:
        if which is not None and which not in taken:
            continue
        if left is not None:
            figure.text(left, y + height / 2 + 4, say[key], size=12.5)
        for lane, mine in enumerate(taken):
            active = which is None or mine == which
            role = ("muted" if which is None else "ab"[which]) if active else "soft"
            figure.rect(x0 + lane * cell, y + 1, cell, height - 2, role, "paper", 0.8)
        y += height


def ballot_rank(say: Words, language: str) -> Canvas:
    """Eight lanes, what each says, the integer that all get, and what lane 5 makes of it."""
    values, chosen = (3, -1, 4, -1, -5, 9, 2, -6), 5
    holds = [value > 0 for value in values]
    ballot = sum(1 << lane for lane, yes in enumerate(holds) if yes)
    below = (1 << chosen) - 1
    ranks = [sum(holds[:lane]) if yes else None for lane, yes in enumerate(holds)]
    figure = Canvas(800, 318, say["title"], say["description"], language)
    cell, x0 = 52, 300
    rows = (
        (say["lane"], [str(lane) for lane in range(8)], "muted"),
        (say["value"], [str(value) for value in values], "ink"),
        (say["ballot"].format(ballot=ballot), [str(ballot >> lane & 1) for lane in range(8)], "a"),
        (say["below"].format(lane=chosen, below=below), [str(below >> lane & 1) for lane in range(8)], "b"),
        (say["both"].format(rank=ranks[chosen]), [str((ballot & below) >> lane & 1) for lane in range(8)], "c"),
        (say["rank"], ["–" if rank is None else str(rank) for rank in ranks], "ink"),
    )
    figure.text(24, 32, say["heading"], bold=True, size=14)
    for number, (name, cells, role) in enumerate(rows):
        y = 52 + number * 40
        figure.text(24, y + 22, name, size=12.5)
        for lane, shown in enumerate(cells):
            marked = number in (2, 3, 4) and shown == "1"
            frame = "b" if lane == chosen and number in (0, 5) else "grid"
            figure.rect(x0 + lane * cell, y, cell - 4, 32, f"{role}_soft" if marked else "soft", frame,
                        2 if frame == "b" else 1)  # fmt: skip
            figure.text(x0 + lane * cell + (cell - 4) / 2, y + 21, shown, role, 14, "middle", bold=marked)
    figure.text(24, 306, say["note"], "muted", 12)
    return figure


def transpose_rounds(say: Words, language: str) -> Canvas:
    """The registers of eight lanes after each of three rounds; a cell shows the row and column that it came from."""
    figure = Canvas(800, 296, say["title"], say["description"], language)
    side, cell, x0, y0 = 8, 21, 44, 76
    held = [[(r, c) for c in range(side)] for r in range(side)]
    states, moved = [held], [set()]
    for apart in (4, 2, 1):
        before = states[-1]
        after = [[before[r ^ apart][c ^ apart] if bool(r & apart) != bool(c & apart) else before[r][c]
                  for c in range(side)] for r in range(side)]  # fmt: skip
        states.append(after)
        moved.append({(r, c) for r in range(side) for c in range(side) if after[r][c] != before[r][c]})
    assert states[-1] == [[(c, r) for c in range(side)] for r in range(side)]
    for number, (state, places) in enumerate(zip(states, moved, strict=True)):
        x = x0 + number * (side * cell + 20)
        figure.text(x, 34, say[f"round_{number}"], bold=True, size=13.5)
        figure.text(x, 54, say[f"what_{number}"], "muted", 12)
        for r in range(side):
            if number == 0:
                figure.text(x - 8, y0 + (r + 0.5) * cell + 4, str(r), "muted", 11, "end")
            for c in range(side):
                fresh = (r, c) in places
                upper = bool(r & (4 >> max(0, number - 1)))
                role = "b" if upper else "a"
                figure.rect(x + c * cell, y0 + r * cell, cell, cell, f"{role}_soft" if fresh else "soft",
                            "grid", 0.8)  # fmt: skip
                row, col = state[r][c]
                figure.text(x + (c + 0.5) * cell, y0 + (r + 0.5) * cell + 4, f"{row}{col}", role if fresh else "muted",
                            10.5, "middle", bold=fresh)  # fmt: skip
    figure.text(14, y0 - 8, say["lane"], "muted", 11)
    figure.text(44, y0 + side * cell + 26, say["note_1"], size=12.5)
    figure.text(44, y0 + side * cell + 46, say["note_2"], "muted", 12)
    return figure


def sorted_kinds(say: Words, language: str) -> Canvas:
    """256 elements of four kinds, a warp a row, as they lie and sorted; beside each warp the sides that it takes."""
    figure = Canvas(800, 300, say["title"], say["description"], language)
    cell, y0 = 9.4, 82
    state, kinds = 12345, []
    for _ in range(256):
        state = (1103515245 * state + 12345) % 2**31
        kinds.append(state >> 20 & 3)
    roles = ("a", "b", "c", "alarm")
    for panel, (key, elements) in enumerate((("lying", kinds), ("sorted", sorted(kinds)))):
        x0 = 60 + panel * 384
        figure.text(x0, 34, say[key], bold=True, size=14)
        figure.text(x0 + LANES * cell + 8, y0 - 10, say["sides"], "muted", 11)
        total = 0
        for warp in range(8):
            row = elements[warp * LANES : (warp + 1) * LANES]
            sides = len(set(row))
            total += sides
            y = y0 + warp * 20
            figure.text(x0 - 8, y + 12, str(warp), "muted", 11, "end")
            for lane, kind in enumerate(row):
                figure.rect(x0 + lane * cell, y, cell, 15, roles[kind], "paper", 0.7)
            role = "alarm" if sides > 1 else "c"
            figure.text(x0 + LANES * cell + 14, y + 12, str(sides), role, 12.5, bold=True)
        role = "c" if panel else "alarm"
        figure.text(x0, y0 + 8 * 20 + 20, say["total"].format(total=total), role, 13, bold=True)
    figure.text(24, y0 - 10, say["warp"], "muted", 11)
    figure.text(24, 286, say["note"], "muted", 12)
    return figure


def collatz(start: int) -> int:
    """Steps from a number to 1."""
    steps = 0
    while start != 1:
        start = 3 * start + 1 if start % 2 else start // 2
        steps += 1
    return steps


def trip_counts(say: Words, language: str) -> Canvas:
    """Starts 1 to 24 in a world of eight lanes: eight at a time, and each lane fetching the next when it is done."""
    figure = Canvas(800, 392, say["title"], say["description"], language)
    lanes, starts, x0, unit, tall = 8, range(1, 25), 64, 10.6, 16
    steps = {start: collatz(start) for start in starts}
    together: list[tuple[int, int, int]] = []  # lane, first step, start
    clock = 0
    for first in range(1, 25, lanes):
        batch = range(first, first + lanes)
        together += [(lane, clock, start) for lane, start in enumerate(batch)]
        clock += max(steps[start] for start in batch)
    ends, fetched, free, queue = clock, [], [0] * lanes, list(starts)
    while queue:
        lane = min(range(lanes), key=lambda each: (free[each], each))
        fetched.append((lane, free[lane], queue[0]))
        free[lane] += steps[queue.pop(0)]
    for panel, (key, bars, end) in enumerate((("waiting", together, ends), ("fetching", fetched, max(free)))):
        y0 = 58 + panel * 172
        share = round(100 * sum(steps.values()) / (lanes * end))
        figure.text(24, y0 - 20, say[key], bold=True, size=14)
        figure.text(x0 + ends * unit, y0 - 20, say["share"].format(rounds=end, share=share), "c" if panel else "alarm",
                    13, "end", bold=True)  # fmt: skip
        for lane in range(lanes):
            y = y0 + lane * tall
            figure.text(x0 - 8, y + 12, str(lane), "muted", 11, "end")
            figure.rect(x0, y + 1, end * unit, tall - 2, "soft")
        for lane, begin, start in bars:
            role = "ab"[start % 2]
            y = y0 + lane * tall
            if steps[start]:
                figure.rect(x0 + begin * unit, y + 1, steps[start] * unit, tall - 2, f"{role}_soft", role, 0.8)
            if steps[start] > 1:
                figure.text(x0 + (begin + steps[start] / 2) * unit, y + 12, str(start), role, 10, "middle")
        figure.line(x0 + end * unit, y0 - 4, x0 + end * unit, y0 + lanes * tall + 4, "ink", 1.5)
    figure.text(24, 382, say["note"], "muted", 12)
    return figure


FIGURES: Figures = {
    "two_sides": two_sides,
    "ballot_rank": ballot_rank,
    "transpose_rounds": transpose_rounds,
    "sorted_kinds": sorted_kinds,
    "trip_counts": trip_counts,
}


if __name__ == "__main__":
    main(FIGURES, __file__, "13_warp_divergence", __doc__)
