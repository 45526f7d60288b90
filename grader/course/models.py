"""The data models of exercise files and `course.yaml`.

Types and ranges of single values are checked here, rules between values in `rules.py`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import field
from typing import TYPE_CHECKING, Annotated, Any, Literal, Protocol, cast

from grader.course.check_specs import (
    AsyncCopiesSpec,
    AtomicsSpec,
    BarriersSpec,
    CheckSpec,
    ConstantSerialisationSpec,
    CorrectnessSpec,
    DeterminismSpec,
    DivergenceSpec,
    ForwardProgressSpec,
    GlobalSectorsSpec,
    HazardsSpec,
    MachineCodeSpec,
    OccupancySpec,
    PredictionsSpec,
    ResourcesSpec,
    SharedExcessSpec,
    SharedWavefrontsSpec,
    StableSpec,
    WorkSpec,
)
from grader.course.values import Breach, Count, Extent, Extents, LocalizedText, Macro, Text
from grader.records import Before, Limit, ReadBy, Record

if TYPE_CHECKING:  # NumPy, which comes with the first, would double the time to import this
    from pydantic import ValidationInfo

    from grader.launch import Dim3


class Hints(Record):
    """Three hints in both languages, from the idea over the API to the line."""

    ko: Annotated[tuple[Text, ...], Limit(min_length=3, max_length=3, strict=False)]
    en: Annotated[tuple[Text, ...], Limit(min_length=3, max_length=3, strict=False)]

    def in_language(self, lang: str) -> tuple[str, ...]:
        """The hints in `lang` ("ko" or "en")."""
        return self.ko if lang == "ko" else self.en


class Launch(Record):
    """How a kernel is launched. block in threads, shared in bytes of dynamic shared memory.

    The grid is either fixed or derived: `tile` maps a dimension of the case to the elements one block covers,
    for grid axis x, then y, then z.
    """

    block: Extents
    tile: Annotated[dict[str, Extent], Limit(max_length=3)] = field(default_factory=dict)
    grid: Extents | None = None
    shared: Count = 0


def _macro_text(value: object) -> object:
    """Macro values are text to the compiler; whole and decimal numbers may be written without quotes."""
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value


class Compile(Record):
    """Options of the compiler. fmad: whether a * b + c may become one FMA. defines: macros by name."""

    fmad: bool = True
    defines: dict[Macro, Annotated[str, Before(_macro_text)]] = field(default_factory=dict)


class Case(Protocol):
    """What every problem's case model offers; further sizes, scalars and inputs are the problem's business.

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
    """The case as the problem's own model, from the validation context."""
    model: type[Record] = (info.context or {})["case_model"]
    return model.model_validate(value)


ProblemCase = Annotated[Case, ReadBy(_case)]


# The reference solution, the device's own copy, or the solution of another exercise.
BaselineName = Annotated[str, Limit(pattern=r"^(reference|device_copy|[0-9]{2}_[a-z0-9_]+/[a-z0-9_]+)$")]
# A kernel kept for the exercise (`wrong/NAME`, `cheat/NAME`), or the solution of another exercise.
SlowKernel = Annotated[str, Limit(pattern=r"^(wrong|cheat|[0-9]{2}_[a-z0-9_]+)/[a-z0-9_]+$")]


class SpeedSpec(CheckSpec):
    """Speed as a ratio to a baseline timed beside it.

    Full points from `full`, none below `zero`, linear between. slow: a kernel that must earn less than half of the
    points, such as the previous step of the ladder.
    """

    needs_gpu = True
    in_part = True

    size: ProblemCase
    baseline: BaselineName = "reference"
    slow: SlowKernel | None = None
    full: Annotated[float, Limit(gt=0, allow_inf_nan=False)]
    zero: Annotated[float, Limit(ge=0, allow_inf_nan=False)]

    def breaches(self) -> Iterator[Breach]:
        """A range between no points and all of them."""
        if self.zero >= self.full:
            yield ("zero",), "zero_not_below_full", {}


# Every check an exercise may use, in the order in which they are judged and shown, with the model of its entry.
# An id is also the name of the check's file in `grader/checks`.
CHECK_SPECS: dict[str, type[CheckSpec]] = {
    "correctness": CorrectnessSpec,
    "hazards": HazardsSpec,
    "determinism": DeterminismSpec,
    "stable": StableSpec,
    "forward_progress": ForwardProgressSpec,
    "shared_excess": SharedExcessSpec,
    "shared_wavefronts": SharedWavefrontsSpec,
    "global_sectors": GlobalSectorsSpec,
    "constant_serialisation": ConstantSerialisationSpec,
    "async_copies": AsyncCopiesSpec,
    "atomics": AtomicsSpec,
    "divergence": DivergenceSpec,
    "work": WorkSpec,
    "barriers": BarriersSpec,
    "predictions": PredictionsSpec,
    "occupancy": OccupancySpec,
    "resources": ResourcesSpec,
    "machine_code": MachineCodeSpec,
    "speed": SpeedSpec,
}
CHECK_IDS = tuple(CHECK_SPECS)
NEED_A_GPU = frozenset(name for name, spec in CHECK_SPECS.items() if spec.needs_gpu)


def _check_table() -> type[Record]:
    optional: dict[str, Any] = {name: spec | None for name, spec in CHECK_SPECS.items()}
    return type("_CheckTable", (Record,), {"__annotations__": optional, **dict.fromkeys(optional)})


_CheckTable = _check_table()


def _checks(value: object, info: ValidationInfo) -> dict[str, CheckSpec]:
    table = _CheckTable.model_validate(value, context=info.context)
    return {name: check for name, check in table.items() if check is not None}


Measured = int | float | dict[str, int | float]


def _is_finite(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _measured(value: object, _: ValidationInfo) -> Measured:
    """A finite number, or finite numbers by name."""
    numbers: list[object] = list(value.values()) if isinstance(value, dict) else [value]
    if not numbers or not all(map(_is_finite, numbers)):
        from pydantic_core import PydanticCustomError

        raise PydanticCustomError("measured_type", "a number or a mapping of numbers is wanted")
    return cast(Measured, value)


class Launchable(Record):
    """A kernel of a problem family and how it is compiled and launched."""

    title: LocalizedText
    kernel: Annotated[str, Limit(pattern=r"^[A-Za-z_][A-Za-z0-9_]*$")]
    problem: Text
    launch: Launch
    compile: Compile = field(default_factory=Compile)

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
    """A kernel benchmarked in addition to those of the exercises. source: its file, from the course's folder.

    ladder: its step on the SGEMM ladder, None if it is not on it. cases: the sizes at which it is timed.
    """

    source: Text
    ladder: Count | None = None
    cases: Annotated[tuple[ProblemCase, ...], Limit(min_length=1, strict=False)]


Candidate = Annotated[int, Limit(ge=0, le=1 << 20)]  # of a parameter
# A number, or an expression over the parameters that gives one: see `arithmetic`.
Amount = Annotated[int, Limit(ge=0)] | Text


class TuneLaunch(Record):
    """The parts of a launch that depend on the parameters, as of `Launch`; what is missing is the exercise's own."""

    block: Annotated[tuple[Amount, ...], Limit(min_length=1, max_length=3, strict=False)] | None = None
    tile: Annotated[dict[str, Amount], Limit(min_length=1, max_length=3)] | None = None
    shared: Amount | None = None


class TuneSpec(Record):
    """What `grader tune` searches: every combination of the parameters' values for which all of `requires` is true.

    parameters: macros or constants of the kernel with the values to try. requires, launch: expressions over them, as of
    `arithmetic`. case: on which variants are verified and counted. size: at which a GPU times them; by default that of
    the speed check, else the case.
    """

    parameters: Annotated[
        dict[Macro, Annotated[tuple[Candidate, ...], Limit(min_length=1, strict=False)]], Limit(min_length=1)
    ]
    requires: Annotated[tuple[Text, ...], Limit(strict=False)] = ()
    launch: TuneLaunch = field(default_factory=TuneLaunch)
    case: ProblemCase
    size: ProblemCase | None = None


class ExerciseSpec(Launchable):
    """One exercise file: what is compiled, launched and judged. `checks` is in the order of CHECK_IDS.

    kind: what the student does: writes code, mends a kernel that is wrong in one place, or predicts counts. tiny: a
    step of a minute, worth a tenth of other exercises. read: for a failing check, the lesson section that explains it.
    deeper: anchor of the section to go on with after a pass. starter: what the skeleton measures, by check, for
    comparison with the student's values; `grader calibrate` writes it and `grader selftest` verifies it. tune: what
    `grader tune` searches.
    """

    kind: Literal["write", "mend", "predict"] = "write"
    tiny: bool = False
    starter_fails: str
    starter: dict[str, Annotated[Measured, ReadBy(_measured)]] = field(default_factory=dict)
    hints: Hints
    read: dict[str, LocalizedText] = field(default_factory=dict)
    deeper: Annotated[str, Limit(pattern=r"^[a-z0-9-]+$")] | None = None
    cases: Annotated[tuple[ProblemCase, ...], Limit(min_length=1, strict=False)]
    checks: Annotated[dict[str, CheckSpec], ReadBy(_checks)]
    tune: TuneSpec | None = None


def _limits(value: object, info: ValidationInfo) -> dict[str, CheckSpec]:
    """Limits of private cases: checks worth no points of their own."""
    if not isinstance(value, dict):
        return _checks(value, info)
    return _checks({k: {"points": 0.0, **v} if isinstance(v, dict) else v for k, v in value.items()}, info)


class PrivateSpec(Record):
    """Cases that only the instructor's grading runs. checks: limits of counts, for cases of this file."""

    cases: Annotated[tuple[ProblemCase, ...], Limit(min_length=1, strict=False)]
    checks: Annotated[dict[str, CheckSpec], ReadBy(_limits)] = field(default_factory=dict)


def dim3(sizes: tuple[int, ...]) -> Dim3:
    """Up to three sizes as (x, y, z); missing axes are 1."""
    x, y, z = (*sizes, 1, 1, 1)[:3]
    return x, y, z


class Gate(Record):
    """What a checkpoint requires before the next module.

    share: of the quiz's points. exercises: whether all exercises of the module must be done as well.
    """

    share: Annotated[float, Limit(gt=0, le=1)] = 0.8
    mode: Literal["enforce", "advise"] = "enforce"
    exercises: Literal["none", "all"] = "none"


class ModuleSpec(Record):
    """One module of the course.

    name: its folder, `NN_name`. exercises: in teaching order; None: all in the folder, by name. checkpoint: its quiz
    gates what follows. requires: earlier modules by name or number. gate: where it differs from the course's.
    """

    name: Annotated[str, Limit(pattern=r"^[0-9]{2}_[a-z0-9_]{1,80}$")]
    title: LocalizedText
    checkpoint: bool = False
    requires: Annotated[tuple[Text, ...], Limit(strict=False)] = ()
    gate: Gate | None = None
    exercises: Annotated[tuple[Text, ...], Limit(strict=False)] | None = None

    @property
    def number(self) -> str:
        """The two digits before the name."""
        return self.name[:2]


class CourseSpec(Record):
    """`course.yaml`: the modules in teaching order.

    solutions: whether `grader solution` shows the course's own once the exercise is done.
    """

    title: LocalizedText
    gate: Gate = field(default_factory=Gate)
    solutions: Literal["never", "after_pass"] = "never"
    modules: Annotated[tuple[ModuleSpec, ...], Limit(min_length=1, strict=False)]
