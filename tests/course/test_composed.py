"""A wrong kernel that is kept as its mistake becomes the whole kernel again."""

from __future__ import annotations

import pytest

from grader.course.composed import NotComposed, compose

SOLUTION = """constexpr int N = 4;

__global__ void k(int* a)
{
    // TODO(1): the index. (about 1 line)
    // BEGIN SOLUTION
    int i = threadIdx.x;
    // END SOLUTION
    // BEGIN STARTER
    //| int i = 0;
    // END STARTER
    // TODO(2): store. (about 1 line)
    // BEGIN SOLUTION
    a[i] = N;
    // END SOLUTION
    a[0] = N;
}
"""
HEAD = "// expect: correctness\n// Why.\n"


def test_a_named_blank_is_filled_and_the_others_are_as_in_the_solution() -> None:
    made = compose(f"{HEAD}\n// TODO(2)\n    a[i] = 2 * N;\n    a[i] += 1;\n", SOLUTION)
    assert made.startswith(HEAD + "\nconstexpr int N = 4;\n")
    assert "    int i = threadIdx.x;\n    // TODO(2): store. (about 1 line)\n    a[i] = 2 * N;\n" in made
    assert "a[i] = N;" not in made and "STARTER" not in made and "SOLUTION" not in made and "int i = 0" not in made


def test_a_blank_may_be_left_empty() -> None:
    made = compose(f"{HEAD}// TODO(1)\n\n// TODO(2)\n", SOLUTION)
    assert "threadIdx" not in made and "a[i]" not in made and "a[0] = N;" in made


def test_lines_outside_the_blanks_are_exchanged_where_they_are_quoted() -> None:
    made = compose(f"{HEAD}// INSTEAD OF\nconstexpr int N = 4;\n// WRITE\nconstexpr int N = 5;\n", SOLUTION)
    assert "N = 5;" in made and "N = 4;" not in made
    gone = compose(f"{HEAD}// INSTEAD OF\n    a[0] = N;\n// WRITE\n", SOLUTION)
    assert "a[0]" not in gone


@pytest.mark.parametrize(
    ("sections", "why"),
    [
        ("// TODO(3)\n    ;\n", "no such blank"),
        ("// INSTEAD OF\n    a[0] = M;\n// WRITE\n    ;\n", "0 places"),
        ("// INSTEAD OF\n    int i = threadIdx.x;\n// WRITE\n    ;\n", "0 places"),  # it is in a blank
        ("// INSTEAD OF\n\n// WRITE\n    ;\n", "places of the solution"),
        ("// INSTEAD OF\n    a[0] = N;\n", "pairs"),
        ("// WRITE\n    a[0] = N;\n", "pairs"),
    ],
)
def test_what_does_not_fit_the_solution_is_told(sections: str, why: str) -> None:
    with pytest.raises(NotComposed, match=why):
        compose(HEAD + sections, SOLUTION)


def test_lines_that_are_there_twice_are_refused() -> None:
    with pytest.raises(NotComposed, match="2 places"):
        compose(f"{HEAD}// INSTEAD OF\n}}\n// WRITE\n", SOLUTION + "__device__ void f()\n{\n}\n")
