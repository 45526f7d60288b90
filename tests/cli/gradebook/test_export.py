"""`grader gradebook export`: from a graded class to a file, and what is told where none can be written."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path

import pytest

from grader.classroom.summary import write_summary
from grader.cli.gradebook.commands import FormatName, MissingAs, OutOf
from grader.gradebook.exports import FORMATS
from grader.gradebook.from_class import Missing, Points
from tests.cli.conftest import MODULE, REPOSITORY, Grader
from tests.gradebook.test_from_class import QUIZ, TILED, keep, standing, summary, won


@pytest.fixture
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """mina was graded, bo handed in nothing."""
    folder = tmp_path / "RESULTS"
    keep(folder, "mina", TILED, correctness=60.0, speed=None, here=60)
    write_summary(folder, summary(standing("mina", won(60)), standing("bo")))
    monkeypatch.chdir(tmp_path)
    return folder


def lines(path: Path) -> list[str]:
    return path.read_bytes().decode("utf-8-sig").splitlines()


def test_a_class_that_was_graded_is_exported(course: Path, grader: Grader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WARPLINGS_COURSE_KEY", "a key of the course")
    (course / "in" / "mina").mkdir(parents=True)
    shutil.copy(REPOSITORY / "solutions" / MODULE / "sgemm_tiled.cu", course / "in" / "mina")
    (course / "roster.csv").write_text('id,name\nmina,"Kim, Mina"\nbo,Bo\n', "utf-8")
    graded = grader("class", "grade", "in", "--roster", "roster.csv", "--out", "results", "--only", "06/sgemm_tiled")
    assert graded.status == 0, graded.err
    for more, score, points in (((), "85.00", "100.00"), (("--points", "here"), "85.00", "85.00")):
        done = grader("gradebook", "export", "results", "--format", "canvas", "--out", "c.csv", *more, "--only",
                      "sgemm_tiled")  # fmt: skip
        assert (done.status, done.err) == (0, "")
        assert "06 Shared-memory tiled SGEMM" in done.out and "Students: 2, items: 1. Written: c.csv" in done.out
        assert lines(course / "c.csv") == [
            "Student,ID,SIS User ID,SIS Login ID,Section,06 Shared-memory tiled SGEMM",
            f"    Points Possible,,,,,{points}", f'"Kim, Mina",,mina,,,{score}', "Bo,,bo,,,",
        ]  # fmt: skip
    long = grader("gradebook", "export", "results", "--format", "csv", "--checks", "--out", "l.csv", "--lang", "ko")
    assert long.status == 0
    rows = list(csv.DictReader(lines(course / "l.csv")))
    of_mina = [row for row in rows if row["student"] == "mina" and row["check"]]
    assert sum(float(row["score"]) for row in of_mina if row["score"]) == 85
    assert of_mina[0]["title"] == "06 공유 메모리 타일링 SGEMM"


def test_missing_work_may_be_zero(results: Path, grader: Grader) -> None:
    grader("gradebook", "export", "RESULTS", "--format", "csv-wide", "--out", "w.csv", "--missing", "zero")
    assert lines(results.parent / "w.csv")[1:] == ["mina,Mina,,,60,0,0,60,0", "bo,Bo,,,0,0,0,0,0"]


def test_the_result_as_json(results: Path, grader: Grader) -> None:
    done = grader("gradebook", "export", "RESULTS", "--format", "gradescope", "--out", "gs", "--json", "-")
    assert done.json["files"] == ["mina/results.json"]
    assert (done.json["format"], done.json["students"], done.json["failed"]) == ("gradescope", 2, 0)
    assert done.json["items"][2] == {"id": QUIZ, "title": "06 Quiz: Tiling", "points": 10.0, "scores": 0}


def test_a_folder_says_who_has_no_file(results: Path, grader: Grader) -> None:
    done = grader("gradebook", "export", "RESULTS", "--format", "gradescope", "--out", "gs")
    assert "Students with a file in gs: 1 of 2." in " ".join(done.out.split())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("nowhere", "--format", "csv"), "nowhere holds no results"),
        (("RESULTS", "--format", "blackboard"), "--columns"),
        (("RESULTS", "--format", "classroom50"), "--columns"),
        (("RESULTS", "--format", "moodle", "--match", "github"), "idnumber, email, username"),
        (("RESULTS", "--format", "moodle", "--match", "email"), "Mina (mina), Bo (bo)"),
        (("RESULTS", "--format", "moodle", "--id-column", "Nr"), "'Nr'"),
        (("RESULTS", "--format", "canvas", "--columns", "no.csv"), "no.csv cannot be read"),
        (("RESULTS", "--format", "canvas", "--only", "99"), "'99'"),
        (("RESULTS", "--format", "csv", "--columns", "x"), "--columns means nothing for csv"),
        (("RESULTS", "--format", "excel"), "--format"),
        (("RESULTS",), "--format"),
    ],
)
@pytest.mark.parametrize("lang", ["en", "ko"])
def test_what_cannot_be_exported_is_told_and_nothing_is_written(
    results: Path, grader: Grader, arguments: tuple[str, ...], said: str, lang: str
) -> None:
    before = sorted(results.parent.rglob("*"))
    done = grader("gradebook", "export", *arguments, "--out", "out", "--lang", lang)
    assert done.status == 2 and "Traceback" not in done.err
    assert said in done.err or lang == "ko"
    assert sorted(results.parent.rglob("*")) == before
    document = grader("gradebook", "export", *arguments, "--out", "out", "--lang", lang, "--json", "-").json
    assert document["error"]["message"] in done.err


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "another version"),
        ("{}", "another version"),
        ('{"version": 2}', "another version"),
        ("[" * 100_000, "another version"),
    ],
)
def test_results_that_are_damaged_or_of_another_version_are_told(
    results: Path, grader: Grader, content: str, said: str
) -> None:
    (results / "class.json").write_text(content, "utf-8")
    done = grader("gradebook", "export", "RESULTS", "--format", "csv", "--out", "out.csv")
    assert done.status == 2 and said in done.err and "class.json" in done.err
    assert not (results.parent / "out.csv").exists()


def test_results_that_contradict_themselves_are_told(results: Path, grader: Grader) -> None:
    document = json.loads((results / "class.json").read_text("utf-8"))
    del document["standings"][1]
    (results / "class.json").write_text(json.dumps(document), "utf-8")
    done = grader("gradebook", "export", "RESULTS", "--format", "csv", "--out", "out.csv")
    assert done.status == 2 and "does not agree with itself" in done.err


def test_a_place_that_cannot_be_written_is_told(results: Path, grader: Grader) -> None:
    (results.parent / "file").write_text("", "utf-8")
    for name in ("csv", "gradescope"):
        done = grader("gradebook", "export", "RESULTS", "--format", name, "--out", "file/out")
        assert done.status == 2 and "file/out cannot be written" in done.err
    full = grader("gradebook", "export", "RESULTS", "--format", "gradescope", "--out", "RESULTS")
    assert full.status == 2 and "RESULTS is there and not empty" in full.err


def test_what_the_command_offers_is_what_there_is() -> None:
    assert [name.value for name in FormatName] == list(FORMATS)
    assert [name.value for name in OutOf] == [name.value for name in Points]
    assert [name.value for name in MissingAs] == [name.value for name in Missing]
