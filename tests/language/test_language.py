"""Real CUDA C++ in the styles of textbooks, courses and samples: every kernel computes what the language says.

A kernel that the emulator does not run must say so: one fault `unsupported` that names the construct and its line.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.language.cases import CASES
from tests.language.running import KERNEL, KERNELS, generator, judge, judge_hazards, launched, source_of
from tests.language.unsupported import EXPECTED_UNSUPPORTED

RUNNING = [c for c in CASES if c.name not in EXPECTED_UNSUPPORTED]
REFUSED = [c for c in CASES if c.name in EXPECTED_UNSUPPORTED]


def cases(some: Sequence[Any]) -> list[Any]:
    """A third on each push, file by file: a file is compiled once for all its kernels."""
    return [pytest.param(c, id=c.name, marks=pytest.mark.share(3, guard="hardware", by=c.file)) for c in some]


@pytest.mark.slow
@pytest.mark.parametrize("case", cases(RUNNING))
def test_the_kernel_computes_what_cuda_says(case) -> None:  # type: ignore[no-untyped-def]
    data = case.make(generator(case.name))
    result = launched(case, data)
    judge(case, data, result)
    judge_hazards(case, result)


@pytest.mark.slow
@pytest.mark.parametrize("case", cases(REFUSED))
def test_a_kernel_that_does_not_run_names_the_construct_and_its_line(case) -> None:  # type: ignore[no-untyped-def]
    words, mark = EXPECTED_UNSUPPORTED[case.name]
    result = launched(case, case.make(generator(case.name)))
    assert [f.kind for f in result.faults] == ["unsupported"], "it runs now: take it out of EXPECTED_UNSUPPORTED"
    fault = result.faults[0]
    assert words in fault.message
    assert fault.line is not None and mark in source_of(case.file).split("\n")[fault.line - 1], fault.line


def test_the_table_of_unsupported_kernels_names_only_kernels_that_exist() -> None:
    assert EXPECTED_UNSUPPORTED.keys() <= {c.name for c in CASES}


def test_every_kernel_of_the_corpus_is_launched() -> None:
    launched_kernels = {(c.file, c.kernel.partition("<")[0]) for c in CASES}
    for path in sorted(KERNELS.glob("*.cu")):
        for kernel in KERNEL.findall(source_of(path.name)):
            assert (path.name, kernel) in launched_kernels
