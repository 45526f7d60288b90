"""`grader bench`: measures the figures behind lessons and thresholds on this machine's GPU."""

from __future__ import annotations

import json as jsons
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from grader.cli.options import Ids, JsonOut, Lang, help_text
from grader.cli.output import STDOUT, complain, show, write_json
from grader.cli.wishes import chosen
from grader.failure import Failure
from grader.files import reading, shown_path, writing
from grader.texts import say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from grader.course.catalog import Course, Exercise
    from grader.course.models import BenchKernel
    from grader.grading.benchmark import SpeedSubject

RESULTS = Path("benchmarks") / "results"
REPEATS = 5


def bench(
    ids: Ids = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="DIR", help=help_text("bench_out"))] = None,
    repeats: Annotated[int, typer.Option("--repeats", min=1, help=help_text("bench_repeats"))] = REPEATS,
    json: JsonOut = None,
    lang: Lang = None,
) -> int:
    """Measure kernels and speed checks; exit status 1 if one of them gives wrong results."""
    from grader.course.bench_file import BENCH_FILE, load_kernels
    from grader.course.composed import kernel_of_course
    from grader.grading import benchmark
    from grader.grading.opening import open_here, problem_cases
    from grader.sandbox.gpu_session import GpuSession

    speech = chosen(lang)
    course = open_here(speech)
    kernels = load_kernels(course.root / BENCH_FILE, problem_cases(), speech)
    exercises, chosen_kernels = _selected(course, kernels, ids or [])
    document: dict[str, Any] = {"exercises": {}, "kernels": {}}
    wrong: list[str] = []
    folder = out or course.root / RESULTS
    with GpuSession(time_limit=3600.0) as gpu:
        document["machine"] = benchmark.machine(gpu)

        def measure(part: str, name: str, how: Callable[[], dict[str, Any]]) -> None:
            complain(say("cli.bench_measuring", speech, name=name))
            try:
                document[part][name] = how()
            except benchmark.Wrong as problem:
                wrong.append(say("cli.bench_wrong", speech, name=name, problem=problem))
            _written(document, folder)  # at once, so that a later failure loses no measurement

        for exercise in exercises:
            subject = _subject(course, exercise)
            measure("exercises", exercise.id, partial(benchmark.measure_speed, gpu, subject, repeats))
        for name in chosen_kernels:
            source = kernel_of_course(course.root / kernels[name].source).decode()
            measure("kernels", name, partial(benchmark.measure_kernel, gpu, kernels[name], source))
    path = _written(document, folder)
    if json is not None:
        write_json(document, json)
    _show(document, path, speech, quiet=json == STDOUT)
    for sentence in wrong:
        complain(sentence)
    return 1 if wrong else 0


def slug(gpu: str) -> str:
    """The name of a GPU as a file name: `nvidia_h200`."""
    return re.sub(r"[^a-z0-9]+", "_", gpu.lower()).strip("_")


def _selected(
    course: Course, kernels: Mapping[str, BenchKernel], ids: Sequence[str]
) -> tuple[list[Exercise], list[str]]:
    """The selected exercises with a speed check, and the selected kernels; without ids, all of them."""
    from grader.cli.selecting import selected

    named = [name for name in ids if name in kernels]
    others = [name for name in ids if name not in kernels]
    exercises = selected(course, others) if others else [] if named else list(course.exercises)
    timed = [exercise for exercise in exercises if "speed" in exercise.spec.checks]
    return timed, named if ids else list(kernels)


def _subject(course: Course, exercise: Exercise) -> SpeedSubject:
    from grader.course.models import SpeedSpec
    from grader.grading.baseline import Baseline, baseline_of
    from grader.grading.benchmark import SpeedSubject

    rule, baseline = exercise.spec.checks["speed"], baseline_of(course, exercise)
    assert isinstance(rule, SpeedSpec)
    if not isinstance(baseline, Baseline):
        raise Failure("no_solution", "cli.no_solution", exercise=exercise.id, path=shown_path(exercise.solution_path))
    slow_text, slow_spec = "", exercise.spec
    if rule.slow is not None:
        folder, name = rule.slow.split("/")
        kept = {"wrong": exercise.wrong_dir, "cheat": exercise.cheat_dir}.get(folder)
        if kept is not None:
            slow_text = exercise.kernel(kept / f"{name}.cu").decode()
        else:
            other = next(e for e in course.exercises if e.id == rule.slow)
            slow_text, slow_spec = _text(other.solution_path), other.spec
    return SpeedSubject(exercise.spec, rule, baseline, _text(exercise.solution_path), slow_text, slow_spec)


def _text(path: Path) -> str:
    with reading(path):
        return path.read_text(encoding="utf-8-sig")


def _written(document: dict[str, Any], folder: Path) -> Path:
    """Write or merge into the results of this GPU."""
    from grader.grading.benchmark import merged

    path = folder / f"{slug(document['machine']['gpu'])}.json"
    with writing(path):
        folder.mkdir(parents=True, exist_ok=True)
        if path.exists():
            document = merged(jsons.loads(path.read_text(encoding="utf-8")), document)
        path.write_text(compact(document), encoding="utf-8")
    return path


def compact(document: dict[str, Any]) -> str:
    """JSON with each list of numbers on one line, for readable diffs."""
    text = jsons.dumps(document, indent=1, ensure_ascii=False)
    return re.sub(r"\[[^\[\]{}]*\]", lambda m: " ".join(m[0].split()), text) + "\n"


def _show(document: dict[str, Any], path: Path, lang: str, quiet: bool) -> None:
    from rich.text import Text

    from grader.grading.benchmark import ratios
    from grader.report.style import plain_table

    table = plain_table()
    for column in ("kernel", "size", "ms", "library", "spread"):
        table.add_column(say(f"cli.bench_column_{column}", lang), justify="left" if column == "kernel" else "right")
    for name, kernel in document["kernels"].items():
        for size, found in kernel["sizes"].items():
            table.add_row(name, size, f"{found['ms']:.4f}", f"{100 * found['ratio']:.1f} %",
                          f"{100 * found['spread']:.2f} %")  # fmt: skip
    for name, found in document["exercises"].items():
        for what in ("solution", "slow"):
            if what in found:
                middle, spread = ratios(found[what])
                table.add_row(f"{name} {what}", found["size"], "", f"{middle:.3f}", f"{100 * spread / middle:.2f} %")
    show(table, Text(say("cli.bench_written", lang, path=shown_path(path))), quiet=quiet)
