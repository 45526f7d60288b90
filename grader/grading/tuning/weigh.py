"""Weighs one variant: compiles it, holds it to the limits of a block, runs the tuning case and counts its costs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import prod
from typing import TYPE_CHECKING

from grader.checks.compiler_hints import first_sentence
from grader.checks.correctness import UNSUPPORTED
from grader.checks.fault_words import failure_sentence, fault_sentence, hazard_sentence
from grader.checks.interface import interface_fault
from grader.course.rules import BLOCK_THREADS
from grader.course.values import LocalizedText
from grader.grading.cases import STOPPED, run_cases
from grader.grading.tuning.outcome import Costs, Fate, Weighed
from grader.launch import LaunchResult
from grader.occupancy import limits, occupancy
from grader.problems import PROBLEMS
from grader.texts import say
from grader.toolchain.program import CompileError, Program

if TYPE_CHECKING:
    from grader.checks.base import CaseRun
    from grader.course.models import ExerciseSpec
    from grader.grading.grade import Box

_SHARED_TOO_LARGE = "shared_too_large"  # the compiler's own limit, of static shared memory
_NO_LAUNCH = "launch_configuration"
_LONGEST = 1000  # characters of a reason that are kept


def weigh(spec: ExerciseSpec, text: str, file: str, box: Box) -> Weighed:
    """Weigh a variant. spec: as of `variant_of`, with the tuning case alone; text: its source; file: the name of that.

    Raises ToolchainError.
    """
    threads = prod(spec.block(spec.cases[0]))
    if threads > BLOCK_THREADS:
        return _discarded("threads", threads, lambda lang: say("tune.why_threads", lang, threads=threads))
    options = spec.compile
    try:
        program = box.compile(text, file=file, fmad=options.fmad, defines=options.defines)
    except CompileError as error:
        too_large = any(d.key == _SHARED_TOO_LARGE for d in error.diagnostics)
        fate: Fate = "shared" if too_large else "compile"
        words = lambda lang, error=error: _compiler_says(error, lang)  # noqa: E731
        return _discarded(fate, threads, words, _place_of(error))
    except tuple(STOPPED) as stopped:
        kind = STOPPED[type(stopped)]
        return _discarded("stopped", threads, lambda lang: say(f"compile.{kind}", lang), f"compiler {kind}")
    if (fault := interface_fault(program, spec)) is not None:
        said = f"checks.compiles.{fault.key}"
        return _discarded("compile", threads, lambda lang: say(said, lang, **fault.parameters), fault.key)
    return _run(spec, _held_to_limits(spec, program, threads), text, box)


def _held_to_limits(spec: ExerciseSpec, program: Program, threads: int) -> Weighed:
    """The variant as compiled: its resources and its room on a multiprocessor, and which limit it breaks, if any."""
    used, arch = program.kernels[spec.kernel], program.arch
    shared = used.shared_bytes + spec.launch.shared
    room = occupancy(arch, threads, used.registers, shared, used.barriers)
    local = max(used.local_bytes, used.spill_bytes)
    found = Weighed(fate="counted", threads=threads, registers=used.registers, shared_bytes=shared, local_bytes=local,
                    blocks=room.blocks, warps=room.warps, limited_by=room.limited_by)  # fmt: skip
    most = limits(arch).shared_per_block
    if shared > most:
        return _because(found, "shared", lambda lang: say("tune.why_shared", lang, bytes=shared, most=most))
    if local:
        facts = {"bytes": local, "registers": used.registers}
        return _because(found, "spills", lambda lang: say("tune.why_spills", lang, **facts))
    if not room.blocks:
        facts = {"registers": used.registers, "threads": threads}
        return _because(found, "registers", lambda lang: say("tune.why_registers", lang, **facts))
    return found


def _run(spec: ExerciseSpec, compiled: Weighed, text: str, box: Box) -> Weighed:
    """The variant after its launch, unless it was discarded before."""
    if compiled.fate != "counted":
        return compiled
    (run,) = run_cases(spec, box.launch, source=text, wishes={0: {"counted", "executed"}})
    if run.failure is not None:
        failure = run.failure
        return _because(compiled, "stopped", lambda lang: failure_sentence(failure, lang), str(failure.kind))
    assert run.result is not None
    if run.result.faults:
        return _faulty(compiled, run, run.result)
    if not _is_right(spec, run, run.result):
        return _because(compiled, "wrong", lambda lang: say("tune.why_wrong", lang))
    if errors := [hazard for hazard in run.result.hazards if hazard.severity == "error"]:
        return _because(compiled, "hazard", lambda lang: hazard_sentence(errors[0], lang), errors[0].kind)
    return replace(compiled, costs=_costs(run.result))


def _faulty(compiled: Weighed, run: CaseRun, result: LaunchResult) -> Weighed:
    first = result.faults[0]
    fates: dict[str, Fate] = {_NO_LAUNCH: "launch", UNSUPPORTED: "stopped"}
    kind = " ".join([first.kind, *(str(first.details[key]) for key in ("operation", "space") if key in first.details)])
    return _because(compiled, fates.get(first.kind, "fault"), lambda lang: fault_sentence(first, run, lang), kind)


def _is_right(spec: ExerciseSpec, run: CaseRun, result: LaunchResult) -> bool:
    family = PROBLEMS[spec.problem]
    assert run.prepared is not None
    return family.judge(run.prepared, family.arranged(run.prepared, result.outputs)).passed


def _costs(result: LaunchResult) -> Costs:
    shared, far = result.total("shared"), result.total("global")
    return Costs(
        ffma=sum(row.inst_executed for row in result.executed if row.opcode == "FFMA"),
        instructions=sum(row.inst_executed for row in result.executed),
        wavefronts=shared.cost, excess=shared.excess, sectors=far.cost, exact=shared.exact and far.exact,
    )  # fmt: skip


def _compiler_says(error: CompileError, lang: str) -> str:
    first = next((d for d in error.diagnostics if d.severity == "error"), None)
    said = first_sentence(error, lang)
    return said if first is None or first.line is None else say("tune.why_at_line", lang, line=first.line, what=said)


def _place_of(error: CompileError) -> str | None:
    """What tells one error from another in all variants: their lines are the same."""
    first = next((d for d in error.diagnostics if d.severity == "error"), None)
    return None if first is None else first.key or (f"line {first.line}" if first.line else None)


def _discarded(fate: Fate, threads: int, words: Callable[[str], str], kind: str | None = None) -> Weighed:
    return _because(Weighed(fate=fate, threads=threads), fate, words, kind)


def _because(found: Weighed, fate: Fate, words: Callable[[str], str], kind: str | None = None) -> Weighed:
    told = {lang: words(lang)[:_LONGEST] or "-" for lang in ("ko", "en")}
    return replace(found, fate=fate, why=LocalizedText(**told), kind=kind)
