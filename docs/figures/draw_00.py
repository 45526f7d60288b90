"""Draw the figures of module 00: python docs/figures/draw_00.py [--out FOLDER].

Each figure is written once per language (NAME.en.svg, NAME.ko.svg), because its labels are read too; the
words are in words_00.toml. Every index in a figure is computed here, not drawn by eye.
"""

from __future__ import annotations

from figure_files import Figures, Words, main
from svg_canvas import Canvas

COLOURS = ("a", "b", "c")  # of blocks 0, 1, 2


def toolchain(say: Words, language: str) -> Canvas:
    """From the source to PTX and machine code, and to the two machines that run them."""
    figure = Canvas(820, 336, say["title"], say["description"], language)
    top, high = 78, 66
    stages = [(28, 150, "halve.cu", "source", "ink"), (322, 176, "PTX", "ptx", "b"), (616, 176, "cubin", "cubin", "c")]
    figure.rect(190, 44, 614, 132, None, "muted")
    figure.text(202, 64, say["compiler"], "muted", 12.5)
    for x, width, name, key, role in stages:
        fill = "soft" if role == "ink" else f"{role}_soft"
        figure.rect(x, top, width, high, fill, "grid" if role == "ink" else role, 1.5)
        figure.text(x + width / 2, top + 28, name, role, 16, "middle", bold=True, mono=True)
        figure.text(x + width / 2, top + 49, say[key], "ink", 12, "middle")
    for start, end, name, key in ((178, 320, "", "front"), (498, 614, "ptxas", "back")):
        figure.line(start, top + high / 2, end, top + high / 2, "ink", 2, arrow=True)
        middle = (max(start, 190) + end) / 2
        figure.text(middle, top + high / 2 - 9, name, "muted", 12, "middle", mono=True)
        figure.text(middle, top + high / 2 + 20, say[key], "muted", 12, "middle")
    for x, width, key, role in ((268, 284, "emulator", "b"), (584, 220, "gpu", "c")):
        middle = 410 if role == "b" else 704
        figure.line(middle, top + high, middle, 222, role, 2, arrow=True)
        figure.rect(x, 224, width, 84, "paper", role, 2)
        figure.text(x + width / 2, 249, say[key], role, 14, "middle", bold=True)
        for row in (1, 2):
            figure.text(x + width / 2, 251 + 20 * row, say[f"{key}_{row}"], "ink", 12, "middle")
    figure.line(616, top + high - 10, 540, 222, "c", 1.2, dashed=True, arrow=True)
    figure.rect(28, 224, 178, 84, "soft", "grid", 1.5)
    figure.text(117, 249, say["report"], "ink", 14, "middle", bold=True)
    figure.text(117, 271, say["report_1"], "ink", 12, "middle")
    figure.text(117, 291, say["report_2"], "ink", 12, "middle")
    figure.line(268, 266, 208, 266, "ink", 2, arrow=True)
    return figure


def grid_and_index(say: Words, language: str) -> Canvas:
    """Three blocks of four threads above the twelve numbers that they get: block * blockDim.x + thread."""
    blocks, threads, cell, gap = 3, 4, 48, 26
    block, thread = 2, 1  # the one that is worked out
    x0, y0 = 76, 112
    figure = Canvas(780, 362, say["title"], say["description"], language)

    def left(b: int) -> float:
        return x0 + b * (threads * cell + gap)

    end = left(blocks - 1) + threads * cell
    figure.text((x0 + end) / 2, 34, say["grid"].format(blocks=blocks), "ink", 14, "middle", bold=True)
    figure.rect(x0 - 20, 46, end - x0 + 40, 140, None, "muted")
    for b in range(blocks):
        role, x = COLOURS[b], left(b)
        figure.rect(x - 8, 62, threads * cell + 16, 110, f"{role}_soft", role, 1.5)
        figure.text(x + threads * cell / 2, 84, f"blockIdx.x = {b}", role, 13.5, "middle", bold=True, mono=True)
        for t in range(threads):
            chosen = (b, t) == (block, thread)
            figure.rect(x + t * cell, y0, cell, 42, role if chosen else "paper", role)
            figure.text(x + (t + 0.5) * cell, y0 + 27, str(t), "paper" if chosen else "ink", 15, "middle", bold=chosen)
    figure.text(left(0), 105, "threadIdx.x", "muted", 11.5, mono=True)
    width = (end - x0) / (blocks * threads)
    line = 250
    for b in range(blocks):
        for t in range(threads):
            role, number = COLOURS[b], b * threads + t
            chosen = (b, t) == (block, thread)
            x = x0 + number * width
            figure.line(
                left(b) + (t + 0.5) * cell, 172, x + width / 2, line - 2, role, 2.5 if chosen else 1, arrow=True
            )
            figure.rect(x, line, width, 36, role if chosen else f"{role}_soft", role)
            figure.text(x + width / 2, line + 24, str(number), "paper" if chosen else "ink", 15, "middle", bold=chosen)
    figure.text(x0, line + 58, say["index"], "muted", 12.5)
    sum_ = f"{block} × {threads} + {thread} = {block * threads + thread}"
    figure.text(x0, line + 90, say["example"].format(block=block, thread=thread), "c", 14)
    figure.text(end, line + 90, sum_, "c", 17, "end", bold=True)
    return figure


def ragged_end(say: Words, language: str) -> Canvas:
    """The last threads of a grid of 4 blocks of 256 for n = 1000, without and with a guard."""
    n, size, shown = 1000, 256, range(995, 1005)
    figure = Canvas(800, 372, say["title"], say["description"], language)
    cell, x0 = 66, 106

    def row(y: float, guard: bool) -> None:
        figure.text(24, y - 14, say["with" if guard else "without"], "c" if guard else "alarm", 14, bold=True)
        figure.text(x0 - 12, y + 22, "threadIdx.x", "muted", 11.5, "end", mono=True)
        figure.text(x0 - 12, y + 88, "i", "muted", 13, "end", mono=True)
        for place, i in enumerate(shown):
            x, inside = x0 + place * cell, i < n
            role = "c" if inside else ("muted" if guard else "alarm")
            figure.rect(x + 3, y, cell - 6, 34, "c_soft" if inside else "soft", role, 1.5)
            figure.text(x + cell / 2, y + 22, str(i % size), role if not inside else "ink", 13, "middle")
            if inside or not guard:
                figure.line(x + cell / 2, y + 34, x + cell / 2, y + 64, role, 1.8, arrow=True)
            else:
                figure.line(x + cell / 2 - 8, y + 49, x + cell / 2 + 8, y + 49, role, 2.5)
            if inside:
                figure.rect(x, y + 66, cell, 34, "c_soft", "c")
            elif not guard:
                figure.rect(x + 2, y + 68, cell - 4, 30, None, "alarm", 1.5)
            figure.text(x + cell / 2, y + 88, str(i), "ink" if inside else role, 13, "middle", bold=inside)
        edge = x0 + (n - shown[0]) * cell
        figure.line(edge, y - 8, edge, y + 108, "ink", 2.5, dashed=True)
        figure.text(edge - 8, y + 120, say["vector"].format(last=n - 1), "ink", 12, "end")
        figure.text(edge + 8, y + 120, say["idle" if guard else "outside"], role, 12)

    row(60, guard=False)
    row(236, guard=True)
    figure.text(776, 28, say["launch"].format(blocks=-(-n // size), size=size, n=n), "muted", 12.5, "end")
    return figure


def dealing(say: Words, language: str) -> Canvas:
    """A grid of 2 blocks of 4 threads goes through 21 elements in rounds of 8."""
    n, blocks, size = 21, 2, 4
    threads, cell, x0, y0 = blocks * size, 62, 200, 92
    watched = 5
    figure = Canvas(740, 318, say["title"], say["description"], language)
    figure.text(24, 34, say["heading"].format(n=n, threads=threads), "ink", 14, bold=True)
    for t in range(threads):
        role = COLOURS[t // size]
        figure.text(x0 + (t + 0.5) * cell, y0 - 10, f"{t // size}, {t % size}", role, 12.5, "middle")
    figure.text(x0 - 14, y0 - 10, say["thread"], "muted", 12, "end")
    rounds = -(-n // threads)
    for turn in range(rounds):
        y = y0 + turn * 52
        label = say["round"].format(number=turn)
        step = f"i = first + {turn * threads}" if turn else "i = first"
        figure.text(24, y + 25, label, "ink", 12.5)
        figure.text(x0 - 14, y + 25, step, "muted", 11.5, "end", mono=True)
        for t in range(threads):
            i, role = turn * threads + t, COLOURS[t // size]
            inside, x = i < n, x0 + t * cell
            chosen = inside and t == watched
            fill = role if chosen else (f"{role}_soft" if inside else None)
            figure.rect(x + 1, y, cell - 2, 40, fill, role if inside else "grid", 1.5)
            ink = "paper" if chosen else ("ink" if inside else "muted")
            figure.text(x + cell / 2, y + 26, str(i) if inside else "–", ink, 14.5, "middle", bold=chosen)
    own = ", ".join(str(i) for i in range(watched, n, threads))
    y = y0 + rounds * 52 + 22
    figure.text(24, y, say["watched"].format(block=watched // size, thread=watched % size, own=own), "b", 13)
    figure.text(24, y + 24, say["last"].format(left=n % threads, threads=threads), "muted", 12.5)
    return figure


FIGURES: Figures = {
    "toolchain": toolchain,
    "grid_and_index": grid_and_index,
    "ragged_end": ragged_end,
    "dealing": dealing,
}


if __name__ == "__main__":
    main(FIGURES, __file__, "00_first_kernel", __doc__)
