"""Exercises, programs and launches made by hand, for tests of the checks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from grader.checks.base import CaseRun, Failure, Observations
from grader.course.models import ExerciseSpec
from grader.launch import AccessLine, Array, Fault, Hazard, LaunchResult
from grader.problems import PROBLEMS
from grader.problems.base import Prepared
from grader.toolchain.program import MachineInstruction, Program, Resources

KERNEL = "sgemm_tiled"
CASES = [{"M": 32, "N": 32, "K": 32}, {"M": 5, "N": 7, "K": 3, "beta": 1.0}]
MODEST = Resources(registers=32, shared_bytes=2048, local_bytes=0, spill_bytes=0)
POINTS = {"correctness": {"points": 60}, "hazards": {"points": 40}}


def exercise(checks: Mapping[str, Any] = POINTS, **changes: Any) -> ExerciseSpec:
    """An SGEMM exercise with the given checks."""
    document = {
        "title": {"ko": "행렬 곱", "en": "Matrix product"},
        "kernel": KERNEL,
        "problem": "sgemm",
        "launch": {"block": [16, 16], "tile": {"N": 16, "M": 16}},
        "starter_fails": "correctness",
        "hints": {"ko": ["가", "나", "다"], "en": ["a", "b", "c"]},
        "read": {name: {"ko": f"{name} 절", "en": f"On {name}"} for name in checks},
        "cases": CASES,
        "checks": dict(checks),
    }
    context = {"case_model": PROBLEMS["sgemm"].case_model}
    return ExerciseSpec.model_validate(document | changes, context=context)


def ptx(kernel: str = KERNEL, types: tuple[str, ...] | None = None) -> str:
    """The head of a kernel as the compiler writes it."""
    if types is None:
        types = tuple("u64" if "*" in p else "u32" if p[0] == "i" else "f32" for p in PROBLEMS["sgemm"].signature)
    parameters = ",\n".join(f"\t.param .{name} {kernel}_param_{i}" for i, name in enumerate(types))
    return f".visible .entry {kernel}(\n{parameters}\n)\n{{\n\tret;\n}}\n"


def program(
    kernel: str = KERNEL,
    resources: Resources = MODEST,
    code: tuple[MachineInstruction, ...] = (),
    text: str | None = None,
    source: str = "",
) -> Program:
    """A compiled file with one kernel."""
    return Program(
        source=source,
        file="kernel.cu",
        arch="sm_90",
        toolchain="NVRTC",
        ptx=ptx(kernel) if text is None else text,
        cubin=b"",
        log="",
        diagnostics=(),
        kernels={kernel: resources},
        machine_code={kernel: code},
    )


def row(line: int, cost: int, ideal: int | None = None, space: str = "shared", **changes: Any) -> AccessLine:
    """One line of accesses; changes: operation, width, requests, exact, upper."""
    facts = {"operation": "load", "width": 4, "requests": 32, "exact": True, "upper": None} | changes
    return AccessLine(line=line, space=space, cost=cost, ideal=cost if ideal is None else ideal, **facts)


def race(severity: str = "error", kind: str = "RAW", line_a: int = 12, line_b: int = 15) -> Hazard:
    """A race on tile_b."""
    example: dict[str, object] = {
        "block": (1, 0, 0),
        "thread_a": (0, 1, 0),
        "thread_b": (5, 0, 0),
        "variable": "tile_b",
        "offset": 64,
        "arrived": 16,
        "expected": 256,
    }
    return Hazard(kind, severity, line_a, line_b, 480, example, "in other words")


def overrun(kind: str = "out_of_bounds", **details: object) -> Fault:
    """A load beyond the end of A at line 9."""
    facts = {
        "space": "global",
        "operation": "load",
        "width": 4,
        "buffer": "A",
        "offset": 60,
        "size": 60,
        "threads": 1,
    }
    return Fault(kind, 9, (0, 0, 0), (3, 0, 0), "in other words", facts | details)


def solved(prepared: Prepared) -> dict[int, Array]:
    """What a correct kernel leaves behind."""
    outputs = {b.position: b.original.copy() for b in prepared.buffers}
    for region in prepared.regions:
        outputs[region.position][region.index] = region.expected.astype(np.float32)
    return outputs


def run(
    spec: ExerciseSpec,
    index: int,
    accesses: tuple[AccessLine, ...] = (),
    hazards: tuple[Hazard, ...] = (),
    faults: tuple[Fault, ...] = (),
    wrong: int = 0,
    failure: Failure | None = None,
) -> CaseRun:
    """One case, correct but for its first `wrong` elements of C."""
    problem = PROBLEMS[spec.problem]
    prepared = problem.arguments(spec.cases[index], np.random.default_rng(index))
    outputs = solved(prepared)
    outputs[2][prepared.regions[0].index.ravel()[:wrong]] += 0.25
    result = LaunchResult(outputs, accesses, hazards, faults, 0, 0, 0)
    return CaseRun(index, spec.cases[index], prepared, None if failure else result, failure)


def observed(spec: ExerciseSpec, compiled: Program | None = None, **of_first: Any) -> Observations:
    """Every case run; the keyword arguments of `run` belong to case 0."""
    runs = tuple(run(spec, index, **(of_first if index == 0 else {})) for index in range(len(spec.cases)))
    return Observations(compiled or program(), runs)
