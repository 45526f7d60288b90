"""The notebooks of module 03 run from top to bottom without a GPU and compute what lessons print."""

from __future__ import annotations

import contextlib
import io
import json
import shutil
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "modules" / "03_matmul_and_roofline"
LANGUAGES = ("en", "ko")

sys.path.insert(0, str(ROOT / "docs"))
import measured  # noqa: E402


def cells(language: str, kind: str) -> list[str]:
    """Sources of a notebook's cells of one kind, in order."""
    notebook = json.loads((FOLDER / f"roofline.{language}.ipynb").read_text(encoding="utf-8"))
    return ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == kind]


def executed(language: str, **predictions: dict[str, float]) -> tuple[dict[str, Any], str]:
    """Names and printed text after all code cells, with some predictions filled in."""
    names: dict[str, Any] = {}
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        for cell in cells(language, "code"):
            exec(compile(cell, f"roofline.{language}.ipynb", "exec"), names)
            for name, values in predictions.items():
                if name in names:
                    names[name].update(values)
    return names, printed.getvalue()


def test_both_notebooks_have_the_same_code_and_as_many_texts() -> None:
    assert cells("en", "code") == cells("ko", "code")
    english, korean = cells("en", "markdown"), cells("ko", "markdown")
    assert len(english) == len(korean)
    for one, other in zip(english, korean, strict=True):
        assert [line.split(" ")[0] for line in one.splitlines() if line.startswith("#")] == [
            line.split(" ")[0] for line in other.splitlines() if line.startswith("#")
        ]
        assert one.count("<details>") == other.count("<details>") == other.count("</details>")


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_that_a_run_leaves_behind_is_committed(language: str) -> None:
    notebook = json.loads((FOLDER / f"roofline.{language}.ipynb").read_text(encoding="utf-8"))
    assert notebook["nbformat"] == 4
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in code)
    assert len({cell["id"] for cell in notebook["cells"]}) == len(notebook["cells"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_cells_run_in_order_and_compute_what_the_lesson_prints(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(FOLDER)
    names, _ = executed(language)
    assert names["gpu"] == "NVIDIA H200"
    assert names["peak"] == pytest.approx(measured.peak_tflops())
    assert names["copy"] == pytest.approx(measured.copy_rate())
    assert names["balance"] == pytest.approx(1000 * measured.peak_tflops() / measured.copy_rate())
    for kernel in ("naive_rows", "naive_16", "tiled_16", "register_blocked", "double_buffered"):
        intensity, rate = names["points"][kernel]
        assert intensity == pytest.approx(measured.intensity(kernel))
        assert rate == pytest.approx(measured.tflops(kernel, 4096))
        assert names["roof"](intensity) == pytest.approx(measured.roof(kernel))
    assert names["levels"]("naive_16")["requested"] == 0.25 and names["levels"]("tiled_16")["requested"] == 4.0
    assert names["matvec_least_time"](16384, 16384) == pytest.approx(1.0739e9 / measured.copy_rate() / 1e3, rel=1e-3)


def test_no_kernel_is_above_the_roof_and_the_answers_are_right(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER)
    names, _ = executed("en")
    assert all(0 < share <= 100 for share in names["shares"].values())
    nearest = sorted(names["shares"], key=lambda name: names["shares"][name])[-1]
    assert nearest == "row_sums_shuffle"
    assert names["levels"]("tiled_16")["device memory"] < names["levels"]("naive_16")["device memory"]


def test_the_drawing_has_a_point_for_each_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER)
    names, _ = executed("en")
    drawing = ElementTree.fromstring(names["Svg"](names["drawn"](names["points"]))._repr_svg_())
    circles = drawing.findall("{http://www.w3.org/2000/svg}circle")
    assert len(circles) == len(names["points"]) >= 10
    assert all(64 <= float(c.attrib["cx"]) <= 520 and 30 <= float(c.attrib["cy"]) <= 410 for c in circles)


def test_predictions_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER)
    half = measured.intensity("naive_16") / 2
    twice = 200 * measured.tflops("tiled_16", 4096) / measured.roof("tiled_16")
    _, text = executed("en", predicted_intensities={"naive_16": half}, predicted_share={"tiled_16": twice})
    assert f"predicted {half:g}, off by a factor of 2.00" in text
    assert f"predicted {twice:g}, off by a factor of 2.00" in text


def test_a_gpu_of_ones_own_comes_first_even_if_nothing_was_counted_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    results = tmp_path / "benchmarks" / "results"
    results.mkdir(parents=True)
    (tmp_path / "course.yaml").write_text("", encoding="utf-8")
    shutil.copy(ROOT / "benchmarks" / "results" / "nvidia_h200.json", results)
    own = json.loads((results / "nvidia_h200.json").read_text(encoding="utf-8"))
    own["machine"] |= {"gpu": "NVIDIA Own", "arch": "sm_80", "multiprocessors": 108}
    for kernel in own["kernels"].values():
        kernel["counted"] = {}
    (results / "nvidia_own.json").write_text(json.dumps(own), encoding="utf-8")
    folder = tmp_path / "modules" / "03"
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)
    names, _ = executed("ko")
    assert names["gpu"] == "NVIDIA Own"
    assert names["peak"] == pytest.approx(108 * 64 * 2 * 1.98e-3)
    assert names["points"]["naive_16"][0] == pytest.approx(4096 / 6, rel=0.5)
