"""Draw what was measured: python docs/figures/draw_bench.py [--out FOLDER].

The ladders of SGEMM and of HGEMM as percent of cuBLAS against the step, and the roofline with every kernel on it, once
per language.
All numbers come from `benchmarks/results`; the words are in words_bench.toml.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from pathlib import Path

from svg_canvas import FONT

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import measured

from grader.listing import display_width
from grader.report import plots

HOME = Path(__file__).resolve().parent
WORDS = Path(__file__).with_name("words_bench.toml")
SIZE = 4096
_WIDEST = 0.6  # of a font's size: a column of text in a wide sans-serif font
Words = dict[str, str]


def ladder(say: Words, lang: str) -> str:
    """One bar a step, its length the percent of cuBLAS at N = 4096."""
    return bars("cublas_sgemm", "ladder", lang)


def tensor_ladder(say: Words, lang: str) -> str:
    """The steps on tensor cores, beside cuBLAS with the same types."""
    return bars("cublas_gemm_f16", "tensor_ladder", lang)


def bars(library: str, name: str, lang: str) -> str:
    """The ladder of the kernels that were timed beside a library."""
    times = [(title(step, lang), measured.share(step, SIZE), measured.ms(step, SIZE), "you") for step in steps(library)]
    times.append(("cuBLAS", 100.0, measured.library_ms(SIZE, library), "library"))
    rows = [plots.Bar(name, share, f"{share:.1f} %, {measured.digits(ms)} ms", role) for name, share, ms, role in times]
    return plots.ladder(rows, name=name, longest_name=names_share([row.name for row in rows]))


def steps(*libraries: str) -> list[str]:
    """The kernels on the ladders beside these libraries, the lowest step first."""
    kernels = measured.data()["kernels"].items()
    found = [(k["ladder"], name) for name, k in kernels if k["ladder"] is not None]
    return [name for _, name in sorted(found) if measured.at(name, SIZE)["library"] in libraries]


def names_share(names: list[str]) -> float:
    """The share of the figure's width that the longest name takes in the widest of the fonts that a reader may have."""
    return (max(map(display_width, names)) * _WIDEST * 11 + 12) / 547


def roofline(say: Words, lang: str) -> str:
    """TFLOP/s of each step against FLOP per byte of device memory; the roof of memory is measured."""
    peak, rate = measured.peak_tflops(), measured.copy_rate() / 1000
    points = [plots.Point(say[name], *place, "you") for name, place in on_roofline().items()]
    roofs = (say["bandwidth"].format(rate=measured.digits(rate * 1000, 4)), say["peak"].format(peak=f"{peak:.1f}"))
    tensor = measured.peak_tflops("tensor_f16")
    higher = [(say["tensor_peak"].format(peak=f"{tensor:,.0f}"), tensor)]
    return plots.roofline(points, peak, rate, roofs=roofs, axes=(say["x_axis"], say["y_axis"]), higher=higher)


def title(kernel: str, lang: str) -> str:
    """What a kernel is called."""
    return str(measured.data()["kernels"][kernel]["title"][lang])


def on_roofline() -> dict[str, tuple[float, float]]:
    """FLOP per byte of device memory and TFLOP/s of every step of the ladder whose traffic was counted."""
    counts = {name: measured.data()["kernels"][name]["counted"] for name in steps("cublas_sgemm", "cublas_gemm_f16")}
    counted = [name for name, found in counts.items() if "dram_bytes" in found]
    return {name: (measured.intensity(name), measured.tflops(name, SIZE)) for name in counted}


FIGURES = {"ladder": ladder, "tensor_ladder": tensor_ladder, "roofline": roofline}


def main() -> None:
    """Write every figure in both languages."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=Path, default=HOME)
    folder = parser.parse_args().out
    words = tomllib.loads(WORDS.read_text(encoding="utf-8"))
    for name, draw in FIGURES.items():
        for lang in ("en", "ko"):
            say = words[name][lang]
            about = say["subtitle"].format(gpu=measured.data()["machine"]["gpu"])
            svg = plots.standalone(draw(say, lang), f"{say['title']}. {about}", say["description"], lang, FONT)
            (folder / f"{name}.{lang}.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    main()
