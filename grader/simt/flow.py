"""What follows from a kernel's control flow: live registers, and the order in which diverged lanes are run."""

from __future__ import annotations

from collections.abc import Callable

from grader.simt.kernel import Block, End, definitions_and_uses


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
    if _reconverges(blocks, order):
        return order
    finished: list[int] = []
    seen = {0}
    stack: list[tuple[int, int]] = [(0, 0)]
    while stack:
        node, child = stack.pop()
        if child < len(blocks[node].next):
            stack.append((node, child + 1))
            successor = blocks[node].next[child]
            if successor not in seen:
                seen.add(successor)
                stack.append((successor, 0))
        else:
            finished.append(node)
    rank = {node: i for i, node in enumerate(reversed(finished))}
    return [rank.get(i, len(blocks)) for i in order]


def _reconverges(blocks: list[Block], priority: list[int]) -> bool:
    """Does every divergent region lie before its immediate post-dominator in scheduling order?"""
    after = post_dominators(blocks)
    for block in blocks:
        if len(block.next) < 2:
            continue
        common = after[block.index] - {block.index}
        meeting = min(common, key=lambda b: -len(after[b]), default=None)
        if meeting is None:
            continue
        region, stack = set(), list(block.next)
        while stack:
            node = stack.pop()
            if node == meeting or node in region:
                continue
            region.add(node)
            stack += blocks[node].next
        if any(priority[node] > priority[meeting] for node in region):
            return False
    return True


def dominators(blocks: list[Block]) -> list[int]:
    """For every block, the blocks on all paths to it (itself included), as bits of an integer."""
    before: list[list[int]] = [[] for _ in blocks]
    for block in blocks:
        for successor in block.next:
            before[successor].append(block.index)
    full = (1 << len(blocks)) - 1
    found = [1, *[full] * (len(blocks) - 1)]
    changed = True
    while changed:
        changed = False
        for i in range(1, len(blocks)):
            meet = full
            for b in before[i]:
                meet &= found[b]
            new = meet | 1 << i
            if new != found[i]:
                found[i] = new
                changed = True
    return found


def loops(blocks: list[Block]) -> list[frozenset[int]]:
    """The blocks of every natural loop; loops with one header are one."""
    dominated_by = dominators(blocks)
    before: list[list[int]] = [[] for _ in blocks]
    for block in blocks:
        for successor in block.next:
            before[successor].append(block.index)
    bodies: dict[int, set[int]] = {}
    for block in blocks:
        for header in block.next:
            if dominated_by[block.index] >> header & 1:
                body = bodies.setdefault(header, {header})
                stack = [block.index]
                while stack:
                    node = stack.pop()
                    if node not in body:
                        body.add(node)
                        stack += before[node]
    return [frozenset(body) for body in bodies.values()]


def between(blocks: list[Block], first: int, last: int) -> set[int]:
    """Blocks on paths from the end of `first` to the start of `last` that do not pass through either."""
    ahead = _reached(list(blocks[first].next), {first, last}, lambda b: list(blocks[b].next))
    before: list[list[int]] = [[] for _ in blocks]
    for block in blocks:
        for successor in block.next:
            before[successor].append(block.index)
    return ahead & _reached(before[last], {first, last}, lambda b: before[b])


def influenced(blocks: list[Block], after: list[set[int]], branch: int) -> set[int]:
    """Blocks whose execution depends on how a branch goes: all that lie before its paths meet again.

    after: the blocks' post-dominators.
    """
    common = after[branch] - {branch}
    meeting = min(common, key=lambda b: -len(after[b]), default=-1)
    return _reached(list(blocks[branch].next), {meeting}, lambda b: list(blocks[b].next))


def _reached(start: list[int], stop: set[int], following: Callable[[int], list[int]]) -> set[int]:
    seen: set[int] = set()
    stack = start
    while stack:
        node = stack.pop()
        if node not in seen and node not in stop:
            seen.add(node)
            stack += following(node)
    return seen


def post_dominators(blocks: list[Block]) -> list[set[int]]:
    """For every block, the blocks on all its paths to an exit (itself included); bit sets as Python integers."""
    full = (1 << len(blocks)) - 1
    after = [full] * len(blocks)
    exits = [b.index for b in blocks if not b.next or b.end is End.EXIT]
    changed = True
    while changed:
        changed = False
        for i in range(len(blocks) - 1, -1, -1):
            if i in exits and not blocks[i].next:
                new = 1 << i
            else:
                meet = full
                for s in blocks[i].next:
                    meet &= after[s]
                new = meet | 1 << i
            if new != after[i]:
                after[i] = new
                changed = True
    return [{b for b in range(len(blocks)) if bits >> b & 1} for bits in after]


