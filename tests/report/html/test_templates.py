"""Templates are compiled once, and what is kept of it lies nowhere but beside them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from grader.report.html.templates import environment


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package with one template; its folder of templates."""
    templates = tmp_path / "own_pages" / "templates"
    templates.mkdir(parents=True)
    (templates.parent / "__init__.py").touch()
    (templates / "one.j2").write_text("{{ words }}!", "utf-8")
    monkeypatch.delitem(sys.modules, "own_pages", raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setenv("TMPDIR", str(tmp_path / "nowhere"))
    return templates


def said(words: str) -> str:
    return environment("own_pages").get_template("one.j2").render(words=words)


def test_what_was_compiled_is_kept_beside_the_template_and_used(package: Path) -> None:
    assert said("<b>") == "&lt;b&gt;!"
    (kept,) = (package / "__pycache__").glob("*.cache")
    at = kept.stat().st_mtime_ns
    assert said("again") == "again!" and kept.stat().st_mtime_ns == at
    (package / "one.j2").write_text("{{ words }}?", "utf-8")
    assert said("changed") == "changed?"


def test_where_python_keeps_nothing_nothing_is_kept(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert said("a") == "a!" and not list(package.rglob("*.cache"))


def test_a_folder_that_cannot_be_made_is_no_reason_to_say_nothing(package: Path) -> None:
    (package / "__pycache__").write_text("a file", "utf-8")
    assert said("a") == "a!"
