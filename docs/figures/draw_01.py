"""Draw the figures of module 01: python docs/figures/draw_01.py [--out FOLDER].

Each figure is written once per language (NAME.en.svg, NAME.ko.svg), because its labels are read too; the
words are in words_01.toml. Which thread is in which warp, and when a scheduler has work, is computed here.
"""

from __future__ import annotations

from collections.abc import Callable

from figure_files import Figures, Words, main
from svg_canvas import Canvas

WARP = 32
ROLES = ("a", "b", "c")


def warps_in_blocks(say: Words, language: str) -> Canvas:
    """Four blocks of threads, each thread coloured by its warp: threads are numbered along x first."""
    figure = Canvas(780, 470, say["title"], say["description"], language)
    cell = 11
    _block(figure, 40, 74, (8, 4), cell, say)
    _block(figure, 40, 240, (16, 16), cell, say)
    _block(figure, 330, 74, (32, 8), cell, say)
    wide = 17
    x0, y0 = 330, 290
    _block(figure, x0, y0, (20, 3), wide, say, numbered=True)
    for lane in range(60 % WARP, WARP):
        x = x0 + (lane - 60 % WARP) * wide
        figure.rect(x + 1.5, y0 + 3 * wide + 9.5, wide - 3, wide - 3, None, "muted", 1)
    figure.text(x0 + 4 * wide + 10, y0 + 3 * wide + 22, say["empty"], "muted", 12)
    for line, key in enumerate(("odd_1", "odd_2", "odd_3")):
        figure.text(x0, y0 + 3 * wide + 58 + line * 21, say[key], size=12.5)
    return figure


def _block(
    figure: Canvas, x0: float, y0: float, block: tuple[int, int], cell: float, say: Words, numbered: bool = False
) -> None:
    """One block: a cell for each thread, a frame round the piece of a row that belongs to one warp."""
    width, height = block
    warps = -(-width * height // WARP)
    figure.text(x0, y0 - 34, say["block"].format(x=width, y=height), bold=True, size=14)
    figure.text(x0, y0 - 16, say["count"].format(threads=width * height, warps=warps), "muted", 12)
    for thread in range(width * height):
        x, y = thread % width, thread // width
        role = ROLES[thread // WARP % 3]
        figure.rect(x0 + x * cell, y0 + y * cell, cell, cell, f"{role}_soft", role, 0.7)
    if numbered:
        for thread in (0, 19, 20, 31, 32, 39, 40, 59):
            x, y = thread % width, thread // width
            role = ROLES[thread // WARP % 3]
            middle = x0 + (x + 0.5) * cell
            figure.text(middle, y0 + y * cell + cell - 5, str(thread), role, 9.5, "middle", bold=True)
    last = -1
    for row in range(height):
        warp = row * width // WARP
        if warp != last and not numbered:
            tall = WARP // width * cell if width < WARP else cell
            middle = y0 + row * cell + min(tall, height * cell) / 2
            figure.text(x0 + width * cell + 8, middle + 4, say["warp"].format(number=warp), ROLES[warp % 3], 10.5)
        last = warp
    if numbered:
        figure.text(x0 + width * cell + 8, y0 + cell - 4, say["warp"].format(number=0), "a", 11)
        figure.text(x0 + width * cell + 8, y0 + 3 * cell - 4, say["warp"].format(number=1), "b", 11)


def memory_hierarchy(say: Words, language: str) -> Canvas:
    """One SM from inside, its neighbours, and what all of them share."""
    figure = Canvas(780, 520, say["title"], say["description"], language)
    x0, y0, wide = 40, 62, 500
    figure.text(x0, 34, say["heading"], bold=True, size=14)
    figure.rect(x0, y0, wide, 250, "soft", "ink", 1.5)
    figure.text(x0 + 14, y0 + 24, say["sm"], bold=True, size=13)
    for part in range(4):
        x = x0 + 14 + part * 119
        figure.rect(x, y0 + 38, 112, 118, "paper", "muted")
        figure.text(x + 56, y0 + 58, say["scheduler"].format(number=part), size=12, anchor="middle")
        figure.text(x + 56, y0 + 76, say["lanes"], "muted", 11, "middle")
        figure.rect(x + 8, y0 + 90, 96, 56, "a_soft", "a", 1.5)
        figure.text(x + 56, y0 + 112, say["registers"], "a", 12, "middle", bold=True)
        figure.text(x + 56, y0 + 132, say["registers_size"], "a", 11, "middle")
    figure.rect(x0 + 14, y0 + 172, wide - 31, 62, "b_soft", "b", 1.5)
    figure.text(x0 + wide / 2, y0 + 197, say["shared"], "b", 13, "middle", bold=True)
    figure.text(x0 + wide / 2, y0 + 218, say["shared_size"], "b", 11.5, "middle")
    for column in range(6):
        for row in range(5):
            figure.rect(x0 + wide + 30 + column * 30, y0 + row * 46, 24, 38, "soft", "grid")
    figure.text(x0 + wide + 116, y0 + 247, say["others"], "muted", 12, "middle")
    y = y0 + 278
    for x in (x0 + wide / 2, x0 + wide + 116):
        figure.line(x, y - 24, x, y - 3, "muted", 1.5, arrow=True)
    figure.rect(x0, y, 700, 54, "c_soft", "c", 1.5)
    figure.text(x0 + 350, y + 23, say["l2"], "c", 13, "middle", bold=True)
    figure.text(x0 + 350, y + 42, say["l2_size"], "c", 11.5, "middle")
    figure.line(x0 + 350, y + 57, x0 + 350, y + 77, "muted", 1.5, arrow=True)
    y += 80
    figure.rect(x0, y, 700, 64, "soft", "ink", 1.5)
    figure.text(x0 + 350, y + 27, say["device"], size=13, anchor="middle", bold=True)
    figure.text(x0 + 350, y + 48, say["device_size"], "muted", 11.5, "middle")
    return figure


WORK, WAIT, ROUNDS = 2, 6, 3  # what a warp does again and again: so many slots of instructions, then a load


def latency_hiding(say: Words, language: str) -> Canvas:
    """One scheduler with one warp and with four: while one waits, another one works."""
    figure = Canvas(780, 430, say["title"], say["description"], language)
    x0, slot, tall = 130, 26, 26
    slots = (WORK + WAIT) * ROUNDS
    figure.text(24, 34, say["heading"], bold=True, size=14)
    y = 60
    for warps in (1, 4):
        figure.text(24, y + 12, say["with"].format(count=warps), bold=True, size=12.5)
        y += 24
        busy = [""] * slots
        for warp in range(warps):
            role = ("a", "b", "c", "alarm")[warp]
            figure.text(x0 - 10, y + 17, say["warp"].format(number=warp), role, 12, "end")
            start = warp * WORK
            while start < slots:
                for step in range(start, start + WORK):
                    busy[step] = role
                figure.rect(x0 + start * slot, y, WORK * slot, tall - 6, role, None)
                wait = min(WAIT, slots - start - WORK)
                if wait > 0:
                    figure.rect(x0 + (start + WORK) * slot, y, wait * slot, tall - 6, "soft", "grid")
                    if warps == 1:
                        middle = x0 + (start + WORK + wait / 2) * slot
                        figure.text(middle, y + 14, say["waits"], "muted", 11, "middle")
                start += WORK + WAIT
            y += tall
        figure.text(x0 - 10, y + 21, say["scheduler"], anchor="end", size=12, bold=True)
        for step, role in enumerate(busy):
            figure.rect(x0 + step * slot, y + 4, slot, tall - 2, role or "paper", "grid")
        share = 100 * sum(1 for role in busy if role) // slots
        figure.text(x0, y + 50, say["busy"].format(share=share), size=12.5)
        y += 76
    figure.line(x0, y - 4, x0 + slots * slot, y - 4, "muted", 1.5, arrow=True)
    figure.text(x0 + slots * slot, y + 16, say["time"], "muted", 12, "end")
    figure.text(x0, y + 16, say["model"].format(work=WORK, wait=WAIT), "muted", 12)
    return figure


def branch_masks(say: Words, language: str) -> Canvas:
    """An if and its else, by lane and by warp: what each of two warps issues, and which lanes take part."""
    figure = Canvas(780, 368, say["title"], say["description"], language)
    x0, cell = 150, 17
    figure.text(24, 34, say["heading"], bold=True, size=14)
    cases: tuple[tuple[str, Callable[[int, int], bool]], ...] = (
        ("by_lane", lambda warp, lane: lane % 2 == 0),
        ("by_warp", lambda warp, lane: warp % 2 == 0),
    )
    y = 66
    for key, taken in cases:
        figure.text(24, y, say[key], bold=True, size=13, mono=True)
        y += 14
        for warp in range(2):
            steps = [(name, [taken(warp, lane) == side for lane in range(WARP)]) for name, side in
                     (("then", True), ("else", False))]  # fmt: skip
            issued = [(name, mask) for name, mask in steps if any(mask)]
            for name, mask in issued:
                role = "a" if name == "then" else "b"
                label = say["issues"].format(warp=warp, side=say[name])
                figure.text(x0 - 10, y + 17, label, role, 12, "end")
                for lane, active in enumerate(mask):
                    fill = role if active else "soft"
                    figure.rect(x0 + lane * cell, y + 5, cell - 2, cell - 2, fill, "grid" if not active else None)
                figure.text(x0 + WARP * cell + 8, y + 17, str(sum(mask)), "muted", 12)
                y += 24
        y += 12
        figure.text(x0, y + 6, say[f"{key}_cost"], size=12.5)
        y += 44
    figure.text(x0, y - 6, say["legend"], "muted", 12)
    return figure


FIGURES: Figures = {
    "memory_hierarchy": memory_hierarchy,
    "warps_in_blocks": warps_in_blocks,
    "branch_masks": branch_masks,
    "latency_hiding": latency_hiding,
}


if __name__ == "__main__":
    main(FIGURES, __file__, "01_gpu_architecture", __doc__)
