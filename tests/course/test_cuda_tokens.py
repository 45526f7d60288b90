"""Code alone stands where it stood in the source."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from grader.course.cuda_tokens import code_in_place

PARTS = st.sampled_from(["#if 0\n", "#if 1\n", "#else\n", "#elif X\n", "#endif\n", "/*", "*/", "//", '"', "'", "\\\n",
                         "\n", "int x;", "#define BM 8\n", " ", "\t"])  # fmt: skip


@given(st.lists(PARTS, max_size=20).map("".join) | st.text(max_size=60))
def test_what_is_no_code_is_blank_and_nothing_moves(text: str) -> None:
    code = code_in_place(text)
    assert len(code) == len(text)
    assert all(new == old or (new == " " and not old.isspace()) for new, old in zip(code, text, strict=True))
    assert code_in_place(code) == code


def test_an_endless_nest_of_conditions_ends() -> None:
    assert "x" not in code_in_place("#if 0\n" * 2000 + "x" + "\n#endif" * 1999)
