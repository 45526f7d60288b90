"""What is kept of a graded file."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.classroom.results import Result, Results, State


@pytest.mark.parametrize(
    ("data", "kept"),
    [
        ("// 합\n".encode(), "// 합\n"),
        ("// 합\n".encode("cp949"), "// 합\n"),
        ("\ufeffa\r\nb\rc".encode(), "a\nb\nc"),
        (b"a\x00b", "a\x00b"),
        (b"\xff\xfea\x00", "\ufffd\ufffda\x00"),
    ],
)
def test_the_source_is_kept_as_the_compiler_was_given_it(tmp_path: Path, data: bytes, kept: str) -> None:
    results = Results(tmp_path)
    results.keep(Result("ada", "01_one/add", State.GRADED, "", {"score": 0}), data)
    assert results.source_path("ada", "01_one/add").read_bytes().decode("utf-8") == kept
