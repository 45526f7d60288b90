"""Text that compiles and is hardly meant is told where a kernel goes wrong, and nowhere else."""

from __future__ import annotations

import pytest

from grader.checks.base import Observations
from grader.checks.evaluate import evaluate
from grader.checks.typing_slips import Slip, typing_slips
from grader.verdicts import Status
from tests.checks.specimens import exercise, program, run

FOUND = {
    "for (int k = 0; k < n; ++k);\n{": [Slip("empty", 1, "for")],
    "x = 1;\nif (i < n)\n;\n  c[i] = 1;": [Slip("empty", 2, "if")],
    "if (i = n) c[i] = 1;": [Slip("assignment", 1, "if")],
    "while (tile[t] = 0) ++t;": [Slip("assignment", 1, "while")],
    "if (f(a[i], (n)) );": [Slip("empty", 1, "if")],
}
MEANT = (
    "for (int k = 0; k < n; ++k) sum += a[k];",
    "do { ++i; } while (i < n);",
    "while (atomicCAS(p, 0, 1) != 0);",
    "if (int x = f()) g(x);",
    "if ((x = f())) g(x);",
    "if (i == n || j <= m) g();",
    "// for (;;);\nif (i < n) g(); /* if (i = n); */",
    'printf("for (;;);");',
    "for (int i = 0; i < n; i = i + 2) g();",
)


@pytest.mark.parametrize("source", FOUND)
def test_a_slip_is_found_at_its_line(source: str) -> None:
    assert list(typing_slips(source)) == FOUND[source]


@pytest.mark.parametrize("source", MEANT)
def test_what_is_meant_is_none(source: str) -> None:
    assert list(typing_slips(source)) == []


@pytest.mark.parametrize("wrong", [0, 9])
def test_it_is_told_of_a_kernel_with_wrong_results_only(wrong: int) -> None:
    spec = exercise()
    compiled = program(source="int i;\nif (i = 3) ++i;\n")
    runs = (run(spec, 0, wrong=wrong), run(spec, 1))
    check = evaluate(spec, Observations(compiled, runs), "en")[1]
    assert check.status is (Status.FAIL if wrong else Status.PASS)
    assert ("Line 2: `if (... = ...)` assigns; `==` compares." in check.message) is bool(wrong)
    assert [note.line for note in check.lines] == ([2] if wrong else [])
