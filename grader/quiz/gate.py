"""Which modules are open: computed from attempts and finished exercises, never stored."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction

from grader.course.catalog import Course, Exercise, Module
from grader.dataclass import dataclass
from grader.quiz.attempts import Attempt

ENOUGH_FAILURES = 3  # from here on, a worked example and easier practice are offered

Handed = Callable[[str], Sequence[Attempt]]  # (number of a module) -> its graded attempts
Done = Callable[[Exercise], bool]


@dataclass(frozen=True)
class ModuleState:
    """A student's standing with a module.

    best: highest share of the quiz's points, None before the first attempt was handed in. failures: attempts below the
    gate's share. undone: unfinished exercises that its gate requires. passed: whether its gate is passed. locked_by:
    earlier checkpoints that keep it closed; advised: those that only advise. placed: its quiz was passed in a placement
    run.
    """

    module: Module
    best: Fraction | None
    failures: int
    undone: tuple[Exercise, ...]
    passed: bool
    locked_by: tuple[Module, ...] = ()
    advised: tuple[Module, ...] = ()
    placed: bool = False

    @property
    def struggling(self) -> bool:
        """Whether it is time for a worked example."""
        return not self.passed and self.failures >= ENOUGH_FAILURES


def states(course: Course, handed: Handed, done: Done) -> tuple[ModuleState, ...]:
    """The state of every module in course order."""
    found: dict[str, ModuleState] = {}
    for module in course.modules:
        own = _own(module, handed(module.number), done)
        closed = [found[name].module for name in before(course, module) if _closed(found[name])]
        locking = tuple(other for other in closed if other.gate.mode == "enforce")
        advising = tuple(other for other in closed if other.gate.mode != "enforce")
        found[module.name] = replace(own, locked_by=locking, advised=advising)
    return tuple(found.values())


def before(course: Course, module: Module) -> tuple[str, ...]:
    """The names of all modules that must come first: those it requires, by default the one before it."""
    names = [other.name for other in course.modules]
    place = names.index(module.name)
    direct = [other.name for other in course.required_by(module)] or names[max(0, place - 1) : place]
    wanted = set(direct)
    for other in reversed(course.modules[:place]):
        if other.name in wanted:
            wanted.update(before(course, other))
    return tuple(name for name in names if name in wanted)


def _closed(state: ModuleState) -> bool:
    return state.module.spec.checkpoint and not state.passed


def _own(module: Module, attempts: Sequence[Attempt], done: Done) -> ModuleState:
    wanted = Fraction(repr(module.gate.share))
    ended = [attempt for attempt in attempts if attempt.handed_in and attempt.kind != "practice"]
    enough = [attempt for attempt in ended if attempt.share >= wanted]
    by_placement = any(attempt.kind == "placement" for attempt in enough)
    asked = module.exercises if module.gate.exercises == "all" and not by_placement else ()
    undone = tuple(exercise for exercise in asked if not done(exercise))
    best = max((attempt.share for attempt in ended), default=None)
    passed = bool(enough) and not undone
    return ModuleState(module, best, len(ended) - len(enough), undone, passed, placed=by_placement)
