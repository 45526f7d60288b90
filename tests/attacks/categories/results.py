"""Results that were edited or damaged before a report or an export is made of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.attacks.model import Attack, Expected, Kind

STUDENT = "mina"
EXERCISE = "00_first_kernel/vector_add"
RESULT = f"results/{STUDENT}/{EXERCISE}.json"
_NO_CLASS = Expected(2)
_UNREAD = Expected(2, says="vector_add")
_SCRIPT = "</script><script>alert(1)</script><img src=x onerror=alert(1)>"


def _bytes(name: str, place: str, data: bytes, expected: Expected = _UNREAD) -> Attack:
    return Attack(name, "edited results", Kind.RESULTS, lambda out: (out.joinpath(place).write_bytes(data), None)[1],
                  expected)  # fmt: skip


def _edited(name: str, place: str, edit: Callable[[Any], object], expected: Expected, category: str = "edited results"
            ) -> Attack:  # fmt: skip
    def make(out: Path) -> None:
        document = json.loads((out / place).read_text("utf-8"))
        edit(document)
        (out / place).write_text(json.dumps(document), "utf-8")

    return Attack(name, category, Kind.RESULTS, make, expected)


def _renamed(student: str) -> Callable[[Any], object]:
    def edit(document: Any) -> None:
        document["students"][0]["id"] = document["standings"][0]["student"] = student

    return edit


def _said(text: str) -> Callable[[Any], object]:
    def edit(document: Any) -> None:
        for check in document["report"]["checks"]:
            check["message"] = text
            check["lines"] = [{"line": 1, "message": text}, {"line": -5, "message": text}]

    return edit


ATTACKS = [
    _edited("student_above_the_report", "class.json", _renamed("../../../home/evil"), _NO_CLASS),
    _edited("student_of_an_absolute_path", "class.json", _renamed("/tmp/evil"), _NO_CLASS),
    _edited("student_with_markup", "class.json", _renamed("<script>alert(1)</script>"), _NO_CLASS, "html and markdown"),
    _edited("score_that_is_no_number", "class.json", lambda d: d["standings"][0]["exercises"][EXERCISE].update(
        score=float("nan")), _NO_CLASS),
    _edited("student_who_is_nowhere", "class.json", lambda d: d["standings"].pop(), _NO_CLASS),
    _bytes("summary_of_thousands_of_levels", "class.json", b"[" * 100_000, _NO_CLASS),
    _bytes("summary_that_is_cut_off", "class.json", b'{"version": 1, "students": [', _NO_CLASS),
    _bytes("result_of_thousands_of_levels", RESULT, b'{"x":' * 100_000),
    _bytes("result_of_thousands_of_digits", RESULT, b'{"student": ' + b"9" * 100_000 + b"}"),
    _bytes("result_of_another_student", RESULT, b'{"student": "eve", "exercise": "x", "state": "graded", "key": ""}'),
    _bytes("result_that_is_no_text", RESULT, b"\xff\xfe\x00\x00" * 1000),
    _edited("score_of_a_result_that_is_infinite", RESULT, lambda d: d["report"].update(score=1e999), _UNREAD),
    _edited("checks_that_are_no_checks", RESULT, lambda d: d["report"].update(checks={"x": [1]}), _UNREAD),
    _edited("message_with_a_script", RESULT, _said(_SCRIPT), Expected(0), "html and markdown"),
    _edited("message_with_markdown", RESULT, _said("![x](javascript:alert(1)) <b> ``` {{ 7 * 7 }} {% x %}"), Expected(0),
            "html and markdown"),
    _edited("message_like_a_formula", RESULT, _said("=HYPERLINK(1)"), Expected(0), "formulas"),
    _edited("message_that_turns_text_around", RESULT, _said("\u202e\u2066\x1b[31m\u200b\x07"), Expected(0),
            "terminal tricks"),
    _edited("message_of_megabytes", RESULT, _said("x " * 1_000_000), Expected(0)),
    Attack("source_with_a_script", "html and markdown", Kind.RESULTS, lambda out: (
        out.joinpath(RESULT).with_suffix(".cu").write_text(f"// {_SCRIPT} \u202e\n" * 50, "utf-8"), None)[1], Expected(0)),
    Attack("source_of_one_long_line", "edited results", Kind.RESULTS, lambda out: (
        out.joinpath(RESULT).with_suffix(".cu").write_text("/*" * 500_000, "utf-8"), None)[1], Expected(0)),
]
