"""Hostile kernels that a compiler takes, launched on the GPU: it judges alone, without the emulator's limits."""

from __future__ import annotations

import os

import pytest

from grader.sandbox.isolation import VARIABLE
from tests.attacks.corpus import of
from tests.attacks.model import REFUSED, Attack, Kind
from tests.attacks.playground import Playground, make_playground
from tests.attacks.test_kernels import assert_judged, written

# Not those of a machine without a GPU: a context alone is half a gigabyte, each of four tools starts one, all at once,
# and a kernel that hangs is waited for, with the tools and without.
SECONDS, BYTES = 60.0, 6 << 30
_OTHERS = "escapes by path", "forged locations"  # the compiler's business
LAUNCHED = [a for a in of(Kind.KERNEL) if a.expected.fails != REFUSED.fails and a.category not in _OTHERS]


@pytest.fixture(scope="session")
def playground(tmp_path_factory: pytest.TempPathFactory) -> Playground:
    """Nobody changes it: every run is held to that."""
    return make_playground(tmp_path_factory.mktemp("playground"))


@pytest.mark.parametrize("attack", LAUNCHED, ids=lambda attack: attack.id)
def test_a_hostile_kernel_on_the_gpu_gets_its_verdict_and_nothing_else(attack: Attack, playground: Playground) -> None:
    path, out = written(attack, playground.root / "work" / attack.id)
    walls = {VARIABLE: os.environ.get(VARIABLE, "auto")}
    run = playground.run("check", "00/vector_add", "--file", path, "--backend", "cuda", "--json", out,
                         seconds=SECONDS, memory=BYTES, **walls)  # fmt: skip
    assert_judged(attack.on_gpu or attack.expected, run, out)
