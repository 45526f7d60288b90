"""Skeletons: what the student gets, what never leaks, and how marker mistakes are named."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.course.documents import CourseError
from grader.course.skeleton import render_skeleton

HERE = Path("name.cu")

SOLUTION = """\
// What it is for.
    // TODO(1): declare the tile. (1 line)
    // BEGIN SOLUTION
    __shared__ float tile[32][33];
    // END SOLUTION
    // BEGIN STARTER
    //| __shared__ float tile[32][32];
    //|
    // END STARTER
    // TODO(2): wait. (1 line)
    // BEGIN SOLUTION
    __syncthreads();
    // END SOLUTION
}
"""

SKELETON = """\
// What it is for.
    // TODO(1): declare the tile. (1 line)
    __shared__ float tile[32][32];
    \n\
    // TODO(2): wait. (1 line)
}
"""


def _problems(text: str, lang: str = "en") -> list[tuple[int, str]]:
    with pytest.raises(CourseError) as caught:
        render_skeleton(text, HERE, lang)
    return [(problem.line, problem.message) for problem in caught.value.problems]


def test_the_solution_goes_the_todo_stays_and_the_starter_comes_alive() -> None:
    assert render_skeleton(SOLUTION, HERE) == SKELETON


def test_a_starter_inside_the_solution_block_means_the_same() -> None:
    nested = (
        "// TODO(1): x\n// BEGIN SOLUTION\nright();\n// BEGIN STARTER\n"
        "//| wrong();\n// END STARTER\nmore();\n// END SOLUTION\n"
    )

    assert render_skeleton(nested, HERE) == "// TODO(1): x\nwrong();\n"


def test_windows_line_ends_and_a_missing_last_one_are_kept() -> None:
    text = "// TODO(1): x\r\n// BEGIN SOLUTION\r\nright();\r\n// END SOLUTION\r\n}"

    assert render_skeleton(text, HERE) == "// TODO(1): x\r\n}"


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("// TODO(1): x\n// BEGIN SOLUTION\nx;\n", 2, "no `END SOLUTION`"),
        ("// TODO(1): x\n// BEGIN SOLUTION\nx;\n// BEGIN SOLUTION\n// END SOLUTION\n", 4, "begins in line 2"),
        ("x;\n// END SOLUTION\n", 2, "has not begun"),
        ("// TODO(1): x\n// BEGIN SOLUTION\n// END STARTER\n// END SOLUTION\n", 3, "has not begun"),
        ("// TODO(1): x\n// BEGIN SOLUTION\n// BEGIN STARTER\n// END SOLUTION\n", 4, "has not begun"),
        ("// BEGIN SOLUTION\nx;\n// END SOLUTION\n", 1, "`// TODO(n): ...`"),
        ("int x; // BEGIN SOLUTION\nx;\n", 1, "alone on its line, as `// BEGIN SOLUTION`"),
        ("// TODO(1): x\n// BEGIN SOLUTION\nx;\n// end solution\n", 4, "as `// END SOLUTION`"),
        ("/* BEGIN_SOLUTION */\n", 1, "alone on its line"),
        ("// BEGIN STARTER\nx;\n// END STARTER\n", 2, "begins with `//|`"),
    ],
)
def test_marker_mistakes_are_named_at_their_line(text: str, line: int, words: str) -> None:
    assert any(at == line and words in message for at, message in _problems(text))


def test_a_solution_without_a_blank_would_give_itself_away() -> None:
    assert _problems("x;\n") == [(0, "The file has no blank, so its skeleton would be the solution.")]


def test_marker_mistakes_are_told_in_korean() -> None:
    assert "빈칸이 없어서" in _problems("x;\n", "ko")[0][1]


_CODE = st.lists(st.sampled_from(["int a;", "", "  b();", "// note", "//| odd", "\t}"]), max_size=4)


@given(st.lists(st.tuples(_CODE, _CODE), min_size=1, max_size=4), _CODE)
def test_nothing_between_the_markers_ever_leaks(blanks: list[tuple[list[str], list[str]]], tail: list[str]) -> None:
    lines: list[str] = []
    kept: list[str] = []
    for before, secret in blanks:
        shown = [*before, "// TODO(1): x"]
        lines += [*shown, "// BEGIN SOLUTION", *(f"SECRET {line}" for line in secret), "// END SOLUTION"]
        kept += shown

    skeleton = render_skeleton("\n".join([*lines, *tail]), HERE)

    assert "SECRET" not in skeleton
    assert skeleton.splitlines() == "\n".join([*kept, *tail]).splitlines()
