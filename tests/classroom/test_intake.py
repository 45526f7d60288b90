"""What a class handed in, in every way in which it comes: twice, in several folders, from Canvas, as other archives."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from grader.classroom.canvas_names import by_student
from grader.classroom.handed_in import Handed, has_work, of_student
from grader.classroom.intake import Intake, take_in
from grader.classroom.roster import Student
from grader.course.restart import pristine
from tests.classroom.test_handed_in import COURSE, EXERCISE, MODULE, put

MINA = (Student(id="mina", name="Kim, Mina"),)
SKELETON = pristine(EXERCISE, "en")


def zipped(path: Path, files: dict[str, str]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return path


def handed(intake: Intake, student: str = "mina") -> Handed:
    (found,) = of_student(student, intake.trees.get(student, ()), [EXERCISE])
    return found


def test_an_archive_beside_a_folder_is_refused_where_they_differ_and_told(tmp_path: Path) -> None:
    put(tmp_path / "mina" / "exercises" / MODULE / "sgemm_tiled.cu", SKELETON)
    zipped(tmp_path / "mina.zip", {f"exercises/{MODULE}/sgemm_tiled.cu": "solved"})
    found = take_in([tmp_path], MINA)
    assert handed(found).refused == "two_files" and handed(found).data == b""
    assert [path.name for path in found.twice["mina"]] == ["mina.zip", "mina"]


def test_the_same_work_twice_is_graded_once_and_told(tmp_path: Path) -> None:
    put(tmp_path / "mina" / "sgemm_tiled.cu", "solved")
    zipped(tmp_path / "mina.zip", {"sgemm_tiled.cu": "solved"})
    found = take_in([tmp_path], MINA)
    assert handed(found).data == b"solved" and found.twice.keys() == {"mina"}


def test_folders_are_taken_together_and_a_skeleton_does_not_stand_against_work(tmp_path: Path) -> None:
    put(tmp_path / "clones" / "mina" / "exercises" / MODULE / "sgemm_tiled.cu", SKELETON)
    put(tmp_path / "nb" / "submitted" / "mina" / MODULE / "sgemm_tiled.cu", "solved")
    both = take_in([tmp_path / "clones", tmp_path / "nb"], MINA)
    assert handed(both).data == b"solved" and not both.twice
    assert handed(take_in([tmp_path / "nb", tmp_path / "clones"], MINA)).data == b"solved"
    put(tmp_path / "clones" / "mina" / "exercises" / MODULE / "sgemm_tiled.cu", "other work")
    assert handed(take_in([tmp_path / "clones", tmp_path / "nb"], MINA)).refused == "two_files"


def test_an_archive_in_a_folder_is_read_with_what_lies_beside_it(tmp_path: Path) -> None:
    packed = zipped(tmp_path / "mina" / "work.zip", {f"homework/exercises/{MODULE}/sgemm_tiled.cu": "solved"})
    put(tmp_path / "mina" / "report.pdf")
    assert handed(take_in([tmp_path], MINA)).data == b"solved"
    put(tmp_path / "mina" / "warplings-main" / "exercises" / MODULE / "sgemm_tiled.cu", SKELETON)
    assert handed(take_in([tmp_path], MINA)).refused == "two_files"
    packed.rename(tmp_path / "mina" / "warplings-main" / packed.name)
    assert handed(take_in([tmp_path], MINA)).refused == "two_files"
    zipped(tmp_path / "mina" / "warplings-main" / packed.name, {"data.json": "{}"})
    assert handed(take_in([tmp_path], MINA)).data == SKELETON.encode()


@pytest.mark.parametrize("ending", [".7z", ".rar", ".RAR", ".egg", ".alz", ".zipx", ".tar.zst"])
@pytest.mark.parametrize("place", ["mina{}", "mina/work{}", "kimmina_900_12345_work{}"])
def test_archives_of_other_kinds_are_refused_and_told_with_their_student(
    tmp_path: Path, place: str, ending: str
) -> None:
    path = put(tmp_path / place.format(ending))
    found = take_in([tmp_path], MINA)
    assert found.unread == {"mina": (path,)}
    if "/" in place or place.startswith("mina"):
        assert handed(found).refused == "archive_kind"


def names(found: Sequence[str], *students: Student) -> dict[str, dict[str, str]]:
    return {student: dict(files) for student, files in by_student(found, students).items()}


def test_canvas_names_are_read() -> None:
    ada, mina = Student(id="a1", name="Ada Kim", other={"ID": "900"}), Student(id="m1", name="Park, Mi Na")
    plain, late = "kimada_900_12345_vector_add.cu", "parkmina_LATE_77_12346_vector_add-1.cu"
    assert names([plain, late, "someone_5_6_x.cu", "notes.txt"], ada, mina) == {
        "a1": {"vector_add.cu": plain}, "m1": {"vector_add.cu": late},
    }  # fmt: skip


def test_canvas_names_of_students_with_one_name_go_by_number_alone() -> None:
    one, two = Student(id="a", name="Ada Kim", other={"Canvas ID": "1"}), Student(id="b", name="Ada Kim")
    assert names(["kimada_1_9_x.cu", "kimada_2_8_x.cu"], one, two) == {"a": {"x.cu": "kimada_1_9_x.cu"}}


def test_of_a_file_that_was_handed_in_again_the_last_one_counts() -> None:
    found = ["kimada_9_3_x-2.cu", "kimada_9_1_x.cu", "kimada_9_2_x-10.cu", "kimada_9_4_x-1.cu"]
    assert names(found, Student(id="a", name="Kim Ada")) == {"a": {"x.cu": "kimada_9_2_x-10.cu"}}


def test_a_download_of_canvas_is_taken_in_with_archives_and_strangers(tmp_path: Path) -> None:
    put(tmp_path / "kimmina_900_1_sgemm_tiled.cu", "solved")
    put(tmp_path / "choiseo_LATE_901_2_sgemm_tiled.cu", "of whom")
    zipped(tmp_path / "leeomar_902_3_homework.zip", {f"w/{MODULE}/sgemm_tiled.cu": "packed"})
    found = take_in([tmp_path], (*MINA, Student(id="omar", name="Omar Lee")))
    assert handed(found).data == b"solved" and handed(found, "omar").data == b"packed"
    assert found.trees.keys() == {"mina", "omar"} and found.stray == ("choiseo_LATE_901_2_sgemm_tiled.cu",)


@pytest.mark.parametrize("around", ["warplings-main", "homework/warplings-main", "a/b/c"])
def test_folders_around_everything_do_not_matter(tmp_path: Path, around: str) -> None:
    put(tmp_path / "in" / "mina" / around / "exercises" / MODULE / "sgemm_tiled.cu", "solved")
    put(tmp_path / "in" / "mina" / "report.pdf")
    zipped(tmp_path / "zips" / "mina.zip", {f"{around}/exercises/{MODULE}/sgemm_tiled.cu": "solved"})
    for folder in ("in", "zips"):
        assert handed(take_in([tmp_path / folder], MINA)).data == b"solved"


@pytest.mark.parametrize("beside", [".vscode/settings.json", ".github/x.yml", "__MACOSX/x.json", "slides/a.pdf"])
def test_what_lies_beside_the_folder_around_everything_does_not_matter_either(tmp_path: Path, beside: str) -> None:
    files = {f"homework/warplings-main/exercises/{MODULE}/sgemm_tiled.cu": "solved", beside: "{}"}
    for name, text in files.items():
        put(tmp_path / "in" / "mina" / name, text)
    zipped(tmp_path / "zips" / "mina.zip", files)
    for folder in ("in", "zips"):
        assert handed(take_in([tmp_path / folder], MINA)).data == b"solved", folder


def test_answers_alone_are_not_taken_for_a_folder_around_everything(tmp_path: Path) -> None:
    put(tmp_path / "in" / "mina" / "answers" / "06.yaml", "answers: {}")
    zipped(tmp_path / "zips" / "mina.zip", {"answers/06.yaml": "answers: {}"})
    for folder in ("in", "zips"):
        (tree,) = take_in([tmp_path / folder], MINA).trees["mina"]
        assert has_work(tree, COURSE)


def test_an_empty_folder_is_nothing_handed_in(tmp_path: Path) -> None:
    (tmp_path / "mina" / "exercises").mkdir(parents=True)
    put(tmp_path / "mina" / ".DS_Store")
    (tree,) = take_in([tmp_path], MINA).trees["mina"]
    assert tree.is_empty()
    put(tmp_path / "mina" / "report.pdf")
    (tree,) = take_in([tmp_path], MINA).trees["mina"]
    assert not tree.is_empty()


def test_an_empty_archive_is_nothing_handed_in_either(tmp_path: Path) -> None:
    zipped(tmp_path / "mina.zip", {"homework/": ""})
    (tree,) = take_in([tmp_path], MINA).trees["mina"]
    assert tree.is_empty()
    zipped(tmp_path / "mina.zip", {"homework/report.pdf": "pdf"})
    (tree,) = take_in([tmp_path], MINA).trees["mina"]
    assert not tree.is_empty()
