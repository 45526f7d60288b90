"""`grader gradebook sync` before it comes to nbgrader: what is asked for, and what is missing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import MODULE, Grader

COMMAND = "grader.cli.gradebook.sync"


@pytest.fixture
def there(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if nbgrader were installed: what is tested here ends before it is needed."""
    monkeypatch.setattr(f"{COMMAND}.find_spec", lambda _: object())


def test_without_nbgrader_it_says_how_to_get_it(course: Path, grader: Grader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{COMMAND}.find_spec", lambda _: None)
    done = grader("gradebook", "sync", "results", "--course", "nb", "--json", "-")
    assert done.status == 2 and "pip install 'warplings[instructor]'" in done.err
    assert done.json["error"]["kind"] == "no_package"


def test_nothing_of_nbgrader_is_on_the_students_path() -> None:
    heavy = {"nbgrader", "sqlalchemy", "nbformat", "traitlets", "alembic"}
    code = f"import sys, grader.cli.app; print(sorted({heavy!r} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


@pytest.mark.usefixtures("there")
@pytest.mark.parametrize("due", ["06", "06=tomorrow", "99=2026-12-01", "=2026-12-01", "06=2026-13-01"])
def test_a_due_date_that_is_none_is_told(course: Path, grader: Grader, due: str) -> None:
    done = grader("gradebook", "sync", "results", "--course", "nb", "--due", due)
    assert done.status == 2 and f"--due {due}: write MODULE=DATE" in done.err
    assert not (course / "nb").exists()


@pytest.mark.usefixtures("there")
def test_results_that_are_not_there_are_told(course: Path, grader: Grader) -> None:
    (course / "results").mkdir()
    done = grader("gradebook", "sync", "results", "--course", "nb", "--due", f"{MODULE}=2026-12-01", "--lang", "ko")
    assert done.status == 2 and "grader class grade" in done.err and "results" in done.err
    assert not (course / "nb").exists()
    (course / "results" / "class.json").write_text("{}", "utf-8")
    done = grader("gradebook", "sync", "results", "--course", "nb")
    assert done.status == 2 and "results/class.json was written by another version of the grader" in done.err
    (course / "results" / "class.json").write_text("{", "utf-8")
    assert "(Invalid JSON" in " ".join(grader("gradebook", "sync", "results", "--course", "nb").err.split())


def test_the_group_tells_its_commands(grader: Grader) -> None:
    assert "sync" in grader("gradebook", "--help").out
