"""`grader release`: from the course to a student's folder and back to the class's scores."""

from __future__ import annotations

import csv
import errno
import json
import shutil
from pathlib import Path

import pytest

from grader.course.kit import read_kit
from grader.quiz.drawing import Drawer, open_quiz
from tests.cli.conftest import Grader
from tests.release.conftest import MODULES, copy_of_course, student

pytestmark = pytest.mark.share(3, guard="workflows")

KEY = "a key of the course"
FEW = ("--attempts", "2", "--practice", "1")


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = copy_of_course(tmp_path / "course").root
    monkeypatch.chdir(root)
    monkeypatch.setenv("WARPLINGS_COURSE_KEY", KEY)
    return root


def answers(root: Path, student: str, attempt: int) -> str:
    file = open_quiz(root / "modules" / MODULES[1] / "quiz.yaml", "06")
    right = {item.id: item.key.example for item in Drawer(KEY.encode(), student).graded(file, attempt).items}
    return json.dumps({"module": "06", "attempt": attempt, "answers": right})


def graded(root: Path, grader: Grader, *more: str) -> dict[str, dict[str, str]]:
    folder = root.parent
    done = grader("class", "grade", str(folder / "in"), "--roster", str(folder / "roster.csv"), "--out",
                  str(folder / "out"), "--only", "06/choose_padding", *more)  # fmt: skip
    assert done.status == 0, done.err
    with (folder / "out" / "scores.csv").open(encoding="utf-8-sig", newline="") as file:
        return {row["student"]: row for row in csv.DictReader(file)}


@pytest.mark.slow
def test_from_an_edition_to_the_scores_of_a_class(small: Path, grader: Grader) -> None:
    edition, folder = small.parent / "edition", small.parent
    assert grader("release", "--out", str(edition), *FEW).status == 0
    (folder / "roster.csv").write_text("id\nmina\nomar\n", "utf-8")
    done = grader("release", "--roster", str(folder / "roster.csv"), "--sheets", str(folder / "sheets"), *FEW)
    assert done.status == 0 and "2 students" in " ".join(done.out.split())
    for name in ("mina", "omar"):
        shutil.copytree(edition, folder / "in" / name)
    shutil.copytree(folder / "sheets" / "mina" / "quizzes", folder / "in" / "mina" / "quizzes")
    for name, owner in (("mina", "mina"), ("omar", "")):  # omar answers the questions of the whole class
        path = folder / "in" / name / "answers.json"
        path.write_text(answers(small, owner, 1), "utf-8")
        assert student(folder / "in" / name, "quiz", "06", "--answers", str(path)).returncode == 0
    rows = graded(small, grader)
    full = rows["mina"]["06_shared_memory_tiling/quiz"]
    assert full == rows["omar"]["06_shared_memory_tiling/quiz"] and float(full) > 0
    rows = graded(small, grader, "--personal-quizzes")
    assert (rows["mina"]["06_shared_memory_tiling/quiz"], rows["omar"]["06_shared_memory_tiling/quiz"]) == (full, "")


@pytest.mark.slow
@pytest.mark.parametrize(("lang", "word"), [("en", "disassembler"), ("ko", "역어셈블")])
def test_the_command_says_what_a_disassembler_shows(small: Path, grader: Grader, lang: str, word: str) -> None:
    """An edition carries the machine code of the kernels that speed is measured against, and anybody can read that."""
    edition = small.parent / "edition"
    done = grader("release", "--out", str(edition), *FEW, "--lang", lang)
    kits = map(read_kit, edition.glob("exercises/*/*.kit"))
    carried = [kit for kit in kits if kit is not None and kit.references]
    said = " ".join(done.out.split())
    assert done.status == 0 and carried
    assert word in said and f"({len(carried)}" in said


@pytest.mark.slow
def test_an_edition_is_brought_up_to_date_and_work_stays(small: Path, grader: Grader) -> None:
    edition = small.parent / "edition"
    assert grader("release", "--out", str(edition), *FEW).status == 0
    kernel = edition / "exercises" / MODULES[0] / "vector_add.cu"
    kernel.write_text(kernel.read_text("utf-8") + "// mine\n", "utf-8")
    attempts = edition / ".warplings" / "quiz" / "06"
    attempts.mkdir(parents=True)
    (attempts / "001.json").write_text("{}", "utf-8")
    solution = small / "solutions" / MODULES[0] / "vector_add.cu"
    solution.write_text("// A new first line.\n" + solution.read_text("utf-8"), "utf-8")
    done = grader("release", "--update", str(edition), *FEW, "--json", "-")
    assert done.json["changed"][f"exercises/{MODULES[0]}/vector_add.cu"] == "beside"
    assert kernel.read_text("utf-8").endswith("// mine\n") and (attempts / "001.json").exists()
    assert kernel.with_name("vector_add.cu.new").read_text("utf-8").startswith("// A new first line.")
    assert grader("release", "--update", str(edition), *FEW, "--json", "-").json["changed"] == {}
    assert not [path for path in small.parent.iterdir() if path.name.startswith(".edition")]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "Name one"),
        (["--out", "x", "--update", "y"], "Name one"),
        (["--roster", "r.csv"], "belong together"),
        (["--out", "."], "is there already"),
        (["--update", "."], "no student edition"),
        (["--roster", "none.csv", "--sheets", "s"], "none.csv"),
        (["--out", "x", "--attempts", "0"], "--attempts"),
    ],
)
def test_wrong_arguments_are_told(small: Path, grader: Grader, arguments: list[str], said: str) -> None:
    done = grader("release", *arguments)
    assert done.status == 2 and said in " ".join(done.err.split())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("broken", "error", "arguments"),
    [
        ("shutil.copyfile", OSError(errno.ENOSPC, "No space left on device", "lesson.en.md"), ["--out"]),
        ("shutil.copytree", shutil.Error([("a.py", "b.py", "[Errno 28] No space left on device")]), ["--out"]),
        ("grader.release.quizzes.write_sheet", OSError(errno.ENOSPC, "No space left on device"),
         ["--roster", "roster.csv", "--sheets"]),
    ],
)  # fmt: skip
def test_a_full_disk_is_told_with_the_folder_that_was_named(
    small: Path, grader: Grader, monkeypatch: pytest.MonkeyPatch, broken: str, error: OSError, arguments: list[str]
) -> None:
    def full(*_: object, **__: object) -> None:
        raise error

    (small / "roster.csv").write_text("id\nmina\n", "utf-8")
    monkeypatch.setattr(broken, full)
    done = grader("release", *arguments, "made", *FEW, "--json", "-")
    assert done.status == 2 and done.json["error"]["kind"] == "unwritable_file"
    told = done.json["error"]["message"]
    assert "made" in told and "No space left on device" in told and ".py" not in told and "lesson" not in told


@pytest.mark.slow
def test_a_course_that_leaks_leaves_nothing_behind(small: Path, grader: Grader) -> None:
    (small / "modules" / MODULES[0] / "figures" / "x.svg").write_text("c[i] = a[i] + b[i];", "utf-8")
    done = grader("release", "--out", "../edition", *FEW, "--lang", "ko")
    assert done.status == 2 and "모범 답안의 일부" in done.err and "figures/x.svg" in done.err
    assert sorted(path.name for path in small.parent.iterdir()) == ["course"]
