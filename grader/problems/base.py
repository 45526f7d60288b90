"""What a problem family is made of: its case, the prepared launch with its private reference, the judgement.

A family says what the kernel is given and what must come back. It does not know how the kernel is run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, ClassVar, Generic, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field

from grader.launch import Argument, Array

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


class PatternKey(StrEnum):
    """Mistakes that leave a recognisable result. Texts: `checks.pattern.<key>`."""

    NOTHING_WRITTEN = "nothing_written"
    NOT_WRITTEN_HERE = "not_written_here"
    FIRST_ELEMENTS_ONLY = "first_elements_only"
    LAST_BLOCK_LEFT_OUT = "last_block_left_out"
    NAN = "nan"
    NAN_FROM_OLD_OUTPUT = "nan_from_old_output"
    ALL_ZERO = "all_zero"
    RESULT_IS_INPUT = "result_is_input"
    TRANSPOSED = "transposed"
    OPERAND_TRANSPOSED = "operand_transposed"
    OPERAND_TILE_TRANSPOSED = "operand_tile_transposed"
    PIECES_TRANSPOSED = "pieces_transposed"
    COLUMNS_OF_OTHER_THREADS = "columns_of_other_threads"
    OPERANDS_EXCHANGED = "operands_exchanged"
    ELEMENTWISE = "elementwise"
    TILE_NOT_TRANSPOSED = "tile_not_transposed"
    TILE_NOT_MOVED = "tile_not_moved"
    LEADING_DIMENSION = "leading_dimension"
    ALPHA_IGNORED = "alpha_ignored"
    BETA_IGNORED = "beta_ignored"
    PRODUCT_MISSING = "product_missing"
    ALPHA_BETA_IGNORED = "alpha_beta_ignored"
    ACCUMULATED = "accumulated"
    APPLIED_TWICE = "applied_twice"
    UPDATED_AGAIN = "updated_again"
    FACTOR_MISSING = "factor_missing"
    ADDEND_MISSING = "addend_missing"
    PRODUCT_ROUNDED = "product_rounded"
    FIRST_TERMS_ONLY = "first_terms_only"
    FIRST_TERMS_MISSING = "first_terms_missing"
    PART_OF_CHUNKS = "part_of_chunks"
    SHIFTED = "shifted"
    SHIFTED_ELEMENTS = "shifted_elements"
    CONSTANT_FACTOR = "constant_factor"
    LOW_PRECISION = "low_precision"
    RAGGED_EDGE = "ragged_edge"
    ROWS_COLS_SWAPPED = "rows_cols_swapped"
    SOME_ROWS = "some_rows"
    SOME_COLS = "some_cols"
    SOME_MATRICES = "some_matrices"
    RESULTS_EXCHANGED = "results_exchanged"
    FIELDS_EXCHANGED = "fields_exchanged"
    OTHER_WAY_ROUND = "other_way_round"
    AXIS_ORDER = "axis_order"
    AXES_IGNORED = "axes_ignored"
    BLOCK_IGNORED = "block_ignored"
    COUNTED_ACROSS_GRID = "counted_across_grid"
    KEY_IGNORED = "key_ignored"
    LAST_TERM_ONLY = "last_term_only"
    COUNTED = "counted"


@dataclass(frozen=True)
class Pattern:
    """A recognised mistake; parameters fill the placeholders of its text."""

    key: PatternKey
    parameters: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Suspect:
    """What a region would hold after a well-known mistake. NaN: it says nothing about that element."""

    pattern: Pattern
    values: Floats


Terms = Callable[[Indices, Indices, Indices], tuple[Floats, Floats]]


def _no_suspects() -> Iterator[Suspect]:
    yield from ()


@dataclass(frozen=True)
class Region:
    """Elements that the kernel must write, as a stack of matrices.

    index, expected: (matrices, rows, cols); index is the element number in the buffer at `position`.
    tolerance, magnitude: broadcast to that shape. An element passes when `abs(got - expected) <= tolerance`;
    magnitude is the size of the sums behind it (0 where the result is exact).
    label: key of a text that names the region, or "" for the whole buffer.
    suspects: recognisable wrong results, computed only when something is wrong.
    terms: for the elements at (matrix, row, col), the products (n, K) that are summed up and what is added to
    their sum (n,).
    poisoned_on_purpose: the buffer may be read, but in this case must not be.
    suspects_first: suspects say of every element what it holds, zeros and elements that nobody wrote included, and
    are asked before it is said what zeros and such elements mean elsewhere.
    """

    position: int
    index: Indices
    expected: Floats
    tolerance: Floats
    magnitude: Floats
    label: str = ""
    suspects: Callable[[], Iterator[Suspect]] = _no_suspects
    terms: Terms | None = None
    poisoned_on_purpose: bool = False
    suspects_first: bool = False


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
    inputs, expected is the value before the launch.
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
    patterns: tuple[Pattern, ...] = ()


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
