"""The supported forms of instructions: types, modifiers and operands of every opcode.

An instruction with another form is replaced here, before anything relies on its operands, by one that names it. Only if
a thread executes that does the launch fail.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from grader.dataclass import dataclass
from grader.simt.ptx import INTEGER, TYPE_BYTES, Function, Instruction, integer

REFUSED = "refused"  # opcode of the replacement; its second part says what is wrong
TIMERS = ("%clock", "%globaltimer")  # read anew each time
SPECIAL_PREFIXES = ("%tid", "%ntid", "%ctaid", "%nctaid", "%laneid", "%warpid", "%lanemask", *TIMERS,
                    "%smid", "%nsmid", "%nwarpid", "%gridid", "%envreg", "%dynamic_smem", "%total_smem")  # fmt: skip

_INT, _BITS, _HALF = "u16 s16 u32 s32 u64 s64", "b16 b32 b64", "f16 f16x2 bf16 bf16x2"
_PAIRS, _BYTE_FLOATS = "s16x2 u16x2", "e4m3x2 e5m2x2"
_NARROW_INT, _WIDE_INT, _NARROW_FLOAT = "u16 s16 u32 s32", "u32 s32 u64 s64", "f16 bf16 f32"
_FLOAT = f"{_NARROW_FLOAT} f64"
_ANY, _BYTES = f"{_INT} {_BITS} f32 f64", f"u8 s8 {_INT}"
_LOADED = f"b8 {_BYTES} {_BITS} f16 f16x2 bf16 bf16x2 f32 f64"
_ROUND, _ROUND_32 = "rn rz rm rp", "rn rz rm rp ftz sat"
_COMPARE = "eq ne lt le gt ge lo ls hi hs equ neu ltu leu gtu geu num nan"
ORDERINGS = ("eq", "ne", "lt", "le", "gt", "ge")
_ORDER = " ".join(ORDERINGS)
_VIDEO = "vadd vsub vabsdiff vmin vmax vshl vshr"
_VIDEO_SIMD = " ".join(f"{name}{n}" for name in ("vadd", "vsub", "vavrg", "vabsdiff", "vmin", "vmax") for n in (2, 4))
_TO_INT = "rni rzi rmi rpi ftz sat"

# (opcodes, operands, types, modifiers). Types: of the last part of the opcode, "a / b" of the last two; "" where the
# opcode has none. Modifiers "*": any. Operands, a letter each, "?" where one may be missing: w a register that is
# written; W one, and perhaps a predicate as in %r1|%p1; q one or two predicates that are written; t registers to load
# into; d and x one that is written and a source, or parts of them as in %r1.b3210; s a source; i a source that is never
# a predicate; v a source, or several in braces; m an address; p a predicate; l a label; n a number.
ROWS = (
    ("add sub", "w s s", _INT, "cc"),
    ("add sub", "w s s", "s32", "sat"),
    ("addc subc", "w s s", _WIDE_INT, "cc"),
    ("add sub mul", "w s s", "f32", _ROUND_32),
    ("add sub mul", "w s s", "f64", _ROUND),
    ("add sub mul", "w s s", _HALF, "rn ftz sat"),
    ("add", "w s s", _PAIRS, ""),
    ("mul", "w s s", _INT, "lo hi"),
    ("mul", "w s s", _NARROW_INT, "wide"),
    ("mul24", "w s s", "u32 s32", "lo hi"),
    ("mad", "w s s s", _INT, "lo hi cc"),
    ("mad", "w s s s", _NARROW_INT, "wide"),
    ("mad", "w s s s", "s32", "hi sat"),
    ("mad24", "w s s s", "u32 s32", "lo hi"),
    ("mad24", "w s s s", "s32", "hi sat"),
    ("madc", "w s s s", _WIDE_INT, "lo hi cc"),
    ("mad fma", "w s s s", "f32", _ROUND_32),
    ("mad fma", "w s s s", "f64", _ROUND),
    ("fma", "w s s s", _HALF, "rn ftz relu sat"),
    ("div rem", "w s s", _INT, ""),
    ("div", "w s s", "f32", f"{_ROUND} approx full ftz"),
    ("div", "w s s", "f64", _ROUND),
    ("min max", "w s s", _INT, ""),
    ("min max", "w s s", _PAIRS, "relu"),
    ("min max", "w s s", "s32", "relu"),
    ("min max", "w s s", "s16x2 s32 / relu", ""),
    ("min max", "w s s", f"f32 {_HALF}", "ftz NaN"),
    ("min max", "w s s", "f64", ""),
    ("neg abs", "w s", "s16 s32 s64", ""),
    ("neg abs", "w s", f"f32 f64 {_HALF}", "ftz"),
    ("and or xor", "w s s", f"{_BITS} pred", ""),
    ("not", "w s", f"{_BITS} pred", ""),
    ("cnot", "w s", _BITS, ""),
    ("shl", "w s s", _BITS, ""),
    ("shr", "w s s", f"{_BITS} {_INT}", ""),
    ("popc clz brev", "w s", "b32 b64", ""),
    ("bfind", "w s", _WIDE_INT, "shiftamt"),
    ("bfe", "w s s s", _WIDE_INT, ""),
    ("bfi", "w s s s s", "b32 b64", ""),
    ("prmt", "w s s s", "b32", ""),
    ("prmt", "w s s s", "b32 / f4e b4e rc8 ecl ecr rc16", ""),
    ("bmsk", "w s s", "b32", "clamp wrap"),
    ("szext", "w s s", "u32 s32", "clamp wrap"),
    ("fns", "w s s s", "b32", ""),
    ("shf", "w s s s", "b32", "l r clamp wrap"),
    ("lop3", "w s s s n", "b32", ""),
    ("lop3", "W s s s n p", "b32", "or and"),
    ("dp4a", "w s s s", "u32 s32 / u32 s32", ""),
    ("dp2a", "w s s s", "lo hi / u32 s32 / u32 s32", ""),
    (_VIDEO_SIMD, "d x x s", "", "u32 s32 sat add"),
    (_VIDEO, "d x x s?", "", "u32 s32 sat add min max clamp wrap"),
    ("vset2 vset4", "d x x s", "", f"u32 s32 {_ORDER} add"),
    ("vset", "d x x s?", "", f"u32 s32 {_ORDER} add min max"),
    ("sad", "w s s s", _INT, ""),
    ("copysign", "w s s", "f32 f64", ""),
    ("testp", "q s", "f32 f64", "finite infinite number notanumber normal subnormal"),
    ("rcp sqrt", "w s", "f32 f64", f"{_ROUND} approx ftz"),
    ("rsqrt", "w s", "f32 f64", "approx ftz"),
    ("sin cos lg2", "w s", "f32", "approx ftz"),
    ("ex2 tanh", "w s", f"f32 {_HALF}", "approx ftz"),
    ("selp", "w s s p", _ANY, ""),
    ("slct", "w s s s", f"{_ANY} / f32 s32", "ftz"),
    ("setp", "q s s p?", _ANY, f"{_COMPARE} and or xor ftz"),
    ("setp", "q s s p?", _HALF, f"{_COMPARE} and or xor ftz"),
    ("set", "w s s p?", f"u32 s32 f32 / {_ANY}", f"{_COMPARE} and or xor ftz"),
    ("set", "w s s p?", f"u16 s16 u32 s32 {_HALF} / {_HALF}", f"{_COMPARE} and or xor ftz"),
    ("cvt", "w s", f"{_BYTES} / {_BYTES}", "sat"),
    ("cvt", "w s", f"{_BYTES} / {_FLOAT}", _TO_INT),
    ("cvt", "w s", f"{_FLOAT} / {_BYTES}", f"{_ROUND} ftz sat"),
    ("cvt", "w s", f"{_NARROW_FLOAT} / {_FLOAT}", f"{_ROUND} {_TO_INT} relu"),
    ("cvt", "w s", "f64 / f64", f"rn {_TO_INT}"),
    ("cvt", "w s", f"f64 / {_NARROW_FLOAT}", _TO_INT),
    ("cvt", "w s s", "f16x2 bf16x2 / f32", f"{_ROUND} ftz relu satfinite"),
    ("cvt", "w s", "f16 bf16 / f32", f"{_ROUND} relu satfinite"),
    ("cvt", "w s s", f"{_BYTE_FLOATS} / f32", "rn satfinite relu"),
    ("cvt", "w s", f"{_BYTE_FLOATS} / f16x2", "rn satfinite relu"),
    ("cvt", "w s", f"f16x2 / {_BYTE_FLOATS}", "rn relu"),
    ("cvt.pack.sat", "w s s", "u16 s16 / s32", ""),
    ("cvt.pack.sat", "w s s s", "u2 s2 u4 s4 u8 s8 / s32 / b32", ""),
    ("cvta", "w i", "u64", "to shared local global const param cta"),
    ("mov", "w v", f"{_ANY} pred", ""),
    ("mov", "t s", _BITS, ""),
    ("isspacep", "q i", "", "shared local global const cta cluster"),
    ("shfl", "W i i i i", "b32", "sync up down bfly idx"),
    ("vote", "w p i", "pred", "sync all any uni"),
    ("vote", "w p i", "b32", "sync ballot"),
    ("match", "W i i", "b32 b64", "sync any all"),
    ("redux", "w i i", "u32 s32", "sync add min max"),
    ("redux", "w i i", "b32", "sync and or xor"),
    ("redux", "w i i", "f32", "sync min max abs NaN"),
    ("activemask", "w", "b32", ""),
    ("elect", "W i", "", "sync"),
    ("ld ldu", "t m s?", _LOADED, "*"),
    ("st", "m v s?", _LOADED, "*"),
    ("atom.add", "t m v s?", f"{_WIDE_INT} f32 f64 {_HALF}", "*"),
    ("red.add", "m v s?", f"{_WIDE_INT} f32 f64 {_HALF}", "*"),
    ("atom.min atom.max", "t m v s?", f"{_WIDE_INT} {_HALF}", "*"),
    ("red.min red.max", "m v s?", f"{_WIDE_INT} {_HALF}", "*"),
    ("atom.and atom.or atom.xor atom.exch", "w m s s?", "b32 b64", "*"),
    ("red.and red.or red.xor", "m s s?", "b32 b64", "*"),
    ("atom.inc atom.dec", "w m s s?", "u32", "*"),
    ("red.inc red.dec", "m s s?", "u32", "*"),
    ("atom.cas", "w m s s s?", "b16 b32 b64", "*"),
    ("bar.sync barrier.sync bar.cta.sync barrier.cta.sync", "i i?", "", "*"),
    ("bar.arrive barrier.arrive bar.cta.arrive barrier.cta.arrive", "i i", "", "*"),
    ("bar.warp", "i", "", "*"),
    ("bar.red.popc barrier.red.popc", "w i p", "u32", "aligned"),
    ("bar.red.popc barrier.red.popc", "w i i p", "u32", "aligned"),
    ("bar.red.and bar.red.or barrier.red.and barrier.red.or", "q i p", "pred", "aligned"),
    ("bar.red.and bar.red.or barrier.red.and barrier.red.or", "q i i p", "pred", "aligned"),
    ("membar", "", "", "*"),
    ("fence", "m? n?", "", "*"),
    ("prefetch prefetchu discard applypriority", "m n?", "", "*"),
    ("nanosleep", "i", "u32", ""),
    ("pmevent", "n", "", "*"),
    ("griddepcontrol", "", "", "launch_dependents wait"),
    ("createpolicy.fractional", "w s?", "b64", "*"),
    ("createpolicy.range", "w m s s", "b64", "*"),
    ("createpolicy.cvt", "w s", "b64", "*"),
    ("bra", "l", "", "*"),
    ("brx", "i l", "", "*"),
    ("ret exit trap", "", "", "*"),
    ("cp.async.ca cp.async.cg", "m m n i?", "", "*"),
    ("cp.async.ca cp.async.cg", "m m n p", "", "*"),
    ("cp.async.commit_group cp.async.wait_all", "", "", ""),
    ("cp.async.wait_group", "n", "", ""),
)
_ATOMICS = ("add", "min", "max", "and", "or", "xor", "exch", "inc", "dec", "cas")
# Checked elsewhere: by inlining, or where they are named as unsupported.
_ANY_FORM = ("call", "barrier.cluster", "cp.async.bulk", "cp.async.mbarrier")
_MOST_GROUPS = 1 << 31  # of cp.async, that a thread can leave in flight
_WIDEST = 32  # bytes that one thread can load or store at once
_WIDEST_ATOMIC = 16
_VECTORS = ("v2", "v4", "v8")
_VIDEO_NAMES = (*_VIDEO.split(), "vavrg", "vset")
_INTERNAL = ("pass", "return", "call_function", REFUSED)  # made by inlining, never written in PTX

_FLOAT_NUMBER = re.compile(r"0[fF][0-9a-fA-F]{8}|0[dD][0-9a-fA-F]{16}")
_NAME = re.compile(r"[A-Za-z_$][$\w]*(?:\+-?[0-9]{1,10})?", re.A)
_REGISTER = re.compile(r"%[$\w]+(?:\.[xyz])?", re.A)
_ADDRESS = re.compile(r"\[\s*([%$\w]+)\s*(?:\+?\s*-?\w+\s*)?\]", re.A)
_PARAMETER = re.compile(r"\[([$\w]+)(?:\+([0-9]{1,9}))?\]", re.A)
PART = re.compile(r"(%[$\w]+)\.([bh])([0-7]{1,4})", re.A)  # of a register: (register, bytes or half-words, which)
_SPECIAL = re.compile(
    r"%(?:n?(?:tid|ctaid)\.[xyz]|laneid|n?warpid|n?smid|gridid|lanemask_(?:eq|lt|le|gt|ge)|clock(?:_hi|64)?"
    r"|globaltimer(?:_lo|_hi)?|envreg[0-9]{1,2}|(?:dynamic|total)_smem_size)"
)
_ACCEPTED = {
    "w": ("register", "nothing"), "W": ("register", "nothing", "pair"), "q": ("register", "nothing", "pair"),
    "t": ("register", "nothing", "vector"), "s": ("register", "number", "float", "name"),
    "i": ("register", "number", "name"), "v": ("register", "number", "float", "name", "vector"), "m": ("address",),
    "d": ("register", "part"), "x": ("register", "number", "part"),
    "p": ("register", "negated", "number"), "l": ("name",), "n": ("number",),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Form:
    """A row. kinds: the types, one set for each of the opcode's last parts; modifiers: None if any are allowed."""

    letters: tuple[str, ...]
    least: int
    kinds: tuple[frozenset[str], ...]
    modifiers: frozenset[str] | None

    def fits(self, parts: tuple[str, ...]) -> bool:
        """Whether the parts after an opcode's name have these types and no other modifiers."""
        count = len(self.kinds)
        if len(parts) < count or not all(p in k for p, k in zip(parts[len(parts) - count :], self.kinds, strict=True)):
            return False
        return self.modifiers is None or self.modifiers.issuperset(parts[: len(parts) - count])


def _table() -> dict[str, list[_Form]]:
    table: dict[str, list[_Form]] = {}
    for names, operands, types, modifiers in ROWS:
        form = _Form(
            tuple(letter[0] for letter in operands.split()),
            sum(1 for letter in operands.split() if letter[-1] != "?"),
            tuple(frozenset(part.split()) for part in types.split("/")) if types else (),
            None if modifiers == "*" else frozenset(modifiers.split()),
        )
        for name in names.split():
            table.setdefault(name, []).append(form)
    return table


_FORMS = _table()


def checked(instruction: Instruction, function: Function) -> Instruction:
    """The instruction, or its replacement if it has no known form. function: the one that contains it."""
    wrong = _misfit(instruction, function)
    return instruction if wrong is None else replace(instruction, opcode=(REFUSED, wrong), operands=(), guard=None)


def _misfit(instruction: Instruction, function: Function) -> str | None:
    """What is wrong with an instruction, if anything."""
    guard = instruction.guard
    if guard and not _suits(guard, "p", True, function.registers):
        return f"the guard `{guard}`"
    forms = _forms(instruction.opcode)
    wrong = f"the instruction `{instruction.text}`"
    for form in forms or ():
        unsuited = _unsuited(instruction, form, function.registers)
        if unsuited is None:
            if instruction.opcode[1:2] == ("param",) and any(o.startswith("[%") for o in instruction.operands):
                return "a run-time index into a parameter"
            whole = f"the instruction `{instruction.text} {', '.join(instruction.operands)}`"
            return whole if _special_misfit(instruction, function) else None
        wrong = unsuited
    return None if forms is None else wrong


@lru_cache(maxsize=4096)
def _forms(opcode: tuple[str, ...]) -> tuple[_Form, ...] | None:
    """The forms of an opcode with its types and modifiers; None if any form is allowed."""
    name, *parts = opcode
    if name in _INTERNAL:
        return ()
    if name in _ANY_FORM or ".".join(opcode).startswith(tuple(n for n in _ANY_FORM if "." in n)):
        return None
    if name in ("atom", "red"):
        # `atom.global.add.u32` and `atom.global.u32.add` are in the table as `atom.add`, with the type last.
        parts.sort(key=lambda part: (part not in _ATOMICS, part in TYPE_BYTES))
    own = next((n for n in (2, 1, 0) if ".".join((name, *parts[:n])) in _FORMS), None)
    if own is None:
        return ()
    return tuple(form for form in _FORMS[".".join((name, *parts[:own]))] if form.fits(tuple(parts[own:])))


@lru_cache(maxsize=4096)
def _shape(operand: str) -> tuple[str, tuple[str, ...]]:
    """(class of an operand, its parts)."""
    if operand == "_":
        return "nothing", (operand,)
    if operand[:1] == "{":
        return "vector", tuple(part.strip() for part in operand.strip("{}").split(","))
    if "|" in operand:
        return "pair", tuple(part.strip() for part in operand.split("|"))
    if operand[:1] == "!" and _REGISTER.fullmatch(operand[1:]):
        return "negated", (operand[1:],)
    if address := _ADDRESS.fullmatch(operand):
        return "address", (address.group(1),)
    if part := PART.fullmatch(operand):
        return "part", part.groups()
    for kind, pattern in (("register", _REGISTER), ("number", INTEGER), ("float", _FLOAT_NUMBER), ("name", _NAME)):
        if pattern.fullmatch(operand):
            return kind, (operand,)
    return "other", ()


def _unsuited(instruction: Instruction, form: _Form, registers: Mapping[str, str]) -> str | None:
    """What does not fit a form: the number of operands, or one of them."""
    operands = instruction.operands
    if not form.least <= len(operands) <= len(form.letters):
        return f"the instruction `{instruction.text}` with {len(operands)} operands"
    on_predicates = form.kinds != () and instruction.opcode[-1] == "pred"
    for letter, operand in zip(form.letters, operands, strict=False):
        if not _suits(operand, letter, letter in "pq" or (on_predicates and letter in "wsv"), registers):
            return f"the operand `{operand}` of `{instruction.text}`"
    return None


def _suits(operand: str, letter: str, predicate: bool, registers: Mapping[str, str]) -> bool:
    """Whether an operand is of the letter's class, and a predicate if and only if one is required."""
    kind, parts = _shape(operand)
    if kind not in _ACCEPTED[letter]:
        return False
    if kind == "vector":
        inner = "w" if letter == "t" else "s"
        return len(parts) in (2, 4, 8) and all(_suits(part, inner, False, registers) for part in parts)
    if kind == "pair":
        first, second = parts if len(parts) == 2 else ("", "")
        return _suits(first, "w", predicate, registers) and _suits(second, "w", True, registers)
    if kind == "nothing" or parts[0][0] != "%":
        return True
    declared = registers.get(parts[0]) or registers.get(parts[0].rstrip("0123456789"))
    if declared is None or parts[0].startswith(SPECIAL_PREFIXES):
        return letter not in "wWqtd" and not predicate and _SPECIAL.fullmatch(parts[0]) is not None
    return (declared == "pred") == predicate and declared != "b128"


def _special_misfit(instruction: Instruction, function: Function) -> bool:
    """Violations of further rules for the operands of some instructions."""
    opcode, operands = instruction.opcode, instruction.operands
    match opcode[0]:
        case "bra" | "brx":
            targets = operands[:1] if opcode[0] == "bra" else function.branch_targets.get(operands[1], ("",))
            return not function.labels.keys() >= set(targets)
        case "ld" | "ldu" | "st":
            pointer_first = operands if opcode[0] == "st" else (*operands[1::-1], *operands[2:])
            return _move_misfit(opcode, pointer_first, function)
        case "atom" | "red":
            return _atomic_misfit(opcode, operands)
        case "mov":  # into pieces of equal size
            return TYPE_BYTES[opcode[-1]] % max(len(_shape(operand)[1]) for operand in operands) != 0
        case str(name) if name.rstrip("24") in _VIDEO_NAMES:
            return _video_misfit(opcode, operands)
        case "cp" if opcode[2] == "wait_group":
            return not 0 <= integer(operands[0]) < _MOST_GROUPS
        case "cp" if len(operands) > 2:
            return operands[2] not in ("4", "8", "16")
    return False


def _video_misfit(opcode: tuple[str, ...], operands: tuple[str, ...]) -> bool:
    """Video instructions need a type for each operand, one comparison for vset, and existing parts of registers."""
    lanes = int(opcode[0][-1]) if opcode[0][-1] in "24" else 1
    compares = opcode[0].startswith("vset")
    if sum(p in ("u32", "s32") for p in opcode) != (2 if compares else 3):
        return True
    if compares != (sum(p in ORDERINGS for p in opcode) == 1):
        return True
    combined = sum(p in ("add", "min", "max") for p in opcode[1:]) > 0
    if lanes == 1 and (len(operands) == 4) != (combined or _shape(operands[0])[0] == "part"):
        return True
    for index, operand in enumerate(operands[:3]):
        kind, parts = _shape(operand)
        if kind != "part":
            continue
        unit, digits = parts[1], [int(d) for d in parts[2]]
        width = 4 if unit == "b" else 2  # parts of a register
        if lanes == 1:
            fits = len(digits) == 1 and digits[0] < width
        elif index == 0:
            fits = width == lanes and len(set(digits)) == len(digits) and max(digits) < lanes
        else:
            fits = width == lanes == len(digits) and max(digits) < 2 * lanes
        if not fits:
            return True
    return False


def _atomic_misfit(opcode: tuple[str, ...], operands: tuple[str, ...]) -> bool:
    """Atomics need as many registers as `v2`, `v4` or `v8` says; vectors exist only for some operations on floats."""
    count = next((int(p[1]) for p in opcode if p in _VECTORS), 1)
    values = [o for o in operands[:3] if o[0] != "[" and o != "_"]
    if count == 1:
        return any(_shape(o)[0] == "vector" for o in values)
    kind = next(p for p in reversed(opcode) if p in TYPE_BYTES)
    if kind not in ("f32", *_HALF.split()) or count * TYPE_BYTES[kind] > _WIDEST_ATOMIC:
        return True
    own = values[: 2 if opcode[0] == "atom" else 1]  # without the cache policy
    return any(len(_shape(o)[1]) != count for o in own)


def _move_misfit(opcode: tuple[str, ...], operands: tuple[str, ...], function: Function) -> bool:
    """Loads and stores need as many registers as `v2` or `v4` says, and an existing parameter."""
    pointer, value = operands[:2]
    count = next((int(p[1]) for p in opcode if p in _VECTORS), 1)
    width = count * TYPE_BYTES[opcode[-1]]
    if width > _WIDEST or count != (len(_shape(value)[1]) if value[0] == "{" else 1):
        return True
    return "param" in opcode and (len(operands) > 2 or _parameter_misfit(opcode, pointer, width, function))


def _parameter_misfit(opcode: tuple[str, ...], pointer: str, width: int, function: Function) -> bool:
    """Whether it is not a parameter of the function or of a call in it, or beyond the end of a kernel's parameter."""
    match = _PARAMETER.fullmatch(pointer)
    if match is None or opcode[1] != "param":
        return True
    name, offset = match.groups()
    own = next((p for p in (*function.parameters, *function.returns) if p.name == name), None)
    if own is None:
        return name not in function.call_parameters
    return function.is_kernel and int(offset or 0) + width > own.size
