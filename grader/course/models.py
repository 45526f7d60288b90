"""What an exercise file and `course.yaml` may say: the data models behind them.

Types and ranges are checked here, one value at a time; what must hold between values is in `rules.py`.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Annotated, Literal, Protocol, cast

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainValidator, ValidationInfo
from pydantic_core import PydanticCustomError

if TYPE_CHECKING:  # NumPy, which comes with it, would double the time to import this
    from grader.launch import Dim3


class Spec(BaseModel):
    """Base of everything read from YAML: no unknown keys, no silent conversions, no changes afterwards."""

    # Deferred: a command builds the validators it needs, which takes longer than to import this file.
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, defer_build=True)


Text = Annotated[str, Field(min_length=1)]
Count = Annotated[int, Field(ge=0)]
Points = Annotated[float, Field(ge=0, le=100, allow_inf_nan=False)]
# strict=False: YAML has lists, a frozen model keeps tuples.
Extent = Annotated[int, Field(ge=1)]
Extents = Annotated[tuple[Extent, ...], Field(min_length=1, max_length=3, strict=False)]
Instruction = Annotated[str, Field(pattern=r"^[A-Z][A-Z0-9]*(\.(64|128))?$")]


class LocalizedText(Spec):
    """One text in both languages of the course."""

    ko: Text
    en: Text

    def in_language(self, lang: str) -> str:
        """The text in `lang` ("ko" or "en")."""
        return self.ko if lang == "ko" else self.en


class Hints(Spec):
    """Three hints in both languages, from the idea over the API to the line."""

    ko: Annotated[tuple[Text, ...], Field(min_length=3, max_length=3, strict=False)]
    en: Annotated[tuple[Text, ...], Field(min_length=3, max_length=3, strict=False)]

    def in_language(self, lang: str) -> tuple[str, ...]:
        """The hints in `lang` ("ko" or "en")."""
        return self.ko if lang == "ko" else self.en


class Launch(Spec):
    """How a kernel is launched. block in threads, shared in bytes of dynamic shared memory.

    The grid is either fixed or derived: `tile` maps a dimension of the case to the elements one block covers,
    for grid axis x, then y, then z.
    """

    block: Extents
    tile: dict[str, Extent] = Field(default_factory=dict, max_length=3)
    grid: Extents | None = None
    shared: Count = 0


def _macro_text(value: object) -> object:
    """Macro values are text to the compiler; whole and decimal numbers may be written without quotes."""
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value


Macro = Annotated[str, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]*$")]


class Compile(Spec):
    """Options of the compiler. fmad: whether a * b + c may become one FMA. defines: macros by name."""

    fmad: bool = True
    defines: dict[Macro, Annotated[str, BeforeValidator(_macro_text)]] = Field(default_factory=dict)


class CheckSpec(Spec):
    """What every check has."""

    points: Points


class StructuralSpec(CheckSpec):
    """A check of counts or code. case: index of the case it reads."""

    case: Count = 0


class CorrectnessSpec(CheckSpec):
    """Right results, on every case."""


class HazardsSpec(CheckSpec):
    """No ordering errors between threads, on every case. at: the mildest severity that fails."""

    at: Literal["error", "warning"] = "error"


class SharedExcessSpec(StructuralSpec):
    """Shared-memory wavefronts beyond the ideal."""

    at_most: Count


class SharedWavefrontsSpec(StructuralSpec):
    """All shared-memory wavefronts. loads_at_least: shared load requests; doing without is no way out."""

    at_most: Count
    loads_at_least: Count | None = None


class GlobalSectorsSpec(StructuralSpec):
    """All 32-byte sectors of global memory. loads_at_least: global load requests."""

    at_most: Count
    loads_at_least: Count | None = None


class BarriersSpec(StructuralSpec):
    """Barriers of a block that warps come to, summed over all warps."""

    at_most: Count


class ResourcesSpec(StructuralSpec):
    """What the compiler gave the kernel: registers, local and spill bytes a thread, shared bytes a block."""

    registers_at_most: Count | None = None
    local_bytes_at_most: Count | None = None
    spill_bytes_at_most: Count | None = None
    shared_bytes_at_most: Count | None = None
    shared_bytes_at_least: Count | None = None


class MachineCodeSpec(StructuralSpec):
    """Instructions that must, or must not, be in the machine code.

    Each is an opcode (`FFMA`; `LDS` is any width of it) or one width of it (`LDS.128`).
    """

    require: Annotated[tuple[Instruction, ...], Field(strict=False)] = ()
    forbid: Annotated[tuple[Instruction, ...], Field(strict=False)] = ()


class Case(Protocol):
    """What a problem's own case model offers; sizes, scalars and inputs beyond it are the problem's business.

    values: how buffers are filled. grid, block: override the launch. dimensions: sizes by name, to which `tile` refers.
    """

    @property
    def values(self) -> str: ...

    @property
    def grid(self) -> tuple[int, ...] | None: ...

    @property
    def block(self) -> tuple[int, ...] | None: ...

    def dimensions(self) -> dict[str, int]: ...


def _case(value: object, info: ValidationInfo) -> object:
    """The case as the problem's own model, which the reader of the file was given."""
    model: type[BaseModel] = (info.context or {})["case_model"]
    return model.model_validate(value, extra="forbid")


ProblemCase = Annotated[Case, PlainValidator(_case)]


# The reference solution, the device's own copy, or the solution of another exercise.
BaselineName = Annotated[str, Field(pattern=r"^(reference|device_copy|[0-9]{2}_[a-z0-9_]+/[a-z0-9_]+)$")]
# A kernel kept for the exercise (`wrong/NAME`, `cheat/NAME`), or the solution of another exercise.
SlowKernel = Annotated[str, Field(pattern=r"^(wrong|cheat|[0-9]{2}_[a-z0-9_]+)/[a-z0-9_]+$")]


class SpeedSpec(CheckSpec):
    """Speed as a ratio to a baseline timed beside it.

    Full points from `full`, none below `zero`, linear between. slow: a kernel that must stay below half of the points,
    the previous step of the ladder, say.
    """

    size: ProblemCase
    baseline: BaselineName = "reference"
    slow: SlowKernel | None = None
    full: Annotated[float, Field(gt=0, allow_inf_nan=False)]
    zero: Annotated[float, Field(ge=0, allow_inf_nan=False)]


class _CheckTable(Spec):
    """Every check an exercise may ask for, in the order in which they are judged and shown."""

    correctness: CorrectnessSpec | None = None
    hazards: HazardsSpec | None = None
    shared_excess: SharedExcessSpec | None = None
    shared_wavefronts: SharedWavefrontsSpec | None = None
    global_sectors: GlobalSectorsSpec | None = None
    barriers: BarriersSpec | None = None
    resources: ResourcesSpec | None = None
    machine_code: MachineCodeSpec | None = None
    speed: SpeedSpec | None = None


CHECK_IDS: tuple[str, ...] = tuple(_CheckTable.model_fields)


def _checks(value: object, info: ValidationInfo) -> dict[str, CheckSpec]:
    table = _CheckTable.model_validate(value, context=info.context)
    return {name: check for name, check in table if check is not None}


Measured = int | float | dict[str, int | float]


def _is_finite(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _measured(value: object) -> Measured:
    """A finite number, or finite numbers by name."""
    numbers: list[object] = list(value.values()) if isinstance(value, dict) else [value]
    if not numbers or not all(map(_is_finite, numbers)):
        raise PydanticCustomError("measured_type", "a number or a mapping of numbers is wanted")
    return cast(Measured, value)


class Launchable(Spec):
    """A kernel of a problem family and how it is compiled and launched."""

    title: LocalizedText
    kernel: Annotated[str, Field(pattern=r"^[A-Za-z_][A-Za-z0-9_]*$")]
    problem: Text
    launch: Launch
    compile: Compile = Field(default_factory=Compile)

    def grid(self, case: Case) -> Dim3:
        """The grid of a case in blocks: its own, the launch's, or max(1, ceil(size / tile)) on each axis."""
        fixed = case.grid or self.launch.grid
        if fixed is not None:
            return dim3(fixed)
        sizes = case.dimensions()
        return dim3(tuple(max(1, -(-sizes[name] // covered)) for name, covered in self.launch.tile.items()))

    def block(self, case: Case) -> Dim3:
        """The block of a case in threads."""
        return dim3(case.block or self.launch.block)


class BenchKernel(Launchable):
    """A kernel that is measured beside those of the exercises. source: its file, from the course's folder.

    ladder: its step on the SGEMM ladder; None: it is not on it. cases: the sizes at which it is timed.
    """

    source: Text
    ladder: Count | None = None
    cases: Annotated[tuple[ProblemCase, ...], Field(min_length=1, strict=False)]


class ExerciseSpec(Launchable):
    """One exercise file: what is compiled, launched and judged. `checks` is in the order of CHECK_IDS.

    read: for a failing check, the lesson section that explains it. starter: what the untouched skeleton measures,
    by check, to stand beside the student's values; `grader calibrate` writes it and `grader selftest` holds it to
    the skeleton.
    """

    starter_fails: str
    starter: dict[str, Annotated[Measured, PlainValidator(_measured)]] = Field(default_factory=dict)
    hints: Hints
    read: dict[str, LocalizedText] = Field(default_factory=dict)
    cases: Annotated[tuple[ProblemCase, ...], Field(min_length=1, strict=False)]
    checks: Annotated[dict[str, CheckSpec], BeforeValidator(_checks)]


def _limits(value: object, info: ValidationInfo) -> dict[str, CheckSpec]:
    """Limits of private cases: checks that bring no points of their own."""
    if not isinstance(value, dict):
        return _checks(value, info)
    return _checks({k: {"points": 0.0, **v} if isinstance(v, dict) else v for k, v in value.items()}, info)


class PrivateSpec(Spec):
    """Cases on which only the instructor's grading runs a kernel. checks: limits of counts, for cases of this file."""

    cases: Annotated[tuple[ProblemCase, ...], Field(min_length=1, strict=False)]
    checks: Annotated[dict[str, CheckSpec], BeforeValidator(_limits)] = Field(default_factory=dict)


def dim3(sizes: tuple[int, ...]) -> Dim3:
    """Up to three sizes as (x, y, z); missing axes are 1."""
    x, y, z = (*sizes, 1, 1, 1)[:3]
    return x, y, z


class Gate(Spec):
    """What a checkpoint asks for before the next module.

    share: of the quiz's points. exercises: whether all exercises of the module have to be done, too.
    """

    share: Annotated[float, Field(gt=0, le=1)] = 0.8
    mode: Literal["enforce", "advise"] = "enforce"
    exercises: Literal["none", "all"] = "none"


class ModuleSpec(Spec):
    """One module of the course.

    name: its folder, `NN_name`. exercises: in the order in which they are taught; without it, all that are
    there, by name. checkpoint: its quiz gates what follows. requires: earlier modules by name or number.
    gate: where it differs from the course's.
    """

    name: Annotated[str, Field(pattern=r"^[0-9]{2}_[a-z0-9_]{1,80}$")]
    title: LocalizedText
    checkpoint: bool = False
    requires: Annotated[tuple[Text, ...], Field(strict=False)] = ()
    gate: Gate | None = None
    exercises: Annotated[tuple[Text, ...], Field(strict=False)] | None = None

    @property
    def number(self) -> str:
        """The two digits before the name."""
        return self.name[:2]


class CourseSpec(Spec):
    """`course.yaml`: the modules in the order in which they are taught.

    solutions: whether `grader solution` shows the course's own, to whom the exercise is done.
    """

    title: LocalizedText
    gate: Gate = Field(default_factory=Gate)
    solutions: Literal["never", "after_pass"] = "never"
    modules: Annotated[tuple[ModuleSpec, ...], Field(min_length=1, strict=False)]
