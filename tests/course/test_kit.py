"""The kit of an exercise: what was written comes back, and damage is told in a sentence."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from grader.course.documents import CourseError
from grader.course.kit import as_json, make_kit, read_kit, write_kit
from grader.course.models import Hints
from grader.course.veil import unveiled, veiled

HINTS = Hints(ko=["가", "나", "다"], en=["a", "b", "c"])


def test_a_kit_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "a.kit"
    write_kit(path, make_kit("int x;", HINTS, 2, {"sm_90": b"code"}))
    kit = read_kit(path)
    assert kit is not None and kit.images() == {"sm_90": b"code"}
    assert kit.open_hints() == json.loads(json.dumps(dict(HINTS.items())))


@pytest.mark.parametrize(
    "changes",
    [{"hints": ""}, {"hints": "~ ~"}, {"hints": veiled(b"[1]", b"hints")}, {"hints": veiled(b"{", b"hints")},
     {"hints": veiled(b"[" * 100_000, b"hints")}, {"hints": "é"}, {"references": {"sm_90": ":"}},
     {"references": {"sm_90": "é"}}],
)  # fmt: skip
def test_a_damaged_kit_is_told(tmp_path: Path, changes: dict[str, Any]) -> None:
    path = tmp_path / "a.kit"
    whole = json.loads(as_json(make_kit("int x;", HINTS, 2, {})))
    path.write_bytes(gzip.compress(json.dumps(whole | changes).encode()))
    with pytest.raises(CourseError, match=r"a\.kit"):
        read_kit(path)


def test_a_veil_over_too_much_fills_no_memory() -> None:
    with pytest.raises(ValueError, match="too much"):
        unveiled(veiled(bytes(64 << 20), b"key"), b"key")
