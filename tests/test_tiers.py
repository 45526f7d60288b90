"""The hash that says whether a guard is as the long run held it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import tiers


@pytest.fixture
def guarded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that a guard names."""
    folder = tmp_path / "guarded"
    (folder / "__pycache__").mkdir(parents=True)
    (folder / "code.py").write_text("one", "utf-8")
    monkeypatch.setattr(tiers, "ROOT", tmp_path)
    monkeypatch.setitem(tiers.GUARDS, "some", ("guarded",))
    return folder


def now() -> str:
    """The hash, not the one that was kept."""
    return tiers.now.__wrapped__("some")


def test_what_python_and_jinja_keep_beside_the_code_changes_nothing(guarded: Path) -> None:
    before = now()
    for name in ("code.cpython-311.pyc", "__jinja2_10d8.cache"):
        (guarded / "__pycache__" / name).write_bytes(b"compiled")
    assert now() == before


def test_text_and_name_of_every_file_count(guarded: Path) -> None:
    hashes = {now()}
    (guarded / "code.py").write_text("two", "utf-8")
    hashes.add(now())
    (guarded / "code.py").rename(guarded / "other.py")
    hashes.add(now())
    (guarded / "data.json").write_text("{}", "utf-8")
    hashes.add(now())
    assert len(hashes) == 4
