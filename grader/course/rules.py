"""Rules between the values of an exercise file, beyond the type and range of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from grader.course.check_specs import StructuralSpec
from grader.course.documents import Document, Problem
from grader.course.models import CHECK_IDS, NEED_A_GPU, ExerciseSpec, dim3
from grader.course.schema import KEY, Location, did_you_mean, problem_at
from grader.course.values import Breach
from grader.texts import say

if TYPE_CHECKING:
    from grader.launch import Dim3

# CUDA C++ Programming Guide, table "Technical Specifications per Compute Capability" (all since 5.0).
BLOCK_LIMIT: Dim3 = (1024, 1024, 64)
BLOCK_THREADS = 1024
GRID_LIMIT: Dim3 = (2**31 - 1, 65535, 65535)


def broken_rules(spec: ExerciseSpec, document: Document, lang: str) -> list[Problem]:
    """Every broken rule, at its place in the file."""
    return [problem_at(document, place, say(f"course.rule.{name}", lang, **params)) for rule in _RULES
            for place, name, params in rule(spec, lang)]  # fmt: skip


def _points(spec: ExerciseSpec, _: str) -> Iterator[Breach]:
    total, wanted = sum(check.points for check in spec.checks.values()), 10 if spec.tiny else 100
    if abs(total - wanted) > 1e-6:
        yield ("checks",), "points", {"sum": total, "wanted": wanted}


def _named_checks(spec: ExerciseSpec, lang: str) -> Iterator[Breach]:
    if "correctness" not in spec.checks:
        yield ("checks",), "no_correctness", {}
    if spec.starter_fails not in CHECK_IDS:
        yield ("starter_fails",), "unknown_check", _unknown(spec.starter_fails, CHECK_IDS, lang)
    elif spec.starter_fails in NEED_A_GPU:
        yield ("starter_fails",), "starter_speed", {}
    elif spec.starter_fails not in spec.checks:
        yield ("starter_fails",), "starter_not_checked", {"name": spec.starter_fails}
    for name in spec.starter:
        if name not in CHECK_IDS:
            yield ("starter", name, KEY), "unknown_check", _unknown(name, CHECK_IDS, lang)
        elif name in NEED_A_GPU:
            yield ("starter", name, KEY), "starter_value_speed", {}
        elif name not in spec.checks:
            yield ("starter", name, KEY), "starter_value_not_checked", {"name": name}
    for name in spec.read:
        if name not in ("compiles", *CHECK_IDS):
            yield ("read", name, KEY), "unknown_check", _unknown(name, CHECK_IDS, lang)


def _kind(spec: ExerciseSpec, _: str) -> Iterator[Breach]:
    if (spec.kind == "predict") != ("predictions" in spec.checks):
        yield ("kind",), "predict_and_predictions", {}


def _grids(spec: ExerciseSpec, _: str) -> Iterator[Breach]:
    if spec.launch.grid and spec.launch.tile:
        yield ("launch", "grid"), "grid_and_tile", {}
    known = spec.cases[0].dimensions()
    strangers = [name for name in spec.launch.tile if name not in known]
    for name in strangers:
        yield ("launch", "tile", name, KEY), "unknown_dimension", {"name": name, "known": ", ".join(known)}
    for index, case in enumerate(spec.cases):
        if not (case.grid or spec.launch.grid or spec.launch.tile):
            yield ("cases", index), "no_grid", {}
        elif not strangers:
            yield from _over_limit(spec.grid(case), GRID_LIMIT, "grid", ("cases", index))


def _blocks(spec: ExerciseSpec, _: str) -> Iterator[Breach]:
    yield from _block(dim3(spec.launch.block), ("launch", "block"))
    for index, case in enumerate(spec.cases):
        if case.block:
            yield from _block(dim3(case.block), ("cases", index, "block"))


def _block(block: Dim3, place: Location) -> Iterator[Breach]:
    yield from _over_limit(block, BLOCK_LIMIT, "block", place)
    threads = block[0] * block[1] * block[2]
    if threads > BLOCK_THREADS:
        yield place, "block_threads", {"threads": threads}


def _over_limit(sizes: Dim3, limit: Dim3, what: str, place: Location) -> Iterator[Breach]:
    if any(size > most for size, most in zip(sizes, limit, strict=True)):
        yield place, f"{what}_axis", {what: " x ".join(map(str, sizes))}


def _case_indices(spec: ExerciseSpec, _: str) -> Iterator[Breach]:
    last = len(spec.cases) - 1
    for name, check in spec.checks.items():
        if isinstance(check, StructuralSpec) and check.case > last:
            yield ("checks", name, "case"), "case_index", {"index": check.case, "last": last}


def _check_contents(spec: ExerciseSpec, _: str) -> Iterator[Breach]:
    for name, check in spec.checks.items():
        for place, key, params in check.breaches():
            yield ("checks", name, *place), key, params


def _tuning(spec: ExerciseSpec, _: str) -> Iterator[Breach]:
    if spec.tune is not None:
        from grader.course.tune_rules import tune_breaches

        yield from tune_breaches(spec, spec.tune)


def _unknown(name: str, choices: Sequence[str], lang: str) -> dict[str, object]:
    return {"name": name, "hint": did_you_mean(name, choices, lang)}


_RULES: tuple[Callable[[ExerciseSpec, str], Iterator[Breach]], ...] = (
    _points, _named_checks, _kind, _grids, _blocks, _case_indices, _check_contents, _tuning,
)  # fmt: skip
