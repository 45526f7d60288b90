"""A course that is broken, incomplete, in the wrong place or not to be written."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from tests.bad_input.conftest import MODULE, Grader
from tests.bad_input.contract import assert_error, assert_report, assert_well_behaved
from tests.bad_input.watching import answered

SPEC = f"exercises/{MODULE}/sgemm_tiled.yaml"
CODE = f"exercises/{MODULE}/sgemm_tiled.cu"

# File, text, what stands there instead, and a part of the answer.
BROKEN: dict[str, tuple[str, str, str, str]] = {
    "tab": (SPEC, "launch: {", "\tlaunch: {", "not valid YAML"),
    "unclosed_list": (SPEC, "block: [16, 16]", "block: [16, 16", "not valid YAML"),
    "misspelt_key": (SPEC, "kernel:", "kernle:", "`kernle` is not known"),
    "key_twice": (SPEC, "problem: sgemm", "problem: sgemm\nproblem: sgemm", "a second time"),
    "points": (SPEC, "hazards: {points: 15", "hazards: {points: 14", "sum to 99, not 100"),
    "word_for_a_number": (SPEC, "block: [16, 16]", "block: [16, x]", "whole number"),
    "misspelt_check": (SPEC, "  hazards: {", "  hazard: {", "Did you mean `hazards`?"),
    "misspelt_problem": (SPEC, "problem: sgemm", "problem: sgem", "Did you mean `sgemm`?"),
    "size_below_zero": (SPEC, "{M: 1, N: 1, K: 1, alpha: -0.5}", "{M: -1, N: 1, K: 1}", "at least 0"),
    "size_beyond_reason": (SPEC, "{M: 1, N: 1, K: 1, alpha: -0.5}", "{M: 1000000, N: 1, K: 1}", "at most"),
    "size_of_forty_digits": (SPEC, "{M: 1, N: 1, K: 1, alpha: -0.5}", f"{{M: {'9' * 40}, N: 1, K: 1}}", "at most"),
    "kernel_with_code": (SPEC, "kernel: sgemm_tiled", 'kernel: "k(){} x"', "does not have the form"),
    "escape": (SPEC, "# Shared", "# \x1b[31m", "U+001B"),
    "python_tag": (SPEC, "problem: sgemm", 'problem: !!python/object/apply:os.system ["id"]', "tag"),
    "course_syntax": ("course.yaml", "modules:", "modules: ]", "not valid YAML"),
    "exercise_missing": ("course.yaml", "- sgemm_tiled", "- sgemm_tild", "`sgemm_tild` is listed"),
    "course_key": ("course.yaml", "gate:", "gait:", "`gait` is not known"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_file_is_named_with_line_and_column_and_status_two(name: str, here: Path, grader: Grader) -> None:
    file, old, new, says = BROKEN[name]
    text = (here / file).read_text("utf-8")
    assert old in text
    line = text[: text.index(old)].count("\n") + 1
    (here / file).write_text(text.replace(old, new, 1), "utf-8")
    done = grader("check", "06/sgemm_tiled", "--json", "-")
    assert done.status == 2
    assert_report(done.json)
    assert done.json["error"]["kind"] == "course_file"
    message = done.json["error"]["message"]
    assert says in message
    place = f"{here / file}:"
    assert any(entry.startswith(place) and entry[len(place) :].split(":")[1].isdigit() for entry in message.split("\n"))
    if name not in ("points", "key_twice", "exercise_missing", "course_key", "escape"):
        assert f"{place}{line}:" in message
    in_korean = grader("check", "06/sgemm_tiled", "--lang", "ko").err
    assert any("가" <= letter <= "힣" for letter in in_korean)
    assert "\x1b" not in done.err + in_korean


# course.yaml as a whole.
GARBAGE: dict[str, bytes] = {
    "empty": b"",
    "junk": bytes(range(256)) * 8,
    "a_list": b"- 1\n",
    "utf16": "title: x".encode("utf-16"),
    "billion_laughs": b"a: &a [x,x,x,x,x,x,x,x]\n"
    + b"".join(b"%c: &%c [%s]\n" % (98 + i, 98 + i, b",".join([b"*%c" % (97 + i)] * 9)) for i in range(9)),
    "deep": b"[" * 100_000,
    "ten_megabytes": b"a: 1\n" * 2_000_000,
    "long_number": b"title: " + b"9" * 100_000,
}


@pytest.mark.parametrize("name", GARBAGE)
def test_a_course_of_garbage_is_refused(name: str, tmp_path: Path) -> None:
    (tmp_path / "course.yaml").write_bytes(GARBAGE[name])
    run = answered("check", "06", "--json", "-", folder=tmp_path)
    assert_well_behaved(run)
    assert run.status == 2
    assert_error(run.json()["error"])
    assert "course.yaml" in run.stderr
    assert len(run.stderr) < 2000


@pytest.mark.parametrize("text", ["06/sgem_tiled", "sgem_tild", "SGEMM-TILED", "6/sgemmtiled"])
def test_an_unknown_id_is_answered_with_the_nearest(text: str, here: Path, grader: Grader) -> None:
    for command in ("check", "hint", "reset"):
        done = grader(command, text)
        assert done.status == 2
        nearest = done.err.split("\n")[1].strip()
        assert nearest == f"{MODULE}/sgemm_tiled"


UNDECODABLE = b"\xff\xfe".decode("utf-8", "surrogateescape")


@pytest.mark.parametrize("text", ["", "/", "x" * 3000, "\x1b[31mred\x07", "한글", UNDECODABLE])
def test_a_strange_id_is_unknown_and_nothing_more(text: str, here: Path, grader: Grader) -> None:
    done = grader("check", text, "--json", "out.json")
    assert done.status == 2
    assert "\x1b" not in done.err
    document = json.loads(Path("out.json").read_text("utf-8"))
    assert_report(document)
    assert document["error"]["kind"] == "unknown_id"


def test_an_ambiguous_id_lists_what_it_could_be(here: Path, grader: Grader) -> None:
    done = grader("check", "tiled")
    assert done.status == 2
    assert f"{MODULE}/transpose_tiled" in done.err


def test_outside_a_course_the_answer_says_how_to_get_in(
    tmp_path: Path, grader: Grader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for arguments in ((), ("check",), ("check", "06"), ("list", "--json"), ("hint",), ("reset", "x"), ("selftest",)):
        done = grader(*arguments)
        assert done.status == 2
        assert "WARPLINGS_COURSE" in done.err
    assert_error(json.loads(grader("list", "--json").out)["error"])
    assert list(tmp_path.iterdir()) == []


def test_list_takes_no_file_for_its_json(tmp_path: Path, grader: Grader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert grader("list", "--json", "--lang", "ko").status == 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_an_edition_without_solutions_still_grades(here: Path, grader: Grader) -> None:
    shutil.rmtree(here / "solutions")
    assert grader("check", "06/sgemm_tiled").status == 1
    for arguments in (("check", "06/sgemm_tiled", "--solution"), ("reset", "06/sgemm_tiled"), ("selftest",)):
        done = grader(*arguments)
        assert done.status == 2
        assert "solution" in done.err


def test_a_missing_exercise_file_comes_back_with_reset(here: Path, grader: Grader) -> None:
    (here / CODE).unlink()
    done = grader("check", "06/sgemm_tiled", "--json", "-")
    assert done.status == 2
    assert "grader reset" in done.json["error"]["message"]
    assert_report(done.json)
    assert grader("reset", "06/sgemm_tiled").status == 0
    assert (here / CODE).is_file()


def test_the_other_exercises_are_graded_when_one_cannot_be(here: Path, grader: Grader) -> None:
    (here / CODE).unlink()
    done = grader("check", "06", "--json", "-")
    assert done.status == 2
    assert [("error" in report) for report in done.json["exercises"]] == [True, False, False]
    for report in done.json["exercises"]:
        assert_report(report)


@pytest.mark.parametrize("file", [SPEC, CODE, "course.yaml"])
def test_a_folder_in_place_of_a_file_is_status_two(file: str, here: Path, grader: Grader) -> None:
    (here / file).unlink()
    (here / file).mkdir()
    done = grader("check", "06/sgemm_tiled", "--json", "-")
    assert done.status == 2
    assert_report(done.json)
    assert_error(done.json["error"])


def test_a_link_is_followed_and_a_loop_of_links_is_not(here: Path, grader: Grader) -> None:
    (here / CODE).unlink()
    (here / CODE).symlink_to(here / "solutions" / MODULE / "sgemm_tiled.cu")
    assert grader("check", "06/sgemm_tiled").status == 0
    (here / CODE).unlink()
    (here / CODE).symlink_to(Path(CODE).name)
    assert grader("check", "06/sgemm_tiled").status == 2


def test_a_fifo_is_not_waited_for(here: Path, grader: Grader) -> None:
    os.mkfifo(here / "pipe.cu")
    assert grader("check", "06/sgemm_tiled", "--file", "pipe.cu").status == 2


@pytest.mark.parametrize("command", [[], ["list"], ["progress"]])
def test_an_exercise_that_cannot_be_read_any_more_stops_nothing(
    command: list[str], here: Path, grader: Grader
) -> None:
    shutil.copy(here / "solutions" / MODULE / "sgemm_tiled.cu", here / CODE)
    assert grader("check", "06/sgemm_tiled").status == 0
    (here / CODE).unlink()
    (here / CODE).mkdir()
    done = grader(*command)
    assert (done.status, done.err) == (0, "")


def test_a_course_that_cannot_be_written_is_graded_all_the_same(here: Path, grader: Grader) -> None:
    (here / ".warplings").write_text("in the way", "utf-8")
    shutil.copy(here / "solutions" / MODULE / "sgemm_tiled.cu", here / CODE)
    done = grader("check", "06/sgemm_tiled", "--json", "-")
    assert done.status == 0
    assert_report(done.json)
    assert done.err.startswith("grader: It passed, but that could not be kept: ")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="for root no folder is read-only")
def test_a_read_only_course_is_graded_all_the_same(here: Path, grader: Grader) -> None:
    folders = [here, *(path for path in here.rglob("*") if path.is_dir())]
    for folder in folders:
        folder.chmod(0o555)
    try:
        assert grader("check", "06/sgemm_tiled").status == 1
        assert grader("reset", "06/sgemm_tiled").status in (0, 2)
    finally:
        for folder in folders:
            folder.chmod(0o755)
