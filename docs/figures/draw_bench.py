"""Draw what was measured: python docs/figures/draw_bench.py [--out FOLDER].

The SGEMM ladder as percent of cuBLAS against the step, and the roofline with every kernel on it, once per language.
All numbers come from `benchmarks/results`; the words are in words_bench.toml.
"""

from __future__ import annotations

import argparse
import math
import sys
import tomllib
from pathlib import Path

from svg_canvas import Canvas

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import measured

HOME = Path(__file__).resolve().parent
WORDS = Path(__file__).with_name("words_bench.toml")
SIZE = 4096
Words = dict[str, str]


def ladder(say: Words, lang: str) -> Canvas:
    """One bar a step, its length the percent of cuBLAS at N = 4096."""
    steps = sorted((k["ladder"], name) for name, k in measured.data()["kernels"].items() if k["ladder"] is not None)
    left, top, row, width = 326, 92, 42, 380
    figure = Canvas(760, top + row * (len(steps) + 1) + 52, say["title"], say["description"], lang)
    figure.text(24, 36, say["title"], size=16, bold=True)
    figure.text(24, 60, say["subtitle"].format(gpu=measured.data()["machine"]["gpu"]), "muted", 12.5)
    bottom = top + row * (len(steps) + 1)
    for percent in (0, 25, 50, 75, 100):
        x = left + width * percent / 100
        figure.line(x, top - 8, x, bottom, "grid", 1)
        figure.text(x, bottom + 18, f"{percent} %", "muted", 12, "middle")
    bars = [(measured.data()["kernels"][name]["title"][lang], measured.share(name, SIZE), measured.ms(name, SIZE), "a")
            for _, name in steps]  # fmt: skip
    bars.append(("cuBLAS", 100.0, measured.library_ms(SIZE), "c"))
    for number, (name, share, ms, role) in enumerate(bars):
        y = top + row * number
        figure.text(left - 12, y + 19, name, size=13, anchor="end")
        figure.rect(left, y + 2, width * share / 100, row - 16, f"{role}_soft", role, 1.5)
        words = f"{share:.1f} %, {measured.digits(ms)} ms"
        inside = share > 70
        x = left + width * share / 100 + (-8 if inside else 8)
        figure.text(x, y + 20, words, "ink", 12.5, "end" if inside else "start")
    return figure


def roofline(say: Words, lang: str) -> Canvas:
    """TFLOP/s against FLOP per byte of device memory, both on a logarithmic scale; the roofs are measured."""
    left, top, width, height = 74, 104, 600, 380
    low_x, high_x, low_y, high_y = 1.0, 2048.0, 0.5, 128.0
    figure = Canvas(760, 640, say["title"], say["description"], lang)
    figure.text(24, 36, say["title"], size=16, bold=True)
    figure.text(24, 60, say["subtitle"].format(gpu=measured.data()["machine"]["gpu"]), "muted", 12.5)

    def place(intensity: float, tflops: float) -> tuple[float, float]:
        x = left + width * math.log(intensity / low_x) / math.log(high_x / low_x)
        return x, top + height * (1 - math.log(tflops / low_y) / math.log(high_y / low_y))

    for power in range(12):
        x, _ = place(2.0**power, low_y)
        figure.line(x, top, x, top + height, "grid", 1)
        figure.text(x, top + height + 18, f"{2**power}", "muted", 11.5, "middle")
    for power in range(-1, 8):
        _, y = place(low_x, 2.0**power)
        figure.line(left, y, left + width, y, "grid", 1)
        figure.text(left - 8, y + 4, f"{2.0**power:g}", "muted", 11.5, "end")
    peak, rate = measured.peak_tflops(), measured.copy_rate() / 1000
    ridge = peak / rate
    figure.line(*place(low_x, rate * low_x), *place(ridge, peak), "b", 2.5)
    figure.line(*place(ridge, peak), *place(high_x, peak), "b", 2.5)
    x, y = place(8.0, rate * 8.0)  # left of the roof, where no kernel can be
    figure.text(x - 10, y, say["bandwidth"].format(rate=measured.digits(rate * 1000, 4)), "b", 12, "end")
    x, y = place(high_x, peak)
    figure.text(x, y - 8, say["peak"].format(peak=f"{peak:.1f}"), "b", 12, "end")
    for number, name in enumerate(sorted(on_roofline(), key=lambda n: measured.ms(n, SIZE), reverse=True), 1):
        intensity, tflops = on_roofline()[name]
        x, y = place(intensity, tflops)
        figure.rect(x - 4, y - 4, 8, 8, "a", None)
        figure.text(x + 9, y + 4, str(number), "ink", 12, bold=True)
        row, column = divmod(number - 1, 2)
        words = f"{number}  {measured.data()['kernels'][name]['title'][lang]}"
        figure.text(left + 300 * column, top + height + 60 + 17 * row, words, "muted", 11.5)
    figure.text(left + width, top + height + 36, say["x_axis"], "ink", 12, "end")
    figure.text(left - 50, top - 10, say["y_axis"], "ink", 12)
    return figure


def on_roofline() -> dict[str, tuple[float, float]]:
    """FLOP per byte of device memory and TFLOP/s of every SGEMM kernel whose traffic was counted."""
    found = {}
    for name, kernel in measured.data()["kernels"].items():
        moved = kernel["counted"].get("dram_bytes")
        size = kernel["sizes"].get(measured.square(SIZE))
        if moved and size:
            found[name] = (size["flops"] / moved, measured.tflops(name, SIZE))
    return found


FIGURES = {"ladder": ladder, "roofline": roofline}


def main() -> None:
    """Write every figure in both languages."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=Path, default=HOME)
    folder = parser.parse_args().out
    words = tomllib.loads(WORDS.read_text(encoding="utf-8"))
    for name, draw in FIGURES.items():
        for lang in ("en", "ko"):
            (folder / f"{name}.{lang}.svg").write_text(draw(words[name][lang], lang).svg(), encoding="utf-8")


if __name__ == "__main__":
    main()
