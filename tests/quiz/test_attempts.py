"""Attempts are kept as they are made: nothing is lost, nothing counts twice, damage is told."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from grader.quiz.attempts import MAX_ATTEMPT, Attempt, Attempts, HandedIn, NoNumberLeft
from grader.quiz.score import ItemResult, QuizResult, Status

SHA = "0" * 64


def result(*points: float, maximum: float = 1.0) -> QuizResult:
    items = tuple(ItemResult(f"item_{i}", Status.PASS if p == maximum else Status.FAIL, p, maximum)
                  for i, p in enumerate(points))  # fmt: skip
    return QuizResult("06", 1, items, sum(points), maximum * len(points), passed=True)


def test_attempts_are_numbered_from_one_for_each_module_and_practice_apart(tmp_path: Path) -> None:
    store = Attempts(tmp_path)
    numbers = [store.begin(module, kind, SHA).attempt for module, kind in
               (("06", "graded"), ("06", "graded"), ("01", "placement"), ("06", "practice"))]  # fmt: skip
    assert numbers == [1, 2, 1, 1]
    assert [a.attempt for a in store.of("06")] == [1, 2]
    assert [a.kind for a in store.of("06", practice=True)] == ["practice"]


def test_answers_of_two_windows_are_both_kept(tmp_path: Path) -> None:
    store = Attempts(tmp_path)
    attempt = store.begin("06", "graded", SHA)
    Attempts(tmp_path).answer(attempt, {"banks": 32})
    store.answer(attempt, {"blank": ["ty", "tx"]})
    assert store.of("06")[0].answers == {"banks": 32, "blank": ["ty", "tx"]}


def test_an_attempt_is_handed_in_once(tmp_path: Path) -> None:
    store = Attempts(tmp_path)
    attempt = store.begin("06", "graded", SHA)
    ended = store.hand_in(attempt, result(1.0, 0.5))
    assert ended.handed_in and ended.share == Fraction(3, 4)
    with pytest.raises(HandedIn):
        store.hand_in(attempt, result(1.0, 1.0))
    with pytest.raises(HandedIn):
        store.answer(attempt, {"banks": 1})
    assert store.of("06") == (ended,)


def test_a_share_of_thirds_is_exact(tmp_path: Path) -> None:
    store = Attempts(tmp_path)
    ended = store.hand_in(store.begin("06", "graded", SHA), result(2 / 3, 2 / 3, 2 / 3, 1.0, 1.0))
    assert ended.share == Fraction(4, 5), "four of five points are 80 %, whatever a double makes of thirds"


@pytest.mark.parametrize("damage", [b"", b"{", b"\xff\xfe", b'{"module": 6}', b'{"module": "06", "attempt": "x"}'])
def test_a_damaged_attempt_is_set_aside_and_the_others_stay(tmp_path: Path, damage: bytes) -> None:
    store = Attempts(tmp_path)
    first, second = (store.begin("06", "graded", SHA) for _ in range(2))
    path = tmp_path / ".warplings" / "quiz" / "06" / "001.json"
    path.write_bytes(damage)
    fresh = Attempts(tmp_path)
    assert fresh.of("06") == (second,)
    (moved,) = fresh.set_aside
    assert moved.read_bytes() == damage and not path.exists()
    assert fresh.begin("06", "graded", SHA).attempt == 3
    assert first.attempt == 1
    later = Attempts(tmp_path)
    assert [a.attempt for a in later.of("06")] == [2, 3] and later.set_aside == [], "what was set aside is left alone"


def test_a_number_that_somebody_has_begun_is_gone_on_with(tmp_path: Path) -> None:
    store = Attempts(tmp_path)
    ended = store.hand_in(store.begin("06", "graded", SHA, 3), result(1.0))
    assert Attempts(tmp_path).begin("06", "graded", SHA, 3) == ended


BEGIN = f"""
import sys
from pathlib import Path
from grader.quiz.attempts import Attempts
for _ in range(3):
    print(Attempts(Path(sys.argv[1])).begin("06", "graded", "{SHA}").attempt)
"""


def test_processes_that_begin_at_once_get_numbers_of_their_own(tmp_path: Path) -> None:
    command = [sys.executable, "-c", BEGIN, str(tmp_path)]
    started = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    numbers = [int(line) for each in started for line in each.communicate(timeout=60)[0].split()]
    assert sorted(numbers) == list(range(1, 13))


def test_more_in_a_file_than_is_known_is_no_damage(tmp_path: Path) -> None:
    store = Attempts(tmp_path)
    store.begin("06", "graded", SHA)
    path = tmp_path / ".warplings" / "quiz" / "06" / "001.json"
    path.write_text(path.read_text("utf-8").replace('"version": 1', '"version": 1, "mood": "good"'), "utf-8")
    assert [a.version for a in store.of("06")] == [1]
    assert isinstance(store.of("06")[0], Attempt)


IMPOSSIBLE = [
    *({"items": [{"id": "a", "status": "pass", "points": points, "max_points": 1.0}]}
      for points in (float("nan"), float("inf"), 1e308, -1.0, 10.0, "1", True)),
    *({"items": [{"id": "a", "status": "pass", "points": 0.0, "max_points": maximum}]}
      for maximum in (float("nan"), float("inf"), 0.0, -1.0, 1e308)),
    *({"items": [{"id": "a", "status": status, "points": points, "max_points": 1.0}]}
      for status, points in (("great", 1.0), ("fail", 1.0), ("pass", 0.5), ("unanswered", 0.5), ("invalid", 1.0))),
    {"items": [{"id": "a", "status": "pass", "points": 1.0, "max_points": 1.0}] * 2},
    *({"quiz_sha256": sha} for sha in ("", "x", "0" * 63)), {"owner": "x"}, {"began": "x"}, {"handed_in": "x"},
    {"items": []}, {"version": 99}, {"version": 0}, {"attempt": -5}, {"attempt": 0}, {"attempt": 2},
    {"attempt": 2**63 - 1}, {"module": "05"}, {"kind": "practice"}, {"kind": "gift"}, {"handed_in": None},
]  # fmt: skip


@pytest.mark.parametrize("change", IMPOSSIBLE, ids=str)
def test_a_file_that_no_grader_has_written_is_set_aside(tmp_path: Path, change: dict[str, object]) -> None:
    store = Attempts(tmp_path)
    store.hand_in(store.begin("06", "graded", SHA), result(1.0))
    path = tmp_path / ".warplings" / "quiz" / "06" / "001.json"
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | change), "utf-8")
    fresh = Attempts(tmp_path)
    assert fresh.of("06") == () and [moved.name for moved in fresh.set_aside] == ["001.damaged-1.json"]
    assert fresh.begin("06", "graded", SHA).attempt == 1


@pytest.mark.parametrize("name", ["9223372036854775807", "1", "-5", "²", "99999"])
def test_a_file_with_a_number_that_nobody_gave_moves_no_number(tmp_path: Path, name: str) -> None:
    store = Attempts(tmp_path)
    store.begin("06", "graded", SHA)
    folder = tmp_path / ".warplings" / "quiz" / "06"
    number = int(name) if name.isascii() else 2
    content = (folder / "001.json").read_text("utf-8").replace('"attempt": 1', f'"attempt": {number}')
    (folder / f"{name}.json").write_text(content, "utf-8")
    assert Attempts(tmp_path).begin("06", "graded", SHA).attempt == 2


def test_there_is_a_last_number(tmp_path: Path) -> None:
    store = Attempts(tmp_path)
    store.begin("06", "graded", SHA, MAX_ATTEMPT)
    with pytest.raises(NoNumberLeft):
        store.begin("06", "graded", SHA)


@pytest.mark.parametrize("harm", ["empty", "gone", "folder"])
def test_answers_that_are_known_here_outlive_their_file(tmp_path: Path, harm: str) -> None:
    store = Attempts(tmp_path)
    attempt = store.answer(store.begin("06", "graded", SHA), {"a": 1, "b": 2})
    path = store.path(attempt)
    if harm == "empty":
        path.write_bytes(b"")
    else:
        path.unlink()
        if harm == "folder":
            path.mkdir()
    assert store.answer(attempt, {"b": 3}).answers == {"a": 1, "b": 3}
    assert Attempts(tmp_path).of("06")[0].answers == {"a": 1, "b": 3} and store.restored == [path]


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Attempts(tmp_path)
    store.begin("06", "graded", SHA)

    def refuse(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "read_bytes", refuse)
    with pytest.raises(OSError, match=r"001\.json: Permission denied"):
        store.of("06")
