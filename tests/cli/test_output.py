"""Sentences on a terminal are broken between words, never inside one; what is no terminal gets no bar."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from grader.cli.output import passing_bar

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


def test_a_bar_that_passes_leaves_nothing_where_stderr_is_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    with passing_bar() as bar:
        bar.advance(bar.add_task("some work", total=1))
    assert capsys.readouterr() == ("", "")
