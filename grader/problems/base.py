"""The parts of a problem family: its case, the prepared launch with its private reference, the judgement.

A family defines a kernel's inputs and the right outputs. It does not know how the kernel is run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Generic, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from grader.dataclass import dataclass
from grader.launch import Argument, Array, Dim3
from grader.records import Limit, Record

if TYPE_CHECKING:
    from grader.problems.bulk import Bulk

Floats = NDArray[np.float64]
Indices = NDArray[np.int64]
Mask = NDArray[np.bool_]

# How buffers are filled. Integers are small enough for FP32 to be exact and are compared value for value;
# floats are uniform in [-1, 1) and compared with the FP32 error bound.
Values = Literal["integers", "floats"]

Extent = Annotated[int, Limit(strict=True, ge=1)]
Extents = Annotated[tuple[Extent, ...], Limit(min_length=1, max_length=3)]


class Case(Record):
    """One case of an exercise. A family adds its dimensions and scalars, and lists the dimensions' names.

    values: how buffers are filled. grid, block: override the exercise's launch.
    """

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}

    DIMENSIONS: ClassVar[tuple[str, ...]] = ()

    values: Values = "integers"
    grid: Extents | None = None
    block: Extents | None = None

    def dimensions(self) -> dict[str, int]:
        """Sizes by name, in the usual order; a launch's `tile` refers to these."""
        return {name: getattr(self, name) for name in self.DIMENSIONS}

    def defaults(self) -> dict[str, object]:
        """The default of each optional field."""
        return {"values": "integers", "grid": None, "block": None}

    def label(self) -> str:
        """The case in words: `M=65, N=33, K=47, lda=50`. Defaults are left out."""
        defaults = self.defaults()
        extras = {name: getattr(self, name) for name, _ in self.items() if name in defaults}
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
    """One buffer argument. original: a private copy of the kernel's input, 1-D and read-only. leading: elements between
    the starts of rows, None for a vector.
    """

    position: int
    name: str
    role: Role
    original: Array
    leading: int | None


def place(element: int, leading: int | None) -> tuple[int | None, int]:
    """Row and column of an element if rows are `leading` apart; for a vector (None), no row and its number."""
    return (None, element) if leading is None else divmod(element, leading)


# Elements about which a mistake predicts nothing, and elements of a poisoned buffer that were not written. Results are
# never infinite; NaN stands for a computed NaN.
UNKNOWN = np.inf
UNTOUCHED = -np.inf


@dataclass(frozen=True)
class Geometry:
    """A case's launch: the grid in blocks, the block in threads."""

    grid: Dim3
    block: Dim3


@dataclass(frozen=True)
class Mistake:
    """A well-known mistake, the same in every case. parameters: of its text, `mistakes.mistake.<key>`."""

    key: str
    parameters: tuple[tuple[str, object], ...] = ()


def mistake(key: str, **parameters: object) -> Mistake:
    """A mistake by key and parameters, none of which may depend on the case."""
    return Mistake(key, tuple(parameters.items()))


# A mistake and the region's values after it: (matrices, rows, cols), or a shape that broadcasts to that.
Possible = tuple[Mistake, Callable[[], Floats]]


def all_zero() -> Possible:
    """Nothing but zeros; for sums, to be tried before mistakes that drop all terms."""
    return mistake("all_zero"), lambda: np.zeros((1, 1, 1))


def _none(_: Geometry) -> Iterator[Possible]:
    yield from ()


@dataclass(frozen=True)
class Rounding:
    """Allowed rounding errors, of a shape that broadcasts to the region's.

    An element passes if `abs(got - expected) <= tolerance`. magnitude: of the sums behind it, 0 for exact elements.
    """

    tolerance: Floats
    magnitude: Floats


EXACT = Rounding(np.zeros((1, 1, 1)), np.zeros((1, 1, 1)))


@dataclass(frozen=True)
class Region:
    """Elements that the kernel must write, as a stack of matrices.

    index, expected: (matrices, rows, cols); index is the element number in the buffer at `position`.
    label: key of a text that names the region, or "" for the whole buffer.
    mistakes: the region after each of the family's mistakes, computed only if something is wrong. Of two that agree
    everywhere the first one is reported.
    working: the formula of the element at (matrix, row, col), in symbols and in numbers.
    unsaid: keys of mistakes whose sentences name what this case lacks, such as the factors of an empty product.
    """

    position: int
    index: Indices
    expected: Floats
    rounding: Rounding = EXACT
    label: str = ""
    mistakes: Callable[[Geometry], Iterator[Possible]] = _none
    working: Callable[[int, int, int], tuple[str, str]] | None = None
    unsaid: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Prepared:
    """A case ready to run: arguments in parameter order, and the private reference; symbols: as of LaunchRequest."""

    arguments: tuple[Argument, ...]
    buffers: tuple[Buffer, ...]
    regions: tuple[Region, ...]
    symbols: tuple[Argument, ...] = ()


class MismatchKind(StrEnum):
    """The kind of wrong elements."""

    VALUE = "value"
    PADDING = "padding"
    INPUT = "input"


@dataclass(frozen=True)
class Mismatch:
    """Wrong elements of one region or buffer, and the first of them in row-major order.

    matrix: None if there is only one. row: None in a vector, where column is the element's number. expected: for
    padding and inputs, the value before the launch. region: number of the region whose values are wrong.
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
        """Whether every element is right and nothing else was written."""
        return not self.mismatches


@dataclass(frozen=True)
class Ran:
    """A case that ran to its end, with its outputs and their judgement."""

    prepared: Prepared
    outputs: Mapping[int, Array]
    judgement: Judgement
    geometry: Geometry


CaseT = TypeVar("CaseT", bound=Case)


def _as_they_are(_: Prepared, outputs: Mapping[int, Array]) -> Mapping[int, Array]:
    return outputs


@dataclass(frozen=True)
class Problem(Generic[CaseT]):
    """A problem family.

    signature: the kernel's parameters as declared in C++.
    arguments: fresh buffers for one case from a secret generator.
    judge: compares the outputs of a launch (by parameter position) with the private reference; raises ValueError for a
    buffer that is missing or has another size or type.
    bulk: the timed launch of a case; None for a family that is never timed.
    arranged: the outputs as `judge` wants them, for a family whose results may come in any order.
    """

    name: str
    case_model: type[CaseT]
    signature: tuple[str, ...]
    arguments: Callable[[CaseT, np.random.Generator], Prepared]
    judge: Callable[[Prepared, Mapping[int, Array]], Judgement]
    bulk: Callable[[CaseT], Bulk] | None = None
    arranged: Callable[[Prepared, Mapping[int, Array]], Mapping[int, Array]] = _as_they_are


def at_scale(module: str, name: str = "bulk") -> Callable[[Any], Bulk]:
    """The timed launch, from a module of this package that is imported only then."""

    def bulk(case: Any) -> Bulk:
        found: Bulk = getattr(import_module(f"grader.problems.{module}"), name)(case)
        return found

    return bulk
