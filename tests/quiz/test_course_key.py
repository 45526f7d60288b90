"""The course's key: whoever has an edition can try keys as fast as a hash is computed, so a short one is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.failure import Failure
from grader.quiz.drawing import KEY_VARIABLE, course_key

WEAK = ["abc", "a key", "fifteen letters", "a" * 24, "abc" * 7, "0123456789abcdef", "1234567890" * 2, "abcdefgh" * 2]


@pytest.mark.parametrize("key", WEAK)
@pytest.mark.parametrize("lang", ["en", "ko"])
def test_a_key_that_can_be_found_by_trying_is_refused(key: str, lang: str, tmp_path: Path) -> None:
    with pytest.raises(Failure) as refused:
        course_key(tmp_path, {KEY_VARIABLE: key})
    said = refused.value.message(lang)
    assert refused.value.kind == "bad_argument"
    assert KEY_VARIABLE in said and "16" in said and "openssl rand -hex 32" in said
    assert key not in said
    own = tmp_path / ".warplings" / "key"
    own.parent.mkdir()
    own.write_text(key, "utf-8")
    with pytest.raises(Failure):
        course_key(tmp_path, {})


@pytest.mark.parametrize(
    "key", ["a key of the course", "C4N4RY-course-key", "5f1e9c0a7b3d2846", "공개하지 않을 과정 키"]
)
def test_a_key_of_decent_length_goes_on_working(key: str, tmp_path: Path) -> None:
    assert course_key(tmp_path, {KEY_VARIABLE: f" {key}\n"}) == key.encode()


def test_a_folder_makes_itself_a_key_that_is_not_refused(tmp_path: Path) -> None:
    assert course_key(tmp_path, {}) == course_key(tmp_path, {})
