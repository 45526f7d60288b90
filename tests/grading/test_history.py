"""Attempts that are kept: the latest other one is found, damage and links are passed over, old ones go."""

from __future__ import annotations

import os
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from grader.grading import history
from grader.launch import AccessLine
from grader.verdicts import Report, Timed

ROW = AccessLine(3, "shared", "load", 4, 8, 16, 8, True)
LOCAL = AccessLine(4, "local", "load", 4, 8, 16, 8, True)


def report(source: str, *rows: AccessLine) -> Report:
    return Report("06/x", sha256(source.encode()).hexdigest(), "emulated", "", (), "0", source=source, accesses=rows)


def keep(root: Path, source: str, at: int, *rows: AccessLine) -> str:
    """Keep an attempt of that age; the SHA-256 of its source."""
    made = report(source, *rows)
    history.keep(root, made)
    os.utime(root / history.ATTEMPTS / "06/x" / f"{made.source_sha256}.json", ns=(at, at))
    return made.source_sha256


def test_the_attempt_before_is_the_latest_with_another_source(tmp_path: Path) -> None:
    keep(tmp_path, "first", 1, ROW)
    keep(tmp_path, "second", 2, ROW, LOCAL)
    last = keep(tmp_path, "third", 3, ROW)
    found = history.before(tmp_path, "06/x", last)
    assert found is not None and (found.source, found.accesses) == ("second", (ROW,))


def test_one_that_ran_is_better_to_compare_with_than_a_later_one_that_did_not(tmp_path: Path) -> None:
    keep(tmp_path, "ran", 1, ROW)
    keep(tmp_path, "does not compile", 2)
    found = history.before(tmp_path, "06/x", "0" * 64)
    assert found is not None and found.source == "ran"


def test_the_same_source_again_is_the_latest_again_and_one_file(tmp_path: Path) -> None:
    keep(tmp_path, "first", 1, ROW)
    keep(tmp_path, "second", 2, ROW)
    history.keep(tmp_path, report("first", ROW))
    assert len(list((tmp_path / history.ATTEMPTS).rglob("*.json"))) == 2
    found = history.before(tmp_path, "06/x", "0" * 64)
    assert found is not None and found.source == "first"


TIMED = Timed("a GPU", "n=8", 16, 32, 2.5, "reference", 2.0, "cublas_sgemm", 1.0)


def test_a_time_is_kept_beside_that_of_the_vendors_routine_or_of_the_baseline(tmp_path: Path) -> None:
    history.keep(tmp_path, replace(report("first"), timed=TIMED))
    found = history.last_timed(tmp_path, "06/x", TIMED)
    assert found == history.Speed(gpu="a GPU", case="n=8", ms=2.5, beside_ms=1.0)
    history.keep(tmp_path, replace(report("second"), timed=replace(TIMED, library=None, library_ms=None)))
    found = history.last_timed(tmp_path, "06/x", TIMED)
    assert found is not None and found.beside_ms == 2.0


def test_times_of_another_gpu_or_of_other_work_are_not_compared(tmp_path: Path) -> None:
    history.keep(tmp_path, replace(report("first"), timed=TIMED))
    assert history.last_timed(tmp_path, "06/x", replace(TIMED, gpu="another GPU")) is None
    assert history.last_timed(tmp_path, "06/x", replace(TIMED, case="n=9")) is None
    assert history.last_timed(tmp_path, "06/y", TIMED) is None


def test_a_source_that_is_graded_again_without_a_gpu_keeps_its_time(tmp_path: Path) -> None:
    history.keep(tmp_path, replace(report("first"), timed=TIMED))
    history.keep(tmp_path, report("first"))
    assert history.last_timed(tmp_path, "06/x", TIMED) is not None


def test_ten_are_kept(tmp_path: Path) -> None:
    for number in range(13):
        keep(tmp_path, f"attempt {number}", number + 1, ROW)
    history.keep(tmp_path, report("the last", ROW))
    kept = list((tmp_path / history.ATTEMPTS).rglob("*.json"))
    assert len(kept) == 10
    assert not any("attempt 2" in path.read_text("utf-8") for path in kept)


@pytest.mark.parametrize("content", ["", "{", "[]", '{"version": 2}', '{"source": 1}', "\x00", '{"rows": [{}]}'])
def test_a_damaged_attempt_is_none(tmp_path: Path, content: str) -> None:
    own = keep(tmp_path, "first", 1, ROW)
    path = tmp_path / history.ATTEMPTS / "06/x" / f"{own}.json"
    path.write_text(content, "utf-8")
    assert history.before(tmp_path, "06/x", "0" * 64) is None


def test_an_attempt_under_another_name_a_link_and_a_folder_are_none(tmp_path: Path) -> None:
    own = keep(tmp_path, "first", 1, ROW)
    folder = tmp_path / history.ATTEMPTS / "06/x"
    (folder / f"{own}.json").rename(folder / f"{'a' * 64}.json")
    (folder / f"{'b' * 64}.json").symlink_to(folder / f"{'a' * 64}.json")
    (folder / f"{'c' * 64}.json").mkdir()
    assert history.before(tmp_path, "06/x", "0" * 64) is None


def test_nothing_is_there_at_first(tmp_path: Path) -> None:
    assert history.before(tmp_path, "06/x", "0" * 64) is None
    assert history.starter(tmp_path, "06/x", "0" * 64) is None


def test_a_starter_is_kept_apart_from_attempts(tmp_path: Path) -> None:
    made = report("skeleton", ROW)
    history.keep_starter(tmp_path, made)
    found = history.starter(tmp_path, "06/x", made.source_sha256)
    assert found is not None and found.accesses == (ROW,)
    assert history.before(tmp_path, "06/x", "0" * 64) is None
