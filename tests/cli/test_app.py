"""The command as people start it: exit statuses, no traceback, streams kept apart, terminals respected."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from grader import __version__
from grader.cli import course_commands
from tests.cli.conftest import REPOSITORY, Grader


def test_the_solution_passes_in_a_process_of_its_own(course: Path, process: Grader) -> None:
    done = process("check", "06/sgemm_tiled", "--solution", "--json", "out.json")
    assert done.status == 0, done.err
    assert done.err == ""
    assert "85 of 85" in done.out
    assert json.loads((course / "out.json").read_text("utf-8"))["score"] == 85


@pytest.mark.slow
def test_an_endless_loop_is_the_students_fault_and_ends(course: Path, process: Grader) -> None:
    signature = (
        "const float* A, const float* B, float* C, int M, int N, int K, int lda, int ldb, int ldc, "
        "float alpha, float beta"
    )
    body = "volatile int* p = (volatile int*)C; while (*p != 123456789) {}"
    (course / "loop.cu").write_text(f'extern "C" __global__ void sgemm_tiled({signature}) {{ {body} }}', "utf-8")
    started = time.monotonic()
    done = process("check", "06/sgemm_tiled", "--file", "loop.cu", "--json", "-")
    assert time.monotonic() - started < 15  # the limit is 10; these machines are busy
    assert done.status == 1
    assert {c["id"]: c["status"] for c in done.json["checks"]}["correctness"] == "fail"


@pytest.mark.slow
def test_no_colour_and_dumb_terminals_get_plain_text(course: Path, process: Grader) -> None:
    for env in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        assert "\x1b" not in process("list", env=env).out


def test_a_stream_that_cannot_write_korean_does_not_break_the_command(course: Path, process: Grader) -> None:
    done = process("list", "--lang", "ko", env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert done.status == 0
    assert "06/sgemm_tiled" in done.out


def test_a_reader_that_goes_away_is_no_error(course: Path) -> None:
    command = f"{sys.executable} -m grader list --json | head -c 1; exit ${{PIPESTATUS[0]}}"
    env = {"PYTHONPATH": str(REPOSITORY), "PATH": "/usr/bin:/bin"}
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, env=env)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    "arguments", [["chek"], ["check", "--what"], ["profile"], ["reset", "what"], ["hint", "-n", "9"]]
)
def test_bad_arguments_are_status_two_and_one_sentence(course: Path, grader: Grader, arguments: list[str]) -> None:
    done = grader(*arguments)
    assert done.status == 2
    assert done.err.startswith("grader: ")
    assert "Traceback" not in done.err


def test_a_misspelt_command_is_answered_with_the_nearest(grader: Grader) -> None:
    assert "check" in grader("chek").err


def test_whatever_breaks_inside_is_one_sentence_and_status_two(
    course: Path, grader: Grader, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(lang: str) -> int:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr(course_commands, "overview", broken)
    done = grader()
    assert done.status == 2
    assert "ZeroDivisionError: division by zero" in done.err
    assert "Traceback" not in done.err


def test_an_internal_error_reaches_the_json_too(course: Path, grader: Grader, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RecursionError("too deep")

    monkeypatch.setattr("grader.grading.submissions.grade_file", broken)
    done = grader("check", "06/sgemm_tiled", "--json", "-")
    assert done.status == 2
    assert done.json["error"]["kind"] == "internal_error"


def test_version_and_help_leave_with_zero(grader: Grader) -> None:
    assert grader("--version").out.strip() == f"grader {__version__}"
    for arguments in (["--help"], ["check", "-h"], ["profile", "--help"]):
        assert grader(*arguments).status == 0


def test_no_two_classes_of_the_command_line_share_a_name() -> None:
    files = [ast.parse(path.read_text("utf-8")) for path in (REPOSITORY / "grader" / "cli").glob("*.py")]
    names = [node.name for file in files for node in ast.walk(file) if isinstance(node, ast.ClassDef)]
    assert sorted(names) == sorted(set(names))


def test_help_needs_neither_numpy_nor_rich() -> None:
    code = "import sys, grader.cli.app; print(sorted({'numpy', 'rich.console', 'yaml', 'jinja2'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=REPOSITORY)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("arguments", ["['grader', 'list']", "['grader', 'nothing']"])
def test_nobody_waits_while_python_tidies_up(course: Path, arguments: str) -> None:
    code = ("import atexit, gc, sys; atexit.register(lambda: print(gc.get_freeze_count(), len(gc.get_objects())));"
            f"from grader import cli; sys.argv = {arguments}; cli.main()")  # fmt: skip
    done = subprocess.run([sys.executable, "-c", code], cwd=course, capture_output=True, text=True, check=False)
    spared, looked_at = map(int, done.stdout.splitlines()[-1].split())
    assert spared > 100 * looked_at


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_the_list_of_commands_cuts_no_sentence(process: Grader, lang: str) -> None:
    head = {"en": "Commands:", "ko": "명령:"}[lang]
    assert "..." not in process("--help", env={"WARPLINGS_LANG": lang}).out.partition(head)[2]


@pytest.mark.parametrize("arguments", [("--lang", "ko", "quiz", "--help"), ("quiz", "--help", "--lang=ko"),
                                       ("--lang", "ko", "--help"), ("--lang", "ko", "ci", "--help")])  # fmt: skip
def test_help_speaks_the_language_that_is_asked_for(process: Grader, arguments: tuple[str, ...]) -> None:
    shown = process(*arguments).out
    assert re.search("[가-힣]", shown) and "Answer a module" not in shown and "Grading by" not in shown
    assert not re.search("Usage:|Options:|Arguments:|Commands:|Show this|default:|required", shown)


def test_help_in_english_is_as_typer_writes_it(process: Grader) -> None:
    shown = process("check", "--help", env={"WARPLINGS_LANG": "en"}).out
    assert shown.startswith("Usage: grader check") and "Show this message and exit." in shown
    assert "Options:" in shown and "[default: auto]" in shown
