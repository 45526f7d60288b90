"""`grader`, `list`, `hint`, `reset`: where am I, what is there, what helps, starting again."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import MODULE, Grader

SGEMM = f"{MODULE}/sgemm_tiled"


def test_alone_it_says_what_is_next(course: Path, grader: Grader) -> None:
    done = grader()
    assert done.status == 0
    assert "0 of 3 exercises done" in done.out
    assert "grader check 06/sgemm_tiled" in done.out
    assert f"exercises/{SGEMM}.cu" in done.out


def test_alone_it_moves_on_when_an_exercise_is_done(course: Path, grader: Grader) -> None:
    (course / "exercises" / f"{SGEMM}.cu").write_bytes((course / "solutions" / f"{SGEMM}.cu").read_bytes())
    grader("check", "06/sgemm_tiled")
    done = grader()
    assert "1 of 3 exercises done" in done.out
    assert "grader check 06/transpose_tiled" in done.out


def test_the_list_as_json_has_modules_exercises_points_and_gates(course: Path, grader: Grader) -> None:
    (module,) = grader("list", "--json").json["modules"]
    assert module["id"] == MODULE
    assert module["checkpoint"] is True
    assert module["gate"] == {"share": 0.8, "mode": "enforce"}
    assert [e["points"] for e in module["exercises"]] == [100, 100, 100]
    assert [e["done"] for e in module["exercises"]] == [False] * 3


def test_the_list_speaks_korean(course: Path, grader: Grader) -> None:
    assert "공유 메모리 타일링" in grader("list", "--lang", "ko").out
    assert "공유 메모리 타일링" in grader("--lang", "ko", "list").out
    assert "공유 메모리 타일링" not in grader("--lang", "ko", "list", "--lang", "en").out


def test_hints_come_one_at_a_time(course: Path, grader: Grader) -> None:
    first, second = grader("hint", "06/sgemm_tiled").out, grader("hint", "06/sgemm_tiled", "-n", "2").out
    assert "1. " in first
    assert "2. " not in first
    assert "--number 2" in first
    assert "2. " in second


def test_reset_keeps_every_version_it_replaces(course: Path, grader: Grader) -> None:
    path = course / "exercises" / f"{SGEMM}.cu"
    skeleton = path.read_bytes()
    for version in (b"first", b"second", b"third"):
        path.write_bytes(version)
        assert grader("reset", "06/sgemm_tiled").status == 0
        assert path.read_bytes() == skeleton
    kept = [path.with_name(f"sgemm_tiled.cu.{suffix}").read_bytes() for suffix in ("bak", "bak1", "bak2")]
    assert kept == [b"first", b"second", b"third"]


def test_reset_leaves_an_untouched_skeleton_alone(course: Path, grader: Grader) -> None:
    done = grader("reset", "06/sgemm_tiled")
    assert done.status == 0
    assert "nothing to do" in done.out
    assert not list(course.glob("exercises/*/*.bak*"))


def test_reset_brings_a_deleted_file_back(course: Path, grader: Grader) -> None:
    path = course / "exercises" / f"{SGEMM}.cu"
    path.unlink()
    assert "is back" in grader("reset", "06/sgemm_tiled").out
    assert path.is_file()


def test_a_reset_on_a_full_disk_leaves_everything_as_it_was(
    course: Path, grader: Grader, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    path = course / "exercises" / MODULE / "sgemm_tiled.cu"
    path.write_text("// mine\n", "utf-8")
    monkeypatch.setattr("grader.files.write_atomically", full)
    done = grader("reset", "06/sgemm_tiled")
    assert done.status == 2 and "(No space left on device). It is as it was." in done.err
    assert path.read_text("utf-8") == "// mine\n" and not list(path.parent.glob("*.bak*"))


def test_reset_without_an_id_starts_the_current_exercise_again(course: Path, grader: Grader) -> None:
    path = course / "exercises" / f"{SGEMM}.cu"
    path.write_text("// mine\n", "utf-8")
    assert "sgemm_tiled.cu.bak" in grader("reset").out
    assert path.with_name("sgemm_tiled.cu.bak").read_text("utf-8") == "// mine\n"


def test_reset_wants_exactly_one_exercise(course: Path, grader: Grader) -> None:
    done = grader("reset", "06")
    assert done.status == 2
    assert "more than one" in done.err


@pytest.mark.slow
def test_doctor_says_what_is_there_and_what_a_lack_means(course: Path, grader: Grader) -> None:
    done = grader("doctor", "--json", "-")
    findings = {f["id"]: f for f in done.json["findings"]}
    assert done.status == 0
    assert done.json["usable"] is True
    assert {"python", "nvrtc", "headers", "nvdisasm", "gpu", "cupy", "course", "locale"} <= set(findings)
    assert findings["nvrtc"]["found"].startswith("NVRTC 13.0")
    assert str(course) in findings["course"]["found"]
    assert "graded" in grader("doctor").out


@pytest.mark.slow
def test_doctor_finds_a_broken_course(course: Path, grader: Grader) -> None:
    (course / "course.yaml").write_text("modules: 3", "utf-8")
    done = grader("doctor", "--json", "-")
    assert done.status == 2
    assert {f["id"]: f["state"] for f in done.json["findings"]}["course"] == "broken"
