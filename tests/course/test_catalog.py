"""The course on disk: order, paths, how ids are found, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.course.catalog import Course, find_root, open_course
from grader.course.documents import CourseError
from grader.course.find import UnknownExercise
from grader.course.models import Gate
from tests.course.conftest import CASE_MODELS, COURSE

MODULE_05 = ["05_memory_coalescing/particles_soa", "05_memory_coalescing/sgemm_coalesced"]
MODULE_06 = ["06_shared_memory_tiling/sgemm_tiled", "06_shared_memory_tiling/transpose_tiled"]


def _broken(root: Path, old: str, new: str, lang: str = "en") -> list[str]:
    assert old in COURSE
    (root / "course.yaml").write_text(COURSE.replace(old, new, 1), "utf-8")
    with pytest.raises(CourseError) as caught:
        open_course(root, CASE_MODELS, lang)
    return [str(problem).removeprefix(f"{root}/") for problem in caught.value.problems]


def test_exercises_come_in_the_order_of_the_course(course: Course) -> None:
    assert [exercise.id for exercise in course.exercises] == MODULE_05 + MODULE_06


def test_an_exercise_knows_where_its_files_are(course: Course, root: Path) -> None:
    (exercise,) = course.resolve("sgemm_tiled")

    assert exercise.source_path == root / "exercises/06_shared_memory_tiling/sgemm_tiled.cu"
    assert exercise.solution_path == root / "solutions/06_shared_memory_tiling/sgemm_tiled.cu"
    assert exercise.wrong_dir == root / "tests/submissions/06_shared_memory_tiling/sgemm_tiled/wrong"
    assert exercise.cheat_dir == root / "tests/submissions/06_shared_memory_tiling/sgemm_tiled/cheat"
    assert exercise.lesson_path("ko") == root / "modules/06_shared_memory_tiling/lesson.ko.md"
    assert exercise.spec.kernel == "sgemm_tiled"


def test_modules_know_their_gate_and_what_they_build_on(course: Course) -> None:
    first, second = course.modules

    assert first.gate == Gate(share=0.8, mode="enforce")
    assert second.gate == Gate(share=0.9, mode="advise")
    assert course.required_by(second) == [first]
    assert course.required_by(first) == []


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("06_shared_memory_tiling/sgemm_tiled", MODULE_06[:1]),
        ("06/sgemm_tiled", MODULE_06[:1]),
        ("6/sgemm_tiled", MODULE_06[:1]),
        ("shared_memory_tiling/sgemm_tiled", MODULE_06[:1]),
        ("sgemm_tiled", MODULE_06[:1]),
        ("SGEMM_Tiled", MODULE_06[:1]),
        ("06", MODULE_06),
        ("6", MODULE_06),
        ("06_shared_memory_tiling", MODULE_06),
        ("memory_coalescing/", MODULE_05),
        ("transp", MODULE_06[1:]),
        ("06/transp", []),
        ("tiling/sg", MODULE_06[:1]),
        ("shared_mem", MODULE_06),
    ],
)
def test_an_id_finds_its_exercises(course: Course, text: str, ids: list[str]) -> None:
    if not ids:  # a module number is not a part of a name
        with pytest.raises(UnknownExercise):
            course.resolve(text)
        return
    assert [exercise.id for exercise in course.resolve(text)] == ids


def test_an_exact_name_wins_over_being_part_of_another(course: Course, root: Path) -> None:
    folder = root / "exercises/05_memory_coalescing"
    (folder / "sgemm.yaml").write_text((folder / "sgemm_coalesced.yaml").read_text("utf-8"), "utf-8")

    (exercise,) = open_course(root, CASE_MODELS).resolve("sgemm")

    assert exercise.id == "05_memory_coalescing/sgemm"


def test_an_ambiguous_part_lists_all_it_fits_nearest_first(course: Course) -> None:
    with pytest.raises(UnknownExercise) as caught:
        course.resolve("tiled")

    assert caught.value.ambiguous
    assert caught.value.candidates == tuple(MODULE_06)


@pytest.mark.parametrize("typo", ["sgem_tiled", "06/sgemm_tield", "07_shared_memory_tiling/sgemm_tiled"])
def test_an_unknown_id_suggests_the_nearest_first(course: Course, typo: str) -> None:
    with pytest.raises(UnknownExercise) as caught:
        course.resolve(typo)

    assert not caught.value.ambiguous
    assert caught.value.candidates[0] == MODULE_06[0]


@pytest.mark.parametrize("text", ["", " ", "/", "../../etc/passwd"])
def test_nothing_and_paths_are_unknown(course: Course, text: str) -> None:
    with pytest.raises(UnknownExercise):
        course.resolve(text)


def test_opening_a_course_does_not_read_exercise_files(root: Path) -> None:
    broken = root / "exercises/06_shared_memory_tiling/transpose_tiled.yaml"
    broken.write_text("a: [}", "utf-8")

    course = open_course(root, CASE_MODELS)

    assert course.resolve("sgemm_tiled")[0].spec.kernel == "sgemm_tiled"
    with pytest.raises(CourseError, match=r"transpose_tiled\.yaml:1:5"):
        _ = course.resolve("transpose_tiled")[0].spec


def test_validating_a_course_collects_the_problems_of_all_exercises(course: Course, root: Path) -> None:
    course.validate()
    for name in ("sgemm_tiled", "transpose_tiled"):
        (root / f"exercises/06_shared_memory_tiling/{name}.yaml").write_text("[]", "utf-8")

    with pytest.raises(CourseError) as caught:
        open_course(root, CASE_MODELS).validate()

    assert {problem.path.stem for problem in caught.value.problems} == {"sgemm_tiled", "transpose_tiled"}


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("06_shared_memory_tiling", "6_tiling", "course.yaml:6:11: '6_tiling' does not have the form"),
        ("06_shared_memory_tiling", f"06_{'a' * 300}", "course.yaml:6:11: '06_aaa"),  # no system has such a folder
        ('"05"', "05", "course.yaml:9:16: This must be text (in quotes, if it looks like a number), not 5."),
        ('"05"', '"06"', "course.yaml:9:16: `06` is not a module before this one."),
        ("share: 0.8", "share: 8.5", "course.yaml:2:15: This must be at most 1.0, not 8.5."),
        ("06_shared_memory_tiling", "05_x", "course.yaml:6:11: Two modules have the number 05."),
        ("sgemm_tiled,", "sgemm_tild,", "course.yaml:11:17: `sgemm_tild` is listed, but there is no"),
        ("[sgemm_tiled, ", "[", "course.yaml:11:16: exercises/06_shared_memory_tiling/sgemm_tiled"),
    ],
)
def test_a_broken_course_file_is_named_at_its_place(root: Path, old: str, new: str, problem: str) -> None:
    assert any(found.startswith(problem) for found in _broken(root, old, new))


def test_exercise_names_are_unique_in_the_course(root: Path) -> None:
    (root / "exercises/05_memory_coalescing/sgemm_tiled.yaml").write_text("", "utf-8")

    with pytest.raises(CourseError, match="`sgemm_tiled` is taken by 05_memory_coalescing/sgemm_tiled"):
        open_course(root, CASE_MODELS)


def test_the_root_is_found_from_any_folder_inside(root: Path) -> None:
    inside = root / "exercises" / "05_memory_coalescing"

    assert find_root(inside, {}) == root.resolve()
    assert find_root(root, {}) == root.resolve()


def test_the_environment_names_the_root(root: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")

    assert find_root(elsewhere, {"WARPLINGS_COURSE": str(root)}) == root.resolve()
    with pytest.raises(CourseError, match="No course here"):
        find_root(elsewhere, {})
    with pytest.raises(CourseError, match="WARPLINGS_COURSE names"):
        find_root(root, {"WARPLINGS_COURSE": str(elsewhere)})
