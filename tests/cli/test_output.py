"""Sentences on a terminal are broken between words, never inside one."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

pexpect = pytest.importorskip("pexpect")


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_an_error_is_broken_between_words(course: Path, lang: str) -> None:
    command = ["-m", "grader", "solution", "06/sgemm_tiled", "--lang", lang]
    told = [pexpect.run(f"{sys.executable} {' '.join(command)}", withexitstatus=False, encoding="utf-8",
                        env={"TERM": "xterm", "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}, cwd=str(course),
                        dimensions=(24, width)) for width in (400, 40)]  # fmt: skip
    whole, narrow = (text.split() for text in told)
    assert whole == narrow and whole[0] == "grader:"
    assert len(told[1].split("\r\n")) > len(told[0].split("\r\n"))
