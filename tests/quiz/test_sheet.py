"""Sealed quizzes judge as open ones do, tell nothing at a glance, and open again to what they were."""

from __future__ import annotations

import gzip
import json
import os
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.course.values import LocalizedText
from grader.quiz import key, sealed_key
from grader.quiz.drawing import Drawer, draw_practice, open_quiz
from grader.quiz.score import judge_item, score_quiz
from grader.quiz.sheet import BadSheet, Sheet, read_sheet, revealed, sealed, sheet_of, write_sheet
from grader.quiz.variants import DrawnItem, DrawnQuiz

pytestmark = pytest.mark.share(3, guard="quizzes")

ROOT = Path(__file__).resolve().parents[2]
MODULES = sorted(path.parent.name for path in ROOT.glob("modules/*/quiz.yaml"))
SECRET = b"a secret of the course"


def drawn(module: str, attempt: int) -> DrawnQuiz:
    file = open_quiz(ROOT / "modules" / module / "quiz.yaml", module[:2])
    return Drawer(b"key", "mina").graded(file, attempt)


def other_answers(item: DrawnItem, rng: random.Random) -> list[object]:
    """Answers that may be right or wrong, of the right kind and of no kind."""
    right = item.key.example
    found: list[object] = [right, "", "b", ["a", "b"], 1, "two", [["x"]], float("nan"), None]
    if isinstance(right, int | float):
        found += [right + 1, right * (1 + 1e-10), right * (1 + 1e-7), -right, f"{right:,}", f"{right} "]
        tolerance = item.key.tolerance
        found += [right + tolerance, right - tolerance, right + 1.01 * tolerance + 1e-4 * abs(right)]
        found.append(right + rng.random() * tolerance)
    if isinstance(right, str):
        found += [right.upper(), f" {right}. ", right[:-1]]
    if isinstance(right, list):
        found += [right[::-1], right[:-1], [right[0]] * len(right), [*right[:-1], "0"]]
        if right and isinstance(right[0], list):
            found += [[[cell + 1 for cell in row] for row in right], [[f"{cell:g}" for cell in row] for row in right]]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("module", MODULES)
def test_a_sealed_quiz_judges_as_the_open_one(module: str) -> None:
    rng = random.Random(module)
    for attempt in (1, 2):
        quiz = drawn(module, attempt)
        shut = sealed(quiz, SECRET).drawn(module[:2])
        assert [item.id for item in shut.items] == [item.id for item in quiz.items]
        for item, other in zip(quiz.items, shut.items, strict=True):
            for answer in other_answers(item, rng):
                assert judge_item(other, answer) == judge_item(item, answer), (item.id, answer)


@pytest.mark.parametrize("module", MODULES)
def test_it_opens_to_what_it_was(module: str) -> None:
    quiz = drawn(module, 3)
    for item, other in zip(quiz.items, sealed(quiz, SECRET).drawn(module[:2]).items, strict=True):
        assert revealed(other) == revealed(item) and revealed(item).key == item.key
        for name in ("prompt", "options", "table", "unit"):
            assert getattr(other, name) == getattr(item, name)


@pytest.mark.parametrize("module", MODULES)
def test_nothing_in_the_file_tells_an_answer(module: str, tmp_path: Path) -> None:
    quiz = drawn(module, 1)
    write_sheet(tmp_path / "q", Sheet(module=module[:2], quiz_sha256="", owner="", graded=(sealed(quiz, SECRET),),
                                      practice=()))  # fmt: skip
    for data in ((tmp_path / "q").read_bytes(), gzip.decompress((tmp_path / "q").read_bytes())):
        for item in quiz.items:
            for text in (item.explanation.en, item.explanation.ko):
                assert text[:40].encode() not in data, item.id
    document = json.loads(gzip.decompress((tmp_path / "q").read_bytes()))
    for stored, item in zip(document["graded"][0]["items"], quiz.items, strict=True):
        said = json.dumps({**stored, "prompt": "", "options": "", "reveal": "", "columns": "", "rows": ""})
        if isinstance(item.key, key.Term | key.Blanks):
            forms = [item.key.accepted] if isinstance(item.key, key.Term) else item.key.accepted
            assert not any(f'"{form}"' in said for each in forms for form in each), item.id


def test_a_sheet_is_read_as_it_was_written_and_always_written_alike(tmp_path: Path) -> None:
    file = open_quiz(ROOT / "modules" / MODULES[0] / "quiz.yaml", MODULES[0][:2])
    drawer = Drawer(b"key", "mina")
    sheet = sheet_of(file.module, file.sha256, drawer.owner, lambda n: drawer.graded(file, n),
                     lambda n: draw_practice(file, n), (2, 1), SECRET)  # fmt: skip
    write_sheet(tmp_path / "a", sheet)
    write_sheet(tmp_path / "b", sheet)
    assert read_sheet(tmp_path / "a") == sheet
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()
    right = {item.id: item.key.example for item in drawer.graded(file, 2).items}
    assert score_quiz(sheet.graded[1].drawn(file.module), right).passed


NO_SHEETS = {
    "empty": b"", "plain": b"{}", "other": gzip.compress(b"{}"), "cut": gzip.compress(b"[1]")[:-4],
    "rubbish": b"\x1f\x8b\x08rubbish",
}  # fmt: skip


@pytest.mark.parametrize("content", NO_SHEETS.values(), ids=NO_SHEETS)
def test_what_is_no_sheet_is_told(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "q").write_bytes(content)
    with pytest.raises(BadSheet):
        read_sheet(tmp_path / "q")


@given(value=st.floats(-1e12, 1e12), tolerance=st.sampled_from([0, 0.5, 0.05, 1, 3]), off=st.floats(-3, 3))
def test_numbers_are_as_near_as_they_are_for_an_open_key(value: float, tolerance: float, off: float) -> None:
    open_key = key.Quantity(value, tolerance)
    shut = sealed_key.seal(open_key, "0" * 16)
    given_value = value + off * tolerance if tolerance else value * (1 + off * 1e-9)
    border = abs(abs(given_value - value) - tolerance) <= 2.2e-8 * max(1.0, abs(value))
    if not border:
        assert shut.matches(given_value) == open_key.matches(given_value)
    assert shut.matches(value)


def test_salts_differ_between_items_attempts_and_courses() -> None:
    one, two = drawn(MODULES[0], 1), drawn(MODULES[0], 2)
    salts = [item.key.salt for variant in (sealed(one, SECRET), sealed(two, SECRET), sealed(one, b"other"))
             for item in variant.items]  # fmt: skip
    assert len(set(salts)) == len(salts)


def test_a_sealed_item_says_nothing_where_nobody_asks_for_the_answer() -> None:
    for item in sealed(drawn(MODULES[0], 1), SECRET).drawn("00").items:
        assert item.explanation == LocalizedText(ko="-", en="-") and not hasattr(item.key, "example")


@pytest.mark.slow
def test_a_quiz_is_sealed_alike_in_every_process() -> None:
    """An edition is brought up to date by what has changed: letters of a set have no order that lasts."""
    show = "print([sealed(drawn(name, 1), SECRET).model_dump_json() for name in MODULES])"
    command = [sys.executable, "-c", f"from tests.quiz.test_sheet import *; {show}"]
    told = [
        subprocess.run(command, env={**os.environ, "PYTHONHASHSEED": seed}, cwd=ROOT, capture_output=True, check=True)
        for seed in ("1", "2")
    ]
    assert told[0].stdout == told[1].stdout


@pytest.mark.parametrize("seal", ["", "~", "not base 85 \u00e9", "more"])
def test_a_damaged_answer_is_told(seal: str) -> None:
    item = sealed(drawn(MODULES[0], 1), SECRET).drawn(MODULES[0][:2]).items[0]
    with pytest.raises(BadSheet, match=item.id):
        revealed(replace(item, seal=item.seal[:-5] if seal == "more" else seal))


def edited(change: str, value: Any) -> dict[str, Any]:
    """A sheet as JSON with one value changed: `points`, or `key.origins` of the question with a table or a number."""
    quiz = open_quiz(ROOT / "modules" / MODULES[6] / "quiz.yaml", MODULES[6][:2])
    whole = sheet_of("06", quiz.sha256, "", *[lambda n: drawn(MODULES[6], n)] * 2, (2, 0), SECRET)
    found = json.loads(whole.model_dump_json(exclude_none=True))
    for variant in found["graded"]:
        for item in variant["items"]:
            place, _, name = change.rpartition(".")
            holder = item["key"] if place == "key" else item
            if name in holder:
                holder[name] = value
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "value"),
    [("points", float("nan")), ("points", 0), ("points", -1), ("kind", ""), ("kind", "text"), ("key.origins", []),
     ("key.tolerance", -1.0), ("key.tolerance", float("inf")), ("key.shape", [0, 5]), ("key.shape", [99, 99])],
)  # fmt: skip
def test_a_question_that_could_not_be_judged_is_told(tmp_path: Path, change: str, value: Any) -> None:
    path = tmp_path / "q"
    changed = json.dumps(edited(change, value))
    path.write_bytes(gzip.compress(changed.encode()))
    if changed == json.dumps(edited("", None)):
        pytest.skip("no question of this quiz has one")
    with pytest.raises(BadSheet):
        read_sheet(path)


def test_a_tolerance_of_next_to_nothing_is_no_cell() -> None:
    shut = sealed_key.Quantity(salt="x" * 16, digests=(("0" * 18,),), tolerance=5e-324, origins=(0.0,))
    assert not shut.matches(1e300)
