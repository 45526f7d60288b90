"""All attacks, in the order of their categories."""

from __future__ import annotations

from tests.attacks.categories import (
    compile_bombs,
    editions,
    endless,
    escapes,
    floods,
    forged_locations,
    front_end,
    manners,
    quizzes,
    recognition,
    results,
    rosters,
    trees,
)
from tests.attacks.model import Attack, Kind

_MODULES = (
    compile_bombs, front_end, endless, floods, forged_locations, escapes, recognition, manners,
    trees, editions, quizzes, results, rosters,
)  # fmt: skip
CORPUS: tuple[Attack, ...] = tuple(attack for module in _MODULES for attack in module.ATTACKS)


def of(*kinds: Kind) -> tuple[Attack, ...]:
    """The attacks of some kinds."""
    return tuple(attack for attack in CORPUS if attack.kind in kinds)
