"""The variants of a kernel that `grader tune` searches: values of its parameters, and the launch that fits them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Any

from grader.course.arithmetic import value_of
from grader.course.models import Launch
from grader.dataclass import dataclass

if TYPE_CHECKING:
    from grader.course.models import ExerciseSpec, TuneSpec

Values = Mapping[str, int]  # of every parameter, in the order of the exercise file


def spelled(values: Values) -> str:
    """`BM = 128, BN = 64`."""
    return ", ".join(f"{name} = {value}" for name, value in values.items())


class NoLaunch(Exception):
    """An expression of the launch gives no whole number of at least `least`. key: which, such as ("block", 0)."""

    def __init__(self, key: tuple[str | int, ...], value: object, least: int) -> None:
        super().__init__(key, value)
        self.key, self.value, self.least = key, value, least


@dataclass(frozen=True)
class Space:
    """variants: those that all rules allow, in the order of the file. refused: how many each rule refused; a variant
    counts for the first rule that does.
    """

    variants: tuple[Values, ...]
    refused: Mapping[str, int]

    @property
    def size(self) -> int:
        """All combinations of values."""
        return len(self.variants) + sum(self.refused.values())


def narrowed(tune: TuneSpec, values: Mapping[str, Sequence[int]]) -> TuneSpec:
    """The same search with other values of some parameters."""
    return replace(tune, parameters=tune.parameters | {name: tuple(given) for name, given in values.items()})


def space_of(tune: TuneSpec) -> Space:
    """All variants. Raises what `value_of` raises for a rule of the file."""
    refused = dict.fromkeys(tune.requires, 0)
    kept = []
    for values in combinations(tune.parameters):
        against = next((rule for rule in tune.requires if not value_of(rule, values)), None)
        if against is None:
            kept.append(values)
        else:
            refused[against] += 1
    return Space(tuple(kept), refused)


def is_allowed(tune: TuneSpec, values: Values) -> bool:
    """Whether all rules are true. Raises what `value_of` raises."""
    return all(value_of(rule, values) for rule in tune.requires)


def combinations(parameters: Mapping[str, Sequence[int]]) -> Iterator[Values]:
    """Every choice of one value for each parameter; the last one varies fastest."""
    for chosen in product(*parameters.values()):
        yield dict(zip(parameters, chosen, strict=True))


def launch_of(spec: ExerciseSpec, tune: TuneSpec, values: Values) -> Launch:
    """The launch of one variant. Raises NoLaunch, and what `value_of` raises."""

    def whole(key: tuple[str | int, ...], amount: int | str, least: int) -> int:
        found = value_of(amount, values) if isinstance(amount, str) else amount
        if isinstance(found, bool) or found != int(found) or found < least:
            raise NoLaunch(key, found, least)
        return int(found)

    own = tune.launch
    changes: dict[str, Any] = {}
    if own.block is not None:
        changes["block"] = tuple(whole(("block", i), amount, 1) for i, amount in enumerate(own.block))
    if own.tile is not None:
        changes |= {"tile": {name: whole(("tile", name), a, 1) for name, a in own.tile.items()}, "grid": None}
    if own.shared is not None:
        changes["shared"] = whole(("shared",), own.shared, 0)
    return replace(spec.launch, **changes)


def variant_of(
    spec: ExerciseSpec, tune: TuneSpec, values: Values, macros: Collection[str] | None = None
) -> ExerciseSpec:
    """The exercise with one variant's launch and macros, and the tuning case as its only case.

    macros: the parameters that are macros of the kernel (None: all); the others have their values in its text.
    """
    defines = {name: text for name, text in spec.compile.defines.items() if name not in tune.parameters}
    given = {name: str(value) for name, value in values.items() if macros is None or name in macros}
    compiled = replace(spec.compile, defines=defines | given)
    return replace(spec, launch=launch_of(spec, tune, values), compile=compiled, cases=(tune.case,))
