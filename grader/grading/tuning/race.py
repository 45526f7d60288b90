"""Times one variant on a GPU, in turns with the vendor's routine, at the size that matters."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from grader.checks.compiler_hints import first_sentence
from grader.checks.speed import problem_words
from grader.checks.timing import BASELINE, STUDENT, Timing, contest, timed_launch
from grader.checks.where_it_runs import AsksWhere, asks_where
from grader.course.models import SpeedSpec
from grader.course.values import LocalizedText
from grader.grading.cases import STOPPED
from grader.grading.tuning.outcome import Raced
from grader.launch import Fault
from grader.problems import PROBLEMS
from grader.texts import say
from grader.toolchain.program import CompileError

if TYPE_CHECKING:
    from grader.course.models import Case, ExerciseSpec, TuneSpec
    from grader.grading.gpu_observation import GpuBox
    from grader.problems.bulk import Bulk

_LONGEST = 1000  # characters of a reason that are kept
# Routines that solve the problem, so that their results are verified, too; the others only move as many bytes.
_COPIES = ("device_copy",)


def timed_size(spec: ExerciseSpec, tune: TuneSpec) -> Case:
    """The case at which a GPU times variants: that of `tune`, else of the speed check, else the one that is counted."""
    rule = spec.checks.get("speed")
    return tune.size or (rule.size if isinstance(rule, SpeedSpec) else tune.case)


def bulk_of(spec: ExerciseSpec, size: Case) -> Bulk | None:
    """The timed launch of a case; None for a problem that is never timed, or has no routine to be timed beside."""
    prepare = PROBLEMS[spec.problem].bulk
    bulk = prepare(size) if prepare is not None else None
    return bulk if bulk is not None and bulk.library is not None else None


def device_of(gpu: GpuBox) -> str:
    """The GPU with its driver, as results are kept for it."""
    facts, arch = gpu.facts()
    return f"{facts.name} {arch} driver {facts.driver}"


def race(spec: ExerciseSpec, text: str, file: str, size: Case, bulk: Bulk, gpu: GpuBox) -> Raced | None:
    """Time a variant. spec: as of `variant_of`; text: its source. None: the process with the GPU ended early.

    Raises Unavailable, ToolchainError.
    """
    options = spec.compile
    try:
        program = gpu.compile(text, file=file, fmad=options.fmad, defines=options.defines)
        if (asked := asks_where(program.ptx, file)) is not None:
            return _refused(lambda lang: _asks(asked, lang))
        timing = _contest(spec, size, bulk, gpu)
    except CompileError as error:
        return _refused(lambda lang, error=error: first_sentence(error, lang))  # type: ignore[misc]
    except tuple(STOPPED):
        return None
    if isinstance(timing.problem, AsksWhere):
        register = timing.problem
        return _refused(lambda lang: _asks(register, lang))
    if timing.problem is not None:
        problem = timing.problem
        return _refused(lambda lang: problem_words(problem, lang))
    ms, library_ms = timing.median(STUDENT), timing.median(BASELINE)
    assert ms is not None and library_ms is not None
    return Raced(ms=ms, library_ms=library_ms, ratio=timing.ratio, spread=timing.spread,
                 doubtful=timing.doubt is not None)  # fmt: skip


def _contest(spec: ExerciseSpec, size: Case, bulk: Bulk, gpu: GpuBox) -> Timing:
    assert bulk.library is not None
    launch = timed_launch(bulk, spec, size)
    gpu.enter(STUDENT, launch)
    gpu.enter(BASELINE, launch, routine=bulk.library)
    timing = contest(gpu, replace(bulk, library=None), (STUDENT,) if bulk.library in _COPIES else (STUDENT, BASELINE))
    if not isinstance(timing.problem, Fault):  # a fault ends the child
        gpu.retire()
    return timing


def _asks(asked: AsksWhere, lang: str) -> str:
    return say("checks.speed.asks_where", lang, register=asked.register, line=asked.line)


def _refused(words: Callable[[str], str]) -> Raced:
    told = {lang: words(lang)[:_LONGEST] or "-" for lang in ("ko", "en")}
    return Raced(why=LocalizedText(**told))
