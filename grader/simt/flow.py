"""What follows from a kernel's control flow: live registers, and the order in which diverged lanes are run."""

from __future__ import annotations

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
    after = _post_dominators(blocks)
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


def _post_dominators(blocks: list[Block]) -> list[set[int]]:
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


