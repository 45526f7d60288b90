"""Writes the figures of one module: every figure in every language that its words are in."""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path

from svg_canvas import Canvas

MODULES = Path(__file__).resolve().parents[2] / "modules"
Words = dict[str, str]  # by key, in one language
Figures = Mapping[str, Callable[[Words, str], Canvas]]  # by the name of the file; given the words, and the language


def draw(figures: Figures, words: Path, folder: Path) -> list[Path]:
    """Write every figure in every language into folder and return the paths written. words: words_NN.toml."""
    folder.mkdir(parents=True, exist_ok=True)
    said: dict[str, dict[str, Words]] = tomllib.loads(words.read_text(encoding="utf-8"))
    written = []
    for name, figure in figures.items():
        for language, say in said[name].items():
            path = folder / f"{name}.{language}.svg"
            path.write_text(figure(say, language).svg(), encoding="utf-8", newline="\n")
            written.append(path)
    return written


def main(figures: Figures, script: str, module: str, description: str | None) -> None:
    """The command line of a script draw_NN.py. script: its file; module: the folder whose figures it draws."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--out", type=Path, default=MODULES / module / "figures")
    here = Path(script)
    words = here.with_name(here.name.replace("draw_", "words_")).with_suffix(".toml")
    for path in draw(figures, words, parser.parse_args().out):
        print(path)
