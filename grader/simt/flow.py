"""Analyses of a kernel's control flow: live registers, and the order in which diverged lanes run."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Sequence
from heapq import heappop, heappush

from grader.simt.kernel import Block, definitions_and_uses

_MOST_BLOCKS = 1500  # for analyses that follow paths block by block


def liveness(blocks: list[Block]) -> None:
    """Set the registers that are live at blocks' entries and exits. A call leads to its function and what follows."""
    uses: list[set[str]] = []
    defines: list[set[str]] = []
    for block in blocks:
        used: set[str] = set()
        defined: set[str] = set()
        for instruction in [*block.instructions, *([block.last] if block.last else [])]:
            writes, reads = definitions_and_uses(instruction)
            used |= {r for r in reads if r not in defined}
            defined |= set(writes)
        uses.append(used)
        defines.append(defined)
    live_in = [set(u) for u in uses]
    changed = True
    while changed:
        changed = False
        for i in range(len(blocks) - 1, -1, -1):
            block = blocks[i]
            after = block.next if block.callee is None else (*block.next, block.callee)
            out: set[str] = set().union(*(live_in[s] for s in after)) if after else set(block.results)
            new = uses[i] | (out - defines[i])
            if new != live_in[i]:
                live_in[i] = new
                changed = True
            blocks[i].live_out = frozenset(out)
    for i, block in enumerate(blocks):
        block.live_in = frozenset(live_in[i])


def priorities(blocks: list[Block]) -> tuple[list[int], bool]:
    """Scheduling order, and whether it makes lanes reconverge wherever possible.

    Blocks come before their successors, and whole divergent regions before the block where their paths meet; otherwise
    in program order. If that is impossible (a jump into a loop), in reverse post-order.
    """
    order = list(range(len(blocks)))
    dominators = Dominators(blocks)
    ways = [(b.index, s) for b in blocks if b.index in dominators for s in b.next]
    onward = [(before, after) for before, after in ways if not dominators.over(after, before)]
    if _reconverges(blocks) and all(before < after for before, after in onward):
        return order, True
    found = _meeting_last(blocks, onward)
    finished = found or list(reversed(_postorder([block.next for block in blocks], 0)))
    rank = {node: i for i, node in enumerate(finished)}
    return [rank.get(i, len(blocks)) for i in order], found is not None


def _meeting_last(blocks: list[Block], onward: list[tuple[int, int]]) -> list[int] | None:
    """An order that respects these pairs, with every divergent region before the block where its paths meet; None if
    there is none, or too many blocks to search."""
    if len(blocks) > _MOST_BLOCKS:
        return None
    ahead: list[set[int]] = [set() for _ in blocks]
    for before, after in onward:
        ahead[after].add(before)
    for block, stop in zip(blocks, immediate_post_dominators(blocks), strict=True):
        if stop is not None and len(block.next) > 1:
            ahead[stop] |= influenced(blocks, stop, block.index) | {block.index}
    waiting = [len(each) for each in ahead]
    following = turned([sorted(each) for each in ahead], len(blocks))
    free = [i for i, count in enumerate(waiting) if count == 0]
    order: list[int] = []
    while free:
        order.append(node := heappop(free))
        for s in following[node]:
            waiting[s] -= 1
            if waiting[s] == 0:
                heappush(free, s)
    return order if len(order) == len(blocks) else None


def crossings(blocks: list[Block]) -> dict[int, Collection[int]]:
    """For every branch, the blocks reachable on two of its paths before the block where all of them meet.

    Structured code has none, unlike a jump into the middle of another branch, or out of a loop to its own exit. With
    too many blocks to analyse: all of them.
    """
    if len(blocks) > _MOST_BLOCKS:
        return dict.fromkeys((b.index for b in blocks if len(b.next) > 1), range(len(blocks)))
    found: dict[int, Collection[int]] = {}
    for block, stop in zip(blocks, immediate_post_dominators(blocks), strict=True):
        if len(block.next) < 2 or not block.is_source_branch:
            continue
        twice: set[int] = set()
        once: set[int] = set()
        for start in dict.fromkeys(block.next):
            way = _reached([start], {stop}, lambda b: blocks[b].next)
            twice |= once & way
            once |= way
        if twice:
            found[block.index] = twice
    return found


def _reconverges(blocks: list[Block]) -> bool:
    """Whether every divergent region is before its immediate post-dominator in program order.

    highest: the last block that each branch can reach before its paths meet. A region is traversed from meeting point
    to meeting point.
    """
    meeting = immediate_post_dominators(blocks)
    highest = [-1] * len(blocks)
    changed = True
    while changed:
        changed = False
        for block in reversed(blocks):
            stop, top = meeting[block.index], highest[block.index]
            for node in block.next if len(block.next) > 1 or stop is None else ():
                at: int | None = node
                while at is not None and at != stop:
                    top = max(top, at, highest[at])
                    at = meeting[at]
            if top > highest[block.index]:
                highest[block.index], changed = top, True
    return all(stop is None or highest[i] < stop for i, stop in enumerate(meeting))


def immediate_post_dominators(blocks: list[Block]) -> list[int | None]:
    """For every block, the first block on all its paths to an exit; None without one."""
    end = len(blocks)  # a common exit
    after: list[Sequence[int]] = [block.next or (end,) for block in blocks]
    found = dominance([*after, ()], turned(after, end + 1), end)
    return [None if found.get(i, end) == end else found[i] for i in range(end)]


class Dominators:
    """The dominators of every block; an unreachable block has only itself.

    Blocks are numbered in preorder of the dominator tree, so those that a block dominates follow it directly.
    """

    def __init__(self, blocks: list[Block]) -> None:
        after: list[Sequence[int]] = [block.next for block in blocks]
        below: dict[int, list[int]] = defaultdict(list)
        for node, parent in dominance(turned(after, len(blocks)), after, 0).items():
            if node != parent:
                below[parent].append(node)
        self._number: dict[int, int] = {}
        self._last: dict[int, int] = {}
        stack = [(0, False)]
        while stack:
            node, done = stack.pop()
            if done:
                self._last[node] = len(self._number) - 1
                continue
            self._number[node] = len(self._number)
            stack += [(node, True), *((child, False) for child in below[node])]

    def __contains__(self, block: int) -> bool:
        """Whether the block is reachable."""
        return block in self._number

    def over(self, first: int, block: int) -> bool:
        """Whether all paths to a block pass through `first`."""
        if first not in self or block not in self:
            return first == block
        return self._number[first] <= self._number[block] <= self._last[first]


def loops(blocks: list[Block]) -> list[frozenset[int]]:
    """The blocks of every natural loop; loops with one header are one."""
    dominators = Dominators(blocks)
    before = turned([block.next for block in blocks], len(blocks))
    bodies: dict[int, set[int]] = {}
    for block in blocks:
        for header in block.next:
            if block.index in dominators and dominators.over(header, block.index):
                bodies.setdefault(header, {header}).update(_reached([block.index], {header}, lambda b: before[b]))
    return [frozenset(body) for body in bodies.values()]


def between(blocks: list[Block], first: int, last: int) -> set[int]:
    """Blocks on paths from the end of `first` to the start of `last` that pass through neither."""
    before = turned([block.next for block in blocks], len(blocks))
    ahead = _reached(blocks[first].next, {first, last}, lambda b: blocks[b].next)
    return ahead & _reached(before[last], {first, last}, lambda b: before[b])


def after_calls(blocks: list[Block]) -> set[int]:
    """The blocks of functions that are not inlined, and all that may run after a call of one."""
    return reached(blocks, [s for b in blocks if b.callee is not None for s in (*b.next, b.callee)])


def reached(blocks: list[Block], starts: Sequence[int]) -> set[int]:
    """Blocks reachable from these, themselves included."""
    return _reached(starts, (), lambda b: blocks[b].next)


def influenced(blocks: list[Block], meeting: int | None, branch: int) -> set[int]:
    """Blocks whose execution depends on a branch: all before the block where its paths meet."""
    return _reached(blocks[branch].next, {meeting}, lambda b: blocks[b].next)


def turned(after: Sequence[Sequence[int]], size: int) -> list[list[int]]:
    """The graph with all edges reversed."""
    before: list[list[int]] = [[] for _ in range(size)]
    for i, successors in enumerate(after):
        for s in successors:
            before[s].append(i)
    return before


def _reached(start: Sequence[int], stop: Collection[int | None], following: Callable[[int], Sequence[int]]) -> set[int]:
    seen: set[int] = set()
    stack = list(start)
    while stack:
        node = stack.pop()
        if node not in seen and node not in stop:
            seen.add(node)
            stack += following(node)
    return seen


def dominance(incoming: Sequence[Sequence[int]], outgoing: Sequence[Sequence[int]], root: int) -> dict[int, int]:
    """The immediate dominator of every node reachable from the root; the root's is the root.

    Cooper, Harvey and Kennedy, "A simple, fast dominance algorithm".
    """
    finished = _postorder(outgoing, root)
    rank = {node: i for i, node in enumerate(finished)}
    found: dict[int, int] = {root: root}
    changed = True
    while changed:
        changed = False
        for node in reversed(finished[:-1]):
            common: int | None = None
            for s in incoming[node]:
                if s in found:
                    common = s if common is None else _meet(s, common, found, rank)
            if common is not None and found.get(node) != common:
                found[node], changed = common, True
    return found


def _meet(a: int, b: int, found: dict[int, int], rank: dict[int, int]) -> int:
    while a != b:
        while rank[a] < rank[b]:
            a = found[a]
        while rank[b] < rank[a]:
            b = found[b]
    return a


def _postorder(following: Sequence[Sequence[int]], start: int) -> list[int]:
    """The nodes reachable from `start` in postorder."""
    finished: list[int] = []
    seen = {start}
    stack = [(start, 0)]
    while stack:
        node, child = stack.pop()
        if child < len(following[node]):
            stack.append((node, child + 1))
            successor = following[node][child]
            if successor not in seen:
                seen.add(successor)
                stack.append((successor, 0))
        else:
            finished.append(node)
    return finished
