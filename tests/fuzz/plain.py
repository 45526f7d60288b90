"""Fuzzing without guidance: each case is a seed of its target, changed; the same number always gives the same cases."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from tests.fuzz.mutations import mutated
from tests.fuzz.targets.target import Target
from tests.fuzz.watch import Finding, limits, run_case


def fuzz(targets: Iterable[Target], cases: int, seed: int) -> tuple[int, list[Finding]]:
    """Run `cases` of each target, as its weight has it: how many there were, and one finding of each sort."""
    found: dict[tuple[str, str, str], Finding] = {}
    ran = 0
    for target in targets:
        seeds = list(target.seeds())
        with limits():
            for number in range(max(1, int(cases * target.weight))):
                draw = Random(f"{seed} {target.name} {number}")
                ran += 1
                data = seeds[number] if number < len(seeds) else mutated(draw.choice(seeds), draw, seeds, target.form)
                if finding := run_case(target, data):
                    found.setdefault(finding.key, finding)
    return ran, list(found.values())
