"""The diagnosis of results that a test has made, for tests of the families."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grader.checks.mismatch_words import mismatch_sentence
from grader.launch import Array
from grader.problems.base import Geometry, Judgement, MismatchKind, Mistake, Prepared, Problem, Ran
from grader.problems.diagnosis import View, diagnose
from grader.problems.facts import facts

SQUARE = Geometry((4, 4, 1), (16, 16, 1))
FLAT = Geometry((4, 1, 1), (256, 1, 1))


def ran(family: Problem[Any], prepared: Prepared, outputs: Mapping[int, Array], geometry: Geometry = FLAT) -> Ran:
    """A case that left `outputs` behind."""
    return Ran(prepared, outputs, family.judge(prepared, outputs), geometry)


def diagnosed_all(
    family: Problem[Any], prepared: Prepared, outputs: Mapping[int, Array], geometry: Geometry = FLAT
) -> dict[str, Mistake | None]:
    """The same of every part that is wrong, by its label, or by its buffer's name where it has none."""
    return by_part(ran(family, prepared, outputs, geometry))


def by_part(one: Ran) -> dict[str, Mistake | None]:
    """The same of a case that ran."""
    wrong = [m for m in one.judgement.mismatches if m.region is not None]
    return {m.label or m.buffer: next(iter(diagnose([one], m.region or 0)), None) for m in wrong}


def said(judgement: Judgement, lang: str) -> str:
    """Every mismatch in words."""
    return " ".join(mismatch_sentence(mismatch, lang) for mismatch in judgement.mismatches)


def diagnosed(
    family: Problem[Any], prepared: Prepared, outputs: Mapping[int, Array], geometry: Geometry = FLAT
) -> Mistake | None:
    """The mistake that is told of one case alone, of the first part of it that is wrong."""
    one = ran(family, prepared, outputs, geometry)
    region = next(m.region for m in one.judgement.mismatches if m.kind is MismatchKind.VALUE)
    assert region is not None
    return next(iter(diagnose([one], region)), None)


def found_facts(
    family: Problem[Any], prepared: Prepared, outputs: Mapping[int, Array], geometry: Geometry = FLAT
) -> list[Mistake]:
    """What is said of the wrong elements where no mistake explains them."""
    one = ran(family, prepared, outputs, geometry)
    region = next(m.region for m in one.judgement.mismatches if m.kind is MismatchKind.VALUE)
    assert region is not None
    return list(facts(View(one, region)))
