"""The world around the command: pipes that close, full disks, Ctrl-C, kill, locales, narrow and dumb terminals."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.bad_input.contract import assert_report, assert_well_behaved
from tests.bad_input.watching import PLAIN, REPOSITORY, Run, children_of, run, run_grader, runs

KERNELS = Path(__file__).parent / "kernels"
ENDLESS = ("check", "06/sgemm_tiled", "--file", KERNELS / "compilation_without_end.cu")
FAILING = ("check", "06/sgemm_tiled", "--file", KERNELS / "out_of_bounds_by_one.cu")
PRINTING = ("list", "list --json", "--help", "check --help", "hint", "check 06/sgemm_tiled --solution --json -")


def shell(line: str) -> Run:
    """Run a line of bash in which `grader` is the command."""
    script = f'grader() {{ "{sys.executable}" -m grader "$@"; }}; {line}'
    return run(["bash", "-c", script], folder=REPOSITORY)


@pytest.mark.parametrize("command", PRINTING)
def test_a_reader_that_leaves_early_is_no_error(command: str) -> None:
    done = shell(f"grader {command} | true; exit ${{PIPESTATUS[0]}}")
    assert_well_behaved(done)
    assert (done.status, done.stderr) == (0, "")


def test_a_reader_that_leaves_early_does_not_change_the_verdict(tmp_path: Path) -> None:
    arguments = " ".join(map(str, FAILING))
    done = shell(f"grader {arguments} --json {tmp_path}/out.json | true; exit ${{PIPESTATUS[0]}}")
    assert_well_behaved(done)
    assert done.status == 1
    assert (tmp_path / "out.json").stat().st_size > 100


@pytest.mark.parametrize("closing", [">&-", "2>&-", "<&-", ">&- 2>&- <&-"])
@pytest.mark.parametrize("command", ["list", "check 06/sgemm_tiled --solution --json -"])
def test_closed_streams_stop_nothing(command: str, closing: str) -> None:
    done = shell(f"grader {command} {closing}")
    assert_well_behaved(done)
    assert (done.status, done.stderr) == (0, "")


@pytest.mark.parametrize("command", ["list", "list --json", "hint"])
def test_a_full_disk_is_one_sentence_and_status_two(command: str) -> None:
    done = shell(f"grader {command} >/dev/full")
    assert_well_behaved(done)
    assert done.status == 2
    assert done.stderr.startswith("grader: cannot write stdout")
    assert done.stderr.count("\n") == 1


def test_a_full_disk_behind_stderr_stops_nothing() -> None:
    assert shell("grader check nothing-like-it 2>/dev/full").status == 2
    assert shell("grader check nothing-like-it 2>&1 >/dev/null | true; exit ${PIPESTATUS[0]}").status == 2


@pytest.mark.parametrize("seconds", [0.2, 0.5, 1.5])
def test_ctrl_c_ends_at_once_and_leaves_nobody_behind(seconds: float) -> None:
    done = run_grader(*ENDLESS, folder=REPOSITORY, interrupt_after=seconds)
    assert_well_behaved(done)
    assert done.status in (130, -signal.SIGINT)  # the latter while Python itself is still starting
    assert done.seconds < seconds + 2


def test_ctrl_c_writes_the_json_that_was_asked_for() -> None:
    done = run_grader(*ENDLESS, "--json", "-", folder=REPOSITORY, interrupt_after=1.5)
    assert_well_behaved(done)
    assert done.status == 130
    assert_report(done.json())
    assert done.json()["error"]["kind"] == "interrupted"


@pytest.mark.slow
@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_a_grader_that_is_killed_takes_its_child_with_it(ending: signal.Signals) -> None:
    command = [sys.executable, "-m", "grader", *map(str, ENDLESS)]
    silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
    environment = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ} | PLAIN
    process = subprocess.Popen(command, cwd=REPOSITORY, env=environment, **silent)  # type: ignore[call-overload]
    time.sleep(1.5)
    children = children_of(process.pid)
    assert children
    process.send_signal(ending)
    _, said = process.communicate(timeout=5)
    assert b"Traceback" not in said
    until = time.monotonic() + 3
    while any(map(runs, children)) and time.monotonic() < until:
        time.sleep(0.05)
    assert not any(map(runs, children))


LOCALES = {
    "korean": {"LANG": "ko_KR.UTF-8"},
    "korean_that_is_not_installed": {"LC_ALL": "ko_KR.EUC-KR"},
    "c": {"LC_ALL": "C"},
    "ascii": {"LC_ALL": "POSIX", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "WARPLINGS_LANG": "ko"},
    "unknown": {"LANG": "xx_YY", "WARPLINGS_LANG": "fr"},
    "dumb": {"TERM": "dumb"},
    "no_colour": {"NO_COLOR": "1"},
    "one_column": {"COLUMNS": "1"},
    "no_columns": {"COLUMNS": "0"},
    "forty_columns": {"COLUMNS": "40"},
    "ten_thousand_columns": {"COLUMNS": "10000"},
    "columns_of_words": {"COLUMNS": "wide"},
}


@pytest.mark.parametrize("name", LOCALES)
def test_the_verdict_is_readable_in_every_surrounding(name: str) -> None:
    done = run_grader(*FAILING, environment=LOCALES[name], folder=REPOSITORY)
    assert_well_behaved(done)
    assert done.status == 1
    for part in ("shared_wavefronts", "17,408", "correctness", "sum += A[k]"):
        assert part in done.stdout
    assert max(map(len, done.stdout.split("\n"))) <= 120
    if name.startswith("korean"):
        assert "A밖에접근했습니다" in "".join(done.stdout.split())


@pytest.mark.slow
def test_json_is_whole_on_a_stdout_that_knows_only_ascii() -> None:
    ascii_only = LOCALES["ascii"]
    done = run_grader(*FAILING, "--json", "-", environment=ascii_only, folder=REPOSITORY)
    assert_report(done.json())
    assert "밖에 접근했습니다" in str(done.json()["checks"])
