"""Calls of device functions: inlined, except recursive functions, whose calls stay and have frames.

Parameters become registers named `param+offset`, so that they are passed by moves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import field, replace

from grader.dataclass import dataclass
from grader.simt.forms import SPECIAL_PREFIXES, checked
from grader.simt.kernel import parameter_place
from grader.simt.ptx import TYPE_BYTES, Function, Instruction, Module, Unsupported, Variable

_NAME = re.compile(r"%?[$\w]+(?:\.[xyzw])?")
_PARAMETER = re.compile(r"[A-Za-z_$][$\w]*")
_MAX_INSTRUCTIONS = 200_000
_MAX_COPIES = 20_000
_MAX_DEPTH = 200  # calls of inlined functions within each other
RUN_TIME_FUNCTIONS = ("vprintf", "__assertfail", "malloc", "free")


@dataclass
class Flat:
    """A kernel as one list of instructions. frames: local variables of each recursive function, by its entry label;
    its registers and variables exist once and are saved around nested calls."""

    instructions: list[Instruction] = field(default_factory=list)
    labels: dict[str, int] = field(default_factory=dict)
    register_types: dict[str, str] = field(default_factory=dict)
    variables: list[Variable] = field(default_factory=list)
    branch_targets: dict[str, tuple[str, ...]] = field(default_factory=dict)
    frames: dict[str, list[Variable]] = field(default_factory=dict)


def flatten(module: Module, entry: Function) -> Flat:
    """The kernel with its device functions. Raises Unsupported for calls with an unknown target."""
    return _Inliner(module).run(entry)


def entry_label(function: str) -> str:
    """Label of the first instruction of a recursive function."""
    return f"$call${function}"


@dataclass(frozen=True)
class _Place:
    """The context into which instructions are copied: new names, the meaning of `ret`, the enclosing function."""

    rename: Callable[[str], str]
    exit_label: str | None  # a `ret` jumps here; None: it leaves the kernel or the called function
    stack: tuple[str, ...]
    called: bool = False  # in the body of a recursive function


class _Inliner:
    def __init__(self, module: Module) -> None:
        self._module = module
        self._copies = 0
        self._flat = Flat()
        self._recursive = _recursive_functions(module)
        self._wanted: list[str] = []
        self._checked: dict[str, list[Instruction]] = {}

    def run(self, entry: Function) -> Flat:
        self._append(entry, "", {}, _Place(lambda name: name, None, ()))
        done: set[str] = set()
        while pending := [name for name in self._wanted if name not in done]:
            done.add(pending[0])
            self._append_called(self._module.functions[pending[0]])
        return self._flat

    def _append_called(self, function: Function) -> None:
        """Append the body of a recursive function, once."""
        flat, label = self._flat, entry_label(function.name)
        flat.instructions.append(Instruction(("exit",), ()))  # reached only without a call
        flat.labels[label] = len(flat.instructions)
        before = len(flat.variables)
        self._copies += 1
        self._append(function, f"${self._copies}", {}, _Place(lambda name: name, None, (function.name,), called=True))
        flat.frames[label] = flat.variables[before:]
        flat.instructions.append(Instruction(("return",), (), None, None))

    def _append(self, function: Function, suffix: str, formals: dict[str, str], place: _Place) -> None:
        flat = self._flat
        local_names = {v.name for v in function.variables} | set(function.labels) | function.call_parameters

        def rename(operand: str) -> str:
            if not suffix:
                return operand
            return _NAME.sub(lambda m: _renamed(m.group(), suffix, local_names, formals), operand)

        inside = replace(place, rename=rename)
        flat.variables += [replace(v, name=rename(v.name)) for v in function.variables]
        labels_at: dict[int, list[str]] = {}
        for label, index in function.labels.items():
            labels_at.setdefault(index, []).append(label)
        for index, instruction in enumerate(self._instructions(function)):
            for label in labels_at.get(index, ()):
                flat.labels[rename(label)] = len(flat.instructions)
            self._instruction(instruction, inside)
        for label in labels_at.get(len(function.instructions), ()):
            flat.labels[rename(label)] = len(flat.instructions)
        for label, targets in function.branch_targets.items():
            flat.branch_targets[rename(label)] = tuple(rename(t) for t in targets)
        flat.register_types |= function.registers

    def _instructions(self, function: Function) -> list[Instruction]:
        """The function's instructions, those of unknown form replaced."""
        if function.name not in self._checked:
            self._checked[function.name] = [checked(i, function) for i in function.instructions]
        return self._checked[function.name]

    def _instruction(self, instruction: Instruction, place: _Place) -> None:
        flat = self._flat
        if len(flat.instructions) > _MAX_INSTRUCTIONS:
            raise Unsupported("more than 200,000 instructions after inlining", instruction.line)
        opcode = instruction.opcode[0]
        if opcode == "call":
            self._call(instruction, place)
            return
        guard = place.rename(instruction.guard) if instruction.guard else None
        if opcode == "ret" and place.exit_label is not None:
            changed = replace(instruction, opcode=("bra",), operands=(place.exit_label,), guard=guard)
        elif opcode == "ret" and place.called:
            changed = replace(instruction, opcode=("return",), guard=guard)
        else:
            operands = tuple(place.rename(o) for o in instruction.operands)
            changed = replace(instruction, operands=operands, guard=guard)
        flat.instructions.append(changed)

    def _call(self, instruction: Instruction, place: _Place) -> None:
        returns, name, arguments = _call_parts(instruction)
        if instruction.guard:
            raise Unsupported(f"the guarded call of `{name}`", instruction.line)
        for operand in (*returns, *arguments):
            if not _PARAMETER.fullmatch(operand):
                raise Unsupported(f"`{operand}` in the call of `{name}`", instruction.line)
        returns, arguments = [place.rename(r) for r in returns], [place.rename(a) for a in arguments]
        if name in RUN_TIME_FUNCTIONS:
            operands = (*returns, name, *arguments)
            self._flat.instructions.append(replace(instruction, opcode=("call", name), operands=operands, guard=None))
            return
        callee = self._module.functions.get(name)
        if callee is None:
            what = "a call through a function pointer" if name.startswith("%") else f"a call of `{name}`"
            raise Unsupported(what, instruction.line)
        if (len(arguments), len(returns)) != (len(callee.parameters), len(callee.returns)):
            raise Unsupported(f"a call of `{name}` with {len(arguments)} arguments", instruction.line)
        if name in self._recursive:
            self._real_call(instruction, callee, returns, arguments, place)
            return
        self._copies += 1
        if self._copies > _MAX_COPIES or len(place.stack) >= _MAX_DEPTH:
            raise Unsupported(f"more than {_MAX_COPIES:,} calls, or {_MAX_DEPTH} within each other", instruction.line)
        suffix = f"${self._copies}"
        formals = {p.name: a for p, a in zip(callee.parameters, arguments, strict=True)}
        formals |= {p.name: r for p, r in zip(callee.returns, returns, strict=True)}
        end = f"$end{suffix}"
        self._append(callee, suffix, formals, replace(place, exit_label=end, stack=(*place.stack, name)))
        self._flat.labels[end] = len(self._flat.instructions)

    def _real_call(
        self, instruction: Instruction, callee: Function, returns: list[str], arguments: list[str], place: _Place
    ) -> None:
        """Move arguments, call, move results. The call saves registers if its own function may be re-entered."""
        self._wanted.append(callee.name)
        actual = {p.name: a for p, a in zip(callee.parameters, arguments, strict=True)}
        body = self._instructions(callee)
        for kind, slot in _parameter_slots(actual, body, "ld"):
            name, _, offset = slot.rpartition("+")
            source = f"{actual[name]}+{offset}"
            self._flat.instructions.append(replace(instruction, opcode=("pass", kind), operands=(slot, source)))
        saves = ("saves",) if place.called else ()
        operands = (entry_label(callee.name),)
        self._flat.instructions.append(replace(instruction, opcode=("call_function", *saves), operands=operands))
        results = {p.name: r for p, r in zip(callee.returns, returns, strict=True)}
        for kind, slot in _parameter_slots(results, body, "st"):
            name, _, offset = slot.rpartition("+")
            target = f"{results[name]}+{offset}"
            self._flat.instructions.append(replace(instruction, opcode=("pass", kind), operands=(target, slot)))


def _parameter_slots(own: Collection[str], body: list[Instruction], opcode: str) -> Iterator[tuple[str, str]]:
    """(PTX type, `name+offset`) of a function's own parameters that it loads ("ld") or results it stores ("st")."""
    seen: set[str] = set()
    for instruction in body:
        if instruction.opcode[0] != opcode or "param" not in instruction.opcode:
            continue
        name, start = parameter_place(instruction.operands[1 if opcode == "ld" else 0], instruction.line)
        if name not in own:
            continue
        kind = instruction.opcode[-1]
        count = next((int(p[1]) for p in instruction.opcode if p in ("v2", "v4")), 1)
        for i in range(count):
            slot = f"{name}+{start + i * TYPE_BYTES[kind]}"
            if slot not in seen:
                seen.add(slot)
                yield kind, slot


def _recursive_functions(module: Module) -> set[str]:
    """Names of the functions that can call themselves, directly or not."""
    calls = {
        name: {_call_parts(i)[1] for i in function.instructions if i.opcode[0] == "call"} & module.functions.keys()
        for name, function in module.functions.items()
    }
    found = set()
    for name in calls:
        reached: set[str] = set()
        pending = set(calls[name])
        while pending:
            callee = pending.pop()
            if callee not in reached:
                reached.add(callee)
                pending |= calls[callee]
        if name in reached:
            found.add(name)
    return found


def _call_parts(instruction: Instruction) -> tuple[list[str], str, list[str]]:
    operands = list(instruction.operands)
    returns = _group(operands.pop(0)) if instruction.operands[:1] and operands[0].startswith("(") else []
    if not operands:
        raise Unsupported(f"the instruction `{instruction.text}` without a function", instruction.line)
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
