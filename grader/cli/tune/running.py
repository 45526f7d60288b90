"""The search of `grader tune` as it runs: its progress, what Ctrl-C leaves, and the GPU where there is one."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn

from grader.cli.output import passing_bar
from grader.cuda.availability import Unavailable, has_driver
from grader.failure import Interrupted
from grader.grading.devices import GradeOn
from grader.grading.tuning.race import bulk_of, device_of
from grader.grading.tuning.search import Found, Subject, Variant, by_speed, race_all, weigh_all
from grader.sandbox.fork_server import warm_sessions
from grader.sandbox.gpu_session import GpuSession
from grader.sandbox.session import SandboxError
from grader.texts import say
from grader.toolchain.program import ToolchainError

if TYPE_CHECKING:
    from grader.course.tune_space import Space
    from grader.grading.grade import Open
    from grader.grading.tuning.kept import Shelf

_COMPILER_SECONDS = 30.0  # of processor time, for one variant: large thread tiles take the compiler several
_GPU_SECONDS = 3600.0  # for all timings of a search


def weighed(
    subject: Subject, space: Space, head: Open | None, shelf: Shelf, jobs: int, lang: str
) -> tuple[Variant, ...]:  # fmt: skip
    """All variants with what compiler and emulator say of them, in the order of the space. Raises Interrupted."""
    steps = weigh_all(subject, space.variants, head or _roomy_sessions(), shelf, jobs)
    done = _done(steps, len(space.variants), "tune.counting", lang)
    order = {tuple(values.values()): number for number, values in enumerate(space.variants)}
    return tuple(sorted(done, key=lambda variant: order[tuple(variant.values.values())]))


def timed(found: Found, backend: GradeOn, shelf: Shelf, lang: str) -> tuple[Found, str]:
    """The result with the short list timed, if there is a GPU, and else a sentence that says why it is not.

    Raises Interrupted; where the GPU was asked for also Unavailable, ToolchainError and SandboxError.
    """
    if backend is GradeOn.emulated or not found.short:
        return found, say("tune.not_asked", lang) if found.short else ""
    bulk = bulk_of(found.subject.spec, found.size)
    if bulk is None:
        return found, say("tune.never_timed", lang)
    if backend is GradeOn.auto and not has_driver():
        return found, say("tune.no_gpu", lang)
    try:
        with GpuSession(time_limit=_GPU_SECONDS) as gpu:
            facts, _ = gpu.facts()
            steps = race_all(found.subject, found.short, found.size, bulk, gpu, shelf, device_of(gpu))
            done = _done(steps, len(found.short), "tune.timing", lang)
    except Unavailable as reason:
        if backend is GradeOn.cuda:
            raise
        return found, say("tune.no_gpu_because", lang, reason=say(f"cli.gpu_{reason.key}", lang, detail=reason.detail))
    except (ToolchainError, SandboxError) as broken:  # the short list stands without it
        if backend is GradeOn.cuda:
            raise
        return found, say("tune.no_gpu_because", lang, reason=broken)
    known = {variant.name: variant for variant in done}
    variants = tuple(known.get(variant.name, variant) for variant in found.variants)
    short = tuple(by_speed(done))
    return replace(found, variants=variants, short=short, gpu=facts.name, library=bulk.library), ""


def _roomy_sessions() -> Open:
    """Opens warm sessions in which the compiler has time for large variants."""
    pool = warm_sessions()
    return lambda: pool(time_limit=_COMPILER_SECONDS)


def _done(steps: Generator[Variant], count: int, what: str, lang: str) -> list[Variant]:
    """All that the iterator gives, with a bar on stderr. Raises Interrupted on Ctrl-C, when what is done is kept."""
    done: list[Variant] = []
    try:
        with closing(steps):
            for variant in _with_bar(steps, count, say(what, lang)):
                done.append(variant)
    except KeyboardInterrupt:
        raise Interrupted("tune.interrupted", done=len(done), count=count) from None
    return done


def _with_bar(steps: Iterable[Variant], count: int, words: str) -> Iterator[Variant]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with passing_bar(*columns) as bar:
        task = bar.add_task(words, total=count)
        for variant in steps:
            bar.advance(task)
            yield variant
