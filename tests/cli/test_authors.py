"""`grader selftest` and `grader calibrate`: how the grader is graded, and how limits are frozen."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from grader.course.kit import make_kit, write_kit
from grader.course.models import Hints
from tests.cli.conftest import MODULE, Grader

SGEMM = f"{MODULE}/sgemm_tiled"

pytestmark = pytest.mark.usefixtures("authors_in_process")


@pytest.fixture
def submissions(course: Path) -> Path:
    """Folder of the wrong kernels of sgemm_tiled, with one that belongs there."""
    folder = course / "tests" / "submissions" / SGEMM
    (folder / "wrong").mkdir(parents=True)
    (folder / "cheat").mkdir()
    solution = (course / "solutions" / f"{SGEMM}.cu").read_text("utf-8")
    (folder / "wrong" / "beta.cu").write_text(
        "// expect: correctness\n" + solution.replace("beta * C[row", "0.0f * C[row"), "utf-8"
    )
    return folder


def kernels(grader: Grader) -> dict[str, dict[str, object]]:
    document = grader("selftest", "06/sgemm_tiled", "--json", "-").json
    return {Path(k["file"]).name if k["kind"] != "solution" else "solution": k for k in document["kernels"]}


def test_a_course_that_is_true_passes(course: Path, submissions: Path, grader: Grader) -> None:
    done = grader("selftest", "06/sgemm_tiled")
    assert done.status == 0, done.out
    assert "3 kernels judged as they should be" in done.out


def test_skeletons_are_written_again_and_edits_kept(course: Path, submissions: Path, grader: Grader) -> None:
    path = course / "exercises" / f"{SGEMM}.cu"
    skeleton = path.read_bytes()
    path.write_bytes(b"edited")
    assert grader("selftest", "06/sgemm_tiled").status == 0
    assert path.read_bytes() == skeleton
    assert path.with_name("sgemm_tiled.cu.bak").read_bytes() == b"edited"


@pytest.mark.parametrize("has_kit", [True, False])
def test_in_an_edition_nothing_is_written_and_the_reason_comes_first(
    course: Path, grader: Grader, has_kit: bool
) -> None:
    path = course / "exercises" / f"{SGEMM}.cu"
    if has_kit:  # one exercise of many has lost its solution
        hints = Hints(ko=("하나", "둘", "셋"), en=("one", "two", "three"))
        write_kit(path.with_suffix(".kit"), make_kit("skeleton", hints, 0, {}))
        other = "06"
    else:
        shutil.rmtree(course / "solutions")
        other = "06/sgemm_tiled"
    path.write_bytes(b"edited")
    done = grader("selftest", other)
    assert done.status == 2 and "is for the course's own repository" in done.err
    assert path.read_bytes() == b"edited" and not list(path.parent.glob("*.bak*"))


@pytest.mark.slow
def test_a_solution_that_fails_is_found(course: Path, submissions: Path, grader: Grader) -> None:
    path = course / "solutions" / f"{SGEMM}.cu"
    path.write_text(path.read_text("utf-8").replace("alpha * sum", "sum"), "utf-8")
    done = grader("selftest", "06/sgemm_tiled")
    assert done.status == 1
    assert kernels(grader)["solution"]["as_expected"] is False


@pytest.mark.slow
def test_a_wrong_kernel_must_fail_exactly_what_it_names(course: Path, submissions: Path, grader: Grader) -> None:
    wrong = submissions / "wrong" / "beta.cu"
    text = wrong.read_text("utf-8")
    for first_line in ("// expect: hazards", "// expect: correctness, hazards", "// expect: nonsense", "// nothing"):
        wrong.write_text(text.replace("// expect: correctness", first_line), "utf-8")
        assert kernels(grader)["beta.cu"]["as_expected"] is False, first_line


@pytest.mark.slow
def test_a_cheat_must_be_refused(course: Path, submissions: Path, grader: Grader) -> None:
    solution = (course / "solutions" / f"{SGEMM}.cu").read_text("utf-8")
    (submissions / "cheat" / "honest.cu").write_text(f"// expect: correctness\n{solution}", "utf-8")
    assert kernels(grader)["honest.cu"]["as_expected"] is False


@pytest.mark.slow
def test_a_limit_without_room_is_found_unless_the_solution_is_at_its_ideal(
    course: Path, submissions: Path, grader: Grader
) -> None:
    path = course / "exercises" / f"{SGEMM}.yaml"
    path.write_text(path.read_text("utf-8").replace("at_most: 17408", "at_most: 13312"), "utf-8")
    assert kernels(grader)["solution"]["tight"] == []  # no conflict at all: there is nothing to spare


def test_an_exercise_without_wrong_kernels_is_not_tested(course: Path, grader: Grader) -> None:
    done = grader("selftest", "06/sgemm_tiled")
    assert done.status == 1
    assert "no wrong kernels" in done.out


@pytest.mark.slow
def test_calibrate_replaces_numbers_and_nothing_else(course: Path, grader: Grader) -> None:
    path = course / "exercises" / f"{SGEMM}.yaml"
    before = path.read_text("utf-8")
    done = grader("calibrate", "06/sgemm_tiled", "--margin", "0.25")
    after = path.read_text("utf-8")
    expected = before.replace("at_most: 17408, loads_at_least: 5120", "at_most: 16640, loads_at_least: 7680")
    expected = expected.replace("at_most: 5120}", "at_most: 5760}")
    assert done.status == 0
    assert after == expected
    assert after != before
    assert "13,312" in done.out
    assert grader("check", "06/sgemm_tiled", "--solution").status == 0


def test_a_dry_run_writes_nothing(course: Path, grader: Grader) -> None:
    path = course / "exercises" / f"{SGEMM}.yaml"
    before = path.read_bytes()
    done = grader("calibrate", "06/sgemm_tiled", "--dry-run", "--json", "-")
    assert path.read_bytes() == before
    limits = done.json["limits"][SGEMM]
    assert {"check": "global_sectors", "key": "at_most", "measured": 4608, "before": 5120, "after": 5068} in limits


@pytest.mark.parametrize("starter", ["starter: {correctness: 0, hazards: 3, global_sectors: 1}\n", ""])
def test_the_skeletons_values_are_frozen_too(course: Path, grader: Grader, starter: str) -> None:
    path = course / "exercises" / f"{SGEMM}.yaml"
    true = path.read_text("utf-8")
    (line,) = (row for row in true.splitlines(keepends=True) if row.startswith("starter:"))
    path.write_text(true.replace(line, starter), "utf-8")
    (course / "exercises" / f"{SGEMM}.cu").write_text("// a student's, and not what is measured\n", "utf-8")
    done = grader("calibrate", "06/sgemm_tiled", "--margin", "0.25", "--json", "-")
    assert done.status == 0
    assert done.json["starters"][SGEMM]["global_sectors"] == 512
    assert line in path.read_text("utf-8").splitlines(keepends=True)


@pytest.mark.slow
def test_frozen_values_that_the_skeleton_does_not_measure_are_found(
    course: Path, submissions: Path, grader: Grader
) -> None:
    path = course / "exercises" / f"{SGEMM}.yaml"
    path.write_text(path.read_text("utf-8").replace("global_sectors: 512", "global_sectors: 999"), "utf-8")
    done = grader("selftest", "06/sgemm_tiled")
    assert done.status == 1
    assert "global_sectors 512, frozen 999" in " ".join(done.out.split())
    skeleton = kernels(grader)["sgemm_tiled.cu"]
    assert skeleton["as_expected"] is False
    assert skeleton["stale"] == [{"check": "global_sectors", "frozen": 999, "measured": 512}]


def test_a_solution_that_is_wrong_freezes_nothing(course: Path, grader: Grader) -> None:
    solution, path = course / "solutions" / f"{SGEMM}.cu", course / "exercises" / f"{SGEMM}.yaml"
    solution.write_text(solution.read_text("utf-8").replace("alpha * sum", "sum"), "utf-8")
    before = path.read_bytes()
    done = grader("calibrate", "06/sgemm_tiled")
    assert done.status == 1
    assert path.read_bytes() == before
    assert "correctness" in done.out


@pytest.mark.slow
def test_a_solution_over_its_old_limit_can_still_be_frozen(course: Path, grader: Grader) -> None:
    path = course / "exercises" / f"{SGEMM}.yaml"
    path.write_text(path.read_text("utf-8").replace("at_most: 17408", "at_most: 99"), "utf-8")
    assert grader("calibrate", "06/sgemm_tiled").status == 0
    assert grader("check", "06/sgemm_tiled", "--solution").status == 0


def test_kernels_kept_as_mistakes_are_written_out_whole(course: Path, submissions: Path, grader: Grader) -> None:
    mistake = submissions / "wrong" / "composed.cu"
    mistake.write_text("// expect: hazards\n// Why.\n\n// TODO(1)\n    // nothing\n", "utf-8")
    done = grader("selftest", "06/sgemm_tiled", "--write", "out")
    assert done.status == 0, done.err
    written = (course / "out" / SGEMM / "wrong" / "composed.cu").read_text("utf-8")
    assert "    // nothing\n" in written and "__global__ void sgemm_tiled" in written
    mistake.write_text("// expect: hazards\n// Why.\n\n// TODO(99)\n", "utf-8")
    done = grader("selftest", "06/sgemm_tiled", "--write", "out")
    assert done.status == 1 and "composed.cu: TODO(99)" in " ".join(done.out.split())
