"""Emulator and Nsight Compute side by side, line by line, for every kernel that the course keeps.

    python benchmarks/agreement.py [FOLDER [ID ...]]        (needs a GPU, CuPy and ncu; FOLDER: benchmarks/results)

Solutions, wrong kernels and cheats of all exercises, or of those named, are launched on the case that is counted, on
both devices with the same arguments. Writes FOLDER/agreement_<gpu>.json and a table beside it; what is there of other
exercises stays.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from datetime import date
from itertools import repeat
from pathlib import Path

import numpy as np

from grader.cli.bench import RESULTS, slug
from grader.cli.selecting import everything_or
from grader.course.catalog import Course, Exercise
from grader.course.cuda_tokens import code_of
from grader.cuda.counters import NotCounted
from grader.grading.cases import request
from grader.grading.grade import cases_to_count
from grader.grading.opening import open_here
from grader.launch import AccessLine, LaunchRequest
from grader.problems import PROBLEMS
from grader.sandbox.gpu_session import GpuSession
from grader.sandbox.session import SandboxError, Session, TimedOut
from grader.toolchain.program import CompileError

ROOT = Path(__file__).resolve().parents[1]

Emulated = tuple[LaunchRequest, tuple[AccessLine, ...]]  # a launch, and what is counted of it


@dataclass
class Compared:
    """One kernel on one case. equal: lines with the same cost and ideal; different: lines that say exact and differ;
    uncertain: lines that the emulator calls inexact. note: why it was not compared. sha256: see code_sha256."""

    kernel: str
    case: str
    sha256: str
    equal: int = 0
    different: int = 0
    uncertain: int = 0
    note: str = ""
    differences: tuple[dict[str, object], ...] = ()


def kernels(exercise: Exercise) -> Iterator[Path]:
    """Every kernel kept for an exercise."""
    yield exercise.solution_path
    for folder in (exercise.wrong_dir, exercise.cheat_dir):
        yield from sorted(folder.glob("*.cu"))


def code_sha256(source: bytes) -> str:
    """Of what the compiler sees of a kernel: other comments and blanks change no count."""
    return hashlib.sha256(code_of(source.decode()).encode()).hexdigest()


def emulated(exercise: Exercise, path: Path, index: int) -> Emulated | str:
    """The launch of a case and what the emulator counts of it, or why there is nothing to compare."""
    spec = exercise.spec
    prepared = PROBLEMS[spec.problem].arguments(spec.cases[index], np.random.default_rng())
    launch = request(spec, spec.cases[index], prepared)
    try:
        with Session() as session:
            options = spec.compile
            session.compile(exercise.kernel(path).decode(), file=path.name, fmad=options.fmad, defines=options.defines)
            result = session.launch(launch)
    except CompileError:
        return "does not compile"
    except SandboxError as reason:
        return f"{type(reason).__name__}: {reason}"
    return f"stops: {result.faults[0].kind}" if result.faults else (launch, result.accesses)


def compared(name: str, case: str, sha256: str, ours: Sequence[AccessLine], theirs: Sequence[AccessLine]) -> Compared:
    """Line by line, by space, operation and width. Of constant memory the profiler counts no lines. Where no line of
    ours is exact, nobody knows either whether one is missing."""
    ours = [row for row in ours if row.space != "constant"]
    certain = not ours or any(row.exact for row in ours)
    a, b = ({(r.line, r.space, r.operation, r.width): r for r in rows} for rows in (ours, theirs))
    found = Compared(name, case, sha256)
    for key in sorted(a.keys() | b.keys()):
        one, other = a.get(key), b.get(key)
        if not (one.exact if one else certain):
            found.uncertain += 1
        elif one and other and (one.cost, one.ideal) == (other.cost, other.ideal):
            found.equal += 1
        else:
            found.different += 1
            rows = {"emulated": one and asdict(one), "cuda": other and asdict(other)}
            found.differences += ({"line": key, **rows},)
    return found


def main(folder: Path, ids: Sequence[str] = ()) -> int:
    """Compare everything, or the exercises named; exit status 1 if a line that says exact differs."""
    course = open_here("en")
    with GpuSession(time_limit=1200.0) as gpu, ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        facts, arch = gpu.facts()
        stem = folder / f"agreement_{slug(facts.name)}"
        found = before(stem.with_suffix(".json"))
        ahead = []
        for exercise in everything_or(course, ids):
            index = min(cases_to_count(exercise.spec), default=0)
            paths = list(kernels(exercise))  # emulated in child processes: threads are enough to wait for them
            ahead.append((exercise, index, paths, pool.map(emulated, repeat(exercise), paths, repeat(index))))
        for exercise, index, paths, ours in ahead:
            found += beside_ncu(gpu, exercise, index, dict(zip(paths, ours, strict=True)))
            found = in_order(course, found)
            when = {"gpu": facts.name, "arch": arch, "date": date.today().isoformat()}
            document = {**when, "kernels": [asdict(each) for each in found]}
            stem.with_suffix(".json").write_text(json.dumps(document, indent=1) + "\n", "utf-8")
            stem.with_suffix(".md").write_text(table(found, facts.name), "utf-8")
    print(table(found, facts.name).splitlines()[2])
    return int(any(each.different for each in found))


def beside_ncu(gpu: GpuSession, exercise: Exercise, index: int, ours: Mapping[Path, Emulated | str]) -> list[Compared]:
    """What the emulator counted of an exercise's kernels, compared with Nsight Compute."""
    case = exercise.spec.cases[index].label()  # type: ignore[attr-defined]
    names = {path: path.relative_to(ROOT).as_posix() for path in ours}
    sources = {path: code_sha256(exercise.kernel(path)) for path in ours}
    found = [Compared(names[p], case, sources[p], note=mine) for p, mine in ours.items() if isinstance(mine, str)]
    todo = []
    for path, mine in ours.items():
        if isinstance(mine, str):
            continue
        if stop := stopped_by(gpu, exercise, path, mine[0]):
            found.append(Compared(names[path], case, sources[path], note=f"stops on the GPU: {stop}"))
        else:
            loaded(gpu, exercise, path, names[path])
            todo.append((path, *mine))
    theirs = counted(gpu, [(names[path], launch) for path, launch, _ in todo])
    for (path, _, rows), counts in zip(todo, theirs, strict=True):
        if isinstance(counts, str):
            found.append(Compared(names[path], case, sources[path], note=counts))
        else:
            found.append(compared(names[path], case, sources[path], rows, counts))
    return found


def loaded(gpu: GpuSession, exercise: Exercise, path: Path, program: str) -> None:
    """A kernel of an exercise as a program of the session."""
    options = exercise.spec.compile
    gpu.compile(exercise.kernel(path).decode(), file=path.name, fmad=options.fmad, defines=options.defines,
                program=program)  # fmt: skip


def stopped_by(gpu: GpuSession, exercise: Exercise, path: Path, launch: LaunchRequest) -> str:
    """What keeps a kernel from its end on the GPU, although it comes to it in the emulator; "" for nothing: a tool that
    waits for such a kernel would wait for minutes."""
    loaded(gpu, exercise, path, "student")
    try:
        faults = gpu.launch(launch, seconds=3.0).faults
    except TimedOut:
        return "it does not end"
    return faults[0].kind if faults else ""


def counted(gpu: GpuSession, launches: list[tuple[str, LaunchRequest]]) -> list[tuple[AccessLine, ...] | str]:
    """What Nsight Compute counts of each launch, or why it does not; one by one only where all at once are refused."""
    if not launches:
        return []
    try:
        return [counts.accesses for counts, _ in gpu.count_all(launches, seconds=300.0)]
    except NotCounted as refused:
        if len(launches) == 1:
            return [f"Nsight Compute: {refused}"]
    return [one for launch in launches for one in counted(gpu, [launch])]


def before(path: Path) -> list[Compared]:
    """What was compared in earlier runs."""
    if not path.is_file():
        return []
    return [Compared(**each) for each in json.loads(path.read_text("utf-8"))["kernels"]]


def in_order(course: Course, found: Iterable[Compared]) -> list[Compared]:
    """The last that was found of every kernel that is still kept, in the order of the course."""
    last = {each.kernel: each for each in found}
    names = (p.relative_to(ROOT).as_posix() for exercise in course.exercises for p in kernels(exercise))
    return [last[name] for name in names if name in last]


def table(found: list[Compared], gpu: str) -> str:
    """The comparison as Markdown."""
    lines = sum(each.equal + each.different + each.uncertain for each in found)
    equal, uncertain = sum(each.equal for each in found), sum(each.uncertain for each in found)
    text = [f"# Emulator and Nsight Compute, line by line, {gpu}", "",
            f"{sum(not each.note for each in found)} kernels, {lines} lines: {equal} equal, "
            f"{lines - equal - uncertain} different, {uncertain} that the emulator calls inexact.", "",
            "| kernel | case | equal | different | inexact | not compared |", "|---|---|---|---|---|---|"]  # fmt: skip
    text += [f"| {e.kernel} | {e.case} | {e.equal} | {e.different} | {e.uncertain} | {e.note} |" for e in found]
    return "\n".join(text) + "\n"


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / RESULTS, sys.argv[2:]))
