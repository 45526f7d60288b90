"""Reads one exercise file: YAML, the problem's case model, the schema, then the rules between values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from grader.course.documents import CourseError, Document, load
from grader.course.models import ExerciseSpec
from grader.course.rules import broken_rules
from grader.course.schema import did_you_mean, in_file_order, validate
from grader.records import Record
from grader.texts import say

CaseModels = Mapping[str, type[Record]]


def load_exercise(path: Path, problem_case_models: CaseModels, lang: str = "en", hints: object = None) -> ExerciseSpec:
    """Read an exercise file. problem_case_models: each problem's model of a case (`models.Case`), by name.

    hints: for a file that has none of its own. Raises CourseError with all errors, in file order, in `lang`.
    """
    document = load(path, lang)
    if hints is not None and isinstance(document.data, dict) and "hints" not in document.data:
        document = replace(document, data={**document.data, "hints": hints})  # type: ignore[dict-item]
    case_model = find_case_model(document, problem_case_models, lang)
    spec = validate(ExerciseSpec, document, lang, {"case_model": case_model})
    if broken := broken_rules(spec, document, lang):
        raise CourseError(in_file_order(broken))
    return spec


class _AnyCase(Record):
    """Used where the problem's name is missing or not a text: that error is enough."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "allow"}


def find_case_model(document: Document, models: CaseModels, lang: str) -> type[Record]:
    """The case model of the document's problem. Raises CourseError for an unknown problem."""
    problem = document.data.get("problem") if isinstance(document.data, dict) else None
    if not isinstance(problem, str):
        return _AnyCase
    if problem not in models:
        hint = did_you_mean(problem, tuple(models), lang)
        message = say("course.rule.unknown_problem", lang, name=problem, hint=hint)
        raise CourseError([document.problem(("problem",), message)])
    return models[problem]
