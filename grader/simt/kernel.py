"""A kernel as basic blocks: calls inlined, control flow explicit, liveness and reconvergence known."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from enum import Enum

from grader.simt.ptx import TYPE_BYTES, Function, Instruction, Module, Unsupported, Variable

_NAME = re.compile(r"%?[$\w]+(?:\.[xyzw])?")
_MAX_INLINED = 200_000
SPECIAL_PREFIXES = ("%tid", "%ntid", "%ctaid", "%nctaid", "%laneid", "%warpid", "%lanemask", "%clock", "%globaltimer",
                    "%smid", "%nsmid", "%nwarpid", "%gridid", "%envreg", "%dynamic_smem", "%total_smem")  # fmt: skip


class End(Enum):
    """How a basic block ends."""

    JUMP = "jump"
    BRANCH = "branch"
    SWITCH = "switch"
    BARRIER = "barrier"
    EXIT = "exit"
    TRAP = "trap"


@dataclass(slots=True)
class Block:
    """A basic block. next: successors; for a branch (taken, not taken), for others as the kind needs."""

    index: int
    instructions: list[Instruction] = field(default_factory=list)
    end: End = End.JUMP
    last: Instruction | None = None  # the control instruction, if it is one
    next: tuple[int, ...] = ()
    is_source_branch: bool = True  # False: the branch stands for a guard on a single instruction
    live_in: frozenset[str] = frozenset()
    live_out: frozenset[str] = frozenset()

    @property
    def size(self) -> int:
        """PTX instructions in the block, its control instruction included."""
        return len(self.instructions) + (self.last is not None)


@dataclass
class Kernel:
    """A kernel ready for lowering. local_bytes: per thread; shared: name to (offset, size) of static variables."""

    name: str
    parameters: list[tuple[str, int, int]]  # name, offset in the parameter block, size
    parameter_bytes: int
    blocks: list[Block]
    register_types: dict[str, str]
    shared: dict[str, tuple[int, int]]
    static_shared_bytes: int
    local: dict[str, int]
    local_bytes: int
    module_variables: list[Variable]
    priorities: list[int]


def build(module: Module, name: str) -> Kernel:
    """Kernel `name` of a parsed module. Raises Unsupported for recursion, indirect calls and the like."""
    entry = module.functions[name]
    flat = _Inliner(module).run(entry)
    blocks = _blocks(flat)
    _liveness(blocks)
    offset, parameters = 0, []
    for p in entry.parameters:
        offset = -(-offset // p.align) * p.align
        parameters.append((p.name, offset, p.size))
        offset += p.size
    shared, shared_bytes = _shared_layout([v for v in module.variables + flat.variables if v.space == "shared"])
    local, local_bytes = _layout([v for v in flat.variables if v.space == "local"])
    return Kernel(
        name=name,
        parameters=parameters,
        parameter_bytes=offset,
        blocks=blocks,
        register_types=flat.register_types,
        shared=shared,
        static_shared_bytes=shared_bytes,
        local=local,
        local_bytes=-(-local_bytes // 16) * 16,
        module_variables=[v for v in module.variables if v.space in ("global", "const")],
        priorities=_priorities(blocks),
    )


def _shared_layout(variables: list[Variable]) -> tuple[dict[str, tuple[int, int]], int]:
    """Static variables first, each on 16 bytes as ptxas places them; dynamic ones share what follows."""
    static = [v for v in variables if v.size]
    offsets, size = _layout([replace_align(v) for v in static])
    size = -(-size // 16) * 16
    table = {v.name: (offsets[v.name], v.size) for v in static}
    table.update({v.name: (size, 0) for v in variables if not v.size})
    return table, size


def replace_align(variable: Variable) -> Variable:
    """The variable with the alignment ptxas gives to shared memory."""
    return replace(variable, align=max(16, variable.align))


def _layout(variables: list[Variable]) -> tuple[dict[str, int], int]:
    offsets, end = {}, 0
    for v in variables:
        end = -(-end // v.align) * v.align
        offsets[v.name] = end
        end += v.size
    return offsets, end


@dataclass
class _Flat:
    instructions: list[Instruction]
    labels: dict[str, int]
    register_types: dict[str, str]
    variables: list[Variable]
    branch_targets: dict[str, tuple[str, ...]]


class _Inliner:
    """Replaces calls to device functions by their bodies; parameters become registers named `param+offset`."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self._copies = 0

    def run(self, entry: Function) -> _Flat:
        flat = _Flat([], {}, {}, [], {})
        self._append(flat, entry, "", {}, None, ())
        return flat

    def _append(
        self, flat: _Flat, function: Function, suffix: str, formals: dict[str, str], exit_label: str | None,
        stack: tuple[str, ...],
    ) -> None:  # fmt: skip
        local_names = {v.name for v in function.variables} | set(function.labels) | function.call_parameters

        def rename(operand: str) -> str:
            if not suffix:
                return operand
            return _NAME.sub(lambda m: _renamed(m.group(), suffix, local_names, formals), operand)

        flat.variables += [replace(v, name=rename(v.name) if suffix else v.name) for v in function.variables]
        labels_at: dict[int, list[str]] = {}
        for label, index in function.labels.items():
            labels_at.setdefault(index, []).append(label)
        for index, instruction in enumerate(function.instructions):
            for label in labels_at.get(index, ()):
                flat.labels[rename(label)] = len(flat.instructions)
            self._instruction(flat, function, instruction, rename, exit_label, stack)
        for label in labels_at.get(len(function.instructions), ()):
            flat.labels[rename(label)] = len(flat.instructions)
        for label, targets in function.branch_targets.items():
            flat.branch_targets[rename(label)] = tuple(rename(t) for t in targets)
        for prefix, kind in function.registers.items():
            flat.register_types[prefix] = kind

    def _instruction(self, flat, function, instruction, rename, exit_label, stack) -> None:  # type: ignore[no-untyped-def]
        if len(flat.instructions) > _MAX_INLINED:
            raise Unsupported("more than 200,000 instructions after inlining", instruction.line)
        opcode = instruction.opcode[0]
        if opcode == "call":
            self._call(flat, instruction, rename, stack)
            return
        guard = rename(instruction.guard) if instruction.guard else None
        if opcode == "ret" and exit_label is not None:
            flat.instructions.append(replace(instruction, opcode=("bra",), operands=(exit_label,), guard=guard))
            return
        flat.instructions.append(
            replace(instruction, operands=tuple(rename(o) for o in instruction.operands), guard=guard)
        )

    def _call(self, flat, instruction, rename, stack) -> None:  # type: ignore[no-untyped-def]
        returns, name, arguments = _call_parts(instruction)
        if name in ("vprintf", "__assertfail", "malloc", "free"):
            operands = (*(rename(r) for r in returns), name, *(rename(a) for a in arguments))
            flat.instructions.append(replace(instruction, opcode=("call", name), operands=operands, guard=None))
            return
        callee = self._module.functions.get(name)
        if callee is None:
            what = "a call through a function pointer" if name.startswith("%") else f"a call of `{name}`"
            raise Unsupported(what, instruction.line)
        if name in stack:
            raise Unsupported(f"recursion (`{name}` calls itself)", instruction.line)
        self._copies += 1
        suffix = f"${self._copies}"
        formals = {p.name: rename(a) for p, a in zip(callee.parameters, arguments, strict=False)}
        formals |= {p.name: rename(a) for p, a in zip(callee.returns, returns, strict=False)}
        end = f"$end{suffix}"
        self._append(flat, callee, suffix, formals, end, (*stack, name))
        flat.labels[end] = len(flat.instructions)


def _call_parts(instruction: Instruction) -> tuple[list[str], str, list[str]]:
    operands = list(instruction.operands)
    returns = _group(operands.pop(0)) if operands[0].startswith("(") else []
    name = operands.pop(0)
    return returns, name, _group(operands[0]) if operands else []


def _group(text: str) -> list[str]:
    return [part.strip() for part in text.strip("()").split(",") if part.strip()]


def _renamed(name: str, suffix: str, local_names: set[str], formals: dict[str, str]) -> str:
    if name in formals:
        return formals[name]
    if (name.startswith("%") and not name.startswith(SPECIAL_PREFIXES)) or name in local_names:
        return name + suffix
    return name


def _blocks(flat: _Flat) -> list[Block]:
    """Cut at labels, branches, barriers, exits, and guarded instructions that only a branch can guard."""
    starts = set(flat.labels.values()) | {0}
    for i, instruction in enumerate(flat.instructions):
        if instruction.guard and _needs_branch(instruction):
            starts |= {i, i + 1}
        elif _is_control(instruction):
            starts.add(i + 1)
    ordered = sorted(s for s in starts if s < len(flat.instructions))
    pieces: list[tuple[int, int]] = list(zip(ordered, [*ordered[1:], len(flat.instructions)], strict=True))
    blocks: list[Block] = []
    first_block: dict[int, int] = {}
    for start, end in pieces:
        first_block[start] = len(blocks)
        body = flat.instructions[start:end]
        if len(body) == 1 and body[0].guard and _needs_branch(body[0]):
            blocks.append(Block(len(blocks), end=End.BRANCH, is_source_branch=False,
                                last=Instruction(("bra",), ("",), body[0].guard, body[0].location)))  # fmt: skip
            body = [replace(body[0], guard=None)]
        blocks.append(Block(len(blocks), list(body)))
    final = len(blocks)
    blocks.append(Block(final, end=End.EXIT))  # falling off the end exits
    place = {label: first_block.get(index, final) for label, index in flat.labels.items()}
    for block in blocks[:-1]:
        _finish(block, place, flat.branch_targets)
    return blocks


def _finish(block: Block, place: dict[str, int], branch_targets: dict[str, tuple[str, ...]]) -> None:
    following = block.index + 1
    if block.last is not None:  # a guard: skip the one instruction that follows when it is false
        block.next = (following, following + 1)
        return
    last = block.instructions[-1] if block.instructions else None
    if last is None or not _is_control(last):
        block.next = (following,)
        return
    block.last = block.instructions.pop()
    opcode = last.opcode[0]
    if opcode == "bra":
        target = place[last.operands[0]]
        block.end, block.next = (End.BRANCH, (target, following)) if last.guard else (End.JUMP, (target,))
    elif opcode == "brx":
        block.end = End.SWITCH
        block.next = tuple(place[t] for t in branch_targets[last.operands[1]])
    elif opcode in ("bar", "barrier"):
        block.end, block.next = End.BARRIER, (following,)
    elif opcode == "trap":
        block.end, block.next = (End.TRAP, (following,))
    else:
        block.end = End.EXIT
        block.next = (following,) if last.guard else ()


def _is_control(instruction: Instruction) -> bool:
    opcode = instruction.opcode[0]
    if opcode in ("bar", "barrier"):
        return instruction.opcode[1] != "warp"
    return opcode in ("bra", "brx", "ret", "exit", "trap")


def _needs_branch(instruction: Instruction) -> bool:
    return instruction.opcode[0] in (
        "ld", "st", "atom", "red", "shfl", "vote", "match", "redux", "activemask", "bar", "barrier", "call", "cp",
        "ldu", "trap", "elect",
    )  # fmt: skip



def registers_in(operand: str) -> list[str]:
    """Registers an operand names: `[%rd1+4]` -> %rd1, `{%f1, %f2}` -> both, `!%p1` -> %p1."""
    return re.findall(r"%[$\w]+(?:\.[xyzw])?", operand)


def parameter_slot(operand: str) -> str:
    """Register name of a parameter operand: `[param0]` and `[param0+0]` -> `param0+0`."""
    name, _, offset = operand.strip("[]").partition("+")
    return f"{name}+{int(offset or 0)}"


def parameter_slots(instruction: Instruction) -> list[str]:
    """The slots that a load or store of parameters moves, one for each element."""
    stores = instruction.opcode[0] == "st"
    pointer, values = instruction.operands if stores else instruction.operands[::-1]
    name, _, start = parameter_slot(pointer).rpartition("+")
    size = TYPE_BYTES[instruction.opcode[-1]]
    return [f"{name}+{int(start) + i * size}" for i in range(values.count(",") + 1)]


def definitions_and_uses(instruction: Instruction) -> tuple[list[str], list[str]]:
    """Registers written and read by an instruction."""
    opcode, operands = instruction.opcode, instruction.operands
    guard = [instruction.guard.lstrip("!")] if instruction.guard else []
    if opcode[0] == "st" and opcode[1].startswith("param"):
        return parameter_slots(instruction), registers_in(operands[1]) + guard
    if opcode[0] == "ld" and opcode[1].startswith("param"):
        return registers_in(operands[0]), parameter_slots(instruction) + guard
    if opcode[0] in ("st", "red", "bar", "barrier", "membar", "fence", "bra", "brx", "ret", "exit", "trap", "cp",
                     "prefetch", "prefetchu", "discard", "nanosleep", "brkpt", "pmevent"):  # fmt: skip
        if opcode[0] == "barrier" or (opcode[0] == "bar" and opcode[1] == "red"):
            defined = registers_in(operands[0]) if "red" in opcode else []
            return defined, [r for o in operands[len(defined) :] for r in registers_in(o)] + guard
        return [], [r for o in operands for r in registers_in(o)] + guard
    if opcode[0] == "call":
        name_at = operands.index(opcode[1])
        return ([f"{o}+0" for o in operands[:name_at]], [f"{o}+0" for o in operands[name_at + 1 :]])
    defined = [r for r in registers_in(operands[0]) if r != "%_"]
    used = [r for o in operands[1:] for r in registers_in(o)]
    if instruction.guard:
        used += defined + guard  # a guarded write keeps the old value in the other lanes
    return defined, used


def _liveness(blocks: list[Block]) -> None:
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
            out: set[str] = set().union(*(live_in[s] for s in blocks[i].next)) if blocks[i].next else set()
            new = uses[i] | (out - defines[i])
            if new != live_in[i]:
                live_in[i] = new
                changed = True
            blocks[i].live_out = frozenset(out)
    for i, block in enumerate(blocks):
        block.live_in = frozenset(live_in[i])


def _priorities(blocks: list[Block]) -> list[int]:
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


