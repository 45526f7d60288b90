"""Rules for the `tune` part of an exercise file: every expression can be read, and gives what is wanted of it."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from grader.course.arithmetic import NotArithmetic, names_in, value_of
from grader.course.models import ExerciseSpec, TuneSpec
from grader.course.schema import KEY
from grader.course.tune_space import NoLaunch, Values, combinations, launch_of, space_of, spelled
from grader.course.values import Breach

MOST_VARIANTS = 4096
_AT = ("tune",)

Place = tuple[str | int, ...]


def tune_breaches(spec: ExerciseSpec, tune: TuneSpec) -> Iterator[Breach]:
    """Every broken rule, with its place in the file."""
    count = prod(map(len, tune.parameters.values()))
    if count > MOST_VARIANTS:
        yield (*_AT, "parameters"), "tune_variants", {"count": count, "most": MOST_VARIANTS}
        return
    broken = [*_twice(tune), *_unreadable(tune), *_strange_tiles(spec, tune)]
    yield from broken
    if not broken:
        yield from _values(spec, tune)


def _twice(tune: TuneSpec) -> Iterator[Breach]:
    for name, values in tune.parameters.items():
        if len(set(values)) < len(values):
            yield (*_AT, "parameters", name), "tune_value_twice", {"name": name}


def _unreadable(tune: TuneSpec) -> Iterator[Breach]:
    """Expressions that are no arithmetic over the parameters."""
    for place, text in _expressions(tune):
        try:
            strangers = names_in(text) - tune.parameters.keys()
        except NotArithmetic as reason:
            yield (*_AT, *place), "tune_expression", {"text": text, "reason": reason}
            continue
        if strangers:
            yield (*_AT, *place), "tune_stranger", {"name": min(strangers), "known": ", ".join(tune.parameters)}


def _expressions(tune: TuneSpec) -> Iterator[tuple[Place, str]]:
    """Every expression with its place below `tune`."""
    yield from ((("requires", i), text) for i, text in enumerate(tune.requires))
    launch = tune.launch
    amounts: list[tuple[Place, int | str | None]] = [
        *((("block", i), amount) for i, amount in enumerate(launch.block or ())),
        *((("tile", name), amount) for name, amount in (launch.tile or {}).items()),
        (("shared",), launch.shared),
    ]
    yield from ((("launch", *place), amount) for place, amount in amounts if isinstance(amount, str))


def _strange_tiles(spec: ExerciseSpec, tune: TuneSpec) -> Iterator[Breach]:
    known = tune.case.dimensions()
    for name in tune.launch.tile or ():
        if name not in known:
            where = (*_AT, "launch", "tile", name, KEY)
            yield where, "unknown_dimension", {"name": name, "known": ", ".join(known)}
    if not (tune.launch.tile or tune.case.grid or spec.launch.grid or spec.launch.tile):
        yield (*_AT, "case"), "no_grid", {}


def _values(spec: ExerciseSpec, tune: TuneSpec) -> Iterator[Breach]:
    """Rules and launches that give no value, or a wrong one, for some variant."""
    if breach := next(filter(None, (_no_truth(tune, values) for values in combinations(tune.parameters))), None):
        yield breach
        return
    variants = space_of(tune).variants
    if not variants:
        yield (*_AT, "requires"), "tune_nothing_left", {}
    for values in variants:
        try:
            launch_of(spec, tune, values)
        except NoLaunch as no:
            where = (*_AT, "launch", *no.key)
            yield where, "tune_launch", {"variant": spelled(values), "value": no.value, "least": no.least}
            return
        except ArithmeticError:  # a division by zero, or one whose result no float can hold
            yield (*_AT, "launch"), "tune_zero", {"variant": spelled(values)}
            return


def _no_truth(tune: TuneSpec, values: Values) -> Breach | None:
    """The breach of the first rule that is neither true nor false here; rules behind one that is false do not count."""
    for index, rule in enumerate(tune.requires):
        place = (*_AT, "requires", index)
        try:
            found = value_of(rule, values)
        except ArithmeticError:  # a division by zero, or one whose result no float can hold
            return place, "tune_zero", {"variant": spelled(values)}
        if not isinstance(found, bool):
            return place, "tune_no_truth", {"text": rule, "value": found}
        if not found:
            return None
    return None
