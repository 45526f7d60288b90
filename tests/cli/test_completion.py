"""Ids as people have them at hand: paths, and what a shell completes."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.course.catalog import open_course
from grader.course.find import UnknownExercise
from grader.grading.opening import problem_cases
from tests.cli.conftest import MODULE, Grader

SGEMM = f"{MODULE}/sgemm_tiled"


@pytest.mark.parametrize("start", [".", f"exercises/{MODULE}", "solutions"])
@pytest.mark.parametrize(
    "typed",
    [f"exercises/{SGEMM}.cu", f"exercises/{SGEMM}", f"./exercises/{SGEMM}.cu", f"solutions/{SGEMM}.cu", f"{SGEMM}.cu",
     "06/sgemm_tiled.cu", "sgemm_tiled.cu", f"{{root}}/exercises/{SGEMM}.cu", f"{{root}}/solutions/{SGEMM}"],
)  # fmt: skip
def test_a_path_is_an_id(course: Path, monkeypatch: pytest.MonkeyPatch, start: str, typed: str) -> None:
    opened = open_course(course, problem_cases())
    monkeypatch.chdir(course / start)
    assert [exercise.id for exercise in opened.resolve(typed.format(root=course))] == [SGEMM]


@pytest.mark.parametrize("typed", [f"exercises/{MODULE}", f"exercises/{MODULE}/", f"solutions/{MODULE}", "."])
def test_a_folder_is_its_module(course: Path, monkeypatch: pytest.MonkeyPatch, typed: str) -> None:
    opened = open_course(course, problem_cases())
    if typed == ".":
        monkeypatch.chdir(course / "exercises" / MODULE)
        typed = "./"
    assert [e.name for e in opened.resolve(typed)] == ["sgemm_tiled", "transpose_tiled", "choose_padding"]


@pytest.mark.parametrize("typed", ["/tmp/sgemm_tiled.cu", "elsewhere/sgemm_tiled.cu", "a\0/b.cu", "x" * 5000 + "/y.cu"])
def test_a_file_elsewhere_is_none_of_the_course(course: Path, typed: str) -> None:
    with pytest.raises(UnknownExercise):
        open_course(course, problem_cases()).resolve(typed)


def test_a_path_is_checked_and_hinted(course: Path, grader: Grader) -> None:
    assert grader("hint", f"exercises/{SGEMM}.cu").out.startswith(SGEMM)
    assert grader("check", f"exercises/{SGEMM}.cu", "--json", "-").json["exercise"] == SGEMM


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_a_file_that_is_no_exercises_leads_to_the_option_that_grades_it(
    course: Path, grader: Grader, lang: str
) -> None:
    (course / "mine.cu").write_text("", "utf-8")
    done = grader("check", "mine.cu", "--lang", lang)
    assert done.status == 2 and "grader check ID --file mine.cu" in " ".join(done.err.split())
    assert "--file" not in grader("check", "nobodys.cu").err


def asked(process: Grader, shell: str, line: str) -> list[str]:
    """What a shell offers for the last word of a line."""
    words = line.split(" ")
    env = {"_GRADER_COMPLETE": f"complete_{shell}", "COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1),
           "_TYPER_COMPLETE_ARGS": line}  # fmt: skip
    done = process(env=env)
    assert done.err == ""
    return done.out.split()


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("grader check 06/", ["06/sgemm_tiled", "06/transpose_tiled", "06/choose_padding"]),
        ("grader hint sg", ["sgemm_tiled"]),
        ("grader watch 06_shared_memory_tiling/c", [f"{MODULE}/choose_padding"]),
        ("grader quiz 0", ["06", MODULE]),
    ],
)
def test_bash_completes_ids(course: Path, process: Grader, line: str, wanted: list[str]) -> None:
    assert asked(process, "bash", line) == wanted


@pytest.mark.slow
def test_zsh_completes_ids_and_commands(course: Path, process: Grader) -> None:
    assert "06/transpose_tiled" in " ".join(asked(process, "zsh", "grader check 06/tr"))
    assert "progress" in " ".join(asked(process, "zsh", "grader pro"))


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_a_shell_is_given_the_function_that_asks(course: Path, process: Grader, shell: str) -> None:
    out = process(env={"_GRADER_COMPLETE": f"source_{shell}"}).out
    assert "_GRADER_COMPLETE=complete_" in out and "grader" in out


def test_outside_of_a_course_nothing_is_offered(
    tmp_path: Path, process: Grader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert asked(process, "bash", "grader check 0") == []
