"""The corpus of launches that were measured on hardware: `launches.yaml` as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

FOLDER = Path(__file__).parent
KERNELS = FOLDER / "kernels"
LAUNCHES = (
    "launches.yaml", "launches_async.yaml", "launches_fresh.yaml", "launches_unrolled.yaml", "launches_course.yaml",
    "launches_irregular.yaml", "launches_tuned.yaml", "launches_mixed.yaml", "launches_domains.yaml",
    "launches_semester.yaml",
)  # fmt: skip
# much of these only machine code tells
MACHINE_CODE = ("launches_textbook.yaml", "launches_cooperation.yaml", "launches_odd.yaml", "launches_tensor.yaml")
BRANCHES_AND_ATOMICS = ("launches_atomics.yaml", "launches_divergence.yaml")
CONSTANTS = ("launches_constants.yaml",)
HAZARDS = ("hazards.yaml", "hazards_fresh.yaml", "hazards_cooperation.yaml")
SEED = 1


@dataclass(frozen=True, slots=True)
class Launch:
    """One kernel launch. grid in blocks, block in threads, shared in bytes of dynamic shared memory.

    args: words for `arguments.values`. order_free: outputs depend on the order of lanes or blocks. rounded: the last
    bits of outputs are others, because ptxas fuses a mul.f32 with the add.f32 that uses it, or because approximate
    functions, which are computed exactly here, have an error of their own there.
    """

    id: str
    file: str
    kernel: str
    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    args: tuple[str, ...]
    shared: int = 0
    defines: Mapping[str, str] | None = None
    order_free: bool = False
    rounded: bool = False

    @property
    def cubin(self) -> str:
        """Name of the machine code file: the source's stem and its macro definitions."""
        words = [f"{name}_{value}" for name, value in sorted((self.defines or {}).items())]
        return "-".join([Path(self.file).stem, *words]) + ".cubin"


def load(*files: str) -> tuple[Launch, ...]:
    """All launches of these files of this folder, in order. Raises ValueError when an id appears twice."""
    rows = [row for file in files for row in _rows(file)]
    launches = tuple(launch_of(row) for row in rows)
    ids = [launch.id for launch in launches]
    if twice := {i for i in ids if ids.count(i) > 1}:
        raise ValueError(f"{', '.join(files)}: these ids appear twice: {', '.join(sorted(twice))}")
    return launches


@cache
def file_of(id: str) -> str:
    """The file that has a launch."""
    files = (*LAUNCHES, *MACHINE_CODE, *BRANCHES_AND_ATOMICS, *CONSTANTS)
    return next(file for file in files if any(row["id"] == id for row in _rows(file)))


@cache
def _rows(file: str) -> list[dict[str, Any]]:
    """The rows of a file; libyaml, where it is there, reads them ten times as fast."""
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return list(yaml.load((FOLDER / file).read_text(encoding="utf-8"), Loader=loader))


def truth_file(file: str) -> Path:
    """Where the measurements of a file of launches or of faulty kernels are kept."""
    there = ("cooperation", "odd", "atomics", "divergence", "order")
    gpu = "h100" if any(word in file for word in there) else "h200"
    return FOLDER / f"{Path(file).stem.replace('launches', gpu).replace('hazards', f'hazards_{gpu}')}.json"


def launch_of(row: dict[str, Any]) -> Launch:
    """A row of a file of launches."""
    defines = row.get("defines")
    return Launch(
        id=row["id"],
        file=row["file"],
        kernel=row["kernel"],
        grid=_three(row["grid"]),
        block=_three(row["block"]),
        args=tuple(row["args"]),
        shared=row.get("shared", 0),
        defines=None if defines is None else {name: str(value) for name, value in defines.items()},
        order_free=row.get("order_free", False),
        rounded=row.get("rounded", False),
    )


def _three(sizes: list[int]) -> tuple[int, int, int]:
    x, y, z = (*sizes, 1, 1)[:3]
    return x, y, z
