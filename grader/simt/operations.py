"""PTX instructions as NumPy expressions: one small function per opcode, in one table.

Each takes the block writer and an instruction. Types are NumPy type strings: `i4`, `u4`, `f4`, ...
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from grader.simt.carry_operations import emit_carry, uses_carry
from grader.simt.comparisons import select, select_by_sign, set_value, setp
from grader.simt.directed_rounding import emit_directed
from grader.simt.hints import HINTS
from grader.simt.memory_operations import MEMORY
from grader.simt.operand_types import direction, finish, flushes, numpy_type, sources, to_nearest
from grader.simt.packed_operations import PACKED, emit_pack, emit_pairs
from grader.simt.ptx import TYPE_BYTES, Instruction
from grader.simt.warp_operations import WARP_OPERATIONS

if TYPE_CHECKING:
    from grader.simt.codegen import Writer

Handler = Callable[["Writer", Instruction], None]


def _binary(template: str, float_template: str | None = None, signed: str | None = None) -> Handler:
    """An operation on two operands of one type. signed: type letter that overrides the opcode's."""

    def handler(writer: Writer, instruction: Instruction) -> None:
        if emit_directed(writer, instruction) or emit_pairs(writer, instruction):
            return
        dtype = numpy_type(instruction.opcode[-1])
        if signed and dtype[0] in "iu":
            dtype = signed + dtype[1:]
        a, b = sources(writer, instruction, dtype)[:2]
        chosen = float_template if float_template and dtype[0] == "f" else template
        finish(writer, instruction, chosen.format(a=a, b=b), dtype)

    return handler


def _extreme(name: str) -> Handler:
    """min or max. Of a number and NaN the number, with .NaN the NaN; .relu: at least zero."""

    def handler(writer: Writer, instruction: Instruction) -> None:
        if emit_pairs(writer, instruction):
            return
        opcode = instruction.opcode
        relu = "relu" in opcode
        dtype = numpy_type(next(p for p in reversed(opcode) if p != "relu"))
        a, b = sources(writer, instruction, dtype)[:2]
        if dtype[0] != "f":
            expression = f"np.{name}imum({a}, {b})"
            expression = f"np.maximum({expression}, {writer.program.constant(0, dtype)})" if relu else expression
        elif "NaN" in opcode:
            expression = f"A.or_nan(A.{name}imum_float({a}, {b}), {a}, {b})"
        else:
            expression = f"A.{name}imum_float({a}, {b})"
        finish(writer, instruction, expression, dtype)

    return handler


def _unary(template: str) -> Handler:
    def handler(writer: Writer, instruction: Instruction) -> None:
        dtype = numpy_type(instruction.opcode[-1])
        finish(writer, instruction, template.format(a=sources(writer, instruction, dtype)[0]), dtype)

    return handler


def _logic(operator: str) -> Handler:
    def handler(writer: Writer, instruction: Instruction) -> None:
        dtype = numpy_type(instruction.opcode[-1])
        a, b = (writer.read(o, dtype) for o in instruction.operands[1:3])
        writer.write(instruction.operands[0], f"{a} {operator} {b}", dtype)

    return handler


def _add(writer: Writer, instruction: Instruction) -> None:
    if uses_carry(instruction):
        emit_carry(writer, instruction)
        return
    if "sat" in instruction.opcode and instruction.opcode[-1] == "s32":
        a, b = (writer.read(o, "i4") for o in instruction.operands[1:3])
        sign = "+" if instruction.opcode[0] == "add" else "-"
        wide = f"{a}.astype('i8') {sign} {b}.astype('i8')"
        writer.write(instruction.operands[0], f"A.saturate_int({wide}, np.int32)", "i4")
        return
    _binary("{a} + {b}" if instruction.opcode[0] == "add" else "{a} - {b}", signed="i")(writer, instruction)


def _mul(writer: Writer, instruction: Instruction) -> None:
    if emit_directed(writer, instruction):
        return
    opcode, target = instruction.opcode, instruction.operands[0]
    dtype = numpy_type(opcode[-1])
    if dtype[0] == "f":
        a, b = sources(writer, instruction, dtype)
        finish(writer, instruction, f"{a} * {b}", dtype)
    else:
        product, dtype = _product(writer, instruction, dtype)
        writer.write(target, product, dtype)


def _product(writer: Writer, instruction: Instruction, dtype: str) -> tuple[str, str]:
    """(expression, type) of the product of two integers: its low or high half, or all of it."""
    opcode = instruction.opcode
    a, b = (writer.read(o, dtype) for o in instruction.operands[1:3])
    if opcode[0] in ("mul24", "mad24"):
        return f"A.multiply_24({a}, {b}, {'hi' in opcode})", dtype
    if "wide" in opcode:
        wide = f"{dtype[0]}{int(dtype[1]) * 2}"
        return f"{a}.astype('{wide}') * {b}.astype('{wide}')", wide
    return f"A.multiply_high({a}, {b})" if "hi" in opcode else f"{a} * {b}", dtype


def _mad(writer: Writer, instruction: Instruction) -> None:
    if uses_carry(instruction):
        emit_carry(writer, instruction)
        return
    opcode = instruction.opcode
    if opcode[-1][0] == "f":
        _fma(writer, instruction)
        return
    product, dtype = _product(writer, instruction, numpy_type(opcode[-1]))
    addend = writer.read(instruction.operands[3], dtype)
    total = f"{product} + {addend}"
    if "sat" in opcode:
        total = f"A.saturate_int(({product}).astype('i8') + {addend}, np.int32)"
    writer.write(instruction.operands[0], total, dtype)


def _fma(writer: Writer, instruction: Instruction) -> None:
    if emit_directed(writer, instruction):
        return
    if instruction.opcode[-1] == "f64":
        a, b, c = sources(writer, instruction, "f8")
        finish(writer, instruction, f"A.fma_f64({a}, {b}, {c})", "f8")
        return
    if flushes(instruction, "f4"):
        a, b, c = sources(writer, instruction, "f4")
        a, b = f"{a}.astype('f8')", f"{b}.astype('f8')"
    else:
        operands = instruction.operands[1:4]
        a, b, c = *(writer.read_wide(o) for o in operands[:2]), writer.read(operands[2], "f4")
    finish(writer, instruction, f"A.fma_f32({a}, {b}, {c})", "f4")


def _division(name: str) -> Handler:
    def handler(writer: Writer, instruction: Instruction) -> None:
        if emit_directed(writer, instruction):
            return
        dtype = numpy_type(instruction.opcode[-1])
        a, b = sources(writer, instruction, dtype)
        expression = f"{a} / {b}" if dtype[0] == "f" else f"A.{name}({a}, {b})"
        if dtype[0] == "f" and "approx" in instruction.opcode:
            expression = f"A.divide_approximately({a}, {b})"
        finish(writer, instruction, expression, dtype)

    return handler


def _approximation(writer: Writer, instruction: Instruction) -> None:
    if emit_directed(writer, instruction):
        return
    dtype = numpy_type(instruction.opcode[-1])
    (a,) = sources(writer, instruction, dtype)
    exact = {"sqrt": f"np.sqrt({a})", "rcp": f"np.ones(1, '{dtype}') / {a}"}
    name = instruction.opcode[0]
    approximate = "approx" in instruction.opcode or name not in exact
    finish(writer, instruction, f"A.approximate('{name}', {a})" if approximate else exact[name], dtype)


def _shift(left: bool) -> Handler:
    def handler(writer: Writer, instruction: Instruction) -> None:
        dtype = numpy_type(instruction.opcode[-1])
        if instruction.opcode[-1][0] == "b" and not left:
            dtype = "u" + dtype[1:]
        target, value, amount = instruction.operands
        a = writer.read(value, dtype)
        bits = int(dtype[1]) * 8
        if amount[0] != "%" and 0 <= int(amount, 0) < bits:
            n = writer.program.constant(int(amount, 0), dtype)
            writer.write(target, f"{a} {'<<' if left else '>>'} {n}", dtype)
        else:
            name = "shift_left" if left else "shift_right"
            writer.write(target, f"A.{name}({a}, {writer.read(amount, 'i4')})", dtype)

    return handler


def _mov(writer: Writer, instruction: Instruction) -> None:
    kind = instruction.opcode[-1]
    target, source = instruction.operands
    if target.startswith("{"):
        _unpack(writer, instruction, target, source)
    elif source.startswith("{"):
        _pack(writer, instruction, target, source)
    elif kind == "pred":
        writer.write(target, writer.read(source, "?"), "?")
    else:
        dtype = writer.program.canonical(target)
        writer.write(target, writer.read(source, dtype), dtype)


def _pass(writer: Writer, instruction: Instruction) -> None:
    """An argument or a result of a call."""
    target, source = instruction.operands
    dtype = writer.program.canonical(target)
    writer.write(target, writer.read(source, dtype), dtype)


def _parts(text: str) -> list[str]:
    return [p.strip() for p in text.strip("{} ").split(",")]


def _pack(writer: Writer, instruction: Instruction, target: str, source: str) -> None:
    parts = _parts(source)
    total = TYPE_BYTES[instruction.opcode[-1]]
    size = total // len(parts)
    pieces = ", ".join(writer.read(p, f"u{size}") for p in parts)
    writer.write(target, f"M.pack(({pieces},), 'i{total}')", f"i{total}")


def _unpack(writer: Writer, instruction: Instruction, target: str, source: str) -> None:
    parts = _parts(target)
    total = TYPE_BYTES[instruction.opcode[-1]]
    size = total // len(parts)
    value = writer.read(source, f"u{total}")
    for i, part in enumerate(parts):
        if part != "_":
            shift = writer.program.constant(8 * size * i, f"u{total}")
            writer.write(part, f"({value} >> {shift}).astype('i{size}')", f"i{size}")


def _cvt(writer: Writer, instruction: Instruction) -> None:
    if emit_pack(writer, instruction):
        return
    opcode = instruction.opcode
    target_kind, source_kind = opcode[-2], opcode[-1]
    target, source = numpy_type(target_kind), numpy_type(source_kind)
    (a,) = sources(writer, instruction, source)
    rounding = next((p for p in opcode if p in ("rni", "rzi", "rmi", "rpi")), None)
    saturate = "sat" in opcode
    if source[0] == "f" and target[0] in "iu":
        expression = f"A.float_to_int({a}, np.dtype('{target}').type, '{rounding or 'rzi'}')"
    elif source[0] == "f" and rounding:
        function = {"rni": "rint", "rzi": "trunc", "rmi": "floor", "rpi": "ceil"}[rounding]
        expression = f"np.{function}({a}).astype('{target}')"
    elif source[0] in "iu" and target[0] in "iu" and saturate:
        expression = f"A.saturate_int({a}, np.dtype('{target}').type)"
    elif (rounding_to := direction(instruction)) and (source == "f8" or source[0] in "iu"):
        expression = f"A.convert_directed({a}, '{target}', '{rounding_to}')"
    else:
        to_nearest(instruction)
        expression = f"{a}.astype('{target}')"
    if saturate and target[0] == "f":
        expression = f"A.clamp_unit({expression})"
    if flushes(instruction, target):
        expression = f"A.flush({expression})"
    _extend(writer, instruction.operands[0], expression, target)


def _extend(writer: Writer, register: str, expression: str, dtype: str) -> None:
    """Write a value to a register that may be wider: sign- or zero-extended by its own type."""
    wide = writer.program.canonical(register)
    if int(wide[1]) > int(dtype[1]) and wide[0] != "f":
        writer.write(register, f"({expression}).astype('{wide}')", wide)
    else:
        writer.write(register, expression, dtype)


def _cvta(writer: Writer, instruction: Instruction) -> None:
    """Generic addresses: shared and local memory have windows, global addresses are unchanged."""
    space = next((p for p in instruction.opcode if p in ("shared", "local", "global", "const", "param")), "generic")
    dtype = "i8" if instruction.opcode[-1] == "u64" else "i4"
    a = writer.read(instruction.operands[1], dtype)
    if space in ("shared", "local"):
        sign = "-" if "to" in instruction.opcode else "+"
        writer.write(instruction.operands[0], f"{a} {sign} M.window_{space}", dtype)
    else:
        writer.write(instruction.operands[0], a, dtype)


def _copysign(writer: Writer, instruction: Instruction) -> None:
    dtype = numpy_type(instruction.opcode[-1])
    sign, magnitude = (writer.read(o, dtype) for o in instruction.operands[1:3])
    writer.write(instruction.operands[0], f"np.copysign({magnitude}, {sign})", dtype)


def _fixed(template: str, types: str, result: str | None = None) -> Handler:
    """An operation whose operands have given type letters: `t` the opcode's own type, else a NumPy type."""
    letters = types.split()

    def handler(writer: Writer, instruction: Instruction) -> None:
        own = numpy_type(instruction.opcode[-1])
        values = [
            writer.read(o, own if t == "t" else t) for o, t in zip(instruction.operands[1:], letters, strict=False)
        ]
        writer.write(instruction.operands[0], template.format(*values), result or own)

    return handler


def _bfind(writer: Writer, instruction: Instruction) -> None:
    own = numpy_type(instruction.opcode[-1])
    a = writer.read(instruction.operands[1], own)
    shift = "shiftamt" in instruction.opcode
    writer.write(instruction.operands[0], f"A.find_most_significant({a}, {shift})", "i4")


def _shf(writer: Writer, instruction: Instruction) -> None:
    left, wrap = "l" in instruction.opcode, "wrap" in instruction.opcode
    _fixed(f"A.funnel_shift({{0}}, {{1}}, {{2}}, {left}, {wrap})", "i4 i4 i4", "i4")(writer, instruction)


def _lop3(writer: Writer, instruction: Instruction) -> None:
    """Any function of three bits; a predicate as second target gets "result is not 0", combined with another one."""
    target, a, b, c, table = instruction.operands[:5]
    register, _, predicate = target.partition("|")
    x, y, z = (writer.read(o, "i4") for o in (a, b, c))
    value = writer.new(f"A.lookup3({x}, {y}, {z}, {int(table, 0)})")
    if predicate:
        operator = {"or": "|", "and": "&", "xor": "^"}[instruction.opcode[1]]
        writer.write(predicate, f"({value} != 0) {operator} {writer.read(instruction.operands[5], '?')}", "?")
    writer.write(register, value, "i4")


def _sad(writer: Writer, instruction: Instruction) -> None:
    dtype = numpy_type(instruction.opcode[-1])
    a, b, c = (writer.read(o, dtype) for o in instruction.operands[1:4])
    writer.write(instruction.operands[0], f"np.maximum({a}, {b}) - np.minimum({a}, {b}) + {c}", dtype)


def _testp(writer: Writer, instruction: Instruction) -> None:
    dtype = numpy_type(instruction.opcode[-1])
    a = writer.read(instruction.operands[1], dtype)
    tests = {
        "finite": f"np.isfinite({a})", "infinite": f"np.isinf({a})", "number": f"~np.isnan({a})",
        "notanumber": f"np.isnan({a})",
        "normal": f"np.isfinite({a}) & (np.abs({a}) >= np.finfo('{dtype}').tiny)",
        "subnormal": f"({a} != 0) & (np.abs({a}) < np.finfo('{dtype}').tiny)",
    }  # fmt: skip
    writer.write(instruction.operands[0], tests[instruction.opcode[1]], "?")


def _is_space(writer: Writer, instruction: Instruction) -> None:
    """isspacep: whether a generic address is in this space."""
    space = next(p for p in instruction.opcode if p in ("shared", "local", "global", "const"))
    address = writer.read(instruction.operands[1], "i8")
    writer.write(instruction.operands[0], f"is_in_space('{space}', {address})", "?")


def _fence(writer: Writer, instruction: Instruction) -> None:
    """Memory fences: the emulator's memory is sequentially consistent, but the race tracker has to know."""
    if "proxy" not in instruction.opcode:
        writer.lines.append(f"U.fence(L, {'cta' in instruction.opcode})")


def _nothing(writer: Writer, instruction: Instruction) -> None:
    """Hints."""


OPERATIONS: dict[str, Handler] = {
    "mov": _mov, "pass": _pass, "cvt": _cvt, "cvta": _cvta, "selp": select, "slct": select_by_sign, "setp": setp,
    "set": set_value,
    "add": _add, "sub": _add, "addc": _add, "subc": _add, "mul": _mul, "mul24": _mul, "mad": _mad, "mad24": _mad,
    "madc": _mad,
    "isspacep": _is_space, "fma": _fma, "div": _division("divide_int"), "rem": _division("remainder_int"),
    "min": _extreme("min"), "max": _extreme("max"),
    "neg": _unary("-{a}"), "abs": _unary("np.abs({a})"), "not": _unary("~{a}"),
    "cnot": _unary("({a} == 0).astype({a}.dtype)"),
    "and": _logic("&"), "or": _logic("|"), "xor": _logic("^"), "shl": _shift(True), "shr": _shift(False),
    "popc": _fixed("A.population_count({0})", "t", "i4"), "clz": _fixed("A.leading_zeros({0})", "t", "i4"),
    "brev": _fixed("A.reverse_bits({0})", "t"), "bfind": _bfind,
    "bfe": _fixed("A.extract_field({0}, {1}, {2})", "t i4 i4"),
    "bfi": _fixed("A.insert_field({0}, {1}, {2}, {3})", "t t i4 i4"),
    "shf": _shf, "lop3": _lop3, "sad": _sad, "copysign": _copysign, "testp": _testp,
    "rcp": _approximation, "sqrt": _approximation, "rsqrt": _approximation, "sin": _approximation,
    "cos": _approximation, "ex2": _approximation, "lg2": _approximation, "tanh": _approximation,
    "membar": _fence, "fence": _fence, "prefetch": _nothing, "prefetchu": _nothing, "nanosleep": _nothing,
    "discard": _nothing, "applypriority": _nothing, "pmevent": _nothing,
    **PACKED, **MEMORY, **WARP_OPERATIONS, **HINTS,
}  # fmt: skip
