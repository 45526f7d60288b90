"""The YAML reader: values as YAML 1.2 has them, a place for each, and no file that can hurt."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from grader.course.documents import CourseError, Document, Mark, Problem, Value, load
from grader.course.yaml_marks import MAX_DEPTH, parse

HERE = Path("file.yaml")


def _problem(text: str, lang: str = "en") -> Problem:
    with pytest.raises(CourseError) as caught:
        parse(text, HERE, lang)
    assert len(caught.value.problems) == 1
    return caught.value.problems[0]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("12", 12),
        ("-3", -3),
        ("010", 10),
        ("0x1F", 31),
        pytest.param("0x" + "f" * 401, "0x" + "f" * 401, id="hexadecimal number that Python would not write"),
        pytest.param("0o" + "7" * 5000, "0o" + "7" * 5000, id="octal number that Python would not write"),
        ("0o17", 15),
        ("1e3", 1000.0),
        (".5", 0.5),
        ("-.inf", -math.inf),
        ("true", True),
        ("~", None),
        ("", None),
        ("yes", "yes"),
        ("on", "on"),
        ("12:30", "12:30"),
        ("2024-01-01", "2024-01-01"),
        ("1_000", "1_000"),
        ("'06'", "06"),
        ('"true"', "true"),
        ("!!str 12", "12"),
        ("[1, [2], {a: 3}]", [1, [2], {"a": 3}]),
        ("{on: 1, 06: 2, 1.5: 3}", {"on": 1, "06": 2, "1.5": 3}),
        ("a: &x [1]\nb: *x", {"a": [1], "b": [1]}),
    ],
)
def test_values_follow_the_core_schema(text: str, value: object) -> None:
    assert parse(text, HERE).data == value


def test_every_key_and_value_has_its_line_and_column() -> None:
    document = parse("launch:\n  block: [16, 8]\n  tile:\n    N: 16\n", HERE)

    assert document.mark(("launch",), of_key=True) == Mark(1, 1)
    assert document.mark(("launch", "block", 1)) == Mark(2, 15)
    assert document.mark(("launch", "tile", "N"), of_key=True) == Mark(4, 5)
    assert document.mark(("launch", "tile", "N")) == Mark(4, 8)


def test_a_missing_place_is_its_nearest_parent() -> None:
    document = parse("a:\n  b: [1]\n", HERE)

    assert document.mark(("a", "b", 7)) == Mark(2, 6)
    assert document.mark(("a", "nothing", "below")) == Mark(2, 3)


def test_columns_count_characters_not_bytes() -> None:
    document = parse("{제목: 하나, next: 둘}", HERE)

    assert document.mark(("next",), of_key=True) == Mark(1, 10)


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("a: 1\nb: 2\na: 3\n", 3, 1, "`a` is here a second time; the first is in line 1"),
        ("a: {x: 1, x: 2}", 1, 11, "second time"),
        ("a: [1, 2\nb: 3\n", 2, 2, "not valid YAML"),
        ("a: b: c", 1, 5, "not valid YAML"),
        ("x: &a {k: 1}\ny:\n  <<: *a\n", 3, 3, "merge key"),
        ("x: !!python/object/apply:os.system ['true']", 1, 4, "python/object"),
        ("x: !!int '3'", 1, 4, "tag"),
        ("? [a, b]\n: 1\n", 1, 3, "must be plain text"),
        ("a: *nothing", 1, 4, "&nothing"),
        ("a: &x [*x]", 1, 8, "&x"),
        ("a: 1\n---\nb: 2\n", 2, 1, "second document"),
        ("a: 1\nb: \x07\n", 2, 4, "U+0007"),
    ],
)
def test_what_is_refused_is_named_at_its_place(text: str, line: int, column: int, words: str) -> None:
    problem = _problem(text)

    assert (problem.line, problem.column) == (line, column)
    assert words in problem.message
    assert str(problem) == f"file.yaml:{line}:{column}: {problem.message}"


def test_messages_come_in_korean() -> None:
    assert "두 번" in _problem("a: 1\na: 2\n", "ko").message


def test_a_billion_laughs_is_refused_before_it_expands() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 10)]

    assert "values" in _problem("\n".join(lines)).message


@pytest.mark.parametrize("opening", ["[", "{a: ", "- "])
def test_deep_nesting_is_refused_without_recursion(opening: str) -> None:
    assert "nested" in _problem(opening * (MAX_DEPTH + 1)).message
    with pytest.raises(CourseError):
        parse(opening * 100_000, HERE)


def test_aliases_do_not_hide_depth() -> None:
    half = "[" * 25 + "]" * 25

    assert "nested" in _problem(f"a: &a {half}\nb: {'[' * 25}*a{']' * 25}").message


def test_files_with_bom_and_crlf_are_read(tmp_path: Path) -> None:
    path = tmp_path / "windows.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: 1\r\nb: [2]\r\n")

    document = load(path)

    assert document.data == {"a": 1, "b": [2]}
    assert document.mark(("b", 0)) == Mark(2, 5)


def test_bytes_that_are_not_utf8_are_named_where_they_begin(tmp_path: Path) -> None:
    path = tmp_path / "latin.yaml"
    path.write_bytes("a: 1\nb: é\n".encode("latin-1"))

    with pytest.raises(CourseError, match=r"latin\.yaml:2:4: .*UTF-8"):
        load(path)


def test_a_missing_file_and_a_huge_one_are_problems_not_tracebacks(tmp_path: Path) -> None:
    with pytest.raises(CourseError, match="cannot be read"):
        load(tmp_path / "absent.yaml")
    huge = tmp_path / "huge.yaml"
    huge.write_bytes(b"#" * (5 << 20))
    with pytest.raises(CourseError, match="larger"):
        load(huge)


_KEYS = st.text("abcXYZ_09 :#'\"한글", min_size=1, max_size=8).filter(lambda key: key != "<<")
_SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.floats(allow_nan=False)
    | st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S", "Zs"]), max_size=12)
)
VALUES = st.recursive(
    _SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_KEYS, inner, max_size=4),
    max_leaves=20,
)


def _locations(value: Value, at: tuple[str | int, ...] = ()) -> Iterator[tuple[tuple[str | int, ...], Value]]:
    yield at, value
    if isinstance(value, dict):
        for key, child in value.items():
            yield from _locations(child, (*at, key))
    elif isinstance(value, list):
        for index, child in enumerate(value):
            yield from _locations(child, (*at, index))


def _check_marks(text: str, document: Document) -> None:
    lines = text.split("\n")
    for location, value in _locations(document.data):
        mark = document.mark(location)
        rest = lines[mark.line - 1][mark.column - 1 :]
        if isinstance(value, bool | int | str):
            assert rest.startswith(json.dumps(value, ensure_ascii=False))
        elif isinstance(value, list | dict):
            assert rest[:1] == ("[" if isinstance(value, list) else "{")


@example("Infinity")
@example({"Infinity": float("inf")})
@given(VALUES)
def test_json_reads_back_with_every_mark_on_its_value(value: Value) -> None:
    text = json.dumps(value, ensure_ascii=False, indent=1)
    text = re.sub(r'^(\s*(?:".*": )?-?)Infinity(,?)$', r"\1.inf\2", text, flags=re.M)  # a number, not a string

    document = parse(text, HERE)

    assert document.data == value
    _check_marks(text, document)


@given(st.text(st.sampled_from("ab:-[]{},&*!|>'\"#%@`? \n\t0.~<"), max_size=60))
def test_any_text_is_data_or_a_problem_with_a_place(text: str) -> None:
    _data_or_problem(text)


@pytest.mark.long
@settings(max_examples=20_000)
@given(st.text(st.characters(codec="utf-8"), max_size=200) | st.text("ab:-[]{},&*!|>'\"#? \n", max_size=300))
def test_any_unicode_text_is_data_or_a_problem_with_a_place(text: str) -> None:
    _data_or_problem(text)


def _data_or_problem(text: str) -> None:
    try:
        document = parse(text, HERE)
    except CourseError as error:
        (problem,) = error.problems
        assert 1 <= problem.line <= len(text.splitlines()) + 1
        assert problem.column >= 1
        return
    for location, _ in _locations(document.data):
        assert document.mark(location).line >= 1


def test_the_scanner_without_libyaml_agrees(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "a: [1, {b: 'x'}]\n제목: 둘\nc: |\n  text\n"
    fast = parse(text, HERE)

    monkeypatch.setattr("grader.course.yaml_marks._Loader", yaml.SafeLoader)
    slow = parse(text, HERE)

    assert slow.data == fast.data
    assert slow.mark(("제목",), of_key=True) == fast.mark(("제목",), of_key=True)
