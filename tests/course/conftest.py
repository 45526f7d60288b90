"""A small course on disk, as an author would have written it, and a case model as a problem brings it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, Literal

import pytest

from grader.course.catalog import Course, open_course
from grader.records import Record

COURSE = """\
title: {ko: 과정, en: Course}
gate: {share: 0.8, mode: enforce}
modules:
  - name: 05_memory_coalescing
    title: {ko: 코얼레싱, en: Coalescing}
  - name: 06_shared_memory_tiling
    title: {ko: 공유 메모리 타일링, en: Shared-memory tiling}
    checkpoint: true
    requires: ["05"]
    gate: {share: 0.9, mode: advise}
    exercises: [sgemm_tiled, transpose_tiled]
"""

EXERCISE = """\
title: {ko: 공유 메모리 타일링 SGEMM, en: Shared-memory tiled SGEMM}
kernel: sgemm_tiled
problem: sgemm
launch: {block: [16, 16], tile: {N: 16, M: 16}}
starter_fails: correctness
hints:
  ko: [생각, API, 줄]
  en: [idea, API, line]
read:
  hazards: {ko: 왜 배리어가 둘인가, en: Why two barriers}
cases:
  - {M: 64, N: 64, K: 64}
  - {M: 65, N: 33, K: 47, lda: 50, alpha: 1.5}
  - {M: 1, N: 1, K: 1, grid: [2, 3], block: [32]}
checks:
  speed: {points: 15, size: {M: 4096, N: 4096, K: 4096}, baseline: reference, full: 0.90, zero: 0.70}
  correctness: {points: 40}
  hazards: {points: 15}
  shared_wavefronts: {points: 15, at_most: 17408, loads_at_least: 5120}
  global_sectors: {points: 15, at_most: 5120}
"""

SOLUTION = """\
extern "C" __global__ void {name}(float* out)
{{
    // TODO(1): write something. (1 line)
    // BEGIN SOLUTION
    out[0] = 1.0f;
    // END SOLUTION
}}
"""


class SgemmCase(Record):
    """Stands in for the model that the problem itself brings."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}

    M: int
    N: int
    K: int
    lda: int | None = None
    alpha: float = 1.0
    values: Literal["integers", "floats"] = "integers"
    grid: tuple[int, ...] | None = None
    block: tuple[int, ...] | None = None

    def dimensions(self) -> dict[str, int]:
        return {"M": self.M, "N": self.N, "K": self.K}


CASE_MODELS = {"sgemm": SgemmCase}

Edit = Callable[..., Path]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A course of two modules: 05 with two exercises, 06 with two more in an order of its own."""
    (tmp_path / "course.yaml").write_text(COURSE, encoding="utf-8")
    for exercise in (
        "05_memory_coalescing/sgemm_coalesced",
        "05_memory_coalescing/particles_soa",
        "06_shared_memory_tiling/sgemm_tiled",
        "06_shared_memory_tiling/transpose_tiled",
    ):
        for folder, suffix, text in (
            ("exercises", ".yaml", EXERCISE),
            ("solutions", ".cu", SOLUTION.format(name=Path(exercise).name)),
        ):
            path = tmp_path / folder / f"{exercise}{suffix}"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return tmp_path


@pytest.fixture
def course(root: Path) -> Course:
    """The course in `root`, opened."""
    return open_course(root, CASE_MODELS)


@pytest.fixture
def exercise_file(tmp_path: Path) -> Edit:
    """Writes the exercise file with `old` replaced by `new`."""

    def edit(old: str = "", new: str = "") -> Path:
        assert old in EXERCISE
        path = tmp_path / "exercise.yaml"
        path.write_text(EXERCISE.replace(old, new, 1) if old else EXERCISE, encoding="utf-8")
        return path

    return edit
