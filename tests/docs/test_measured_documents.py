"""What lessons and READMEs print, and what the figures show, is what was measured."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FIGURES = ROOT / "docs" / "figures"
DRAWN = tuple(f"{name}.{lang}.svg" for name in ("ladder", "tensor_ladder", "roofline") for lang in ("en", "ko"))


def run(*command: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *command], capture_output=True, text=True, check=False)


@pytest.fixture
def course(tmp_path: Path) -> Path:
    """A copy of everything that `docs/tables.py` reads and writes."""
    for name in ("docs", "modules"):
        shutil.copytree(ROOT / name, tmp_path / name)
    for path in (*ROOT.glob("README*.md"), ROOT / "course.yaml"):
        shutil.copy(path, tmp_path)
    results = Path("benchmarks") / "results"
    (tmp_path / results).mkdir(parents=True)
    for path in (ROOT / results).glob("*.json"):
        shutil.copy(path, tmp_path / results)
    return tmp_path


def test_every_number_in_the_documents_is_the_measured_one() -> None:
    done = run(ROOT / "docs" / "tables.py", "--check")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize(
    ("document", "right", "wrong"),
    [
        ("README.md", " ms | ", " ms  | "),
        ("README.ko.md", "<!-- table: ladder -->\n", "<!-- table: ladder -->\n| invented |\n"),
        ("modules/06_shared_memory_tiling/deeper/clock.en.md", "copy_rate() @ ,.0f -->", "copy_rate() @ ,.0f -->9"),
        ("modules/06_shared_memory_tiling/deeper/clock.ko.md", "peak_tflops() @ .1f -->", "peak_tflops() @ .1f -->1"),
    ],
)  # fmt: skip
def test_a_number_that_was_changed_by_hand_is_noticed_and_mended(
    course: Path, document: str, right: str, wrong: str
) -> None:
    path = course / document
    kept = path.read_text("utf-8")
    assert right in kept
    path.write_text(kept.replace(right, wrong, 1), "utf-8")
    found = run(course / "docs" / "tables.py", "--check")
    assert found.returncode == 1 and document in found.stdout
    assert run(course / "docs" / "tables.py").returncode == 0
    assert path.read_text("utf-8") == kept


def test_a_new_measurement_reaches_every_document_that_prints_it(course: Path) -> None:
    results = course / "benchmarks" / "results" / "nvidia_h200.json"
    text = results.read_text("utf-8")
    results.write_text(text.replace('"ms": 1', '"ms": 2'), "utf-8")
    stale = run(course / "docs" / "tables.py", "--check")
    assert stale.returncode == 1
    for name in ("README.md", "README.ko.md", "lesson.en.md", "lesson.ko.md"):
        assert name in stale.stdout


@pytest.mark.slow
def test_the_figures_are_those_of_the_data(tmp_path: Path) -> None:
    done = run(FIGURES / "draw_bench.py", "--out", tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(DRAWN)
    for name in DRAWN:
        assert (tmp_path / name).read_text("utf-8") == (FIGURES / name).read_text("utf-8"), name


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_the_readmes_show_every_figure(lang: str) -> None:
    text = (ROOT / ("README.md" if lang == "en" else "README.ko.md")).read_text("utf-8")
    for name in (name for name in DRAWN if f".{lang}." in name):
        assert f"(docs/figures/{name})" in text
