"""The search: all variants weighed, several at once, then the best of them timed; what is known is not done again."""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor, as_completed
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from grader.course.tune_space import Space, Values, spelled, variant_of
from grader.dataclass import dataclass
from grader.grading.grade import EMULATOR
from grader.grading.tuning import model
from grader.grading.tuning.kept import Shelf, digest
from grader.grading.tuning.outcome import Raced, Weighed
from grader.grading.tuning.parameters import Tunable
from grader.grading.tuning.weigh import weigh

if TYPE_CHECKING:
    from grader.course.models import Case, ExerciseSpec, TuneSpec
    from grader.grading.gpu_observation import GpuBox
    from grader.grading.grade import Box, Open
    from grader.problems.bulk import Bulk


@dataclass(frozen=True)
class Subject:
    """What is tuned: an exercise, its `tune` part, and the kernel with its parameters. file: its name in messages."""

    spec: ExerciseSpec
    tune: TuneSpec
    kernel: Tunable
    file: str

    def variant(self, values: Values) -> ExerciseSpec:
        """The exercise with one variant's launch and macros."""
        return variant_of(self.spec, self.tune, values, self.kernel.macros)

    def is_own(self, values: Values) -> bool:
        """Whether a check of the file would be one of this variant."""
        given = {name: text for name, text in self.spec.compile.defines.items() if name in self.kernel.macros}
        own = {name: str(value) for name, value in self.kernel.own.items()} | given
        return all(own.get(name) == str(value) for name, value in values.items())


@dataclass(frozen=True)
class Variant:
    """One choice of values with all that is known of it. own: these are the values in the file. kept: it was weighed in
    an earlier search.
    """

    values: Values
    weighed: Weighed
    raced: Raced | None = None
    own: bool = False
    kept: bool = False

    @property
    def name(self) -> str:
        """`BM = 128, BN = 64`."""
        return spelled(self.values)


@dataclass(frozen=True)
class Found:
    """The result of a search. variants: all that the rules allow. short: as of `short_list`, in the order of their
    speed if they were timed.

    size: that of the timed launches. gpu: that timed them, with the routine `library` beside them; None if none did.
    """

    subject: Subject
    space: Space
    variants: tuple[Variant, ...]
    short: tuple[Variant, ...]
    size: Case
    gpu: str | None = None
    library: str | None = None

    @property
    def counted(self) -> int:
        """Number of variants that were not discarded."""
        return sum(variant.weighed.costs is not None for variant in self.variants)

    @property
    def own(self) -> Variant | None:
        """The variant of the file."""
        return next((variant for variant in self.variants if variant.own), None)


def short_list(variants: Iterable[Variant], top: int) -> tuple[Variant, ...]:
    """At most `top` variants in the order of the model, and that of the file if it was counted.

    First choice have those that no other beats both in the bound and in warps on a multiprocessor: the model cannot
    tell what waiting costs, which more warps hide. The best of the others follow.
    """
    order = ranked(variants)
    unbeaten: list[Variant] = []
    for variant in order:
        if all(_warps(variant) > _warps(better) for better in unbeaten):
            unbeaten.append(variant)
    wanted = [*unbeaten, *(variant for variant in order if variant not in unbeaten)][:top]
    return tuple(variant for variant in order if variant in wanted or variant.own)


def _warps(variant: Variant) -> int:
    return variant.weighed.warps or 0


def weigh_all(
    subject: Subject, variants: Sequence[Values], open_box: Open, shelf: Shelf, jobs: int
) -> Generator[Variant]:  # fmt: skip
    """Weigh variants, `jobs` at once, in the order in which they are done; those that are kept come first.

    Leaving the iteration early ends what is under way. Raises ToolchainError.
    """
    names = [digest(subject.variant(v), subject.kernel.with_values(v), subject.tune.case, EMULATOR) for v in variants]
    missing: list[tuple[Values, str]] = []
    for values, name in zip(variants, names, strict=True):
        known = shelf.take(Weighed, name)
        if known is None:
            missing.append((values, name))
        else:
            yield replace(_variant(subject, values, known), kept=True)
    boxes = _Boxes(open_box)
    with ThreadPoolExecutor(jobs) as pool:
        running = {pool.submit(_weighed, subject, values, boxes): (values, name) for values, name in missing}
        try:
            for done in as_completed(running):
                values, name = running[done]
                found = done.result()
                if found.fate != "stopped":  # another time it may come to its end
                    shelf.put(name, found)
                yield _variant(subject, values, found)
        finally:  # after Ctrl-C nothing may wait for a compiler
            pool.shutdown(wait=False, cancel_futures=True)
            boxes.close()


def _weighed(subject: Subject, values: Values, boxes: _Boxes) -> Weighed:
    with boxes.one() as box:
        return weigh(subject.variant(values), subject.kernel.with_values(values), subject.file, box)


def _variant(subject: Subject, values: Values, weighed: Weighed) -> Variant:
    return Variant(values, weighed, own=subject.is_own(values))


def ranked(variants: Iterable[Variant]) -> list[Variant]:
    """The variants that were counted, the best by the model first."""
    counted = [(v.weighed.costs, v) for v in variants if v.weighed.costs is not None]
    return [v for _, v in sorted(counted, key=lambda pair: (model.rank(pair[0]), tuple(pair[1].values.values())))]


def by_speed(variants: Iterable[Variant]) -> list[Variant]:
    """The variants with a time, the fastest first, then the others in the order given."""
    given = list(variants)
    timed = [v for v in given if v.raced is not None and v.raced.why is None]
    return [*sorted(timed, key=lambda v: -v.raced.ratio if v.raced else 0.0), *(v for v in given if v not in timed)]


def race_all(
    subject: Subject, variants: Sequence[Variant], size: Case, bulk: Bulk, gpu: GpuBox, shelf: Shelf, device: str
) -> Generator[Variant]:  # fmt: skip
    """Time variants, one after the other, on one GPU; those that are kept for it are not timed again.

    device: as of `race.device_of`. Raises Unavailable, ToolchainError.
    """
    from grader.grading.tuning.race import race

    for variant in variants:
        spec, text = subject.variant(variant.values), subject.kernel.with_values(variant.values)
        name = digest(spec, text, size, device)
        raced = shelf.take(Raced, name)
        if raced is None:
            raced = race(spec, text, subject.file, size, bulk, gpu)
            if raced is not None and not raced.doubtful:
                shelf.put(name, raced)
        yield replace(variant, raced=raced)


class _Boxes:
    """Opens sandboxes, and can end those that are open from another thread."""

    def __init__(self, open_box: Callable[[], AbstractContextManager[Box]]) -> None:
        self._open_box = open_box
        self._lock = threading.Lock()
        self._open: dict[int, AbstractContextManager[Box]] = {}  # by identity
        self._closed = False

    @contextmanager
    def one(self) -> Iterator[Box]:
        """A sandbox, ended with the block. Raises CancelledError after `close`."""
        with self._lock:
            if self._closed:
                raise CancelledError
            box = self._open_box()
            self._open[id(box)] = box
        try:
            with box as entered:
                yield entered
        finally:
            self._open.pop(id(box), None)

    def close(self) -> None:
        """End every sandbox that is open, and open no other."""
        with self._lock:
            self._closed = True
            left = list(self._open.values())
        for box in left:
            box.__exit__(None, None, None)
