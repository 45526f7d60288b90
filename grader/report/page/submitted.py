"""The page of a submission that was graded with example requests kept."""

from __future__ import annotations

from dataclasses import replace
from math import prod
from typing import TYPE_CHECKING, cast

from grader.checks.base import CaseRun, Observations
from grader.checks.hazards import distinct
from grader.checks.ordering import in_order
from grader.grading.grade import Graded, counted_case, retold
from grader.launch import Hazard
from grader.problems.base import Case
from grader.report.page.model import Launched, Page, page_of
from grader.texts import LANGUAGES
from grader.toolchain.program import Program

if TYPE_CHECKING:
    from grader.course.models import ExerciseSpec


def page_of_graded(graded: Graded, spoken: str) -> Page:
    """graded: with its observations, in the language `spoken`. Raises ValueError without them."""
    submission, seen = graded.submission, graded.seen
    if submission is None or seen is None:
        raise ValueError("nothing that was seen was kept")
    spec = submission.spec
    told = {lang: graded if lang == spoken else retold(graded, lang) for lang in LANGUAGES}
    program = seen.compiled if isinstance(seen.compiled, Program) else None
    reports = {lang: each.report for lang, each in told.items()}
    return page_of(reports, program, spec.kernel, _launched(seen, spec), _hazards(seen))


def _launched(seen: Observations, spec: ExerciseSpec) -> Launched | None:
    """The launch whose accesses are shown by line, if it finished."""
    index = counted_case(spec)
    run = _at(index, (seen.counts or seen.own).runs)
    if run is None or run.result is None or run.result.faults:
        return None
    result, drawn = run.result, _at(index, seen.drawn)
    if drawn is not None and drawn.result is not None:
        result = replace(result, samples=drawn.result.samples, walk=drawn.result.walk)
    label = cast(Case, run.case).label()  # exercise files are read with the problem's own model of a case
    return Launched(label, prod(spec.block(run.case)), spec.launch.shared, result)


def _at(index: int, runs: tuple[CaseRun, ...]) -> CaseRun | None:
    return next((run for run in runs if run.index == index), None)


def _hazards(seen: Observations) -> tuple[Hazard, ...]:
    source = seen.hazards or seen.own
    known = (hazard for run in in_order(source.runs) if run.result is not None for hazard in run.result.hazards)
    return tuple(distinct((*source.hazards, *known)))
