"""Command lines of `check` that are read without typer mean what typer says they mean, and load none of it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.main import get_command

from grader.cli.app import app
from grader.cli.check import Asked
from grader.cli.completion import VARIABLE
from grader.cli.plain_check import plain_check
from tests.cli.conftest import REPOSITORY

CHECK = get_command(app).commands["check"]  # type: ignore[attr-defined]
WORDS = [
    "06/sgemm_tiled", "06", "--solution", "--file", "mine.cu", "--file=mine.cu", "--backend", "emulated", "auto",
    "--backend=cuda", "--json", "-", "out.json", "--json=-", "--format", "gcc", "--format=junit", "--html", "--sandbox",
    "limits", "--sandbox=required", "--lang", "ko", "en", "--lang=ko", "--lang=fr", "--", "--solutions", "--file=",
    "-h", "--help", "",
]  # fmt: skip


def by_typer(arguments: list[str]) -> Asked | None:
    """What typer reads; None where it does not come to that."""
    try:
        context = CHECK.make_context("check", list(arguments))
    except Exception:
        return None
    found = {name: value for name, value in context.params.items() if name != "ids"}
    return Asked(list(context.params["ids"] or ()), **found)


@given(st.lists(st.sampled_from(WORDS), max_size=6))
def test_what_is_read_without_typer_is_what_typer_reads(words: list[str]) -> None:
    found = plain_check(["check", *words])
    if found is not None:
        assert found == by_typer(words)


@pytest.mark.parametrize(
    "line",
    [
        "check", "check 06", "check 06/sgemm_tiled --json -", "check a b --lang ko --solution", "check --file=my.cu 06",
        "check 06 --backend emulated --format gcc --html out --sandbox limits",
    ],
)  # fmt: skip
def test_what_people_type_needs_no_typer(line: str) -> None:
    words = line.split()
    assert plain_check(words) == by_typer(words[1:]) is not None


@pytest.mark.parametrize(
    "line", ["check --help", "check --lang fr", "check --solution --solution", "list", "check --x"]
)
def test_what_the_parser_has_to_tell_is_left_to_it(line: str) -> None:
    assert plain_check(line.split()) is None


def test_a_shell_that_asks_for_completions_is_answered_by_typer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "complete_bash")
    assert plain_check(["check"]) is None


@pytest.mark.slow
def test_the_second_check_of_an_exercise_loads_neither_typer_nor_pydantic_nor_yaml(course: Path) -> None:
    code = (
        "import sys; sys.argv = ['grader', 'check', '06/sgemm_tiled']\n"
        "from grader.cli import main\n"
        "try: main()\n"
        "finally: print(sorted({'typer', 'click', 'pydantic', 'yaml', 'cupy'} & set(sys.modules)))"
    )
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, cwd=course)
    assert done.stdout.endswith("[]\n"), done.stdout[-300:] + done.stderr
    assert "skeleton" in done.stdout
