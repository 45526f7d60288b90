"""`pytest exercises/...` in a course: each check is a test, for people, test explorers and JUnit."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.conftest import MODULE, REPOSITORY

_SECONDS = 240


def run(course: Path, *arguments: str, lang: str = "en") -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "PYTHONPATH": str(REPOSITORY), "WARPLINGS_LANG": lang}
    stacks = ("-o", f"faulthandler_timeout={_SECONDS / 2}")  # of a test that hangs, in the error output
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *stacks, *arguments]
    try:
        return subprocess.run(
            command, cwd=course, env=env, capture_output=True, text=True, timeout=_SECONDS, check=False
        )
    except subprocess.TimeoutExpired as late:
        said = b"\n".join(each for each in (late.stdout, late.stderr) if each)
        pytest.fail(f"{arguments} took more than {_SECONDS} s and said:\n{said.decode('utf-8', 'replace')}")


def solve(course: Path, name: str) -> None:
    shutil.copy(course / "solutions" / MODULE / f"{name}.cu", course / "exercises" / MODULE / f"{name}.cu")


@pytest.mark.slow
def test_every_check_of_a_module_is_a_test(course: Path) -> None:
    done = run(course, f"exercises/{MODULE}", "--collect-only", "-q")
    names = [line for line in done.stdout.splitlines() if "::" in line]
    assert f"exercises/{MODULE}/sgemm_tiled.cu::correctness" in names
    assert {name.split("/")[-1].split(".")[0] for name in names} == {"sgemm_tiled", "transpose_tiled", "choose_padding"}
    assert names.count(f"exercises/{MODULE}/sgemm_tiled.cu::compiles") == 1


def test_a_failing_check_says_what_the_student_reads_with_its_line(course: Path) -> None:
    done = run(course, f"exercises/{MODULE}/choose_padding.cu", "-q")
    assert done.returncode == 1
    assert "shared-memory wavefronts, allowed are" in done.stdout and "choose_padding.cu:39: " in done.stdout
    assert "Traceback" not in done.stdout and "grader/" not in done.stdout


@pytest.mark.slow
def test_a_solution_passes_and_speed_is_skipped_with_its_reason(course: Path) -> None:
    solve(course, "sgemm_tiled")
    done = run(course, f"exercises/{MODULE}/sgemm_tiled.cu", "-q", "-rs", "--junitxml", "junit.xml")
    assert done.returncode == 0 and "Speed needs a GPU" in done.stdout
    cases = {case.get("name"): case for case in ElementTree.parse(course / "junit.xml").iter("testcase")}
    values = {p.get("name"): p.get("value") for p in cases["shared_wavefronts"].iter("property")}
    assert values["measured"] == "13312" and values["points"] == values["max_points"] == "15.0"
    assert cases["speed"].find("skipped") is not None
    assert all("'" not in str(p.get("value")) for case in cases.values() for p in case.iter("property"))
    assert "None" not in [each.get("value") for case in cases.values() for each in case.iter("property")]


@pytest.mark.slow
def test_what_passes_is_done(course: Path) -> None:
    solve(course, "transpose_tiled")
    run(course, f"exercises/{MODULE}", "-q")
    assert [path.parent.name for path in (course / ".warplings/passed").glob("*/*/*")] == ["transpose_tiled"]


@pytest.mark.slow
def test_it_runs_on_several_workers(course: Path) -> None:
    solve(course, "transpose_tiled")
    done = run(course, f"exercises/{MODULE}", "-q", "-n", "2")
    assert done.returncode == 1 and "passed" in done.stdout and "error" not in done.stdout.lower()


@pytest.mark.slow
def test_it_speaks_korean(course: Path) -> None:
    done = run(course, f"exercises/{MODULE}/choose_padding.cu", "-q", lang="ko")
    assert "웨이브프런트" in done.stdout


@pytest.mark.slow
def test_a_broken_exercise_file_is_one_error_with_its_place(course: Path) -> None:
    path = course / "exercises" / MODULE / "sgemm_tiled.yaml"
    path.write_text(path.read_text("utf-8").replace("points: 40", "points: 41", 1), "utf-8")
    done = run(course, f"exercises/{MODULE}", "-q")
    assert done.returncode == 2 and "sgemm_tiled.yaml" in done.stdout and "Traceback" not in done.stdout


def test_other_kernels_are_no_business_of_it(course: Path, tmp_path: Path) -> None:
    (course / "exercises" / MODULE / "scratch.cu").write_text("not a kernel", "utf-8")
    done = run(course, f"exercises/{MODULE}/scratch.cu", "-q")
    assert "no tests ran" in done.stdout
