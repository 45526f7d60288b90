"""What follows from a kernel's control flow: live registers, and the order in which diverged lanes are run."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from grader.simt.kernel import Block, definitions_and_uses


def liveness(blocks: list[Block]) -> None:
    """Fill in which registers are live where blocks begin and end. A call reaches its function and what follows it."""
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


def priorities(blocks: list[Block]) -> list[int]:
    """Scheduling order: program order where it reconverges at immediate post-dominators, else reverse post-order."""
    order = list(range(len(blocks)))
    if _reconverges(blocks):
        return order
    finished = _postorder([block.next for block in blocks], 0)
    rank = {node: i for i, node in enumerate(reversed(finished))}
    return [rank.get(i, len(blocks)) for i in order]


def _reconverges(blocks: list[Block]) -> bool:
    """Does every divergent region lie before its immediate post-dominator in program order?

    highest: the last block that each branch can reach before the point where its paths meet. A region is walked from
    meeting point to meeting point, over what lies between them at once.
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
    """For every block the first that all its paths to an exit share; None where they share none, or there is none."""
    end = len(blocks)  # stands for all exits together
    after: list[Sequence[int]] = [block.next or (end,) for block in blocks]
    found = _dominance([*after, ()], _turned(after, end + 1), end)
    return [None if found.get(i, end) == end else found[i] for i in range(end)]


def immediate_dominators(blocks: list[Block]) -> dict[int, int]:
    """For every block that can be reached, the last other one that all paths to it share (its own for the first)."""
    after: list[Sequence[int]] = [block.next for block in blocks]
    return _dominance(_turned(after, len(blocks)), after, 0)


def dominates(first: int, block: int, immediate: dict[int, int]) -> bool:
    """Do all paths to a block pass through `first`?"""
    while block != first and immediate.get(block, block) != block:
        block = immediate[block]
    return block == first


def loops(blocks: list[Block]) -> list[frozenset[int]]:
    """The blocks of every natural loop; loops with one header are one."""
    immediate = immediate_dominators(blocks)
    before = _turned([block.next for block in blocks], len(blocks))
    bodies: dict[int, set[int]] = {}
    for block in blocks:
        for header in block.next:
            if block.index in immediate and dominates(header, block.index, immediate):
                bodies.setdefault(header, {header}).update(_reached([block.index], {header}, lambda b: before[b]))
    return [frozenset(body) for body in bodies.values()]


def between(blocks: list[Block], first: int, last: int) -> set[int]:
    """Blocks on paths from the end of `first` to the start of `last` that do not pass through either."""
    before = _turned([block.next for block in blocks], len(blocks))
    ahead = _reached(blocks[first].next, {first, last}, lambda b: blocks[b].next)
    return ahead & _reached(before[last], {first, last}, lambda b: before[b])


def influenced(blocks: list[Block], meeting: int | None, branch: int) -> set[int]:
    """Blocks whose execution depends on how a branch goes: all that lie before the block where its paths meet."""
    return _reached(blocks[branch].next, {meeting}, lambda b: blocks[b].next)


def _turned(after: Sequence[Sequence[int]], size: int) -> list[list[int]]:
    """The graph with all edges turned."""
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


def _dominance(incoming: Sequence[Sequence[int]], outgoing: Sequence[Sequence[int]], root: int) -> dict[int, int]:
    """The immediate dominator of every node that can be reached from the root; the root's is the root.

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
    """The nodes that can be reached from `start`, each behind those that are first reached through it."""
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
