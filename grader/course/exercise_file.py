"""Reads one exercise file: YAML, the problem's case model, the schema, then the rules between values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from pydantic import BaseModel

from grader.course.models import ExerciseSpec
from grader.course.rules import broken_rules
from grader.course.schema import did_you_mean, in_file_order, validate
from grader.course.yaml_marks import CourseError, Document, load
from grader.texts import say

CaseModels = Mapping[str, type[BaseModel]]


def load_exercise(
    path: Path, problem_case_models: CaseModels, lang: str = "en", hints: object = None
) -> ExerciseSpec:
    """Read an exercise file. problem_case_models: each problem's model of a case (`models.Case`), by name.

    hints: those of a file that has none of its own. Raises CourseError with everything that is wrong, in file order,
    in `lang`.
    """
    document = load(path, lang)
    if hints is not None and isinstance(document.data, dict) and "hints" not in document.data:
        document = replace(document, data={**document.data, "hints": hints})  # type: ignore[dict-item]
    case_model = find_case_model(document, problem_case_models, lang)
    spec = validate(ExerciseSpec, document, lang, {"case_model": case_model})
    if broken := broken_rules(spec, document, lang):
        raise CourseError(in_file_order(broken))
    return spec


class _AnyCase(BaseModel, extra="allow"):
    """Stands in where the problem itself is missing or no text: that complaint is enough."""


def find_case_model(document: Document, models: CaseModels, lang: str) -> type[BaseModel]:
    """The model of a case of the problem that the document names. Raises CourseError for an unknown one."""
    problem = document.data.get("problem") if isinstance(document.data, dict) else None
    if not isinstance(problem, str):
        return _AnyCase
    if problem not in models:
        hint = did_you_mean(problem, tuple(models), lang)
        message = say("course.rule.unknown_problem", lang, name=problem, hint=hint)
        raise CourseError([document.problem(("problem",), message)])
    return models[problem]
