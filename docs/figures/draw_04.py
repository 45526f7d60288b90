"""Draw the figures of module 04: python docs/figures/draw_04.py [--out FOLDER].

Each figure is written once per language (NAME.en.svg, NAME.ko.svg), because its labels are read too; the
words are in words_04.toml. What a figure says about warps, sectors and edges is computed here, not drawn by eye.
"""

from __future__ import annotations

from collections.abc import Iterable

from figure_files import Figures, Words, main
from svg_canvas import Canvas

SIDE, WARP, SECTOR = 16, 32, 8  # threads along a side of the block, lanes, words of a sector
Place = tuple[int, int]


def one_element(say: Words, language: str) -> Canvas:
    """One thread walks along a row of A and down a column of B; what that means for addresses."""
    rows, depth, cols, ldb = 4, 5, 6, 8  # M, K, N all different; rows of B are padded by two words
    row, col, cell = 2, 3, 32
    ax, ay = 56, 312
    cx, by = ax + depth * cell + 56, ay - depth * cell - 44
    figure = Canvas(680, 612, say["title"], say["description"], language)

    def matrix(x: float, y: float, size: Place, name: str, shape: str) -> None:
        for r in range(size[0]):
            for c in range(size[1]):
                figure.rect(x + c * cell, y + r * cell, cell, cell, "soft", "grid")
        figure.text(x, y - 9, name, bold=True, size=16)
        figure.text(x + size[1] * cell, y - 9, shape, "muted", 12, "end")

    matrix(ax, ay, (rows, depth), "A", "M × K")
    matrix(cx, by, (depth, cols), "B", "K × N")
    matrix(cx, ay, (rows, cols), "C", "M × N")
    for k in range(depth):
        for x, y, role in ((ax + k * cell, ay + row * cell, "a"), (cx + col * cell, by + k * cell, "b")):
            figure.rect(x, y, cell, cell, f"{role}_soft", role, 2)
            figure.text(x + cell / 2, y + cell / 2 + 5, f"k{k}", role, 12.5, "middle", bold=True)
    for k in range(depth):
        for c in range(cols, ldb):
            figure.rect(cx + c * cell + 5, by + k * cell + 5, cell - 10, cell - 10, None, "muted", 0.8)
    figure.text(cx + cols * cell + 8, by - 9, say["padding"], "muted", 12)
    figure.rect(cx + col * cell, ay + row * cell, cell, cell, "c_soft", "c", 2.5)
    figure.text(cx + (col + 0.5) * cell, ay + (row + 0.5) * cell + 6, "Σ", "c", 17, "middle", bold=True)
    figure.text(28, 40, say["heading"], bold=True, size=14.5)
    figure.text(28, 64, say["sum"], "muted", 12.5)
    figure.text(cx + cols * cell + 14, ay + row * cell + 21, say["element"].format(row=row, col=col), "c", 12.5)

    small = 24
    for y, role, walked, words in (
        (498, "a", {row * depth + k: k for k in range(depth)}, say["walk_a"]),
        (566, "b", {k * ldb + col: k for k in range(3)}, say["walk_b"].format(ldb=ldb)),
    ):
        figure.text(52, y - 10, words, role, 12.5, bold=True)
        for word in range(3 * ldb):
            figure.rect(52 + word * small, y, small, 22, "soft", "grid")
            if role == "b" and word % ldb >= cols:
                figure.rect(52 + word * small + 5, y + 4, small - 10, 14, None, "muted", 0.8)
        for word, k in walked.items():
            figure.rect(52 + word * small, y, small, 22, f"{role}_soft", role, 1.6)
            figure.text(52 + (word + 0.5) * small, y + 15, f"k{k}", role, 10.5, "middle")
    return figure


def two_mappings(say: Words, language: str) -> Canvas:
    """What warp 0 of a 16 x 16 block owns of C, and what it asks of A and B in one step, for both mappings."""
    cell, step = 11, 5
    side = SIDE * cell
    figure = Canvas(900, 612, say["title"], say["description"], language)
    for panel, x_on in enumerate(("columns", "rows")):
        ax, ay = 40 + panel * 440, 312
        cx, by = ax + side + 26, ay - side - 34
        lanes = [(lane % SIDE, lane // SIDE) for lane in range(WARP)]  # (tx, ty)
        owned = [(ty, tx) if x_on == "columns" else (tx, ty) for tx, ty in lanes]
        wanted = {"A": {(row, step) for row, _ in owned}, "B": {(step, col) for _, col in owned}, "C": set(owned)}
        figure.text(ax, 36, say[x_on], bold=True, size=15)
        figure.text(ax, 58, say[f"{x_on}_warp"], "muted", 12.5)
        for name, x, y in (("A", ax, ay), ("B", cx, by), ("C", cx, ay)):
            _touched(figure, x, y, cell, wanted[name], name.lower())
            figure.text(x - 6, y + 4, name, bold=True, size=15, anchor="end")
        figure.text(ax, ay - 8, say["step"].format(k=step), "a", 12)
        figure.text(cx - 10, by + (step + 0.5) * cell + 4, f"k = {step}", "b", 12, "end")
        for line, name in enumerate("ABC"):
            words, sectors = len(wanted[name]), len(_sectors(wanted[name]))
            text = say["count"].format(name=name, words=words, sectors=sectors)
            figure.text(ax, ay + side + 30 + line * 21, text, name.lower(), 13, bold=True)
    figure.line(452, 24, 452, 568, "grid", 1)
    figure.text(40, 594, say["legend"], "muted", 12)
    return figure


def _touched(figure: Canvas, x: float, y: float, cell: float, words: Iterable[Place], role: str) -> None:
    """A 16 x 16 piece of a matrix: sectors that are touched are tinted, words that are wanted are filled."""
    places = set(words)
    for row in range(SIDE):
        for col in range(SIDE):
            figure.rect(x + col * cell, y + row * cell, cell, cell, "soft", "grid", 0.5)
    for row, sector in sorted(_sectors(places)):
        figure.rect(x + sector * SECTOR * cell, y + row * cell, SECTOR * cell, cell, f"{role}_soft", role, 1)
    for row, col in sorted(places):
        figure.rect(x + col * cell + 2, y + row * cell + 2, cell - 4, cell - 4, role)


def _sectors(words: Iterable[Place]) -> set[Place]:
    return {(row, col // SECTOR) for row, col in words}


def edge_blocks(say: Words, language: str) -> Canvas:
    """A C of 20 x 40 under 3 x 2 blocks of 16 x 16: which threads have an element and which have none."""
    rows, cols, across, down, cell = 20, 40, 3, 2, 10
    x0, y0, gap = 40, 84, 6
    figure = Canvas(620, 496, say["title"], say["description"], language)
    busy = 0
    for by in range(down):
        for bx in range(across):
            x, y = x0 + bx * (SIDE * cell + gap), y0 + by * (SIDE * cell + gap)
            for ty in range(SIDE):
                for tx in range(SIDE):
                    inside = by * SIDE + ty < rows and bx * SIDE + tx < cols
                    busy += inside
                    role = ("c_soft", "c") if inside else ("soft", "grid")
                    figure.rect(x + tx * cell, y + ty * cell, cell, cell, *role, 0.5)
            own = sum(by * SIDE + t // SIDE < rows and bx * SIDE + t % SIDE < cols for t in range(SIDE * SIDE))
            figure.rect(x, y, SIDE * cell, SIDE * cell, None, "ink", 1.5)
            figure.rect(x + 8, y + SIDE * cell - 30, 116, 22, "paper", "grid")
            figure.text(x + 14, y + SIDE * cell - 15, say["block"].format(bx=bx, by=by, own=own), size=12)
    figure.text(x0, 36, say["heading"].format(rows=rows, cols=cols), bold=True, size=14.5)
    figure.text(x0, 60, say["launch"], "muted", 12.5)
    idle = across * down * SIDE * SIDE - busy
    y = y0 + down * (SIDE * cell + gap) + 22
    figure.text(x0, y, say["busy"].format(busy=busy), "c", 13, bold=True)
    figure.text(x0, y + 22, say["idle"].format(idle=idle), "muted", 13, bold=True)
    figure.text(x0, y + 46, say["note"], "muted", 12)
    return figure


FIGURES: Figures = {
    "one_element": one_element,
    "two_mappings": two_mappings,
    "edge_blocks": edge_blocks,
}


if __name__ == "__main__":
    main(FIGURES, __file__, "04_sgemm_naive", __doc__)
