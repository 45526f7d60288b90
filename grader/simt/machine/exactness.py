"""Which counts of a launch hang on the order of its threads.

Nothing orders the warps between two barriers, nor the blocks. A count is exact if no address depends on the order, and
if a second run, in which the last come first, counts the same.

Where paths of a warp become one while they wait, two counters of an H200 differ: when they do hangs on code that Nsight
Compute adds. Then nothing is known for certain about the number of executions, but for the costs of memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import prod

from grader.dataclass import dataclass
from grader.simt.counters import Counter
from grader.simt.machine.blocks import End
from grader.simt.machine.graph import reached
from grader.simt.machine.order import (
    Dependence,
    allocates,
    calls_itself,
    decided_blocks,
    is_atomic,
    is_decided_by_others,
)
from grader.simt.machine.origins import Origins
from grader.simt.machine.state import MachineState
from grader.simt.patterns import WARP

_MORE_STEPS = 64  # that another order may take, of those of the first


@dataclass(frozen=True)
class Uncertain:
    """sites: of accesses, as Counter.site; blocks: basic blocks. None: all."""

    sites: frozenset[int] | None = frozenset()
    blocks: frozenset[int] | None = frozenset()

    def has_site(self, site: int) -> bool:
        """Whether the costs of an access are uncertain."""
        return self.sites is None or site in self.sites

    def has_block(self, block: int) -> bool:
        """Whether it is uncertain how often a block was executed."""
        return self.blocks is None or block in self.blocks


def uncertain(state: MachineState, origins: Callable[[], Mapping[int, Origins]], doubtful: bool, colliding: bool,
              in_another_order: Callable[[int], MachineState | None]) -> Uncertain:  # fmt: skip
    """What is uncertain in a launch that ended. origins: of the addresses of accesses. doubtful: its threads race.

    colliding: lanes of one store do; in the other order another one wins, but it may have drawn the same number there.
    in_another_order: runs it again, up to a number of steps; None: that did not end well.
    """
    code = state.lowering.code
    ran = {start: state.lowering.blocks[start] for start in state.tally.blocks}
    executions = None if state.tally.joined else frozenset[int]()
    if calls_itself(code, ran):  # each lane returns on its own
        return Uncertain(None, None)
    alone = {start for start, count in state.tally.blocks.items() if count.threads == 1}  # with nobody to come first
    together = (b for start, b in ran.items() if start not in alone)
    decided = any(is_decided_by_others(step.instruction) for b in together for step in b.steps)
    retries = _retries(state)
    executions = None if executions is None else retries
    certain = alone if prod(state.grid) * prod(state.block) <= WARP else set[int]()
    waits = frozenset(address + 1 for start, wait in state.analysis.waits.items() for address in wait.reads
                      if start not in certain or not is_atomic(state.lowering.code.at(address)))  # fmt: skip
    behind = reached(state.analysis.ways, state.tally.apart)
    waits |= {step.instruction.address + 1 for start in behind for step in state.lowering.blocks[start].steps}
    if not decided and not doubtful and not state.analysis.waits and not allocates(code):
        return Uncertain(waits, executions)
    other = in_another_order(state.tally.steps * _MORE_STEPS)
    if other is None:
        return Uncertain(None, None)
    ours, theirs = _costs(state), _costs(other)
    sites = {site for site, _ in ours.items() ^ theirs.items()}
    blocks = {at for at, _ in _executions(state) ^ _executions(other)}
    if colliding and not Dependence(code, state.lowering.blocks, origins(), alone, branches=True).blocks <= ran.keys():
        return Uncertain(None, None)
    found = Dependence(code, ran, origins(), alone, branches=bool(sites or blocks or colliding))
    doubted = None if executions is None else frozenset(blocks | found.blocks | retries)
    return Uncertain(frozenset(sites | waits | {address + 1 for address in found.accesses}), doubted)


def _retries(state: MachineState) -> frozenset[int]:
    """What runs as often as a thread looks at an mbarrier: the hardware lets it wait for some time only. Where lanes of
    a warp have parted, they may then not meet again, as seen on an H100: all that comes behind is uncertain, too."""
    blocks = state.lowering.blocks
    waits = [start for start in state.tally.blocks if blocks[start].end is End.PHASE]
    if not waits:
        return frozenset()
    decided, found = decided_blocks(state.analysis.ways), set(waits)
    for start in waits:
        following = blocks[start].following
        found |= {following} | decided.get(following, set())
    return frozenset(found | reached(state.analysis.ways, state.tally.apart))


def _executions(state: MachineState) -> set[tuple[int, int]]:
    return {(at, count.warps) for at, count in state.tally.blocks.items()}


def _costs(state: MachineState) -> dict[int, tuple[tuple[str, int, int, int], ...]]:
    found: dict[int, list[tuple[str, int, int, int]]] = {}
    for c in state.counters.counters:
        found.setdefault(c.site, []).append((c.space, c.requests, c.cost, c.ideal))
    return {site: tuple(sorted(rows)) for site, rows in found.items()}


def mark(counters: Iterable[Counter], found: Uncertain) -> None:
    """Costs that are uncertain are no longer exact."""
    for counter in counters:
        if found.has_site(counter.site):
            counter.exact, counter.upper = False, None
