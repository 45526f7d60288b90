"""Draw the figures of module 05: python docs/figures/draw_05.py [--out FOLDER].

Each figure is written once per language (NAME.en.svg, NAME.ko.svg), because its labels are read too; the
words are in words_05.toml. What a figure says about sectors and lines is computed here, not drawn by eye.
"""

from __future__ import annotations

from collections.abc import Callable

from figure_files import Figures, Words, main
from svg_canvas import Canvas

LANES, WORDS_OF_SECTOR, SECTORS_OF_LINE = 32, 8, 4
TILE = 16


def _sector(figure: Canvas, x: float, y: float, cell: float, wanted: set[int], touched: bool = True) -> None:
    """A sector as a row of eight words; wanted: which of them some lane asks for."""
    width = WORDS_OF_SECTOR * cell
    figure.rect(x, y, width, 20, "a_soft" if touched and wanted else "soft", "grid")
    for word in wanted:
        figure.rect(x + word * cell, y, cell, 20, "a", "paper", 0.75)
    figure.rect(x, y, width, 20, None, "a" if touched and wanted else "grid", 1.5 if touched and wanted else 1)


def sectors_of_a_request(say: Words, language: str) -> Canvas:
    """Five loads by 32 lanes, each drawn on the first two lines of memory that it may touch."""
    figure = Canvas(860, 440, say["title"], say["description"], language)
    x0, y0, pitch, cell = 214, 84, 66, 6
    sector = WORDS_OF_SECTOR * cell + 2
    line = SECTORS_OF_LINE * sector + 14
    figure.text(24, 36, say["heading"], bold=True, size=14)
    for number in range(2):
        x = x0 + number * line
        figure.text(x, y0 - 14, say["line"].format(number=number), "muted", 11.5)
    patterns: tuple[tuple[str, Callable[[int], int]], ...] = (
        ("aligned", lambda lane: lane),
        ("offset", lambda lane: lane + 1),
        ("stride_2", lambda lane: 2 * lane),
        ("broadcast", lambda lane: 0),
        ("stride_32", lambda lane: 32 * lane),
    )
    for row, (name, word) in enumerate(patterns):
        y = y0 + row * pitch
        words = {word(lane) for lane in range(LANES)}
        sectors = {w // WORDS_OF_SECTOR for w in words}
        lines = {s // SECTORS_OF_LINE for s in sectors}
        figure.text(24, y + 9, say[name], size=13)
        figure.text(24, y + 28, say[f"{name}_index"], "muted", 12, mono=True)
        for number in range(2 * SECTORS_OF_LINE):
            x = x0 + number // SECTORS_OF_LINE * line + number % SECTORS_OF_LINE * sector
            inside = {w % WORDS_OF_SECTOR for w in words if w // WORDS_OF_SECTOR == number}
            _sector(figure, x, y, cell, inside)
        if max(lines) > 1:
            figure.text(x0 + 2 * line - 4, y + 15, "…", "a", 16, bold=True)
        role = "alarm" if len(sectors) > LANES // WORDS_OF_SECTOR else "c"
        counts = say["counts"].format(sectors=len(sectors))
        figure.text(x0 + 2 * line + 22, y + 9, counts, role, 13.5, bold=True)
        useful = say["useful"].format(used=4 * len(words), moved=32 * len(sectors))
        figure.text(x0 + 2 * line + 22, y + 28, useful, "muted", 12)
    y = y0 + len(patterns) * pitch + 4
    figure.rect(24, y - 1, 12, 12, "a")
    figure.text(42, y + 10, say["legend_word"], "muted", 12)
    figure.rect(x0, y - 1, 12, 12, "a_soft", "a", 1.5)
    figure.text(x0 + 18, y + 10, say["legend_sector"], "muted", 12)
    return figure


def warp_on_c(say: Words, language: str) -> Canvas:
    """Which elements of a 16 x 16 tile the eight warps own, and what warp 0 asks of A and of B for one k."""
    figure = Canvas(860, 480, say["title"], say["description"], language)
    cell = 17
    for panel, (name, place) in enumerate(
        (("rows", lambda t: divmod(t, TILE)), ("columns", lambda t: divmod(t, TILE)[::-1]))
    ):
        x0, y0 = 96 + panel * 426, 132
        role = "c" if name == "rows" else "alarm"
        figure.text(x0 - 72, 36, say[name], bold=True, size=14)
        figure.text(x0 - 72, 58, say[f"{name}_why"], "muted", 12)
        owned = set()
        for t in range(TILE * TILE):
            row, col = place(t)
            warp = t // LANES
            fill = "a_soft" if warp == 0 else ("soft", "paper")[warp % 2]
            figure.rect(x0 + col * cell, y0 + row * cell, cell, cell, fill, "grid", 0.75)
            if warp == 0:
                owned.add((row, col))
                if t in (0, 1, 15, 16, 31):
                    figure.text(x0 + (col + 0.5) * cell, y0 + row * cell + 12, str(t), "ink", 9.5, "middle")
        rows, cols = {row for row, _ in owned}, {col for _, col in owned}
        figure.rect(x0, y0, len(cols) * cell, len(rows) * cell, None, "a", 2.5)
        # A: one word of each row, in a sector of its own; B: one row of 16 words, two sectors.
        for row in range(TILE):
            touched = row in rows
            figure.rect(
                x0 - 34, y0 + row * cell + 2, 24, cell - 4, "b_soft" if touched else "soft", "b" if touched else "grid"
            )
        for part in range(TILE // WORDS_OF_SECTOR):
            touched = any(col // WORDS_OF_SECTOR == part for col in cols)
            x = x0 + part * WORDS_OF_SECTOR * cell
            fill, edge = ("b_soft", "b") if touched else ("soft", "grid")
            figure.rect(x + 1, y0 - 30, WORDS_OF_SECTOR * cell - 2, 18, fill, edge)
        figure.text(x0 - 22, y0 - 16, "A", "b", 14, "middle", bold=True)
        figure.text(x0 + TILE * cell + 10, y0 - 16, "B", "b", 14, bold=True)
        figure.text(x0 + TILE * cell + 10, y0 + 14, "C", "a", 14, bold=True)
        a = len(rows)
        b = len({col // WORDS_OF_SECTOR for col in cols})
        y = y0 + TILE * cell + 28
        figure.text(x0 - 34, y, say["cost"].format(a=a, b=b, total=a + b), role, 13.5, bold=True)
    figure.text(24, 466, say["legend"], "muted", 12)
    return figure


def structures_and_arrays(say: Words, language: str) -> Canvas:
    """One field of neighbouring particles, as 32 lanes find it in either layout."""
    figure = Canvas(860, 400, say["title"], say["description"], language)
    fields = ("x", "y", "z", "vx", "vy", "vz", "m", "q")
    x0, cell, shown = 24, 19, 5
    sector = WORDS_OF_SECTOR * cell + 8
    figure.text(x0, 36, say["structures"], bold=True, size=14)
    for particle in range(shown):
        x = x0 + particle * sector
        figure.text(x, 62, say["particle"].format(number=particle), "muted", 11.5)
        for number, field in enumerate(fields):
            fill = "a" if field == "x" else "a_soft"
            figure.rect(x + number * cell, 70, cell, 26, fill, "grid", 0.75)
            role = "paper" if field == "x" else "muted"
            figure.text(x + (number + 0.5) * cell, 87, field, role, 10.5, "middle")
        figure.rect(x, 70, WORDS_OF_SECTOR * cell, 26, None, "a", 1.5)
        figure.line(x + cell / 2, 122, x + cell / 2, 98, "a", arrow=True)
        figure.text(x + cell / 2 - 6, 138, say["lane"].format(number=particle), "a", 11.5)
    figure.text(x0 + shown * sector, 88, "…", "a", 16, bold=True)
    figure.text(x0, 168, say["structures_cost"], "alarm", 13.5, bold=True)
    y = 236
    figure.text(x0, y - 26, say["arrays"], bold=True, size=14)
    for number in range(shown):
        x = x0 + number * sector
        in_x = number < LANES // WORDS_OF_SECTOR
        name = say["array"].format(field="x" if in_x else "y")
        label = say["elements"].format(name=name, first=8 * number % 32, last=8 * number % 32 + 7)
        figure.text(x, y - 4, label, "muted", 11.5)
        for word in range(WORDS_OF_SECTOR):
            figure.rect(x + word * cell, y + 4, cell, 26, "a" if in_x else "soft", "grid", 0.75)
            role = "paper" if in_x else "muted"
            figure.text(x + (word + 0.5) * cell, y + 21, "x" if in_x else "y", role, 10.5, "middle")
        if in_x:
            figure.rect(x, y + 4, WORDS_OF_SECTOR * cell, 26, None, "a", 1.5)
            for word in range(WORDS_OF_SECTOR):
                figure.line(x + (word + 0.5) * cell, y + 50, x + (word + 0.5) * cell, y + 32, "a", 1, arrow=True)
            lanes = say["lanes"].format(first=8 * number, last=8 * number + 7)
            figure.text(x, y + 66, lanes, "a", 11.5)
    figure.text(x0 + shown * sector, y + 22, "…", "muted", 16, bold=True)
    figure.text(x0, y + 96, say["arrays_cost"], "c", 13.5, bold=True)
    figure.text(x0, y + 140, say["legend"], "muted", 12)
    return figure


FIGURES: Figures = {
    "sectors_of_a_request": sectors_of_a_request,
    "warp_on_c": warp_on_c,
    "structures_and_arrays": structures_and_arrays,
}


if __name__ == "__main__":
    main(FIGURES, __file__, "05_memory_coalescing", __doc__)
