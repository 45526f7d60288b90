"""What one kernel of the language corpus is launched with, and what it must compute."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.generic]
Value = Array | np.generic | int | float | None
Extent = int | tuple[int, ...]


@dataclass(frozen=True)
class Data:
    """arguments: by name, in parameter order. wanted: the buffers that are looked at afterwards, as they must be."""

    arguments: Mapping[str, Value]
    wanted: Mapping[str, Array]
    printed: str = ""


@dataclass(frozen=True)
class Case:
    """One launch. file: below `kernels/`; kernel: its name, or a name expression such as `fill<int, 4>`.

    rtol, atol: both 0 demands equality. faults, hazards: the kinds that the launch must report.
    """

    file: str
    kernel: str
    make: Callable[[np.random.Generator], Data]
    grid: Extent = 1
    block: Extent = 32
    shared: int = 0
    rtol: float = 0.0
    atol: float = 0.0
    fmad: bool = True
    faults: tuple[str, ...] = ()
    hazards: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """How tests and tables call it."""
        return f"{self.file.removesuffix('.cu')}:{self.kernel}"


class Cases:
    """The launches of one file of kernels, collected by decorating the functions that make their data."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.all: list[Case] = []

    def __call__(
        self, *, kernel: str | None = None, **options: object
    ) -> Callable[[Callable[[np.random.Generator], Data]], Callable[[np.random.Generator], Data]]:
        """Decorate a function from a seeded generator to Data; it is named like its kernel unless told otherwise."""

        def add(make: Callable[[np.random.Generator], Data]) -> Callable[[np.random.Generator], Data]:
            self.all.append(Case(self.file, kernel or make.__name__, make, **options))  # type: ignore[arg-type]
            return make

        return add
