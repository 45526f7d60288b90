"""`grader bench` without a GPU: what it would measure, what it says, and how results of several runs are joined."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from grader.cli.bench import compact, slug
from grader.course.bench_file import BENCH_FILE, load_kernels
from grader.course.composed import kernel_of_course
from grader.course.documents import CourseError
from grader.grading.benchmark import merged, ratios
from grader.grading.opening import problem_cases
from grader.problems import PROBLEMS
from grader.texts import known
from grader.toolchain import compile_source
from tests.cli.conftest import Grader

ROOT = Path(__file__).resolve().parents[2]
KERNELS = load_kernels(ROOT / BENCH_FILE, problem_cases())


@pytest.mark.slow
def test_without_a_gpu_it_says_so_and_writes_nothing(course: Path, process: Grader) -> None:
    done = process("bench", "--json", "-", env={"CUDA_VISIBLE_DEVICES": ""})
    assert done.status == 2
    assert done.json["error"]["kind"] == "no_gpu_backend"
    assert not (course / "benchmarks" / "results").exists()


@pytest.mark.slow
@pytest.mark.parametrize("name", KERNELS)
def test_every_kernel_to_be_measured_compiles_fits_its_launch_and_can_be_verified(name: str) -> None:
    kernel = KERNELS[name]
    source = kernel_of_course(ROOT / kernel.source).decode()
    program = compile_source(source, defines=kernel.compile.defines, fmad=kernel.compile.fmad)
    assert kernel.kernel in program.kernels
    for case in kernel.cases:
        assert all(kernel.grid(case)) and all(kernel.block(case))
        prepare = PROBLEMS[kernel.problem].bulk
        assert prepare is not None
        bulk = prepare(case)
        assert known(f"checks.speed.library_{bulk.library}")


def test_the_ladder_has_each_step_once() -> None:
    steps = [kernel.ladder for kernel in KERNELS.values() if kernel.ladder is not None]
    assert sorted(steps) == list(range(len(steps)))


def test_a_mistake_in_the_file_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "kernels.yaml"
    text = (ROOT / BENCH_FILE).read_text("utf-8").replace("kernel: sgemm_rows", "kernels: sgemm_rows", 1)
    path.write_text(text, "utf-8")
    with pytest.raises(CourseError) as broken:
        load_kernels(path, problem_cases())
    line = text.split("\n").index("  kernels: sgemm_rows") + 1
    assert f":{line}:" in str(broken.value)


def test_what_is_measured_again_is_replaced_and_the_rest_stays() -> None:
    first, then = {"measured": {"date": "2026-11-22"}}, {"measured": {"date": "2026-12-01"}}
    before = {"machine": {"gpu": "old"}, "exercises": {"a": first, "b": first}, "kernels": {"k": first}}
    after = {"machine": {"gpu": "new"}, "exercises": {"b": then}, "kernels": {}}
    assert merged(before, after) == {
        "machine": {"gpu": "new"}, "exercises": {"a": first, "b": then}, "kernels": {"k": first},
    }  # fmt: skip


def test_results_that_tell_once_for_all_when_they_were_measured_can_be_joined() -> None:
    when = {"date": "2026-11-22", "driver_cuda": 13000, "cupy": "14.2.0", "nvrtc": "13.0.88", "grader": "0.1.0"}
    before = {"machine": {"gpu": "NVIDIA H200", "numpy": "2.5.2", **when}, "exercises": {"a": {"size": "s"}}}
    new = {"measured": {"date": "2026-12-01"}}
    after = {"machine": {"gpu": "NVIDIA H200"}, "exercises": {}, "kernels": {"k": new}}
    joined = merged(before, after)
    assert joined == {
        "machine": {"gpu": "NVIDIA H200"}, "exercises": {"a": {"measured": when, "size": "s"}}, "kernels": {"k": new},
    }  # fmt: skip
    assert merged(joined, after) == joined


def test_results_keep_their_values_with_one_list_a_line() -> None:
    document = {"times": [1.5, 2.25, 3.0], "nested": {"clocks": [{"sm": 1980}], "empty": []}}
    text = compact(document)
    assert json.loads(text) == document
    assert '"times": [ 1.5, 2.25, 3.0 ]' in text


def test_the_spread_of_repeated_contests_is_the_largest_distance_from_their_median() -> None:
    assert ratios([{"ratio": r} for r in (1.0, 0.9, 1.05)]) == (1.0, pytest.approx(0.1))


@pytest.mark.parametrize(("gpu", "name"), [("NVIDIA H200", "nvidia_h200"), ("Tesla T4 (rev. A)", "tesla_t4_rev_a")])
def test_a_gpu_gives_its_file_a_name(gpu: str, name: str) -> None:
    assert slug(gpu) == name
