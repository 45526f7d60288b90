"""From a parsed module to a kernel ready for lowering: forms basic blocks and places variables."""

from __future__ import annotations

import math
import re
from dataclasses import replace

from grader.simt import flow
from grader.simt.address_taken_arguments import keep_in_memory
from grader.simt.inlining import Flat, flatten
from grader.simt.kernel import Block, End, Kernel
from grader.simt.ptx import Instruction, Module, Unsupported, Variable
from grader.simt.struct_splitting import cut_where_they_differ

_MAX_PARAMETERS = 32_764  # bytes, as for ptxas
_INDEX = "%brx_index"  # register for the entry of a table to jump to

_SYMBOL = re.compile(r"[A-Za-z_$][$\w]*")


def build(module: Module, name: str) -> Kernel:
    """Kernel `name` of a parsed module. Raises Unsupported for recursion, indirect calls and the like."""
    entry = module.functions.get(name)
    if entry is None or not entry.is_kernel:
        raise Unsupported(f"a program without the kernel `{name}`")
    if "blocksareclusters" in entry.bounds and math.prod(entry.bounds.get("reqnctapercluster", ())) > 1:
        raise Unsupported("a grid that counts clusters (`__block_size__` with two parts)")
    flat = flatten(module, entry)
    keep_in_memory(flat, {v.name for v in module.variables + flat.variables} | module.functions.keys())
    cut_where_they_differ(flat)
    blocks, place = _blocks(flat)
    flow.liveness(blocks)
    offset, parameters = 0, []
    for p in entry.parameters:
        offset = -(-offset // p.align) * p.align
        parameters.append((p.name, offset, p.size))
        offset += p.size
    if offset > _MAX_PARAMETERS:
        raise Unsupported(f"{offset:,} bytes of parameters")
    named = {name for i in flat.instructions for o in i.operands for name in _SYMBOL.findall(o)}
    used = [v for v in module.variables if v.name in named] + flat.variables
    shared, shared_bytes = _shared_layout([v for v in used if v.space == "shared"])
    in_frames = {v.name for variables in flat.frames.values() for v in variables}
    local, local_bytes = _layout([v for v in flat.variables if v.space == "local" and v.name not in in_frames])
    frame_bytes: dict[int, int] = {}
    frame_variables: dict[str, int] = {}
    for label, variables in flat.frames.items():
        offsets, size = _layout([v for v in variables if v.space == "local"])
        frame_bytes[place[label]] = -(-size // 16) * 16
        frame_variables |= offsets
    priorities, lanes_meet = flow.priorities(blocks)
    return Kernel(
        name=name,
        parameters=parameters,
        parameter_bytes=offset,
        blocks=blocks,
        register_types=flat.register_types | {_INDEX: "u32"},
        shared=shared,
        static_shared_bytes=shared_bytes,
        local=local,
        local_bytes=-(-local_bytes // 16) * 16,
        local_extent=local_bytes,
        module_variables=[v for v in module.variables if v.space in ("global", "const")],
        priorities=priorities,
        lanes_meet=lanes_meet,
        frame_bytes=frame_bytes,
        frame_variables=frame_variables,
        bounds=entry.bounds,
        results=frozenset(r for b in blocks for r in b.results),
    )


def _shared_layout(variables: list[Variable]) -> tuple[dict[str, tuple[int, int]], int]:
    """Static variables first, arrays aligned to 16 bytes as by ptxas; dynamic ones share the rest."""
    static = [v for v in variables if v.size]
    offsets, size = _layout([replace(v, align=max(16, v.align)) if v.is_array else v for v in static])
    size = -(-size // 16) * 16
    table = {v.name: (offsets[v.name], v.size) for v in static}
    table.update({v.name: (size, 0) for v in variables if not v.size})
    return table, size


def _layout(variables: list[Variable]) -> tuple[dict[str, int], int]:
    offsets, end = {}, 0
    for v in variables:
        end = -(-end // v.align) * v.align
        offsets[v.name] = end
        end += v.size
    return offsets, end


def _blocks(flat: Flat) -> tuple[list[Block], dict[str, int]]:
    """(blocks, block of every label), split at labels, control flow, and guards that need a branch."""
    starts = set(flat.labels.values()) | {0}
    for i, instruction in enumerate(flat.instructions):
        if instruction.guard and _needs_branch(instruction):
            starts |= {i, i + 1}
        elif _is_control(instruction):
            starts.add(i + 1)
    ordered = sorted(s for s in starts if s < len(flat.instructions))
    pieces = list(zip(ordered, [*ordered[1:], len(flat.instructions)], strict=False))  # none in an empty kernel
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
    results = tuple(sorted({i.operands[1] for i in flat.instructions if i.opcode[0] == "pass"}))
    for block in blocks:
        if block.end is End.RETURN:
            block.results = results
    return blocks, place


def _finish(block: Block, place: dict[str, int], branch_targets: dict[str, tuple[str, ...]]) -> None:
    following = block.index + 1
    if block.last is not None:  # a guard: if false, skip the following instruction
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
        # An index beyond the table is undefined in PTX. Here it must not leave the list of blocks.
        bounded = (_INDEX, last.operands[0], str(len(block.next) - 1))
        block.instructions.append(replace(last, opcode=("min", "u32"), operands=bounded))
        block.last = replace(last, operands=(_INDEX, last.operands[1]))
    elif opcode in ("bar", "barrier"):
        block.end, block.next = End.BARRIER, (following,)
    elif opcode == "call_function":
        block.end, block.next, block.callee = End.CALL, (following,), place[last.operands[0]]
    elif opcode == "return":
        block.end, block.next = End.RETURN, (following,) if last.guard else ()
    elif opcode == "trap":
        block.end, block.next = (End.TRAP, (following,))
    else:
        block.end = End.EXIT
        block.next = (following,) if last.guard else ()


def _is_control(instruction: Instruction) -> bool:
    opcode = instruction.opcode[0]
    if opcode in ("bar", "barrier"):
        return instruction.opcode[1] != "warp"
    return opcode in ("bra", "brx", "ret", "exit", "trap", "call_function", "return")


def _needs_branch(instruction: Instruction) -> bool:
    return instruction.opcode[0] in (
        "ld", "st", "atom", "red", "shfl", "vote", "match", "redux", "activemask", "bar", "barrier", "call", "cp",
        "ldu", "trap", "elect", "brx",
    )  # fmt: skip
