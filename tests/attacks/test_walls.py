"""The attacks that need walls most, behind the weaker ones: Landlock, and limits alone."""

from __future__ import annotations

import pytest

from grader.sandbox import landlock
from grader.sandbox.isolation import VARIABLE, Isolation
from tests.attacks.corpus import of
from tests.attacks.model import Attack, Kind
from tests.attacks.playground import Playground
from tests.attacks.test_kernels import graded


@pytest.mark.slow
@pytest.mark.share(3, guard="attacks")
@pytest.mark.parametrize("wall", [Isolation.LANDLOCK, Isolation.LIMITS])
@pytest.mark.parametrize("attack", [a for a in of(Kind.KERNEL) if a.walls], ids=lambda attack: attack.id)
def test_the_verdict_is_the_same_behind_weaker_walls(attack: Attack, wall: Isolation, playground: Playground) -> None:
    if wall is Isolation.LANDLOCK and not landlock.version():
        pytest.skip("no Landlock in this kernel")
    graded(attack, playground, playground.root / "work" / f"{attack.id}-{wall}", **{VARIABLE: wall})
