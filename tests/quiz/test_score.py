"""Scoring: full points for right answers however they are written, a clear status for everything else."""

from __future__ import annotations

import string
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.course.values import LocalizedText
from grader.quiz import key
from grader.quiz.forms import c_tokens, normal_text
from grader.quiz.items import Level, Quiz
from grader.quiz.score import Status, judge_item, score_quiz
from grader.quiz.sealed_key import seal
from grader.quiz.variants import DrawnItem, DrawnQuiz, draw
from grader.texts import say
from tests.tiers import examples

SAID = LocalizedText(ko="가", en="a")
KEYS: dict[str, key.Key] = {
    "choice": key.Letters(frozenset("b"), ("a", "b", "c"), single=True),
    "choices": key.Letters(frozenset("ac"), ("a", "b", "c"), single=False),
    "number": key.Quantity(65536, 0.0),
    "text": key.Term(("bank conflict", "뱅크 충돌")),
    "blanks": key.Blanks((("ty",), ("t * 16 + tx", "tx + t * 16"))),
    "order": key.Sequence((frozenset("c"), frozenset("ab"), frozenset("d"))),
    "table": key.Cells(((1.0, 2.0), (3.0, 4.0)), 0.5),
}


def quiz_of(*kinds: str, points: float = 1.0) -> DrawnQuiz:
    items = (
        DrawnItem(kind, kind, Level.APPLY, points, prompt=SAID, explanation=SAID, section="s", key=KEYS[kind])
        for kind in kinds
    )
    return DrawnQuiz("06", 3, tuple(items))


def judge(kind: str, answer: object) -> tuple[Status, float]:
    (item,) = score_quiz(quiz_of(kind), {kind: answer}).items
    return item.status, item.points


RIGHT = [
    *(("choice", answer) for answer in ("b", "B", " b ", "b)", "(b)", "b.")),
    *(("choices", answer) for answer in (["a", "c"], ["c", "A"], "a, c", "c a", "ac", "a;c")),
    *(
        ("number", answer)
        for answer in (65536, 65536.0, "65536", "65,536", "65_536", "6.5536e4", "131072/2", " 65536 개")
    ),
    *(
        ("text", answer)
        for answer in (
            "bank conflict",
            "Bank-Conflict",
            "bankconflict.",
            "뱅크 충돌",
            "뱅크충돌",
            "`bank conflict`",
            "a bank conflict",
            "The  Bank Conflict.",
            '"the bank-conflict"',
        )
    ),
    *(
        ("blanks", answer)
        for answer in (["ty", "t*16+tx"], [" ty ;", "(tx + t * 16)"], ["ty /* row */", "t * 16\n+ tx"])
    ),
    *(("order", answer) for answer in (["c", "a", "b", "d"], "c b a d", "cabd", "c > a > b > d", "C,B,A,D")),
    *(("table", answer) for answer in ([[1, 2], [3, 4]], [["1", "2.0"], ["3", 4.4]])),
]
WRONG = [
    ("choice", "a"),
    ("choices", ["a"]),
    ("choices", ["a", "b", "c"]),
    ("number", 65535),
    ("number", "65.536"),
    ("number", -65536),
    ("text", "broadcast"),
    ("text", "!"),
    *(("text", answer) for answer in ("the", "a", "abank conflict", "bank a conflict", "theory")),
    ("order", "a b c d"),
    ("order", ["c", "a", "d", "b"]),
]
INVALID = [
    *(("choice", answer) for answer in ("z", "ab", ["b"], 2, True, {"b": 1}, "네")),
    *(("choices", answer) for answer in (["a", "z"], ["a", 3], 3, {"a": True})),
    *(
        ("number", answer)
        for answer in (
            "many",
            "1/0",
            True,
            [65536],
            "nan",
            "inf",
            float("nan"),
            float("inf"),
            10**400,
            "1e999",
            "863 or 42",
            "0x20",
            "64 KiB",
            "3 of 4",
            "65 536",
            "1,23",
            "12 words",
            "65536" + " " * 3000 + "x",
        )
    ),
    *(("text", answer) for answer in (5, ["bank conflict"], True)),
    *(("blanks", answer) for answer in (["ty"], "ty", ["ty", ["tx"]], {"1": "ty"}, [True, "tx"])),
    *(("order", answer) for answer in ("c a b", "c a b d d", ["c", "a", "b", "b"], 7)),
    *(("table", answer) for answer in ([[1, 2]], [1, 2, 3, 4], [[1, 2, 3], [4]], "1 2 3 4", [[1, "x"], [3, 4]])),
]


@pytest.mark.parametrize(("kind", "answer"), RIGHT)
def test_a_right_answer_has_full_points_however_it_is_written(kind: str, answer: object) -> None:
    assert judge(kind, answer) == (Status.PASS, 1.0)


@pytest.mark.parametrize(("kind", "answer"), WRONG)
def test_a_wrong_answer_has_none(kind: str, answer: object) -> None:
    assert judge(kind, answer) == (Status.FAIL, 0.0)


@pytest.mark.parametrize(("kind", "answer"), INVALID)
def test_an_answer_of_the_wrong_kind_is_invalid_and_says_what_is_asked(kind: str, answer: object) -> None:
    (item,) = score_quiz(quiz_of(kind), {kind: answer}).items
    assert (item.status, item.points) == (Status.INVALID, 0.0)
    assert item.note is not None
    for lang in ("en", "ko"):
        assert say(item.note.key, lang, **item.note.params)


UNITS = {"bytes": LocalizedText(ko="바이트", en="bytes"), "us": LocalizedText(ko="마이크로초", en="microseconds"),
         "ratio": LocalizedText(ko="FLOP/byte", en="FLOP/byte")}  # fmt: skip


def in_unit(unit: str, answer: str, value: float = 64) -> Status:
    item = DrawnItem("a", "number", Level.APPLY, 1, SAID, SAID, "s", key.Quantity(value, 0.0), unit=UNITS[unit])
    return score_quiz(DrawnQuiz("06", 1, (item,)), {"a": answer}).items[0].status


@pytest.mark.parametrize(
    ("unit", "answer"),
    [*(("bytes", f"64{unit}") for unit in ("", " bytes", "byte", " B", " 바이트", " Bytes", "개")),
     *(("us", f"64 {unit}") for unit in ("us", "µs", "μs", "microseconds", "microsecond", "마이크로초")),
     *(("ratio", f"128/2 {unit}") for unit in ("", "FLOP/byte", "flop / byte", "FLOPs/B"))],
)  # fmt: skip
def test_a_number_may_carry_its_own_unit(unit: str, answer: str) -> None:
    assert in_unit(unit, answer) is Status.PASS


@pytest.mark.parametrize(
    ("unit", "answer"),
    [("bytes", "64 KiB"), ("bytes", "64 bits"), ("bytes", "64 sectors"), ("bytes", "64 %"), ("us", "64 ms"),
     ("ratio", "64 FLOP"), ("bytes", "64 bytes or 32")],
)  # fmt: skip
def test_a_number_in_another_unit_is_no_answer(unit: str, answer: str) -> None:
    assert in_unit(unit, answer) is Status.INVALID


@pytest.mark.parametrize("answer", [None, "", []])
def test_no_answer_is_not_a_wrong_one(answer: object) -> None:
    assert judge("number", answer) == (Status.UNANSWERED, 0.0)
    assert score_quiz(quiz_of("number"), {}).items[0].status is Status.UNANSWERED


@pytest.mark.parametrize(
    ("kind", "answer", "share"),
    [
        ("blanks", ["ty", "tx"], 1 / 2),
        ("blanks", ["ty", None], 1 / 2),
        ("table", [[1, 2], [3, 0]], 3 / 4),
        ("table", [[1, None], ["", 4]], 1 / 2),
        ("table", [[1.5, 2.51], [3, 4]], 3 / 4),
    ],
)
def test_blanks_and_tables_earn_the_share_that_is_right(kind: str, answer: object, share: float) -> None:
    assert judge(kind, answer) == (Status.FAIL, share)


def test_one_blank_needs_no_list() -> None:
    item = DrawnItem("a", "blanks", Level.APPLY, 1, SAID, SAID, "s", key.Blanks((("16",),)))
    for answer in ("16", 16, ["16"], [16]):
        assert score_quiz(DrawnQuiz("06", 1, (item,)), {"a": answer}).score == 1


@pytest.mark.parametrize(("right", "count", "passed"), [(8, 10, True), (7, 10, False), (6, 8, False), (7, 8, True)])
def test_four_fifths_of_the_points_pass_and_nothing_less(right: int, count: int, passed: bool) -> None:
    items = tuple(
        DrawnItem(f"i{n}", "number", Level.APPLY, 1, SAID, SAID, "s", key.Quantity(1, 0)) for n in range(count)
    )
    result = score_quiz(DrawnQuiz("06", 1, items), {f"i{n}": 1 if n < right else 0 for n in range(count)})
    assert result.passed is passed


@given(st.integers(1, 400), st.integers(1, 100))
def test_the_threshold_is_exact(points: int, percent: int) -> None:
    """`points` tenths of a point are won out of 40: passed exactly when that is the share asked for."""
    items = tuple(
        DrawnItem(name, "number", Level.APPLY, tenths / 10, SAID, SAID, "s", key.Quantity(1, 0))
        for name, tenths in (("won", points), ("lost", 401 - points))
    )
    result = score_quiz(DrawnQuiz("06", 1, items), {"won": 1, "lost": 0}, share=percent / 100)
    assert result.passed == (Fraction(points, 401) >= Fraction(percent, 100))


def test_the_result_has_the_documented_shape() -> None:
    result = score_quiz(quiz_of("number", "table", points=2), {"number": 65536, "table": [[1, 2], [3, 0]], "typo": 1})
    assert result.as_json() == {
        "module": "06",
        "attempt": 3,
        "items": [
            {"id": "number", "status": "pass", "points": 2.0, "max_points": 2},
            {"id": "table", "status": "fail", "points": 1.5, "max_points": 2},
        ],
        "score": 3.5,
        "max_score": 4.0,
        "passed": True,
    }
    assert result.unknown == ("typo",)


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=12,
)


@given(st.sampled_from(sorted(KEYS)), junk)
@examples(400)
def test_no_answer_whatever_raises_or_earns_more_than_there_is(kind: str, answer: object) -> None:
    (item,) = score_quiz(quiz_of(kind), {kind: answer}).items
    assert 0 <= item.points <= 1
    assert (item.status is Status.PASS) == (item.points == 1)
    assert (item.status is Status.INVALID) == (item.note is not None)


@given(st.lists(st.sampled_from(["tx", "t", "*", "+", "16", "(", ")", "<<", "[", "]"]), max_size=12), st.data())
def test_spacing_never_changes_c_tokens(tokens: list[str], data: st.DataObject) -> None:
    spaced = "".join(token + data.draw(st.sampled_from([" ", "  ", "\n", " /* k */ "])) for token in tokens)
    assert c_tokens(spaced) == c_tokens(" ".join(tokens))


@pytest.mark.parametrize(
    ("left", "right"), [("t*16", "t16"), ("a<b", "a<<b"), ("a- -b", "a--b"), ("(a)+(b)", "a+b"), ("tx", "TX")]
)
def test_different_c_is_different(left: str, right: str) -> None:
    assert c_tokens(left) != c_tokens(right)


@pytest.mark.parametrize(
    ("accepted", "given_form", "right"),
    [("i / 32", "i / 32", True), ("i / 32", "(i / 32)", True), ("i / 32", "((( i/32 )));", True),
     ("(i >> 5)", "(i >> 5)", True), ("(i >> 5)", "((i >> 5))", True), ("(i >> 5)", "i >> 5", False),
     ("(i) + (j)", "i) + (j", False), ("((i))", "(i)", True)],
)  # fmt: skip
def test_parentheses_may_be_added_around_a_form_and_not_left_away(accepted: str, given_form: str, right: bool) -> None:
    open_key = key.Blanks(((accepted,),))
    for each in (open_key, seal(open_key, "0" * 16)):
        item = DrawnItem("a", "blanks", Level.APPLY, 1, SAID, SAID, "s", each)
        assert (judge_item(item, [given_form]).status is Status.PASS) == right


@given(st.text(alphabet=string.ascii_letters + " -_한글'", max_size=20))
def test_normalising_a_term_twice_changes_nothing_more(text: str) -> None:
    assert normal_text(normal_text(text)) == normal_text(text)


@given(seed=st.integers(0, 2**128 - 1), lie=junk)
@examples(25)
def test_one_junk_answer_never_spoils_the_others(quiz_06: Quiz, seed: int, lie: object) -> None:
    drawn = draw(quiz_06, seed)
    answers = {item.id: item.key.example for item in drawn.items}
    for item in drawn.items:
        result = score_quiz(drawn, {**answers, item.id: lie})
        assert result.score >= result.max_score - item.max_points


@pytest.mark.parametrize("kind", KEYS)
def test_every_kind_says_how_to_answer_it(kind: str) -> None:
    for lang in ("en", "ko"):
        assert say(f"quiz.ask.{kind}", lang)


@pytest.mark.parametrize(
    "answer",
    ["11*256+64", "11 × 256 + 64", "(10 + 1) * 256 + 64", "64 - -11*256", "5760/2", "2,880", "11*256+64 bytes"],
)
def test_a_number_may_be_written_as_it_was_worked_out(answer: str) -> None:
    assert in_unit("bytes", answer, 2880) is Status.PASS


@pytest.mark.parametrize(
    "answer",
    ["11*", "11**2", "1/0", "(11", "11)", "2 3", "()", "-", "1e308*10", "9" * 400, "(" * 900 + "1", "-" * 900 + "1",
     "__import__('os')", "11*256+64 kg", "1/(2-2)"],
)  # fmt: skip
def test_what_cannot_be_worked_out_is_no_answer(answer: str) -> None:
    assert in_unit("bytes", answer, 2880) is Status.INVALID
