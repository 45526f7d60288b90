"""Keys of `grader watch`: letters on any keyboard, sequences as one key, and what no key means."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from grader.cli.watch.keys import END, KeyDecoder
from tests.cli.watch.conftest import SKELETON_FAILS, Watched, kernel, solution

F2, HOME, SHIFT_TAB, DOWN = "\x1bOQ", "\x1b[H", "\x1b[Z", "\x1b[B"


def keys(*parts: bytes | str) -> list[str]:
    decoder = KeyDecoder()
    return [key for part in parts for key in decoder.feed(part.encode() if isinstance(part, str) else part)]


@pytest.mark.parametrize(
    ("sent", "meant"),
    [
        ("nQ", ["n", "q"]),
        (" \r\n\t", []),
        ("\x04", [END]),
        (F2 + HOME + SHIFT_TAB + "\x1b[15~" + "\x1b[1;5D" + "\x1b[[A" + "\x1bq" + "\x1b]0;quiz\x07" + "n", ["n"]),
        (DOWN + "\x1bOA" + "\x1b[5~" + "\x1b[6~", ["down", "up", "page_up", "page_down"]),
        ("ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔ", list("qwertyuiop")),
        ("ㅁㄴㅇㄹㅎㅗㅓㅏㅣ", list("asdfghjkl")),
        ("ㅋㅌㅊㅍㅠㅜㅡ", list("zxcvbnm")),
        ("ㅃㄸㅖ", list("qep")),
        ("ㅝ쇼값한", list("nj" + "ty" + "rkqt" + "gks")),
    ],
)
def test_what_is_sent_and_which_keys_are_meant(sent: str, meant: list[str]) -> None:
    assert keys(sent) == meant
    assert keys(*(bytes([byte]) for byte in sent.encode())) == meant, "in pieces"


def test_a_lone_escape_is_known_only_when_nothing_follows() -> None:
    decoder = KeyDecoder()
    assert decoder.feed(b"\x1b") == [] and decoder.waits
    assert decoder.give_up() == ["escape"] and not decoder.waits
    assert decoder.feed(b"\x1b[1;") == [] and decoder.give_up() == []
    assert decoder.feed(b"h") == ["h"]


@pytest.mark.slow
def test_function_keys_do_nothing_and_ctrl_d_quits(course: Path, watched: Callable[..., Watched]) -> None:
    watch = watched("06/sgemm_tiled")
    watch.until(SKELETON_FAILS)
    before = watch.settled()
    for key in (F2, HOME, SHIFT_TAB):
        watch.press(key)
        assert watch.read(0.3) == before
    watch.press("\x04")
    assert watch.end() == 0


@pytest.mark.slow
def test_a_keyboard_in_hangul_mode_works_in_questions_too(course: Path, watched: Callable[..., Watched]) -> None:
    kernel(course).write_text("// mine\n" + solution(course), "utf-8")
    watch = watched("06/sgemm_tiled", "--lang", "ko")
    watch.until(lambda screen: "통과" in screen.replace(" ", ""))
    watch.press("ㅗ")
    watch.until("1. ")
    watch.press("ㅌ")
    watch.until("y:")
    watch.press("ㅛ")
    watch.until(lambda screen: "실패" in screen.replace(" ", ""))
    assert kernel(course).with_name("sgemm_tiled.cu.bak").read_text("utf-8").startswith("// mine")
    watch.press("ㅂ")
    assert watch.end() == 0
