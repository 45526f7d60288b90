"""Values that an option cannot have: what it takes instead, in the reader's language, whichever typer there is."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest

from grader.cli.usage import usage_failure
from tests.cli.conftest import Grader

EXPLAIN = ("explain", "mma.m16n8k16.f16")


@pytest.mark.parametrize(
    ("arguments", "english", "korean"),
    [
        ((*EXPLAIN, "--lane", "99"), "--lane: it takes a whole number from 0 to 31", "0 이상 31 이하인 정수"),
        ((*EXPLAIN, "--lane", "x"), "--lane: it takes a whole number from 0 to 31", "0 이상 31 이하인 정수"),
        ((*EXPLAIN, "--lane", "9" * 5000), "--lane: it takes a whole number from 0 to 31", "0 이상 31 이하인 정수"),
        (("tune", "--top", "0"), "--top: it takes a whole number from 1 on", "1 이상인 정수"),
        (("tune", "--jobs", "-1"), "--jobs: it takes a whole number from 1 on", "1 이상인 정수"),
        (("tune", "--backend", "x"), "--backend: it takes one of auto, emulated, cuda",
         "하나를 지정합니다: auto, emulated, cuda"),
        (("calibrate", "--margin", "2"), "--margin: it takes a number from 0 to 1", "0 이상 1 이하인 수"),
        (("calibrate", "--margin", "x"), "--margin: it takes a number from 0 to 1", "0 이상 1 이하인 수"),
    ],
)
def test_a_value_out_of_range_is_told_the_range(
    grader: Grader, arguments: tuple[str, ...], english: str, korean: str
) -> None:
    done = grader(*arguments)
    assert done.status == 2 and done.err == f"grader: this value cannot be used for {english}\n"
    done = grader(*arguments, "--lang", "ko")
    assert done.status == 2 and korean in done.err
    assert not re.search(r"Input|should|valid|one of|number", done.err)


class BadParameter(Exception):
    """As click has it: the limits are those of the parameter's type."""

    def __init__(self, message: str, least: float | None, most: float | None) -> None:
        kind = SimpleNamespace(min=least, max=most)
        self.message, self.param = message, SimpleNamespace(type=kind, param_type_name="option", opts=["--top"])


@pytest.mark.parametrize(
    ("message", "limits", "told"),
    [
        ("0 is not in the range x>=1.", (1, None), "a whole number from 1 on"),
        ("5 is not in the range x<=4.", (None, 4), "a whole number up to 4"),
        ("'x' is not a valid integer range.", (1, 3), "a whole number from 1 to 3"),
        ("'x' is not a valid integer.", (None, None), "a whole number"),
        ("'x' is not a valid float.", (None, None), "a number"),
        ("2.0 is not in the range 0.0<=x<=0.5.", (0.0, 0.5), "a number from 0 to 0.5"),
        ("'x' is not one of 'a', 'b'.", (None, None), "one of a, b"),
    ],
)
def test_what_click_says_is_told_the_same_way(
    message: str, limits: tuple[float | None, float | None], told: str
) -> None:
    error = BadParameter(message, *limits)
    assert usage_failure(error).message("en") == f"this value cannot be used for --top: it takes {told}"


def test_what_nobody_foresaw_is_passed_on() -> None:
    error = BadParameter("Value error, the moon is full.", None, None)
    assert usage_failure(error).message("en") == "this value cannot be used for --top: the moon is full"
