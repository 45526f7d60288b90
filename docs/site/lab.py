"""The lab: figures to play with, whose data come from the models by which the grader counts.

For every position of its controls a figure's data is computed here, so that nothing on the page has a model of its own:
requests as the page of `grader report` draws them, blocks as the emulator cuts them, occupancy as the grader tells it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from grader.launch import WarpAccess
from grader.report.html.embedding import embedded_json
from grader.report.page.figures import figure
from grader.report.page.room import room
from grader.simt.layout import Layout
from grader.simt.patterns import WARP
from grader.simt.sectors import global_sectors, sectors_ideal
from grader.simt.wavefronts import shared_ideal, shared_wavefronts
from grader.texts import messages

Words = Mapping[str, str]
WORD = 4
WIDTHS = (4, 8, 16)
_ARCHITECTURES = ("sm_75", "sm_86", "sm_90")
_STILL = re.compile(r"^!\[[^\]]*\]\(figures/lab_(?P<name>\w+)\.(?:en|ko)\.svg\)$", re.M)
_LIMITS = ("warps", "blocks", "registers", "shared")


@dataclass(frozen=True)
class Control:
    """One control: its key, what it can be set to, and where it begins (a place in `values`)."""

    key: str
    values: tuple[object, ...]
    start: int


@dataclass(frozen=True)
class Experiment:
    """controls: the data has one entry for each combination, the last control changing fastest."""

    name: str
    controls: tuple[Control, ...]
    of: Callable[..., object]

    def document(self) -> dict[str, object]:
        """As the page has it."""
        return {
            "controls": [{"key": c.key, "values": list(c.values), "start": c.start} for c in self.controls],
            "data": [self.of(*values) for values in product(*(c.values for c in self.controls))],
        }


def shared_request(addresses: Sequence[int], width: int) -> dict[str, object]:
    """A load of one warp from shared memory. Byte addresses of the 32 lanes."""
    rows, mask = np.array([addresses], np.int64), np.ones((1, WARP), np.bool_)
    cost = shared_wavefronts(rows, mask, width, "load")
    return _request("shared", addresses, width, int(cost[0]), int(shared_ideal(cost, mask, width, "load")[0]))


def global_request(addresses: Sequence[int], width: int) -> dict[str, object]:
    """A load of one warp from global memory. Byte addresses of the 32 lanes."""
    rows, mask = np.array([addresses], np.int64), np.ones((1, WARP), np.bool_)
    cost = global_sectors(rows, mask, width)
    return _request("global", addresses, width, int(cost[0]), int(sectors_ideal(cost, mask, width)[0]))


def _request(space: str, addresses: Sequence[int], width: int, cost: int, ideal: int) -> dict[str, object]:
    return figure(WarpAccess(1, space, "load", width, "load", (0, 0, 0), 0, "data", tuple(addresses),
                             (1 << WARP) - 1, cost, ideal, 1))  # fmt: skip


def stride(width: int, step: int) -> dict[str, object]:
    """Lane i reads element i * step."""
    return shared_request([lane * step * width for lane in range(WARP)], width)


def tile(columns: int, padding: int, block: int, walk: str) -> dict[str, object]:
    """The first warp of a block of that width reads a row or a column of a tile of floats."""
    places = [(lane // block, lane % block) for lane in range(WARP)]  # threadIdx.y, threadIdx.x
    row_and_column = places if walk == "row" else [(x, y) for y, x in places]
    return shared_request([(row * (columns + padding) + column) * WORD for row, column in row_and_column], WORD)


def sectors(width: int, step: int, offset: int) -> dict[str, object]:
    """Lane i reads element offset + i * step."""
    return global_request([(offset + lane * step) * width for lane in range(WARP)], width)


def warps(x: int, y: int) -> list[int]:
    """The warp of every thread of a block, row by row."""
    layout = Layout(x, y, 1)
    return [thread // WARP for thread in range(layout.threads)]


def fits(arch: str, threads: int, registers: int, shared_kib: int) -> list[object]:
    """Blocks, warps, the most warps, and which limits are reached (a bit each)."""
    found = room(arch, threads, registers, shared_kib * 1024)
    reached = sum(1 << _LIMITS.index(name) for name in found.now.limited_by)
    return [found.now.blocks, found.now.warps, found.most_warps, reached]


STEPS = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 16, 17, 24, 31, 32, 33)
EXPERIMENTS = (
    Experiment("stride", (Control("width", WIDTHS, 0), Control("step", STEPS, 2)), stride),
    Experiment("tile", (Control("columns", (16, 32), 1), Control("padding", (0, 1, 2, 4), 0),
                        Control("block", (8, 16, 32), 2), Control("walk", ("row", "column"), 1)), tile),
    Experiment("sectors", (Control("width", WIDTHS, 0), Control("step", (0, 1, 2, 3, 4, 8, 16, 32), 2),
                           Control("offset", (0, 1, 2, 4), 0)), sectors),
    Experiment("warps", (Control("x", (4, 8, 12, 16, 24, 32, 33, 64), 3), Control("y", (1, 2, 4, 8, 16), 4)), warps),
    Experiment("occupancy", (Control("arch", _ARCHITECTURES, 2),
                             Control("threads", (32, 64, 96, 128, 192, 256, 384, 512, 768, 1024), 5),
                             Control("registers", (*range(16, 256, 8), 255), 2),
                             Control("shared", (0, 1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 100, 128, 160, 200, 227), 0)),
               fits),
)  # fmt: skip


def with_experiments(text: str, say: Words) -> str:
    """The lab's document with every experiment in place of its still figure."""

    def experiment(found: re.Match[str]) -> str:
        still = f'<noscript>{say["lab_no_script"]}</noscript>'
        return f'<div class="lab figure" data-lab="{found["name"]}">{still}</div>'

    data = f'<script type="application/json" id="lab-data">{embedded_json(dict(_data(say)))}</script>'
    return _STILL.sub(experiment, text) + f"\n{data}\n"


def _data(say: Words) -> Iterator[tuple[str, object]]:
    for experiment in EXPERIMENTS:
        yield experiment.name, experiment.document()
    lang = say["language"]
    drawn = ("page.figure_", "page.limit_")
    figures = {key: text for key, text in messages("page", lang).items() if key.startswith(drawn)}
    own = {f"lab.{key.removeprefix('lab_')}": text for key, text in say.items() if key.startswith("lab_")}
    yield "texts", figures | own


if __name__ == "__main__":
    print(json.dumps({e.name: len(json.dumps(e.document())) for e in EXPERIMENTS}))
