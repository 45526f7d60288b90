"""What was read from a course is read again when its files change, and of what is kept come records alone."""

from __future__ import annotations

import hashlib
import pickle
from pathlib import Path

import pytest

from grader.course import remembered as keeping
from grader.course.catalog import open_course
from grader.course.remembered import remembered
from grader.course.values import LocalizedText
from tests.course.conftest import CASE_MODELS

ONE, OTHER = LocalizedText(ko="하나", en="one"), LocalizedText(ko="둘", en="two")


class Reader:
    """Reads `text` and counts how often it was asked."""

    def __init__(self, text: LocalizedText = ONE) -> None:
        self.text, self.asked = text, 0

    def __call__(self) -> LocalizedText:
        self.asked += 1
        return self.text


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "source.yaml"
    path.write_text("one")
    return path


def kept(root: Path) -> Path:
    (path,) = (root / ".warplings" / "read").iterdir()
    return path


def test_a_file_that_is_as_it_was_is_not_read_again(source: Path) -> None:
    first, second = Reader(), Reader(OTHER)
    assert remembered(source.parent, "it", [source], first) == ONE
    assert remembered(source.parent, "it", [source], second) == ONE
    assert (first.asked, second.asked) == (1, 0)


def test_a_file_that_has_changed_or_come_or_gone_is_read_again(source: Path) -> None:
    more = source.with_name("more")
    reader = Reader()
    for change in (lambda: None, lambda: source.write_text("two"), more.touch, more.unlink, source.unlink):
        change()
        remembered(source.parent, "it", [source, more], reader)
    assert reader.asked == 5


def test_another_grader_reads_it_again(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    remembered(source.parent, "it", [source], Reader())
    monkeypatch.setattr(keeping, "_code", lambda: b"another")
    reader = Reader(OTHER)
    assert remembered(source.parent, "it", [source], reader) == OTHER and reader.asked == 1


def test_what_is_damaged_is_read_again(source: Path) -> None:
    remembered(source.parent, "it", [source], Reader())
    data = kept(source.parent).read_bytes()
    for damaged in (b"", data[:40], data[:-3], bytes([data[0] ^ 1]) + data[1:], data[:-1] + b"x"):
        kept(source.parent).write_bytes(damaged)
        reader = Reader()
        assert remembered(source.parent, "it", [source], reader) == ONE and reader.asked == 1


class Evil:
    """Runs a command when it is unpickled."""

    def __init__(self, proof: Path) -> None:
        self.proof = proof

    def __reduce__(self) -> tuple[object, tuple[str]]:
        import os

        return os.system, (f"touch {self.proof}",)


def test_nothing_that_somebody_else_put_there_is_run(source: Path, tmp_path: Path) -> None:
    remembered(source.parent, "it", [source], Reader())
    content = pickle.dumps(Evil(tmp_path / "proof"))
    key = keeping._code() + hashlib.sha256(source.read_bytes()).digest()
    kept(source.parent).write_bytes(hashlib.sha256(key + content).digest() + content)
    reader = Reader()
    assert remembered(source.parent, "it", [source], reader) == ONE and reader.asked == 1
    assert not (tmp_path / "proof").exists()


def test_of_private_cases_nothing_but_their_number_is_kept(root: Path) -> None:
    private = root / "solutions" / "06_shared_memory_tiling" / "sgemm_tiled.private.yaml"
    private.write_text("cases:\n  - {M: 96, N: 80, K: 48}\n", "utf-8")
    for _ in range(2):
        (exercise,) = open_course(root, CASE_MODELS, keep=True).resolve("06/sgemm_tiled")
        assert exercise.private_cases == 1
        assert exercise.private is not None and len(exercise.private.cases) == 1
    files = list((root / ".warplings" / "read").iterdir())
    assert files and not any(b"PrivateSpec" in path.read_bytes() for path in files)


def test_where_nothing_can_be_kept_it_is_read(source: Path) -> None:
    (source.parent / ".warplings").write_text("a file")
    assert remembered(source.parent, "it", [source], Reader()) == ONE
