"""What a problem family is made of: its case, the prepared launch with its private reference, the judgement.

A family says what the kernel is given and what must come back. It does not know how the kernel is run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, ClassVar, Generic, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from grader.launch import Argument, Array, Dim3

if TYPE_CHECKING:
    from grader.problems.bulk import Bulk

Floats = NDArray[np.float64]
Indices = NDArray[np.int64]
Mask = NDArray[np.bool_]

# How buffers are filled. Integers are small enough for FP32 to be exact and are compared value for value;
# floats are uniform in [-1, 1) and compared with the FP32 error bound.
Values = Literal["integers", "floats"]

Extent = Annotated[int, Field(strict=True, ge=1)]
Extents = Annotated[tuple[Extent, ...], Field(min_length=1, max_length=3)]


class Case(BaseModel):
    """One case of an exercise. A family adds its dimensions and scalars and names the dimensions.

    values: how buffers are filled. grid, block: override the exercise's launch.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    DIMENSIONS: ClassVar[tuple[str, ...]] = ()

    values: Values = "integers"
    grid: Extents | None = None
    block: Extents | None = None

    def dimensions(self) -> dict[str, int]:
        """Sizes by name, in the order in which people name them; a launch's `tile` refers to these."""
        return {name: getattr(self, name) for name in self.DIMENSIONS}

    def defaults(self) -> dict[str, object]:
        """What each optional field is when a case leaves it out."""
        return {"values": "integers", "grid": None, "block": None}

    def label(self) -> str:
        """The case as a person would name it: `M=65, N=33, K=47, lda=50`. Defaults are left out."""
        defaults = self.defaults()
        extras = {name: getattr(self, name) for name in type(self).model_fields if name in defaults}
        shown = self.dimensions() | {name: v for name, v in extras.items() if v != defaults[name]}
        return ", ".join(f"{name}={_spelled(value)}" for name, value in shown.items())


def _spelled(value: object) -> str:
    if isinstance(value, tuple):
        return "x".join(map(str, value))
    return f"{value:g}" if isinstance(value, float) else str(value)


class Role(StrEnum):
    """What a kernel may do with a buffer."""

    INPUT = "input"
    OUTPUT = "output"
    IN_OUT = "in_out"


@dataclass(frozen=True)
class Buffer:
    """One buffer argument. original: the private copy of what the kernel was given, 1-D and read-only.

    Rows are `leading` elements apart, so that element number p is at `place(p, leading)`; a vector has none.
    """

    position: int
    name: str
    role: Role
    original: Array
    leading: int | None


def place(element: int, leading: int | None) -> tuple[int | None, int]:
    """Row and column of an element where rows are `leading` apart; of a vector's, no row and its number."""
    return (None, element) if leading is None else divmod(element, leading)


# What a mistake is asked about an element where it says nothing, and what an element of a poisoned buffer holds that
# nobody wrote. No result is infinite; a NaN stands for one that was computed.
UNKNOWN = np.inf
UNTOUCHED = -np.inf


@dataclass(frozen=True)
class Geometry:
    """How a case is launched: the grid in blocks, the block in threads."""

    grid: Dim3
    block: Dim3


@dataclass(frozen=True)
class Mistake:
    """A well-known mistake, the same one in every case. parameters fill its text, `mistakes.mistake.<key>`."""

    key: str
    parameters: tuple[tuple[str, object], ...] = ()


def mistake(key: str, **parameters: object) -> Mistake:
    """The mistake of this key and these parameters, none of which may depend on the case."""
    return Mistake(key, tuple(parameters.items()))


# A mistake, and what it makes of a region: (matrices, rows, cols), or what broadcasts to that.
Possible = tuple[Mistake, Callable[[], Floats]]


def all_zero() -> Possible:
    """Nothing but zeros: where sums may lose all their terms, told before the mistakes that do that."""
    return mistake("all_zero"), lambda: np.zeros((1, 1, 1))


def _none(_: Geometry) -> Iterator[Possible]:
    yield from ()


@dataclass(frozen=True)
class Region:
    """Elements that the kernel must write, as a stack of matrices.

    index, expected: (matrices, rows, cols); index is the element number in the buffer at `position`.
    tolerance, magnitude: broadcast to that shape. An element passes when `abs(got - expected) <= tolerance`;
    magnitude is the size of the sums behind it (0 where the result is exact).
    label: key of a text that names the region, or "" for the whole buffer.
    mistakes: what the family's mistakes make of it in a launch, computed only when something is wrong. Of two that
    nothing tells apart the first one is told.
    working: how the element at (matrix, row, col) comes about, as a formula in two lines, symbols and numbers.
    """

    position: int
    index: Indices
    expected: Floats
    tolerance: Floats
    magnitude: Floats
    label: str = ""
    mistakes: Callable[[Geometry], Iterator[Possible]] = _none
    working: Callable[[int, int, int], tuple[str, str]] | None = None


@dataclass(frozen=True)
class Prepared:
    """A case ready to run: arguments in parameter order, and in private what must come back."""

    arguments: tuple[Argument, ...]
    buffers: tuple[Buffer, ...]
    regions: tuple[Region, ...]


class MismatchKind(StrEnum):
    """What was found wrong with a buffer."""

    VALUE = "value"
    PADDING = "padding"
    INPUT = "input"


@dataclass(frozen=True)
class Mismatch:
    """Wrong elements of one region or buffer, and the first of them in row-major order.

    matrix is None where there is only one, row in a vector, where column is the element's number. For padding and
    inputs, expected is the value before the launch. region: number of the region whose values are wrong.
    """

    kind: MismatchKind
    buffer: str
    label: str
    wrong: int
    total: int
    matrix: int | None
    row: int | None
    column: int
    expected: float
    got: float
    region: int | None = None


@dataclass(frozen=True)
class Judgement:
    """Everything wrong with a launch's outputs; values first, then padding, then inputs."""

    mismatches: tuple[Mismatch, ...]

    @property
    def passed(self) -> bool:
        """Whether every element is right and nothing else was touched."""
        return not self.mismatches


CaseT = TypeVar("CaseT", bound=Case)


@dataclass(frozen=True)
class Problem(Generic[CaseT]):
    """A problem family.

    signature: the kernel's parameters as C++ declares them.
    arguments: fresh buffers for one case from a secret generator.
    judge: compares the outputs of a launch (by parameter position) with the private reference; raises
    ValueError when a buffer is missing or has changed its size or type.
    bulk: the launch at a size where it is timed; None for a family that is never timed.
    """

    name: str
    case_model: type[CaseT]
    signature: tuple[str, ...]
    arguments: Callable[[CaseT, np.random.Generator], Prepared]
    judge: Callable[[Prepared, Mapping[int, Array]], Judgement]
    bulk: Callable[[CaseT], Bulk] | None = None
