"""What Canvas would read equals the sheet, whatever people and exercises are called."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from grader.gradebook.errors import ExportError
from grader.gradebook.exports import exported
from grader.gradebook.exports.options import Options
from grader.gradebook.sheet import Sheet
from tests.gradebook.exports.canvas_course import Assignment, CanvasStudent, Course
from tests.gradebook.specimens import item, sheet, sheets, student
from tests.tiers import examples

SCORES = {"mina": {"06 tiled": 85.0, "06 quiz": None}, "omar": {"06 tiled": 0.0, "06 quiz": 7.25}}


def canvas(one: Sheet, **options: object) -> bytes:
    return exported("canvas", one, Options(**options))  # type: ignore[arg-type, return-value]


def course_of(one: Sheet, assignments: list[Assignment] | None = None) -> Course:
    """A course of the same students, whose names in Canvas are all the same; the SIS ids are the roster's."""
    people = [CanvasStudent(1000 + n, "Same, Name", s.id, f"login{n}") for n, s in enumerate(one.students)]
    return Course(people, assignments or [])


def wanted(one: Sheet) -> dict[tuple[int, str], str]:
    return {
        (1000 + n, i.title): "" if cell.score is None else f"{cell.score:.2f}"
        for n, s in enumerate(one.students)
        for i, cell in one.row(s)
    }


def test_the_bytes_are_those_of_canvas_own_export() -> None:
    assert canvas(sheet(SCORES)) == (
        b"Student,ID,SIS User ID,SIS Login ID,Section,06 tiled,06 quiz\n"
        b"    Points Possible,,,,,100.00,100.00\n"
        b",,mina,,,85.00,\n"
        b",,omar,,,0.00,7.25\n"
    )


@examples(200, suppress_health_check=[HealthCheck.too_slow])
@given(sheets())
def test_new_columns_become_assignments_with_every_score(one: Sheet) -> None:
    course = course_of(one)
    if any(Course.converted(s.id) != s.id for s in one.students):
        with pytest.raises(ExportError, match="canvas_ids"):
            canvas(one)
        return
    data = canvas(one)
    assert course.imported(data) == wanted(one)
    assert [(a.title, a.points) for a in course.assignments] == [(i.title, i.points) for i in one.items]
    assert all(assignment.id < 0 for assignment in course.assignments)


@examples(150, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(one=sheets(), data=st.data())
def test_columns_that_canvas_has_keep_their_ids_and_blanks_change_nothing(
    tmp_path: Path, one: Sheet, data: st.DataObject
) -> None:
    known = [Assignment(500 + n, i.title, i.points) for n, i in enumerate(one.items)] + [Assignment(9, "Essay", 10)]
    course = course_of(one, known)
    for person in course.students:
        for assignment in known:
            person.scores[assignment.id] = data.draw(st.sampled_from(["", "EX", "12.00", "0.00"]))
    before = {person.id: dict(person.scores) for person in course.students}
    delimiter, mark, custom = data.draw(st.tuples(st.sampled_from(",;"), st.booleans(), st.booleans()))
    path = tmp_path / "gradebook.csv"
    path.write_bytes(course.exported(delimiter, mark, custom=custom))
    course.imported(canvas(one, columns=path))
    assert len(course.assignments) == len(known), "nothing new is made"
    for person, s in zip(course.students, one.students, strict=True):
        for assignment, i in zip(known, one.items, strict=False):
            score = one.cell(s, i).score
            kept = before[person.id][assignment.id]
            assert person.scores[assignment.id] == (kept if score is None or kept == "EX" else f"{score:.2f}")
        assert person.scores[9] == before[person.id][9], "other columns are left alone"


def gradebook(path: Path, *people: CanvasStudent, points: float | None = 100, sis: bool = True) -> Path:
    course = Course(list(people), [Assignment(4, "06 tiled", points), Assignment(7, "06 quiz", points)])
    path.write_bytes(course.exported(sis=sis))
    return path


MINA, OMAR = CanvasStudent(11, "Kim, Mina", "mina", "mina@x.edu"), CanvasStudent(12, "=Omar", "omar", "omar@x.edu")


def test_students_of_the_download_may_be_matched_by_login_or_by_a_column_of_the_roster(tmp_path: Path) -> None:
    by_login = Sheet(
        (student("a", other={"Login": "omar@x.edu"}), student("b", other={"Login": "MINA@x.edu"})),
        (item("06 tiled"),), {("a", "06 tiled"): sheet(SCORES).cells["omar", "06 tiled"],
                              ("b", "06 tiled"): sheet(SCORES).cells["mina", "06 tiled"]},
    )  # fmt: skip
    path = gradebook(tmp_path / "g.csv", MINA, OMAR, sis=False)
    lines = canvas(by_login, columns=path, match="sis-login-id", id_column="login").decode().splitlines()
    assert lines[2:] == ["=Omar,12,omar@x.edu,A,0.00", '"Kim, Mina",11,mina@x.edu,A,85.00']


def test_who_is_excused_stays_so_and_is_told(tmp_path: Path) -> None:
    course = Course([MINA, OMAR], [Assignment(4, "06 tiled", 100), Assignment(7, "06 quiz", 100)])
    MINA.scores[4], OMAR.scores[7] = "EX", "12.00"
    (tmp_path / "g.csv").write_bytes(course.exported())
    options = Options(columns=tmp_path / "g.csv")
    data = exported("canvas", sheet(SCORES), options)
    assert isinstance(data, bytes) and data.decode().splitlines()[2].endswith(",EX,")
    assert [(s.id, i.title) for s, i in options.excused] == [("mina", "06 tiled")]
    MINA.scores.clear()
    OMAR.scores.clear()


@pytest.mark.parametrize(
    ("people", "points", "key", "said"),
    [
        ((MINA,), 100, "columns_no_student", "omar"),
        ((MINA, OMAR), 50, "columns_other_points", "06 tiled (100 / 50), 06 quiz (100 / 50)"),
    ],
)
def test_a_download_that_does_not_fit_is_told(
    tmp_path: Path, people: tuple[CanvasStudent, ...], points: float, key: str, said: str
) -> None:
    with pytest.raises(ExportError) as caught:
        canvas(sheet(SCORES), columns=gradebook(tmp_path / "g.csv", *people, points=points))
    assert caught.value.key == key
    assert said in caught.value.details.values()


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("id,name\nmina,Mina\n", "columns_not_of"),
        ("", "columns_empty"),
        ('Student,"ID\n', "columns_not_csv"),
        ("Student,ID,Section,06 tiled (4)\n    Points Possible,,,100\nKim,11,A,1\n", "columns_no_item"),
        ("Student,ID,Section,06 tiled (4),06 Tiled (5),06 quiz (6)\nKim,mina,A,1,1,1\n", "columns_unclear"),
        ("Student,Section,06 tiled (4),06 quiz (6)\nKim,A,1,1\n", "columns_no_ids"),
    ],
)
def test_a_file_that_is_no_gradebook_is_told(tmp_path: Path, text: str, key: str) -> None:
    path = tmp_path / "g.csv"
    path.write_text(text, "utf-8")
    with pytest.raises(ExportError) as caught:
        canvas(sheet(SCORES), columns=path)
    assert caught.value.key == key


def test_a_roster_that_canvas_exported_gives_all_three_ids() -> None:
    own = {"Student": "Kim", "ID": "11", "SIS User ID": "u1", "SIS Login ID": "mina", "Section": "A"}
    cell = sheet(SCORES).cells["mina", "06 tiled"]
    one = Sheet((student("11", other=own),), (item("06 tiled"),), {("11", "06 tiled"): cell})
    assert canvas(one).decode().splitlines()[2] == ",11,u1,mina,,85.00"


@pytest.mark.parametrize(
    ("other", "row"),
    [
        ({"id": "7", "Canvas ID": "1007"}, ",1007,,,,85.00"),
        ({"id": "7", "SIS User ID": "u1"}, ",,u1,,,85.00"),
        ({"id": "7", "SIS Login ID": "mina", "section": ""}, ",,,mina,,85.00"),
        ({"id": "7"}, ",,7,,,85.00"),
    ],
)
def test_the_rosters_own_id_is_never_taken_for_that_of_canvas(other: dict[str, str], row: str) -> None:
    cell = sheet(SCORES).cells["mina", "06 tiled"]
    one = Sheet((student("7", other=other),), (item("06 tiled"),), {("7", "06 tiled"): cell})
    assert canvas(one).decode().splitlines()[2] == row


def test_students_without_an_id_are_named() -> None:
    one = sheet(SCORES, other={"SIS User ID": ""})
    with pytest.raises(ExportError) as caught:
        canvas(one)
    assert caught.value.key == "no_value" and caught.value.details["students"] == "mina, omar"


@pytest.mark.parametrize("title", ["06 reduce (2)", "06 Final Score", "1,5", "ID", "Section"])
def test_titles_that_canvas_takes_for_something_else_are_refused(title: str) -> None:
    with pytest.raises(ExportError) as caught:
        canvas(sheet({"mina": {title: 1.0}}))
    assert (caught.value.key, caught.value.details) == ("canvas_titles", {"items": title})


@pytest.mark.parametrize("own", ["1,5", "1.2.3", "7,"])
def test_ids_that_canvas_would_read_as_other_numbers_are_refused(own: str) -> None:
    with pytest.raises(ExportError) as caught:
        canvas(sheet({own: {"06 tiled": 1.0}}))
    assert caught.value.key == "canvas_ids"


def test_a_canvas_id_has_digits_only() -> None:
    with pytest.raises(ExportError) as caught:
        canvas(sheet({"12abc": {"06 tiled": 1.0}}), match="id")
    assert caught.value.key == "canvas_ids"


def test_a_student_called_points_possible_is_a_student() -> None:
    one = sheet(SCORES, name="Points Possible")
    course = course_of(one)
    assert course.imported(canvas(one)) == wanted(one)
    assert [a.points for a in course.assignments] == [100, 100]


def test_names_and_sections_are_on_one_line_and_no_formula() -> None:
    one = sheet({"mina": {"06 tiled": 1.0}}, name=' =cmd|"x"\n!A1', section="@A\nB")
    assert canvas(one).decode().splitlines()[2] == '"\'=cmd|""x"" !A1",,mina,,\'@A B,1.00'


def test_what_canvas_calculates_itself_is_no_column_for_grades(tmp_path: Path) -> None:
    path = tmp_path / "g.csv"
    path.write_text("Student,ID,Section,06 tiled (4)\n    Points Possible,,,(read only)\nKim,mina,A,1\n", "utf-8")
    with pytest.raises(ExportError) as caught:
        canvas(sheet({"mina": {"06 tiled": 1.0}}), columns=path)
    assert caught.value.key == "columns_no_item"
