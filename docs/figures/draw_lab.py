"""Draw the still figures of docs/lab.md: python docs/figures/draw_lab.py [--out FOLDER].

Each shows an experiment of the lab where its controls begin, from the same data (`docs/site/lab.py`); on the site the
experiment itself stands in its place.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from svg_canvas import Canvas

HOME = Path(__file__).resolve().parent
WORDS = HOME / "words_lab.toml"
sys.path.insert(0, str(HOME.parent / "site"))

from lab import EXPERIMENTS, Experiment  # noqa: E402  # found only now

BANKS, SECTOR = 32, 32
Words = dict[str, str]


def beginning(experiment: Experiment) -> tuple[dict[str, Any], Any]:
    """Where the controls begin, by key, and the data of that position."""
    values = {control.key: control.values[control.start] for control in experiment.controls}
    return values, experiment.of(*values.values())


def banks(say: Words, language: str, title: str, figure: dict[str, Any]) -> Canvas:
    """Wavefronts as rows, banks as columns, lanes in the fields."""
    left, top, cell, row = 118, 62, 16, 17
    rows = figure["wavefronts"]
    canvas = Canvas(left + BANKS * cell + 16, top + len(rows) * row + 14, title, say["banks"], language)
    canvas.text(14, 24, title, bold=True)
    canvas.text(14, 44, say["cost_shared"].format(**figure), fill="muted", size=12)
    for bank in range(0, BANKS, 4):
        canvas.text(left + bank * cell + cell / 2, top - 4, str(bank), fill="muted", size=9, anchor="middle")
    for number, wavefront in enumerate(rows):
        y = top + number * row
        canvas.text(left - 8, y + 12, say["wavefront"].format(number=number + 1), fill="muted", size=10, anchor="end")
        given = {bank: lanes for bank, _, lanes in wavefront["words"]}
        for bank in range(BANKS):
            x = left + bank * cell
            canvas.rect(x, y, cell - 1, row - 1, "a" if bank in given else "soft")
            if bank in given:
                lanes = given[bank]
                text = str(lanes[0]) if len(lanes) == 1 else f"{len(lanes)}×"
                canvas.text(x + (cell - 1) / 2, y + 12, text, fill="paper", size=9, anchor="middle")
    return canvas


def stride(say: Words, language: str, values: dict[str, Any], data: Any) -> Canvas:
    """A strided load."""
    return banks(say, language, say["stride"].format(**values), data)


def tile(say: Words, language: str, values: dict[str, Any], data: Any) -> Canvas:
    """A column of a tile."""
    return banks(say, language, say["tile"].format(**values), data)


def sectors(say: Words, language: str, values: dict[str, Any], data: Any) -> Canvas:
    """Sectors as rows, their bytes as fields."""
    left, top, byte, row = 118, 56, 14, 19
    canvas = Canvas(left + SECTOR * byte + 16, top + len(data["sectors"]) * row + 12, say["sectors"].format(**values),
                    say["sectors_about"], language)  # fmt: skip
    canvas.text(14, 24, say["sectors"].format(**values), bold=True)
    canvas.text(14, 44, say["cost_global"].format(**data), fill="muted", size=12)
    for number, sector in enumerate(data["sectors"]):
        y = top + number * row
        label = say["sector"].format(first=sector["number"] * SECTOR)
        canvas.text(left - 8, y + 13, label, fill="muted", size=10, anchor="end")
        canvas.rect(left, y, SECTOR * byte - 1, row - 2, "soft", "grid")
        for lane in sector["lanes"]:
            at = data["addresses"][lane] - sector["number"] * SECTOR
            canvas.rect(left + at * byte, y, data["width"] * byte - 1, row - 2, "a")
            middle = left + at * byte + data["width"] * byte / 2
            canvas.text(middle, y + 13, str(lane), fill="paper", size=10, anchor="middle")
    return canvas


def warps(say: Words, language: str, values: dict[str, Any], data: Any) -> Canvas:
    """The threads of a block, each with the number of its warp."""
    cell, left, top = 22, 16, 40
    x, y = values["x"], values["y"]
    title = say["warps"].format(**values)
    canvas = Canvas(max(left * 2 + x * cell, 380), top + y * cell + 12, title, say["warps_about"], language)
    canvas.text(14, 24, title, bold=True)
    roles = ("a_soft", "b_soft", "c_soft", "soft")
    for thread, warp in enumerate(data):
        column, line = thread % x, thread // x
        canvas.rect(left + column * cell, top + line * cell, cell - 1, cell - 1, roles[warp % len(roles)], "grid")
        canvas.text(left + column * cell + cell / 2, top + line * cell + 15, str(warp), size=10, anchor="middle")
    return canvas


def occupancy(say: Words, language: str, values: dict[str, Any], data: Any) -> Canvas:
    """The warps of a multiprocessor, those that are taken filled, block by block."""
    blocks, taken, most, _ = data
    cell, left, top, line = 14, 16, 62, 32
    canvas = Canvas(left * 2 + line * cell, top + -(-most // line) * 24 + 10, say["occupancy"].format(**values),
                    say["occupancy_about"], language)  # fmt: skip
    canvas.text(14, 24, say["occupancy"].format(**values), bold=True)
    share = round(100 * taken / most)
    canvas.text(14, 46, say["fits"].format(blocks=blocks, warps=taken, most=most, percent=share), fill="muted", size=12)
    for warp in range(most):
        role = "soft" if warp >= taken else ("a", "c")[warp * blocks // taken % 2]
        canvas.rect(left + warp % line * cell, top + warp // line * 24, cell - 2, 20, role, "grid")
    return canvas


FIGURES: dict[str, Callable[[Words, str, dict[str, Any], Any], Canvas]] = {
    "stride": stride, "tile": tile, "sectors": sectors, "warps": warps, "occupancy": occupancy,
}  # fmt: skip


def draw(folder: Path) -> list[Path]:
    """Write every figure in both languages; returns their paths."""
    words = tomllib.loads(WORDS.read_text("utf-8"))
    written = []
    for experiment in EXPERIMENTS:
        values, data = beginning(experiment)
        for language, say in words.items():
            shown = {key: say.get(f"{key}_{value}", value) for key, value in values.items()}
            canvas = FIGURES[experiment.name](say, language, values | shown, data)
            written.append(folder / f"lab_{experiment.name}.{language}.svg")
            written[-1].write_text(canvas.svg(), "utf-8")
    return written


def main() -> None:
    """Draw into the folder that was named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=HOME)
    draw(parser.parse_args().out)


if __name__ == "__main__":
    main()
