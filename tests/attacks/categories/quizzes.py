"""Answers that are not what a quiz asks for: bombs of YAML, forged attempts, other people's answers."""

from __future__ import annotations

import json
from pathlib import Path

from tests.attacks.model import Attack, Expected, Kind

_PLACE = "answers/00.yaml"
_ATTEMPT = ".warplings/quiz/00/001.json"
_LAUGHS = "a: &a [1,1,1,1,1,1,1,1,1]\n" + "".join(
    f"{b}: &{b} [{', '.join([f'*{a}'] * 9)}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True))  # fmt: skip
_ITEMS = [{"id": "x", "status": "pass", "points": 1000, "max_points": 1000}]
_FORGED = {
    "version": 1, "module": "00", "attempt": 1, "kind": "graded", "quiz_sha256": "", "owner": "", "began": "now",
    "answers": {}, "handed_in": "now", "items": _ITEMS,
}  # fmt: skip


def _answers(name: str, content: str | bytes, category: str, refused: bool, place: str = _PLACE) -> Attack:
    """refused: not a number of points, but nothing at all comes of it."""

    def make(path: Path) -> None:
        target = path / place
        target.parent.mkdir(parents=True)
        target.write_bytes(content if isinstance(content, bytes) else content.encode())

    return Attack(name, category, Kind.QUIZ, make, Expected(0, score=None if refused else 0))


def _yaml(name: str, content: str | bytes, refused: bool = True) -> Attack:
    return _answers(name, content, "yaml bombs", refused)


def _attempt(name: str, refused: bool = False, **changed: object) -> Attack:
    return _answers(name, json.dumps(_FORGED | changed), "forged attempts", refused, _ATTEMPT)


ATTACKS = [
    _yaml("a_billion_laughs", _LAUGHS + "answers: {x: *i}\n"),
    _yaml("alias_of_itself", "answers: &a {x: *a}\n"),
    _yaml("thousands_of_levels", "answers: {x: " + "[" * 50_000 + "]" * 50_000 + "}\n"),
    _yaml("hexadecimal_number_of_thousands_of_digits", "answers: {x: 0x" + "f" * 5_000 + "}\n", refused=False),
    _yaml("octal_number_of_thousands_of_digits", "answers: {x: 0o" + "7" * 9_000 + "}\n", refused=False),
    _yaml("module_of_thousands_of_digits", "module: 0x" + "f" * 5_000 + "\nanswers: {x: 1}\n"),
    _yaml("attempt_of_hundreds_of_digits", "attempt: " + "9" * 399 + "\nanswers: {x: 1}\n"),
    _yaml("decimal_number_of_a_megabyte", "answers: {x: " + "9" * 1_000_000 + "}\n"),
    _yaml("power_beyond_any_number", "answers: {x: 1e999999999, y: .inf, z: .nan, w: -.inf}\n", refused=False),
    _yaml("tag_of_python", "answers: !!python/object/apply:os.system ['touch ~/was-here']\n"),
    _yaml("tag_of_a_tuple_as_a_key", "answers: {? !!python/tuple [1, 2] : 3}\n"),
    _yaml("merge_key", "a: &a {x: 1}\nanswers: {<<: *a}\n"),
    _yaml("one_key_twice", "answers: {x: 1, x: 2}\n"),
    _yaml("two_documents", "answers: {x: 1}\n---\nanswers: {x: 2}\n"),
    _yaml("a_hundred_thousand_keys", "answers: {" + ", ".join(f"k{n}: 1" for n in range(100_001)) + "}\n"),
    _yaml("text_of_another_encoding", "answers: {x: 1}\n".encode("utf-16")),
    _yaml("controls_in_answers", 'answers: {x: "\\e[31m\\a\\u202e\\0", "\\e]0;x\\a": 1}\n', refused=False),
    _yaml("markup_in_answers", 'answers: {x: "<script>alert(1)</script>", "<img src=x onerror=alert(1)>": "=1+1"}\n',
          refused=False),
    _attempt("attempt_with_full_points"),
    _attempt("attempt_with_more_points_than_there_are", items=_ITEMS * 100, passed=True, score=1e308, max_score=1),
    _attempt("attempt_of_placement_with_full_points", kind="placement", passed=True),
    _attempt("attempt_of_somebody_else", refused=True, owner="somebody else"),
    _attempt("attempt_at_another_quiz", refused=True, quiz_sha256="f" * 64),
    _attempt("attempt_of_another_module", refused=True, module="06"),
    _attempt("attempt_number_minus_one", refused=True, attempt=-1),
    _attempt("attempt_whose_number_is_true", refused=True, attempt=True),
    _attempt("answers_that_are_a_list", refused=True, answers=[["x", 1]] * 10),
    _attempt("answers_of_the_wrong_shapes", answers={"x": {"y": [[[None]]]}, "": [], "__class__": "x", "{0}": "%s%n"}),
]
