"""What Moodle would read equals the sheet, whatever people and exercises are called."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.gradebook.errors import ExportError
from grader.gradebook.exports import exported
from grader.gradebook.exports.options import Options
from grader.gradebook.sheet import Cell, Sheet
from tests.gradebook.exports.moodle_course import Aborted, MoodleCourse, fgetcsv
from tests.gradebook.specimens import item, sheet, sheets, student
from tests.tiers import examples

SCORES = {"mina": {"06 tiled": 85.0, "06 quiz": None}, "omar": {"06 tiled": 0.0, "06 quiz": 7.25}}


def moodle(one: Sheet, **options: object) -> bytes:
    return exported("moodle", one, Options(**options))  # type: ignore[arg-type, return-value]


def course_of(one: Sheet, **more: bool) -> MoodleCourse:
    return MoodleCourse([{"idnumber": s.id, "email": s.email, "username": s.id} for s in one.students], **more)


def mapping_of(data: bytes, one: Sheet) -> dict[str, str]:
    """What an instructor clicks together: each heading, in the order of the file, to the item of the sheet."""
    head = next(fgetcsv(data.decode()))
    kinds = [f"{kind} {i.id}" for i in one.items for kind in ("grade", "feedback")]
    return dict(zip((name.strip() for name in head[2:]), kinds, strict=True))


def squashed(text: str) -> str:
    """Without what Moodle trims and normalises, and without the space that keeps a backslash from a quote."""
    return re.sub(r"[\s\\\0\x0b]+", "", text)


def test_the_bytes() -> None:
    one = sheet(SCORES)
    assert moodle(one) == (
        b"ID number,Name,06 tiled,06 tiled (feedback),06 quiz,06 quiz (feedback)\nmina,,85.00,,-,\nomar,,0.00,,7.25,\n"
    )


@examples(200)
@given(one=sheets(), blank_is_zero=st.booleans(), by=st.sampled_from(["idnumber", "email", "username"]))
def test_every_score_and_every_comment_arrives(one: Sheet, blank_is_zero: bool, by: str) -> None:
    course = course_of(one, blank_is_zero=blank_is_zero)
    data = moodle(one, match=by)
    mapping = mapping_of(data, one)
    assert len(mapping) == 2 * len(one.items), "no two columns of one heading"
    course.import_csv(data, by, mapping)
    for n, s in enumerate(one.students):
        for i, cell in one.row(s):
            assert course.grades[n, i.id] == cell.score
            assert squashed(course.feedbacks[n, i.id]) == squashed(cell.comment)


def test_a_backslash_never_swallows_the_quote_that_ends_a_cell() -> None:
    comment = "a, b\\"
    one = Sheet((student("mina", 'Mina "M, \\'),), (item("06"),), {("mina", "06"): Cell(1.0, comment)})
    assert [len(row) for row in fgetcsv(moodle(one).decode())] == [4, 4]
    naive = f'mina,Mina,1.00,"{comment}"\nomar,Omar,2.00,\n'
    assert len(next(fgetcsv(naive))) != 4 or len(list(fgetcsv(naive))) != 2, "the importer has this trap"


@pytest.mark.parametrize("match", ["idnumber", "email", "username"])
def test_who_cannot_be_found_is_named_and_never_written_as_a_blank(match: str) -> None:
    blank = {"ID number": "", "Username": ""}
    mina = student("mina", "Kim, Mina", email="m@x.edu", other=dict.fromkeys(blank, "m"))
    cells = {("mina", "06"): Cell(1.0), ("omar", "06"): Cell(2.0)}
    one = Sheet((mina, student("omar", "Omar", other=blank)), (item("06"),), cells)
    with pytest.raises(ExportError) as caught:
        moodle(one, match=match)
    assert caught.value.key == "no_value" and caught.value.details["students"] == "Omar (omar)"


def test_two_students_of_one_id_are_named() -> None:
    one = sheet(SCORES, email="Same@x.edu")
    with pytest.raises(ExportError) as caught:
        moodle(one, match="email")
    assert caught.value.key == "value_twice" and caught.value.details["students"] == "mina, omar"


def test_a_student_whom_moodle_does_not_have_would_end_the_import_and_is_told_before(tmp_path: Path) -> None:
    path = tmp_path / "grades.csv"
    path.write_text("성,이름,ID 번호\n김,미나,mina\n", "utf-8")
    one = sheet(SCORES)
    with pytest.raises(Aborted):
        MoodleCourse([{"idnumber": "mina"}]).import_csv(moodle(one), "idnumber", {})
    with pytest.raises(ExportError) as caught:
        moodle(one, columns=path)
    assert caught.value.key == "columns_no_student" and caught.value.details["students"] == "omar"
    path.write_text("성,이름,ID 번호\n김,미나,MINA\n오,마르,omar\n", "utf-8")
    assert moodle(one, columns=path) == moodle(one)


def test_an_id_with_a_backslash_is_refused() -> None:
    one = sheet({"mina": {"06": 1.0}}, other={"Username": "dept\\mina"})
    with pytest.raises(ExportError, match="moodle_ids"):
        moodle(one, match="username")


def test_text_that_moodle_shows_is_not_altered_for_spreadsheets() -> None:
    one = Sheet((student("=1+1", "=1+1"),), (item("06"),), {("=1+1", "06"): Cell(1.0, "-15 for hazards")})
    assert moodle(one).decode().splitlines()[1] == "=1+1,'=1+1,1.00,-15 for hazards"
