"""`grader`, `grader progress` and the gate: the map, and what to do next."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.course.catalog import open_course
from grader.course.progress import Progress, source_sha256
from grader.grading.opening import problem_cases
from tests.cli.conftest import KEY, MODULE, Grader, right, written

NEXT = "07_after"


@pytest.fixture
def two_modules(quizzes: Path) -> Path:
    """A checkpoint and a module behind it, with a copy of one of its exercises."""
    (quizzes / "exercises" / NEXT).mkdir()
    for kind, folder in ((".yaml", "exercises"), (".cu", "exercises"), (".cu", "solutions")):
        (quizzes / folder / NEXT).mkdir(exist_ok=True)
        text = (quizzes / folder / MODULE / f"transpose_tiled{kind}").read_text("utf-8")
        (quizzes / folder / NEXT / f"later{kind}").write_text(text, "utf-8")
    with (quizzes / "course.yaml").open("a", encoding="utf-8") as file:
        file.write(f"  - name: {NEXT}\n    title: {{ko: 다음, en: After}}\n    exercises: [later]\n")
    return quizzes


def finish(root: Path, *names: str) -> None:
    for exercise in open_course(root, problem_cases()).exercises:
        if exercise.name in names:
            sha = source_sha256(exercise.source_path)
            assert sha is not None
            Progress(root).record(exercise.id, sha)


def modules(grader: Grader) -> dict[str, dict[str, object]]:
    return {module["id"]: module for module in grader("progress", "--json", "-", env=KEY).json["modules"]}


def test_at_first_the_module_behind_the_checkpoint_is_locked(two_modules: Path, grader: Grader) -> None:
    found = modules(grader)
    assert found[MODULE]["state"] == "open" and found[MODULE]["quiz"] == {"best": None, "passed": False}
    assert (found[NEXT]["state"], found[NEXT]["locked_by"]) == ("locked", [MODULE])
    assert "Next: 06_shared_memory_tiling/sgemm_tiled" in grader("progress", env=KEY).out


def test_after_its_exercises_the_quiz_is_next_and_then_what_it_opens(two_modules: Path, grader: Grader) -> None:
    finish(two_modules, "sgemm_tiled", "transpose_tiled", "choose_padding")
    assert modules(grader)[MODULE]["state"] == "begun"
    done = grader(env=KEY)
    assert "grader quiz 06" in done.out and "80 %" in done.out
    assert grader("quiz", "06", "--answers", written(two_modules, right(two_modules)), env=KEY).status == 0
    found = modules(grader)
    assert (found[MODULE]["state"], found[NEXT]["state"]) == ("done", "open")
    assert found[MODULE]["quiz"] == {"best": 1.0, "passed": True}
    assert f"Next: {NEXT}/later" in grader(env=KEY).out
    finish(two_modules, "later")
    assert "All exercises are done" in grader(env=KEY).out


def test_without_an_id_commands_mean_no_exercise_behind_a_closed_gate(two_modules: Path, grader: Grader) -> None:
    assert grader("check", "--json", "-", env=KEY).json["exercise"] == f"{MODULE}/sgemm_tiled"
    finish(two_modules, "sgemm_tiled")
    assert grader("check", "--json", "-", env=KEY).json["exercise"] == f"{MODULE}/transpose_tiled"
    finish(two_modules, "transpose_tiled", "choose_padding")
    assert grader("check", "--json", "-", env=KEY).json["exercise"] == f"{MODULE}/choose_padding"
    assert grader("hint", env=KEY).out.startswith(f"{MODULE}/choose_padding")
    assert grader("quiz", "06", "--answers", written(two_modules, right(two_modules)), env=KEY).status == 0
    assert grader("check", "--json", "-", env=KEY).json["exercise"] == f"{NEXT}/later"


def test_a_gate_that_advises_sends_on_and_comes_back_to_the_quiz_at_the_end(two_modules: Path, grader: Grader) -> None:
    path = two_modules / "course.yaml"
    path.write_text(path.read_text("utf-8").replace("mode: enforce", "mode: advise"), "utf-8")
    finish(two_modules, "sgemm_tiled", "transpose_tiled", "choose_padding")
    assert f"Next: {NEXT}/later" in grader(env=KEY).out
    finish(two_modules, "later")
    assert "grader quiz 06" in grader(env=KEY).out


def test_a_locked_exercise_is_checked_all_the_same(two_modules: Path, grader: Grader) -> None:
    done = grader("check", f"{NEXT}/later", "--solution", "--json", "-")
    assert done.status == 0 and done.json["score"] > 0


def test_a_locked_module_that_is_finished_early_still_sends_to_the_quiz(two_modules: Path, grader: Grader) -> None:
    finish(two_modules, "sgemm_tiled", "transpose_tiled", "choose_padding", "later")
    assert modules(grader)[NEXT]["state"] == "locked"
    assert "grader quiz 06" in grader(env=KEY).out


def test_three_failed_attempts_offer_a_worked_example(two_modules: Path, grader: Grader) -> None:
    for number in (1, 2, 3):
        path = written(two_modules, {"term": "warp"}, attempt=number)
        done = grader("quiz", "06", "--answers", path, env=KEY)
        assert ("--worked" in done.out) is (number == 3)
    assert "0 %" in grader("progress", env=KEY).out


def test_the_map_speaks_korean_and_fits_eighty_columns(two_modules: Path, grader: Grader) -> None:
    done = grader("progress", "--lang", "ko", env=KEY)
    assert "퀴즈 06 통과 뒤" in done.out
    from rich.cells import cell_len

    assert max(map(cell_len, done.out.splitlines())) <= 80


def test_a_damaged_attempt_is_told_and_the_map_is_drawn(two_modules: Path, grader: Grader) -> None:
    folder = two_modules / ".warplings" / "quiz" / "06"
    folder.mkdir(parents=True)
    (folder / "001.json").write_text("not json", "utf-8")
    done = grader("progress", env=KEY)
    assert done.status == 0 and "001.damaged-1.json" in done.err and "checkpoint" in done.out


def test_who_was_placed_is_not_sent_back_to_the_exercises_before(two_modules: Path, grader: Grader) -> None:
    assert grader("quiz", "06", "--answers", written(two_modules, right(two_modules)), env=KEY).status == 0
    assert "Next: 06_shared_memory_tiling/sgemm_tiled" in grader(env=KEY).out
    (attempt,) = (two_modules / ".warplings" / "quiz" / "06").glob("*.json")
    attempt.write_text(attempt.read_text("utf-8").replace('"graded"', '"placement"'), "utf-8")
    assert f"Next: {NEXT}/later" in grader(env=KEY).out
    assert grader("check", "--json", "-", env=KEY).json["exercise"] == f"{NEXT}/later"


@pytest.mark.slow
def test_a_solved_exercise_that_is_broken_again_stays_done_and_is_told(two_modules: Path, grader: Grader) -> None:
    kernel = two_modules / "exercises" / MODULE / "sgemm_tiled.cu"
    kernel.write_bytes((two_modules / "solutions" / MODULE / "sgemm_tiled.cu").read_bytes())
    assert "Next: 06_shared_memory_tiling/transpose_tiled" in grader("check", "06/sgemm_tiled", env=KEY).out
    kernel.write_text(kernel.read_text("utf-8").replace("__syncthreads();", ""), "utf-8")
    assert "Next:" not in grader("check", "06/sgemm_tiled", env=KEY).out
    assert modules(grader)[MODULE]["exercises"] == {
        f"{MODULE}/sgemm_tiled": True, f"{MODULE}/transpose_tiled": False, f"{MODULE}/choose_padding": False,
    }  # fmt: skip
    assert modules(grader)[MODULE]["failing"] == [f"{MODULE}/sgemm_tiled"]
    out = grader(env=KEY).out
    assert "1 of 4 exercises done" in out and f"failing as the file is now: {MODULE}/sgemm_tiled" in out
    assert "[!..]" in grader("progress", env=KEY).out
    assert "done, now failing" in grader("list", env=KEY).out
    (listed, *_), *_ = [m["exercises"] for m in grader("list", "--json").json["modules"]]
    assert (listed["done"], listed["failing"]) == (True, True)
