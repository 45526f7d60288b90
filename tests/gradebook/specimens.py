"""Sheets for tests, made by hand or by Hypothesis with the names that people and mischief have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from grader.classroom.results import State
from grader.classroom.roster import Student, is_usable_id
from grader.gradebook.sheet import Cell, Item, Sheet, names_of, with_titles_apart

NASTY = (
    "Kim, Mina", 'O"Hara', '"quoted"', "김미나", "عمر", "شبنم, نرگس", "=HYPERLINK(1)", "+1", "-2", "@x", "\tTab",
    "a;b;c", "line\nbreak", "carriage\rreturn", "both\r\nof them", "", " ", "'", "\\", '\\"', 'ends in \\',
    "Points Possible", "    Points Possible", "Muted", "ID", "Section", "1,5", "1.2.3", "100%", "EX", "-", "N/A",
    "\u202eoverride", "\ufeffmark", "e\u0301",
    "<b>bold</b>", "{braces}", "%s", "null", "None", "\u2028separator", "a\tb", "x" * 300,
)  # fmt: skip
ODD_IDS = ("1,5", "1.2.3", "1.5", "7,", "12%", "0042", "a,b", "a;b", "학번-1", "O'Neil", "=1+1", "+5", "-7", "@me")

texts = st.one_of(st.sampled_from(NASTY), st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=12))
ids = st.one_of(
    st.sampled_from(ODD_IDS),
    st.from_regex(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,10}[A-Za-z0-9]", fullmatch=True),
    st.integers(0, 99_999_999).map(str),
).filter(is_usable_id)
scores = st.one_of(st.none(), st.just(0.0), st.integers(0, 10_000).map(lambda cents: cents / 100))
comments = st.one_of(st.sampled_from(NASTY), st.text(st.characters(categories=["L", "P", "Zs"]), max_size=20))


def assert_schema(document: object, schema: Mapping[str, Any]) -> None:
    """A document is what a JSON schema wants of it."""
    import jsonschema  # beside nbgrader's packages this takes three seconds, and few tests need it

    jsonschema.validate(document, schema)


def student(own: str, name: str = "", **more: Any) -> Student:
    return Student(id=own, name=name, **more)


def item(own: str, points: float = 100.0, title: str | None = None) -> Item:
    return Item(own, title or own, points, own.partition("/")[0], names_of([own, title or own]))


def sheet(rows: Mapping[str, Mapping[str, float | None]], points: float = 100.0, **more: Any) -> Sheet:
    """A sheet of scores by student and item."""
    items = tuple(item(name, points) for name in next(iter(rows.values())))
    cells = {
        (own, name): Cell(score, state=State.MISSING if score is None else State.GRADED)
        for own, row in rows.items()
        for name, score in row.items()
    }
    return Sheet(tuple(student(own, **more) for own in rows), items, cells)


@st.composite
def sheets(draw: st.DrawFn, titles: st.SearchStrategy[str] = texts, values: st.SearchStrategy[Any] = scores) -> Sheet:
    """Sheets with up to five students and four items, none of whose ids is there twice."""
    own_ids = draw(st.lists(ids, min_size=1, max_size=5, unique_by=str.casefold))
    names = draw(st.lists(texts, min_size=len(own_ids), max_size=len(own_ids)))
    students = tuple(
        Student(id=own, name=name, section=draw(texts), email=f"{n}@x.edu")
        for n, (own, name) in enumerate(zip(own_ids, names, strict=True))
    )
    wanted = draw(st.lists(titles, min_size=1, max_size=4))
    items = with_titles_apart([item(f"m/{n}", title=f"{n:02} {title}".strip()) for n, title in enumerate(wanted)])
    cells = {}
    for own in own_ids:
        for one in items:
            score = draw(values)
            state = State.MISSING if score is None else State.GRADED
            cells[own, one.id] = Cell(score, draw(comments), state)
    return Sheet(students, items, cells)
