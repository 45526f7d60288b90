"""An export is written whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.gradebook import writing
from grader.gradebook.errors import ExportError

FILES = {"mina/results.json": b"1", "omar/results.json": b"2"}


def tree(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_file_is_replaced_and_folders_are_made(tmp_path: Path) -> None:
    out = tmp_path / "deep" / "er" / "canvas.csv"
    writing.write(out, b"old")
    writing.write(out, b"new\r\n")
    assert tree(tmp_path) == {"deep/er/canvas.csv": b"new\r\n"}


@pytest.mark.parametrize("is_there", [False, True])
def test_a_folder_is_written(tmp_path: Path, is_there: bool) -> None:
    out = tmp_path / "out"
    if is_there:
        out.mkdir()
    writing.write(out, FILES)
    assert tree(tmp_path) == {f"out/{name}": data for name, data in FILES.items()}
    assert out.stat().st_mode & 0o777 == 0o755


def test_a_folder_of_an_earlier_export_is_not_mixed_with_a_new_one(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "left.txt").write_text("the class", "utf-8")
    (tmp_path / "file").write_text("a file", "utf-8")
    for name in ("out", "file"):
        with pytest.raises(ExportError, match="folder_exists"):
            writing.write(tmp_path / name, FILES)
    assert tree(tmp_path) == {"out/left.txt": b"the class", "file": b"a file"}


def test_what_breaks_half_way_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = writing.write_atomically

    def full(path: Path, data: bytes) -> None:
        if path.parent.name == "omar":
            raise OSError(28, "No space left on device")
        real(path, data)

    monkeypatch.setattr(writing, "write_atomically", full)
    with pytest.raises(OSError, match="No space"):
        writing.write(tmp_path / "out", FILES)
    assert list(tmp_path.iterdir()) == []
