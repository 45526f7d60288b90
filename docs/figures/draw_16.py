"""Draw the figures of module 16: python docs/figures/draw_16.py [--out FOLDER].

Each figure is written once per language (NAME.en.svg, NAME.ko.svg), because its labels are read too; the words are in
words_16.toml. Sums, and who can go on when, are computed here.
"""

from __future__ import annotations

from dataclasses import dataclass

from figure_files import Figures, Words, main
from svg_canvas import Canvas

from grader.quiz.truth.scans import sweep_access

VALUES = [3, 1, 7, 0, 4, 1, 6, 3]


def two_ways(say: Words, language: str) -> Canvas:
    """Eight numbers: steps in which everyone adds, and a sweep up and down."""
    figure = Canvas(800, 486, say["title"], say["description"], language)
    cell, y0 = 42, 78
    figure.text(24, 32, say["steps"], bold=True, size=14)
    rows, work = [VALUES], 0
    for distance in (1, 2, 4):
        above = rows[-1]
        rows.append([v + (above[i - distance] if i >= distance else 0) for i, v in enumerate(above)])
        work += len(VALUES) - distance
    figure.text(24, 52, say["cost"].format(steps=3, work=work), "muted", 12)
    for row, values in enumerate(rows):
        y = y0 + row * 70
        distance = 1 << row >> 1
        for i, value in enumerate(values):
            x = 48 + i * cell
            changed = row > 0 and i >= distance
            if changed:
                figure.line(x - distance * cell, y - 48, x - 4, y - 2, "a", 1.4, arrow=True)
            if row:
                figure.line(x, y - 48, x, y - 2, "a" if changed else "grid", 1, arrow=changed)
            _cell(figure, x, y, value, "a" if changed else "grid")
    _sweeps(figure, say, 430, y0, cell)
    figure.text(24, 470, say["note"], "muted", 12)
    return figure


def _sweeps(figure: Canvas, say: Words, x0: float, y0: float, cell: float) -> None:
    values, rows, work = list(VALUES), [list(VALUES)], 0
    touched: list[dict[int, list[int]]] = [{}]  # of each row: what has come to an element, from which above
    for half in (1, 2, 4):
        came: dict[int, list[int]] = {}
        for right in range(2 * half - 1, len(values), 2 * half):
            values[right] += values[right - half]
            came[right], work = [right - half, right], work + 1
        rows.append(list(values))
        touched.append(came)
    values[-1] = 0
    for half in (4, 2, 1):
        came = {}
        for right in range(2 * half - 1, len(values), 2 * half):
            left = values[right - half]
            values[right - half], values[right] = values[right], values[right] + left
            came[right], came[right - half] = [right - half, right], [right]
            work += 1
        rows.append(list(values))
        touched.append(came)
    assert values == [sum(VALUES[:i]) for i in range(len(VALUES))]
    figure.text(x0 - 24, 32, say["sweeps"], bold=True, size=14)
    figure.text(x0 - 24, 52, say["cost"].format(steps=6, work=work), "muted", 12)
    drop = 54
    for row, (cells, came) in enumerate(zip(rows, touched, strict=True)):
        y, role = y0 + row * drop, "b" if row < 4 else "c"
        for i, value in enumerate(cells):
            x = x0 + i * cell
            for source in came.get(i, ()):
                zeroed = row == 4 and source == len(cells) - 1
                aside = -4 if source < i else 4 if source > i else 0
                figure.line(x0 + source * cell, y - drop + 22, x + aside, y - 2, "alarm" if zeroed else role, 1.3,
                            arrow=True)  # fmt: skip
            _cell(figure, x, y, value, role if i in came else "grid")
        if row == 3:
            figure.text(x0 + 7 * cell + 24, y + 16, say["zero"], "alarm", 11.5)


def _cell(figure: Canvas, x: float, y: float, value: int, role: str) -> None:
    used = role != "grid"
    figure.rect(x - 15, y, 30, 22, f"{role}_soft" if used else "soft", role)
    figure.text(x, y + 16, str(value), "ink" if used else "muted", 12.5, "middle")


def gaps(say: Words, language: str) -> Canvas:
    """128 words by bank, without gaps and with one behind every 32; marked are those of a step, 8 words apart."""
    n, half, banks, cell = 128, 4, 32, 22
    fetched = [2 * half * (thread + 1) - 1 for thread in range(n // (2 * half))]
    figure = Canvas(800, 366, say["title"], say["description"], language)
    x0, y = 84.0, 62.0
    for key, gap in (("without", 0), ("with", 32)):
        place = {word: word + (word // gap if gap else 0) for word in range(n)}
        cost = sweep_access(n, half, gap)
        assert cost.wavefronts == max(sum(place[word] % banks == bank for word in fetched) for bank in range(banks))
        figure.text(24, y - 30, say[key], bold=True, size=14)
        figure.text(
            776,
            y - 30,
            say["one"] if cost.wavefronts == 1 else say["cost"].format(n=cost.wavefronts),
            "alarm" if cost.excess else "ink",
            13,
            "end",
        )
        figure.text(x0 - 12, y - 6, say["bank"], "muted", 10.5, "end")
        for bank in range(banks):
            figure.text(x0 + (bank + 0.5) * cell, y - 6, str(bank), "muted", 9, "middle")
        rows = 1 + max(place.values()) // banks
        word_at = {at: word for word, at in place.items()}
        places = range(max(place.values()) + 1)
        for at in sorted(places, key=word_at.__contains__, reverse=True):  # gaps last, so that their frames stay whole
            x, top = x0 + at % banks * cell, y + at // banks * cell
            word = word_at.get(at)
            if word is None:
                figure.rect(x, top, cell, cell, "paper", "alarm", 1.6)
                continue
            here = word in fetched
            figure.rect(x, top, cell, cell, "a" if here else "soft", "grid", 0.8)
            if here:
                figure.text(x + cell / 2, top + 15, str(word), "paper", 10, "middle")
        y += rows * cell + 62
    figure.text(24, 350, say["note"], "muted", 12)
    return figure


def levels(say: Words, language: str) -> Canvas:
    """What comes before one element: of its block the warps, of its warp the lanes, of its thread the elements."""
    figure = Canvas(800, 330, say["title"], say["description"], language)
    figure.text(24, 32, say["heading"], bold=True, size=14)
    x0, width = 130.0, 640.0
    rows = (("warps", 8, 5, "a"), ("lanes", 32, 20, "b"), ("elements", 4, 2, "c"))
    for row, (key, parts, here, role) in enumerate(rows):
        y, unit = 62.0 + row * 84, width / parts
        figure.text(x0 - 14, y + 22, say[key], size=13, anchor="end")
        for part in range(parts):
            before, mine = part < here, part == here
            fill = f"{role}_soft" if before else "alarm" if mine else "soft"
            figure.rect(x0 + part * unit, y, unit, 34, fill, role if before else "grid", 0.8)
            if parts < 32:
                figure.text(x0 + (part + 0.5) * unit, y + 22, str(part), "paper" if mine else "ink", 12, "middle")
        shown = "ink" if role == "c" else role
        figure.text(x0 + here * unit / 2, y - 6, say[f"{key}_sum"], shown, 12, "middle", bold=True)
        if row < 2:
            below = y + 84
            figure.line(x0 + here * unit, y + 36, x0, below - 20, "muted", 1, dashed=True)
            figure.line(x0 + (here + 1) * unit, y + 36, x0 + width, below - 20, "muted", 1, dashed=True)
    figure.text(24, 314, say["note"], "muted", 12)
    return figure


def passes(say: Words, language: str) -> Canvas:
    """How often the elements go through memory, for three ways to scan more than a block."""
    figure = Canvas(800, 300, say["title"], say["description"], language)
    figure.text(24, 32, say["heading"], bold=True, size=14)
    ways = (("scan_add", (("read", "write"), ("read", "write"))), ("reduce_scan", (("read",), ("read", "write"))),
            ("single", (("read", "write"),)))  # fmt: skip
    x0, unit = 196.0, 132.0
    for row, (key, launches) in enumerate(ways):
        y, x = 58.0 + row * 70, x0
        figure.text(x0 - 14, y + 15, say[key], size=13, anchor="end", bold=True)
        moved = sum(map(len, launches))
        figure.text(x0 - 14, y + 34, say["moved"].format(n=moved), "muted", 12, "end")
        for number, launch in enumerate(launches):
            for what in launch:
                role = "a" if what == "read" else "b"
                figure.rect(x, y, unit, 36, f"{role}_soft", role)
                figure.text(x + unit / 2, y + 23, say[what], size=12.5, anchor="middle")
                x += unit
            if number + 1 < len(launches):
                figure.rect(x + 5, y, 8, 36, "alarm")
                x += 18
    figure.rect(24, 262, 8, 16, "alarm")
    figure.text(40, 275, say["between"], size=12.5)
    figure.text(776, 275, say["note"], "muted", 12, "end")
    return figure


@dataclass
class Tile:
    """Times of one tile, in units of the picture: when its block begins, tells of its own sum, of the prefix, ends.

    used: the tiles of which it takes the own sum; base: that whose prefix it takes, None for tile 0."""

    begins: float
    tells: float
    knows: float
    ends: float
    used: list[int]
    base: int | None


LOADS = (2.0, 4.4, 2.6, 1.7, 3.2, 2.9, 1.9, 2.4)  # how long each block loads and adds: chance
ROOM, HOP, STORES = 5, 0.5, 1.4


def looked_back() -> list[Tile]:
    """Tiles by number: who waits for whom, where a GPU has room for ROOM blocks."""
    found: list[Tile] = []
    free = [0.0] * ROOM
    for number, loads in enumerate(LOADS):
        slot = free.index(min(free))
        begins = free[slot]
        tells = begins + loads
        knows, base, used = tells, None, []
        if number:
            # as soon as everything from some tile with a prefix on has told something; the nearest such is taken
            ways = []
            for start in range(number):
                ready = max([tells, found[start].knows, *(t.tells for t in found[start + 1 :])])
                ways.append((ready, -start))
            ready, nearest = min(ways)
            base = -nearest
            used = list(range(base + 1, number))
            knows = ready + HOP
        found.append(Tile(begins, tells, knows, knows + STORES, used, base))
        free[slot] = found[-1].ends
    return found


def look_back(say: Words, language: str) -> Canvas:
    """A row for each tile over time: loads, tells its own sum, looks back, tells the prefix, stores."""
    tiles = looked_back()
    figure = Canvas(800, 116 + 40 * len(tiles) + 40, say["title"], say["description"], language)
    figure.text(24, 32, say["heading"], bold=True, size=14)
    x0, unit, y0 = 92.0, 684 / max(t.ends for t in tiles), 74.0
    figure.line(x0, y0 - 16, 776, y0 - 16, "muted", 1, arrow=True)
    figure.text(776, y0 - 22, say["time"], "muted", 11.5, "end")

    def at(time: float, tile: int) -> tuple[float, float]:
        return x0 + time * unit, y0 + tile * 40

    for number, tile in enumerate(tiles):
        x, y = at(tile.begins, number)
        figure.text(x0 - 14, y + 19, say["tile"].format(tile=number), size=12.5, anchor="end")
        for begin, end, role in ((tile.begins, tile.tells, "soft"), (tile.tells, tile.knows, "b_soft"),
                                 (tile.knows, tile.ends, "c_soft")):  # fmt: skip
            if end > begin:
                figure.rect(x0 + begin * unit, y, (end - begin) * unit, 28, role, "grid", 0.8)
    for number, tile in enumerate(tiles):
        x, y = at(tile.knows, number)
        last = max(tile.used, key=lambda used: tiles[used].tells, default=None)
        if last is not None and tiles[last].tells >= tile.tells:
            sx, sy = at(tiles[last].tells, last)
            figure.line(sx, sy + 20, sx, y + 2, "a", 1.4, arrow=True)
        if tile.base is not None:
            sx, sy = at(tiles[tile.base].knows, tile.base)
            figure.line(sx, sy + 28, x - 3, y - 1, "b", 1.6, arrow=True)
    for number, tile in enumerate(tiles):
        for time, role in ((tile.tells, "a"), (tile.knows, "b")):
            if role == "b" or number:
                x, y = at(time, number)
                figure.rect(x - 4, y + 8, 8, 12, role)
    y, x = y0 + 40 * len(tiles) + 16, 24.0
    for role, key in (("soft", "loads"), ("a", "own"), ("b_soft", "looks"), ("b", "prefix"), ("c_soft", "stores")):
        figure.rect(x, y - 11, 12, 12, role, "grid")
        figure.text(x + 18, y, say[key], size=12.5)
        x += float(say[f"{key}_room"])
    figure.text(24, y + 30, say["note"], "muted", 12)
    return figure


def room_for_two(say: Words, language: str) -> Canvas:
    """Room for two blocks and the last first: tiles by block number wait for ever, tiles by ticket do not."""
    figure = Canvas(800, 330, say["title"], say["description"], language)
    width, height = 168, 40
    for column, (key, tiles) in enumerate((("by_number", (5, 4)), ("by_ticket", (0, 1)))):
        x0 = 24 + column * 392
        figure.text(x0, 34, say[key], bold=True, size=14, mono=True)
        for row, (block, tile) in enumerate(zip((5, 4), tiles, strict=True)):
            y = 58 + row * (height + 12)
            figure.rect(x0, y, width, height, "a_soft", "a")
            figure.text(x0 + 12, y + 25, say["block"].format(block=block, tile=tile), size=12.5)
            told = say["waits"].format(tile=tile - 1) if tile else say["goes_on"]
            stuck = column == 0
            figure.text(x0 + width + 14, y + 25, told, "alarm" if stuck else "ink", 12.5)
        for row, block in enumerate((3, 2, 1, 0)):
            y = 58 + (2 + row) * (height + 12) - row * 18
            figure.rect(x0, y, width, 28, "soft", "grid")
            figure.text(x0 + 12, y + 19, say["outside"].format(block=block), "muted", 12.5)
        figure.text(x0 + width + 14, 58 + 2 * (height + 12) + 19, say[f"{key}_end"], size=12.5)
    figure.line(404, 24, 404, 286, "grid", 1)
    figure.text(24, 314, say["note"], "muted", 12)
    return figure


FIGURES: Figures = {
    "two_ways": two_ways,
    "gaps": gaps,
    "levels": levels,
    "passes": passes,
    "look_back": look_back,
    "room_for_two": room_for_two,
}


if __name__ == "__main__":
    main(FIGURES, __file__, "16_scan", __doc__)
