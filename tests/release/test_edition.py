"""The student edition: nothing in it gives an answer away, and everything in it works."""

from __future__ import annotations

import gzip
import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml

from grader.course.catalog import open_course
from grader.course.kit import read_kit
from grader.course.skeleton import solution_lines
from grader.grading.opening import problem_cases
from grader.quiz.drawing import WHOLE_CLASS, Drawer, open_quiz
from grader.release.edition import LESSONS, NotReleasable, Plan, make_edition
from grader.release.exercise_text import NotUnderstood, for_students
from grader.release.leaks import leaks, plain, secret_lines
from grader.toolchain.nvrtc import architectures
from tests.release.conftest import KEY, MODULES, REPOSITORY, copy_of_course, student

TILED = "06_shared_memory_tiling/sgemm_tiled"

ROOT = Path(__file__).resolve().parents[2]


def every_text(edition: Path) -> dict[str, str]:
    """All files, those that are packed unpacked, without white space."""
    found = {}
    for path in edition.rglob("*"):
        if path.is_file():
            data = path.read_bytes()
            data = gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data
            found[path.relative_to(edition).as_posix()] = re.sub(r"\s+", "", data.decode("utf-8", "replace"))
    return found


def test_no_line_of_a_solution_is_anywhere(made: Path) -> None:
    secret = secret_lines(REPOSITORY)
    assert len(secret) > 50
    texts = every_text(made)
    assert {name for name in texts if name.startswith(("solutions", "tests", "benchmarks"))} == set()
    assert [(name, line) for name, text in texts.items() for bare, line in secret.items() if bare in text] == []


def test_lines_that_are_no_secret_are_taught(made: Path) -> None:
    """What does not count as a line of a solution stands in a skeleton or a lesson, or is anybody's."""
    secret = secret_lines(REPOSITORY)
    shown = "".join(text for name, text in every_text(REPOSITORY / "exercises").items() if name.endswith(".cu"))
    shown += "".join(text for name, text in every_text(REPOSITORY / "modules").items() if name.endswith(".md"))
    for path in REPOSITORY.glob("solutions/*/*.cu"):
        for line in map(plain, solution_lines(path.read_text("utf-8"))):
            assert line in secret or len(line) < 12 or line in shown, (path.name, line)


def test_no_key_of_a_quiz_and_no_hint_is_anywhere(made: Path) -> None:
    texts = every_text(made)
    for module in MODULES:
        file = open_quiz(REPOSITORY / "modules" / module / "quiz.yaml", module[:2])
        for item in Drawer(KEY, WHOLE_CLASS).graded(file, 1).items:
            words = re.sub(r"\s+", "", item.explanation.en)[:60]
            assert not [name for name, text in texts.items() if words in text and "lesson" not in name], item.id
    for path in REPOSITORY.glob("exercises/06*/*.yaml"):
        for hint in yaml.safe_load(path.read_text("utf-8"))["hints"]["en"]:
            words = re.sub(r"\s+", "", hint)[:60]
            assert not [name for name, text in texts.items() if words in text], path.name
    assert not [name for name in texts if name.endswith("quiz.yaml")]
    assert not any(KEY.decode() in text for text in texts.values())


def test_kernels_kept_for_tests_are_not_named(made: Path) -> None:
    assert not [path for path in made.glob("exercises/*/*.yaml") if re.search(r"\b(wrong|cheat)/", path.read_text())]


@pytest.mark.slow
def test_the_same_course_and_key_give_the_same_bytes(made: Path, tmp_path: Path) -> None:
    again = tmp_path / "again"
    again.mkdir()
    make_edition(Plan(copy_of_course(tmp_path / "course"), KEY, (2, 2)), again)
    assert (again / "edition.json").read_bytes() == (made / "edition.json").read_bytes()


@pytest.mark.slow
def test_a_student_grades_resets_and_gets_hints(edition: Path) -> None:
    begun = student(edition)
    assert begun.returncode == 0 and "00_first_kernel/vector_add" in begun.stdout
    shutil.copy(REPOSITORY / "solutions" / f"{TILED}.cu", edition / "exercises" / f"{TILED}.cu")
    graded = student(edition, "check", "06/sgemm_tiled", "--backend", "emulated")
    assert graded.returncode == 0, graded.stdout
    assert "3 private cases run at grading" in graded.stdout
    assert student(edition, "reset", "06/sgemm_tiled").returncode == 0
    skeleton = (REPOSITORY / "exercises" / f"{TILED}.cu").read_bytes()
    assert (edition / "exercises" / f"{TILED}.cu").read_bytes() == skeleton
    third = student(edition, "hint", "06/sgemm_tiled", "--number", "3", "--lang", "ko")
    assert "배리어" in third.stdout
    for refused in (["solution", "06/sgemm_tiled"], ["check", "06/sgemm_tiled", "--solution"]):
        assert student(edition, *refused).returncode == 2


def right_answers(attempt: int) -> dict[str, Any]:
    file = open_quiz(REPOSITORY / "modules" / MODULES[1] / "quiz.yaml", "06")
    return {item.id: item.key.example for item in Drawer(KEY, WHOLE_CLASS).graded(file, attempt).items}


@pytest.mark.slow
def test_a_student_answers_sealed_quizzes(edition: Path) -> None:
    questions = json.loads(student(edition, "quiz", "06", "--questions", "--json", "-").stdout)
    assert [item["id"] for item in questions["items"]] == list(right_answers(1))
    answers = edition / "answers.json"
    answers.write_text(json.dumps({"module": "06", "attempt": 1, "answers": {}}), "utf-8")
    failed = student(edition, "quiz", "06", "--answers", str(answers))
    assert failed.returncode == 1 and "modules/06_shared_memory_tiling/lesson.en.md" in failed.stdout
    assert "Right would be" in failed.stdout and "\n-\n" not in failed.stdout
    answers.write_text(json.dumps({"module": "06", "attempt": 2, "answers": right_answers(2)}), "utf-8")
    passed = student(edition, "quiz", "06", "--answers", str(answers), "--json", "-")
    assert passed.returncode == 0 and json.loads(passed.stdout)["passed"]
    third = student(edition, "quiz", "06", "--questions")
    assert third.returncode == 2 and "2 graded attempts" in third.stderr
    assert "1." in student(edition, "quiz", "06", "--worked").stdout
    attempt = json.loads((edition / ".warplings" / "quiz" / "06" / "002.json").read_text("utf-8"))
    assert attempt["owner"] == Drawer(KEY, WHOLE_CLASS).owner and not (edition / ".warplings" / "key").exists()


@pytest.mark.slow
def test_a_damaged_quiz_or_kit_is_told(edition: Path) -> None:
    (edition / "modules" / MODULES[1] / "sealed.quiz").write_bytes(b"rubbish")
    told = student(edition, "quiz", "06", "--questions")
    assert told.returncode == 2 and "damaged" in told.stderr
    (edition / "exercises" / f"{TILED}.kit").write_bytes(b"rubbish")
    told = student(edition, "check", "06/sgemm_tiled")
    assert told.returncode == 2 and "sgemm_tiled.kit" in told.stderr and "Traceback" not in told.stderr


def test_references_are_machine_code_for_every_gpu_that_the_compiler_knows(made: Path) -> None:
    kit = read_kit(made / "exercises" / f"{TILED}.kit")
    assert kit is not None and set(kit.images()) == set(architectures())
    for image in kit.images().values():
        assert image.startswith(b"\x7fELF") and b"tile_a" not in image and b".visible" not in image
    other = read_kit(made / "exercises" / "00_first_kernel" / "vector_add.kit")
    assert other is not None and not other.references


def test_links_between_texts_lead_somewhere(made: Path) -> None:
    broken = []
    for path in made.rglob("*.md"):
        for target in re.findall(r"\]\(([^)#\s]+)", path.read_text("utf-8")):
            if not target.startswith(("http", "mailto")) and not (path.parent / target).exists():
                broken.append((path.relative_to(made).as_posix(), target))
    in_this_copy = [(name, target) for name, target in broken if not re.search(r"\d\d_", target)]
    assert in_this_copy == []


def test_what_a_lesson_links_to_within_its_module_is_released() -> None:
    for module in (ROOT / "modules").glob("[0-9]*"):
        released = {path.resolve() for pattern in LESSONS for path in module.glob(pattern)}
        for page in module.rglob("*.md"):
            targets = re.findall(r"\]\(([^)#\s:]+)", page.read_text("utf-8"))
            own = {path for path in ((page.parent / each).resolve() for each in targets) if module in path.parents}
            assert own <= released, page


def test_the_edition_says_what_it_needs_in_the_very_versions(made: Path) -> None:
    text = (made / "pyproject.toml").read_text("utf-8")
    assert '"nvidia-cuda-nvrtc==13.0.88; sys_platform != \'darwin\'"' in text
    needs = re.search(r"^dependencies = \[(.*?)^\]", text, re.S | re.M)
    declared = re.search(r"^dependencies = \[(.*?)^\]", (REPOSITORY / "pyproject.toml").read_text("utf-8"), re.S | re.M)
    assert needs and declared
    names = [re.findall(r'^\s*"([\w-]+)', found[1], re.M) for found in (needs, declared)]
    assert names[0] == names[1] and all("==" in line for line in needs[1].split("\n") if line.strip())


@pytest.mark.slow
def test_a_course_that_would_give_a_solution_away_is_not_released(tmp_path: Path) -> None:
    course = copy_of_course(tmp_path / "course")
    lesson = course.modules[1].lesson_path("en")
    figure = lesson.parent / "figures" / "hint.svg"
    figure.write_text("<text>sum += tile_a[ty][k] * tile_b[k][tx];</text>", "utf-8")
    (tmp_path / "out").mkdir()
    with pytest.raises(NotReleasable, match="leaks") as refused:
        make_edition(Plan(course, KEY, (1, 1)), tmp_path / "out")
    assert "figures/hint.svg" in str(refused.value.details["lines"])
    figure.unlink()
    course.exercises[0].solution_path.unlink()
    shutil.rmtree(tmp_path / "out")
    (tmp_path / "out").mkdir()
    with pytest.raises(NotReleasable, match="no_solution"):
        make_edition(Plan(course, KEY, (1, 1)), tmp_path / "out")


def test_leaks_finds_files_that_only_authors_have(tmp_path: Path) -> None:
    for name in ("solutions/x.cu", "modules/06/quiz.yaml", "exercises/06/a.private.yaml"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("", "utf-8")
    assert {leak.path for leak in leaks(tmp_path, REPOSITORY)} == {
        "solutions/x.cu", "modules/06/quiz.yaml", "exercises/06/a.private.yaml"}  # fmt: skip


@pytest.mark.parametrize("path", sorted(REPOSITORY.glob("exercises/*/*.yaml")), ids=lambda path: path.stem)
def test_of_an_exercise_file_only_hints_and_slow_kernels_go(path: Path) -> None:
    before, after = yaml.safe_load(path.read_text("utf-8")), yaml.safe_load(for_students(path.read_text("utf-8")))
    before.pop("hints")
    before["checks"].get("speed", {}).pop("slow", None)
    assert after == before


def test_where_counts_are_to_be_predicted_their_derivation_goes() -> None:
    predicted = [path for path in REPOSITORY.glob("exercises/*/*.yaml") if "kind: predict" in path.read_text("utf-8")]
    assert predicted
    for path in predicted:
        text = path.read_text("utf-8")
        assert text.startswith("# ") and for_students(text).startswith("title:")


@pytest.mark.parametrize("text", ["{hints: {ko: [], en: []}, checks: {}}", "hints: &a {en: 1}\nchecks: {x: *a}\n"])
def test_an_exercise_file_that_cannot_be_taken_apart_is_refused(text: str) -> None:
    with pytest.raises(NotUnderstood):
        for_students(text)


def test_the_edition_is_a_course(made: Path) -> None:
    course = open_course(made, problem_cases())
    course.validate()
    assert course.spec.solutions == "never" and [module.name for module in course.modules] == list(MODULES)


@pytest.mark.slow
@pytest.mark.share(3, guard="workflows")
def test_nothing_of_the_whole_course_is_given_away(tmp_path: Path) -> None:
    course = open_course(REPOSITORY, problem_cases())
    make_edition(Plan(course, KEY, (1, 1)), tmp_path)
    assert leaks(tmp_path, REPOSITORY) == []
    assert len(list(tmp_path.glob("exercises/*/*.kit"))) == len(course.exercises)
