"""The fuzzer itself: it finds what it should, makes it shorter, and gives the same cases for the same seed."""

from __future__ import annotations

import sys
from random import Random

import pytest

if sys.platform != "linux":
    pytest.skip("limits of memory and of the processor are Linux's", allow_module_level=True)

from tests.fuzz.mutations import LONGEST, mutated
from tests.fuzz.plain import fuzz
from tests.fuzz.targets.target import Form, Target
from tests.fuzz.watch import MEMORY, limits, minimised, run_case


def target(read: object, *allowed: type[Exception], form: Form = Form.TEXT) -> Target:
    return Target("t", read, lambda: [b"seed of words; {1, 2}\n"], allowed, form, seconds=0.2)  # type: ignore[arg-type]


def fails(data: bytes) -> None:
    if b"x" in data:
        raise KeyError("x")


def hangs(_: bytes) -> None:
    while True:
        pass


def test_an_exception_that_nobody_named_is_found_and_made_shorter() -> None:
    found = run_case(target(fails), b"abc x def")
    assert found is not None and found.kind == "KeyError" and ":fails:" in found.place
    assert minimised(target(fails), found).data == b"x"
    assert run_case(target(fails, KeyError), b"x") is None
    assert run_case(target(fails), b"abc") is None


def test_hangs_and_too_much_memory_are_found() -> None:
    with limits():
        hang = run_case(target(hangs), b"")
        memory = run_case(target(lambda _: bytes(8 * MEMORY)), b"")
    assert hang is not None and hang.kind == "hang"
    assert memory is not None and memory.kind == "memory"


def test_a_finding_of_one_sort_is_told_once() -> None:
    ran, found = fuzz([target(lambda data: fails(b"x"))], 30, 1)
    assert (ran, len(found)) == (30, 1)


@pytest.mark.parametrize("form", list(Form))
def test_the_same_seed_gives_the_same_cases_and_any_input_can_be_changed(form: Form) -> None:
    for data in (b"", b"{}", b"[1, {}]", b"a" * LONGEST, b"\xff\x00", b'{"a": [1, "b"]}'):
        for number in range(60):
            once, again = (mutated(data, Random(number), [data, b"other"], form) for _ in range(2))
            assert once == again and len(once) <= LONGEST
