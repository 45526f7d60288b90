"""`grader class grade`: a class of students who hand in all there is, graded, stopped and graded on."""

from __future__ import annotations

import csv
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from pathlib import Path
from typing import Any

import pytest

from grader.classroom.grading import Job
from grader.classroom.worker import grade_job
from tests.cli.conftest import MODULE, REPOSITORY, Grader
from tests.kernels import wrong_text
from tests.tiers import LONG

WRONG = REPOSITORY / "tests" / "submissions" / MODULE
SOLUTIONS = REPOSITORY / "solutions" / MODULE
EXERCISES = ("sgemm_tiled", "transpose_tiled", "choose_padding")


@pytest.fixture
def class_of_four(course: Path) -> Path:
    """mina has solved everything, omar a part; ada hands in rubbish, and bo nothing. A stranger is there too."""
    folder = course.parent / "class"
    for exercise in EXERCISES:
        put(folder / "in" / "mina" / "exercises" / MODULE / f"{exercise}.cu", SOLUTIONS / f"{exercise}.cu")
    kernel = folder / "in" / "omar" / MODULE / "sgemm_tiled.cu"
    kernel.parent.mkdir(parents=True)
    kernel.write_text(wrong_text(MODULE, "sgemm_tiled", "no_barrier"), "utf-8")
    put(folder / "in" / "omar" / MODULE / "transpose_tiled.cu", SOLUTIONS / "transpose_tiled.cu")
    (folder / "in" / "ada").mkdir()
    (folder / "in" / "ada" / "sgemm_tiled.cu").write_bytes(os.urandom(4000))
    (folder / "in" / "ada" / "transpose_tiled.cu").symlink_to(SOLUTIONS / "transpose_tiled.cu")
    (folder / "in" / "ada" / "choose_padding.cu").write_text('#include "/etc/passwd"\n', "utf-8")
    put(folder / "in" / "stranger" / "sgemm_tiled.cu", SOLUTIONS / "sgemm_tiled.cu")
    (folder / "roster.csv").write_text('id,name\nmina,"Kim, Mina"\nomar,=HYPERLINK(1)\nada,Ada\nbo,Bo\n', "utf-8")
    return folder


def without_private_cases(course: Path) -> None:
    """Only a class is graded on them."""
    for path in course.glob("solutions/*/*.private.yaml"):
        path.unlink()


def put(path: Path, source: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(source, path)


def arguments(folder: Path, *more: str) -> list[str]:
    return ["class", "grade", str(folder / "in"), "--roster", str(folder / "roster.csv"), "--out",
            str(folder / "out"), *more]  # fmt: skip


def table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def result(folder: Path, student: str, exercise: str) -> Any:
    return json.loads((folder / "out" / "results" / student / MODULE / f"{exercise}.json").read_text("utf-8"))


@pytest.mark.slow
def test_a_class_is_graded_whatever_it_handed_in(class_of_four: Path, process: Grader) -> None:
    done = process(*arguments(class_of_four))
    assert done.status == 0, done.err
    assert "No line of the roster names this folder: stranger." in done.err and "Traceback" not in done.err
    scores = {row["student"]: row for row in table(class_of_four / "out" / "scores.csv")}
    assert {s: scores[s][f"{MODULE}/sgemm_tiled"] for s in scores} == {"mina": "85", "omar": "70", "ada": "0", "bo": ""}
    assert scores["mina"]["name"] == "Kim, Mina" and scores["omar"]["name"] == "'=HYPERLINK(1)"
    assert scores["bo"]["total"] == "0" and scores["ada"][f"{MODULE}/transpose_tiled"] == ""
    assert result(class_of_four, "ada", "transpose_tiled")["state"] == "refused"
    assert result(class_of_four, "bo", "sgemm_tiled")["state"] == "missing"
    leaked = (class_of_four / "out" / "results" / "ada" / MODULE / "choose_padding.json").read_text("utf-8")
    assert "root:" not in leaked
    of_omar = [row for row in table(class_of_four / "out" / "checks.csv") if row["student"] == "omar"]
    assert "hazards" in [row["check"] for row in of_omar if row["status"] == "fail"]


def test_who_handed_in_something_in_which_nothing_is_found_is_told(class_of_four: Path, grader: Grader) -> None:
    shutil.rmtree(class_of_four / "in")
    put(class_of_four / "in" / "bo" / "Downloads" / "work" / "sgemm_tiled.cu", SOLUTIONS / "sgemm_tiled.cu")
    put(class_of_four / "in" / "bo" / "notes" / "mine.cu", SOLUTIONS / "sgemm_tiled.cu")
    put(class_of_four / "in" / "ada" / ".warplings" / "quiz" / "06" / "001.json", class_of_four / "roster.csv")
    put(class_of_four / "in" / "omar" / MODULE / "quiz.ipynb", class_of_four / "roster.csv")
    done = grader(*arguments(class_of_four))
    assert done.status == 0 and "bo handed in something, but no kernel" in done.err
    assert not any(name in done.err for name in ("mina", "omar", "ada"))
    assert "Everything was graded before" not in done.out
    assert grader(*arguments(class_of_four, "--json", "-")).json["nothing_found"] == ["bo"]


def test_what_came_twice_or_as_an_archive_that_nobody_reads_here_is_told_and_an_empty_folder_is_not(
    class_of_four: Path, grader: Grader
) -> None:
    handed_in = class_of_four / "in"
    shutil.rmtree(handed_in)
    put(handed_in / "mina" / "transpose_tiled.cu", SOLUTIONS / "transpose_tiled.cu")
    with zipfile.ZipFile(handed_in / "mina.zip", "w") as archive:
        archive.writestr("transpose_tiled.cu", wrong_text(MODULE, "transpose_tiled", "barrier_missing"))
    (handed_in / "ada.7z").write_bytes(b"7z")
    (handed_in / "bo").mkdir()
    done = grader(*arguments(class_of_four, "--only", "06/transpose_tiled"))
    assert done.status == 0
    said = " ".join(done.err.split())
    assert "mina is there several times:" in said and "mina.zip" in said and "keep one" in said
    assert "ada handed in an archive that cannot be read here:" in said and "ada.7z" in said
    assert not any(name in said for name in ("bo handed", "omar"))


@pytest.mark.slow
def test_the_score_is_that_of_check(class_of_four: Path, course: Path, process: Grader) -> None:
    without_private_cases(course)
    process(*arguments(class_of_four))
    for student, exercise in (("mina", "sgemm_tiled"), ("omar", "sgemm_tiled"), ("mina", "choose_padding")):
        path = next((class_of_four / "in" / student).rglob(f"{exercise}.cu"))
        alone = process("check", f"06/{exercise}", "--file", str(path), "--backend", "emulated", "--json", "-").json
        assert result(class_of_four, student, exercise)["report"] == alone


@pytest.mark.slow
def test_without_a_driver_a_class_on_any_device_is_told_what_check_tells(
    course: Path, grader: Grader, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_private_cases(course)
    monkeypatch.setattr("grader.cuda.availability.has_driver", lambda: False)
    path = SOLUTIONS / "sgemm_tiled.cu"
    job = Job(str(course), "mina", f"{MODULE}/sgemm_tiled", path.name, path.read_bytes(), "auto", "en", "key")
    assert grade_job(job) == grader("check", "06/sgemm_tiled", "--file", str(path), "--json", "-").json


@pytest.mark.slow
def test_a_second_run_grades_only_what_has_changed(class_of_four: Path, process: Grader) -> None:
    assert process(*arguments(class_of_four, "--json", "-")).json["graded"] == 7
    assert process(*arguments(class_of_four, "--json", "-")).json["graded"] == 0
    before = (class_of_four / "out" / "scores.csv").read_bytes()
    put(class_of_four / "in" / "omar" / MODULE / "sgemm_tiled.cu", SOLUTIONS / "sgemm_tiled.cu")
    assert process(*arguments(class_of_four, "--json", "-")).json["graded"] == 1
    assert (class_of_four / "out" / "scores.csv").read_bytes() != before
    kept = class_of_four / "out" / "results" / "bo" / MODULE / "sgemm_tiled.json"
    before_again = kept.stat().st_mtime_ns
    assert process(*arguments(class_of_four, "--json", "-")).json["graded"] == 0
    assert kept.stat().st_mtime_ns == before_again, "what is there is not written again"
    damaged = class_of_four / "out" / "results" / "mina" / MODULE / "sgemm_tiled.json"
    damaged.write_text('{"student": "mina"', "utf-8")
    assert process(*arguments(class_of_four, "--json", "-")).json["graded"] == 1


def test_scores_are_removed_only_when_somebody_agrees(class_of_four: Path, grader: Grader) -> None:
    only = ("--only", "06/transpose_tiled")
    assert grader(*arguments(class_of_four, *only)).status == 0
    scores = class_of_four / "out" / "scores.csv"
    before = scores.read_bytes()
    other = class_of_four / "nbgrader"
    put(other / "submitted" / "bo" / MODULE / "transpose_tiled.cu", SOLUTIONS / "transpose_tiled.cu")
    first, other_alone = arguments(class_of_four, *only), arguments(class_of_four, *only)
    other_alone[2] = str(other)
    done = grader(*other_alone)
    assert done.status == 2 and "Nothing was written" in done.err and f"mina {MODULE}/transpose_tiled: 85" in done.err
    assert scores.read_bytes() == before
    first.insert(2, str(other))
    assert grader(*first).status == 0
    column = f"{MODULE}/transpose_tiled"
    assert {row["student"]: row[column] for row in table(scores)} == {"mina": "85", "omar": "85", "ada": "", "bo": "85"}
    assert grader(*other_alone, "--yes").status == 0
    assert {row["student"]: row[column] for row in table(scores)} == {"mina": "", "omar": "", "ada": "", "bo": "85"}


def test_two_works_for_one_exercise_are_told_with_their_student_and_take_no_score_unasked(
    class_of_four: Path, grader: Grader
) -> None:
    only = ("--only", "06/transpose_tiled")
    assert grader(*arguments(class_of_four, *only)).status == 0
    other = class_of_four / "canvas"
    other.mkdir()
    (other / "kimmina_1_2_transpose_tiled.cu").write_text("other work", "utf-8")
    both = arguments(class_of_four, *only)
    both.insert(2, str(other))
    asked = grader(*both)
    assert asked.status == 2 and f"mina {MODULE}/transpose_tiled: 85" in asked.err
    done = grader(*both, "--yes")
    said = " ".join(done.err.split())
    assert done.status == 0 and f"mina: not graded: {MODULE}/transpose_tiled. There are two files" in said
    assert "ada: not graded:" in said and "link" in said
    assert "채점하지 않음" in grader(*both, "--lang", "ko").err
    refused = grader(*both, "--json", "-").json["refused_files"]
    assert [one["exercises"] for one in refused] == [[f"{MODULE}/transpose_tiled"]] * 2


@pytest.mark.slow
def test_an_empty_file_is_not_a_missing_one(class_of_four: Path, process: Grader) -> None:
    only = ("--only", "06/sgemm_tiled")
    process(*arguments(class_of_four, *only))
    assert result(class_of_four, "bo", "sgemm_tiled")["state"] == "missing"
    (class_of_four / "in" / "bo").mkdir()
    (class_of_four / "in" / "bo" / "sgemm_tiled.cu").write_bytes(b"")
    assert process(*arguments(class_of_four, *only, "--json", "-")).json["graded"] == 1
    assert result(class_of_four, "bo", "sgemm_tiled")["state"] == "graded"
    (class_of_four / "in" / "bo" / "sgemm_tiled.cu").unlink()
    assert process(*arguments(class_of_four, *only, "--json", "-")).json["graded"] == 0
    assert result(class_of_four, "bo", "sgemm_tiled")["state"] == "missing"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL here")
def test_a_run_that_is_killed_goes_on_where_it_was(class_of_four: Path, process: Grader) -> None:
    command = [sys.executable, "-m", "grader", *arguments(class_of_four)]
    first = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": str(REPOSITORY)}, stderr=subprocess.DEVNULL)
    ends = time.monotonic() + 60
    while not list((class_of_four / "out").glob("results/mina/*/*.json")) and time.monotonic() < ends:
        time.sleep(0.02)
    first.send_signal(signal.SIGKILL)
    first.wait()
    kept = list((class_of_four / "out").glob("results/*/*/*.json"))
    assert kept and all(json.loads(path.read_text("utf-8")) for path in kept)
    assert process(*arguments(class_of_four, "--json", "-")).json["graded"] < 7
    resumed = (class_of_four / "out" / "scores.csv").read_bytes()
    shutil.rmtree(class_of_four / "out")
    process(*arguments(class_of_four))
    assert (class_of_four / "out" / "scores.csv").read_bytes() == resumed


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no SIGINT to another process here")
def test_ctrl_c_says_that_what_was_graded_is_kept(class_of_four: Path) -> None:
    command = [sys.executable, "-m", "grader", *arguments(class_of_four, "--json", "-", "--jobs", "1")]
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
    run = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    ends = time.monotonic() + 60
    while not list((class_of_four / "out").glob("results/mina/*/*.json")) and time.monotonic() < ends:
        time.sleep(0.02)
    run.send_signal(signal.SIGINT)
    out, err = run.communicate(timeout=30)
    told = " ".join(err.decode().split())
    assert run.returncode == 130 and "is kept in" in told and "nothing was judged" not in told
    assert json.loads(out)["error"]["kind"] == "interrupted"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL here")
def test_whenever_a_run_is_killed_the_next_one_comes_to_the_same_end(class_of_four: Path, process: Grader) -> None:
    only = ("--only", "06/sgemm_tiled")
    assert process(*arguments(class_of_four, *only)).status == 0
    wanted, rng = everything(class_of_four / "out"), random.Random(50)
    command = [sys.executable, "-m", "grader", *arguments(class_of_four, *only)]
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
    began = time.monotonic()
    shutil.rmtree(class_of_four / "out")
    subprocess.run(command, env=environment, capture_output=True, check=True)
    usual = time.monotonic() - began
    killed = 0
    moments = 50 if LONG else 10
    for _ in range(moments):
        shutil.rmtree(class_of_four / "out")
        run = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(rng.uniform(0.1, usual))
        run.send_signal(signal.SIGKILL)
        killed += run.wait() == -signal.SIGKILL
        assert process(*arguments(class_of_four, *only)).status == 0
        assert everything(class_of_four / "out") == wanted
    assert killed > 0.3 * moments, "many of them before their end"


def everything(folder: Path) -> dict[str, bytes]:
    """All files that a run leaves behind."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_two_runs_into_one_folder_do_not_mix(class_of_four: Path, process: Grader) -> None:
    fcntl = pytest.importorskip("fcntl")
    (class_of_four / "out").mkdir()
    with (class_of_four / "out" / ".lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        done = process(*arguments(class_of_four))
    assert done.status == 2 and "Another run" in done.err


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--roster", "nothing.csv"], "nothing.csv"),
        (["--only", "99/none"], "99/none"),
        (["--out", "../class/in/results"], "inside"),
        (["--jobs", "0"], "--jobs"),
    ],
)
def test_wrong_arguments_are_told(class_of_four: Path, grader: Grader, more: list[str], said: str) -> None:
    done = grader(*arguments(class_of_four, *more))
    assert done.status == 2 and said in done.err
    assert not (class_of_four / "out" / "scores.csv").exists()


def test_a_roster_with_one_id_twice_grades_nobody(class_of_four: Path, grader: Grader) -> None:
    (class_of_four / "roster.csv").write_text("id\nmina\nMina\n", "utf-8")
    done = grader(*arguments(class_of_four, "--lang", "ko"))
    assert done.status == 2 and "겹칩니다" in done.err


def test_only_one_exercise(class_of_four: Path, process: Grader) -> None:
    done = process(*arguments(class_of_four, "--only", "06/sgemm_tiled", "--json", "-", "--jobs", "1"))
    assert done.json["exercises"].keys() == {f"{MODULE}/sgemm_tiled"} and done.json["graded"] == 3


@pytest.mark.slow
def test_tables_show_what_earlier_runs_graded_too(class_of_four: Path, process: Grader) -> None:
    process(*arguments(class_of_four, "--only", "06/sgemm_tiled"))
    done = process(*arguments(class_of_four, "--only", "06/choose_padding", "--json", "-"))
    assert done.json["graded"] == 2
    (row,) = [row for row in table(class_of_four / "out" / "scores.csv") if row["student"] == "mina"]
    assert float(row["total"]) == sum(float(row[f"{MODULE}/{name}"]) for name in ("sgemm_tiled", "choose_padding"))
    assert f"{MODULE}/transpose_tiled" not in row
