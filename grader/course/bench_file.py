"""Reads `benchmarks/kernels.yaml`: the kernels benchmarked in addition to those of the exercises."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from grader.course.documents import Document, load
from grader.course.exercise_file import CaseModels, find_case_model
from grader.course.models import BenchKernel
from grader.course.schema import validate

BENCH_FILE = Path("benchmarks") / "kernels.yaml"


def load_kernels(path: Path, problem_case_models: CaseModels, lang: str = "en") -> Mapping[str, BenchKernel]:
    """The kernels by id, in file order; none where there is no such file. Raises CourseError, in `lang`."""
    if not path.exists():
        return {}
    document = load(path, lang)
    entries = document.data if isinstance(document.data, dict) else {}
    found = {}
    for name, data in entries.items():
        part = Document(document.path, data, document.root.children[name])
        model = find_case_model(part, problem_case_models, lang)
        found[name] = validate(BenchKernel, part, lang, {"case_model": model})
    return found
