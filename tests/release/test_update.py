"""A new version of the course in an edition where somebody has worked: the work stays, whatever happens."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from grader.release.manifest import FILE, NoEdition, manifest_of, sha256
from grader.release.update import Change, update_edition

KERNEL, SPEC, LESSON = "exercises/00/a.cu", "exercises/00/a.yaml", "modules/00/lesson.en.md"
GRADER, GONE = "grader/x.py", "modules/00/old.md"


def put(root: Path, **files: str) -> None:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")


def edition(root: Path, version: int, *without: str) -> Path:
    files = {name: f"{name} {version}" for name in (KERNEL, SPEC, LESSON, GRADER, GONE, "same.md")}
    files["same.md"] = "always the same"
    put(root, **{name: text for name, text in files.items() if name not in without})
    (root / FILE).write_text(manifest_of(root).model_dump_json(), "utf-8")
    return root


@pytest.fixture
def old(tmp_path: Path) -> Path:
    return edition(tmp_path / "old", 1)


@pytest.fixture
def new(tmp_path: Path) -> Path:
    return edition(tmp_path / "new", 2, GONE)


def changes(new: Path, old: Path) -> dict[str, Change]:
    return {each.path: each.change for each in update_edition(new, old)}


def test_files_as_they_were_handed_out_are_replaced(old: Path, new: Path) -> None:
    assert changes(new, old) == dict.fromkeys((KERNEL, SPEC, LESSON, GRADER), Change.REPLACED) | {GONE: Change.REMOVED}
    assert manifest_of(old) == manifest_of(new) and changes(new, old) == {}


def test_work_stays_and_the_new_version_comes_beside_it(old: Path, new: Path) -> None:
    put(old, **{KERNEL: "my kernel", LESSON: "my notes", "exercises/00/mine.cu": "another", GONE: "kept"})
    found = changes(new, old)
    assert (found[KERNEL], found[LESSON], found[GONE]) == (Change.BESIDE, Change.BESIDE, Change.LEFT)
    assert (old / KERNEL).read_text() == "my kernel" and (old / f"{KERNEL}.new").read_text() == f"{KERNEL} 2"
    assert (old / "exercises/00/mine.cu").read_text() == "another" and (old / GONE).read_text() == "kept"


@pytest.mark.parametrize("name", ["../victim.txt", "/{}/victim.txt", "way/out/victim.txt"])
def test_no_file_outside_is_touched_whatever_the_list_of_files_says(
    old: Path, new: Path, tmp_path: Path, name: str
) -> None:
    victim = tmp_path / "victim.txt"
    victim.write_text("mine", "utf-8")
    (old / "way").mkdir()
    (old / "way" / "out").symlink_to(tmp_path)
    listed = json.loads((old / FILE).read_text("utf-8"))
    listed["files"][name.format(tmp_path)] = sha256(victim)
    (old / FILE).write_text(json.dumps(listed), "utf-8")
    before = (old / KERNEL).read_text("utf-8")
    with pytest.raises(NoEdition, match="leads out"):
        update_edition(new, old)
    assert victim.read_text("utf-8") == "mine" and (old / KERNEL).read_text("utf-8") == before


def test_a_folder_that_is_a_link_is_not_written_through(old: Path, new: Path, tmp_path: Path) -> None:
    shutil.rmtree(old / "exercises")
    (tmp_path / "elsewhere" / "00").mkdir(parents=True)
    (old / "exercises").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(NoEdition, match="leads out"):
        update_edition(new, old)
    assert not list((tmp_path / "elsewhere" / "00").iterdir())


def test_what_belongs_to_the_course_is_replaced_and_kept(old: Path, new: Path) -> None:
    put(old, **{SPEC: "easier for me", GRADER: "always right"})
    found = changes(new, old)
    assert found[SPEC] is found[GRADER] is Change.KEPT
    assert (old / SPEC).read_text() == f"{SPEC} 2" and (old / f"{SPEC}.bak").read_text() == "easier for me"


def test_work_of_which_there_is_no_new_version_is_left_alone(old: Path, new: Path) -> None:
    put(old, **{"same.md": "changed by me"})
    assert "same.md" not in changes(new, old) and not (old / "same.md.new").exists()


def test_a_kernel_thrown_away_stays_away(old: Path, new: Path) -> None:
    (old / KERNEL).unlink()
    (old / SPEC).unlink()
    assert changes(new, old)[SPEC] is Change.ADDED and not (old / KERNEL).exists()


def test_links_and_folders_in_the_place_of_files_are_no_way_out(old: Path, new: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.write_text("precious", "utf-8")
    (old / SPEC).unlink()
    (old / SPEC).symlink_to(outside)
    (old / GRADER).unlink()
    (old / GRADER).mkdir()
    (old / GRADER / "x").write_text("x", "utf-8")
    changes(new, old)
    assert outside.read_text("utf-8") == "precious" and (old / SPEC).read_text() == f"{SPEC} 2"
    assert (old / GRADER).read_text() == f"{GRADER} 2" and (old / f"{GRADER}.bak" / "x").exists()


def test_where_the_disk_is_full_nothing_has_moved(old: Path, new: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(old, **{SPEC: "easier for me", KERNEL: "my kernel"})
    before = {path: path.read_bytes() for path in old.rglob("*") if path.is_file()}

    def full(_: Path, target: Path) -> None:
        target.write_text("half of")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("grader.release.update.shutil.copyfile", full)
    with pytest.raises(OSError, match="No space"):
        update_edition(new, old)
    assert {path: path.read_bytes() for path in old.rglob("*") if path.is_file()} == before


def test_an_update_that_broke_off_is_done_again(old: Path, new: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(old, **{KERNEL: "my kernel"})
    calls = 0

    def breaks(source: Path, target: Path) -> None:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise OSError(28, "No space left on device")
        copy(source, target)

    copy = shutil.copyfile
    monkeypatch.setattr("grader.release.update.shutil.copyfile", breaks)
    with pytest.raises(OSError, match="No space"):
        update_edition(new, old)
    monkeypatch.undo()
    changes(new, old)
    assert (old / KERNEL).read_text() == "my kernel" and (old / SPEC).read_text() == f"{SPEC} 2"
    assert manifest_of(old).files[SPEC] == manifest_of(new).files[SPEC]


@pytest.mark.parametrize("content", [None, "", "{}", '{"version": 2, "grader_version": "1", "files": {}}'])
def test_a_folder_that_is_no_edition_is_refused(old: Path, new: Path, content: str | None) -> None:
    (old / FILE).unlink()
    if content is not None:
        (old / FILE).write_text(content, "utf-8")
    with pytest.raises(NoEdition):
        update_edition(new, old)
    assert (old / KERNEL).read_text() == f"{KERNEL} 1"
