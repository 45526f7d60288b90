"""PTX instructions as NumPy expressions: one small function per opcode, in one table.

Each takes the block writer and an instruction. Types are NumPy type strings: `i4`, `u4`, `f4`, ...
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from grader.simt.carry_operations import emit_carry, uses_carry
from grader.simt.directed_rounding import direction, emit_directed, to_nearest
from grader.simt.memory_operations import MEMORY
from grader.simt.ptx import TYPE_BYTES, Instruction, Unsupported
from grader.simt.warp_operations import WARP_OPERATIONS

if TYPE_CHECKING:
    from grader.simt.codegen import Writer

Handler = Callable[["Writer", Instruction], None]


def numpy_type(kind: str) -> str:
    """NumPy type of a PTX type, signedness included."""
    if kind == "pred":
        return "?"
    return {"f": "f", "s": "i", "u": "u", "b": "i"}[kind[0]] + str(TYPE_BYTES[kind])


def _finish(writer: Writer, instruction: Instruction, expression: str, dtype: str) -> None:
    if dtype[0] == "f":
        to_nearest(instruction)
    if "sat" in instruction.opcode and dtype[0] == "f":
        expression = f"A.clamp_unit({expression})"
    writer.write(instruction.operands[0], expression, dtype)


def _binary(template: str, float_template: str | None = None, signed: str | None = None) -> Handler:
    """An operation on two operands of one type. signed: type letter to use whatever the opcode says."""

    def handler(writer: Writer, instruction: Instruction) -> None:
        if emit_directed(writer, instruction):
            return
        dtype = numpy_type(instruction.opcode[-1])
        if signed and dtype[0] in "iu":
            dtype = signed + dtype[1:]
        a, b = (writer.read(o, dtype) for o in instruction.operands[1:3])
        chosen = float_template if float_template and dtype[0] == "f" else template
        _finish(writer, instruction, chosen.format(a=a, b=b), dtype)

    return handler


def _unary(template: str) -> Handler:
    def handler(writer: Writer, instruction: Instruction) -> None:
        dtype = numpy_type(instruction.opcode[-1])
        _finish(writer, instruction, template.format(a=writer.read(instruction.operands[1], dtype)), dtype)

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
    opcode, (target, left, right) = instruction.opcode, instruction.operands[:3]
    dtype = numpy_type(opcode[-1])
    if opcode[0] == "mul24":
        dtype = f"{dtype[0]}4"
    if emit_directed(writer, instruction):
        return
    a, b = writer.read(left, dtype), writer.read(right, dtype)
    if "wide" in opcode:
        wide = f"{dtype[0]}{int(dtype[1]) * 2}"
        writer.write(target, f"{a}.astype('{wide}') * {b}.astype('{wide}')", wide)
    elif "hi" in opcode:
        writer.write(target, f"A.multiply_high({a}, {b})", dtype)
    else:
        _finish(writer, instruction, f"{a} * {b}", dtype)


def _mad(writer: Writer, instruction: Instruction) -> None:
    if uses_carry(instruction):
        emit_carry(writer, instruction)
        return
    opcode, (target, left, right, addend) = instruction.opcode, instruction.operands[:4]
    if opcode[-1][0] == "f":
        _fma(writer, instruction)
        return
    dtype = numpy_type(opcode[-1])
    a, b = writer.read(left, dtype), writer.read(right, dtype)
    if "wide" in opcode:
        wide = f"{dtype[0]}{int(dtype[1]) * 2}"
        product = f"{a}.astype('{wide}') * {b}.astype('{wide}')"
        writer.write(target, f"{product} + {writer.read(addend, wide)}", wide)
    elif "hi" in opcode:
        writer.write(target, f"A.multiply_high({a}, {b}) + {writer.read(addend, dtype)}", dtype)
    else:
        writer.write(target, f"{a} * {b} + {writer.read(addend, dtype)}", dtype)


def _fma(writer: Writer, instruction: Instruction) -> None:
    operands = instruction.operands[1:4]
    if instruction.opcode[-1] == "f64":
        a, b, c = (writer.read(o, "f8") for o in operands)
        _finish(writer, instruction, f"A.fma_f64({a}, {b}, {c})", "f8")
        return
    if emit_directed(writer, instruction):
        return
    a, b, c = *(writer.read_wide(o) for o in operands[:2]), writer.read(operands[2], "f4")
    _finish(writer, instruction, f"A.fma_f32({a}, {b}, {c})", "f4")


def _division(name: str) -> Handler:
    def handler(writer: Writer, instruction: Instruction) -> None:
        dtype = numpy_type(instruction.opcode[-1])
        a, b = (writer.read(o, dtype) for o in instruction.operands[1:3])
        expression = f"{a} / {b}" if dtype[0] == "f" else f"A.{name}({a}, {b})"
        _finish(writer, instruction, expression, dtype)

    return handler


def _approximation(writer: Writer, instruction: Instruction) -> None:
    dtype = numpy_type(instruction.opcode[-1])
    a = writer.read(instruction.operands[1], dtype)
    exact = {"sqrt": f"np.sqrt({a})", "rcp": f"np.ones(1, '{dtype}') / {a}"}
    name = instruction.opcode[0]
    approximate = "approx" in instruction.opcode or name not in exact
    _finish(writer, instruction, f"A.approximate('{name}', {a})" if approximate else exact[name], dtype)


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


_COMPARE = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "lo": "<", "ls": "<=", "hi": ">",
            "hs": ">="}  # fmt: skip
_UNORDERED = {"equ": "ne", "neu": "eq", "ltu": "ge", "leu": "gt", "gtu": "le", "geu": "lt"}


def comparison(operator: str, a: str, b: str, is_float: bool) -> str:
    """Expression of a PTX comparison; the unordered ones hold when an operand is NaN."""
    if operator == "num":
        return f"~(np.isnan({a}) | np.isnan({b}))"
    if operator == "nan":
        return f"np.isnan({a}) | np.isnan({b})"
    if operator == "neu":
        return f"{a} != {b}"
    if operator == "ne" and is_float:
        return f"({a} < {b}) | ({a} > {b})"
    if operator == "equ":
        return f"~(({a} < {b}) | ({a} > {b}))"
    if operator in _UNORDERED:
        return f"~({a} {_COMPARE[_UNORDERED[operator]]} {b})"
    return f"{a} {_COMPARE[operator]} {b}"


def _setp(writer: Writer, instruction: Instruction) -> None:
    opcode = instruction.opcode
    dtype = numpy_type(opcode[-1])
    if opcode[1] in ("lo", "ls", "hi", "hs"):
        dtype = "u" + dtype[1:]
    a, b = (writer.read(o, dtype) for o in instruction.operands[1:3])
    compared = writer.new(comparison(opcode[1], a, b, dtype[0] == "f"))
    combine = opcode[2] if len(opcode) > 3 and opcode[2] in ("and", "or", "xor") else None
    targets = instruction.operands[0].split("|")
    for i, target in enumerate(targets):
        value = compared if i == 0 else f"~{compared}"
        if combine:
            other = writer.read(instruction.operands[3], "?")
            value = f"{value} {dict(zip(('and', 'or', 'xor'), '&|^', strict=True))[combine]} {other}"
        writer.write(target, value, "?")


def _set(writer: Writer, instruction: Instruction) -> None:
    source, target = instruction.opcode[-1], instruction.opcode[-2]
    dtype = numpy_type(source)
    a, b = (writer.read(o, dtype) for o in instruction.operands[1:3])
    truth = comparison(instruction.opcode[1], a, b, dtype[0] == "f")
    result = f"({truth}).astype('f4')" if target == "f32" else f"-({truth}).astype('i4')"
    writer.write(instruction.operands[0], result, "f4" if target == "f32" else "i4")


def _selp(writer: Writer, instruction: Instruction) -> None:
    dtype = numpy_type(instruction.opcode[-1])
    target, yes, no, condition = instruction.operands
    a, b = writer.read(yes, dtype), writer.read(no, dtype)
    writer.write(target, f"np.where({writer.read(condition, '?')}, {a}, {b})", dtype)


def _slct(writer: Writer, instruction: Instruction) -> None:
    dtype, by = numpy_type(instruction.opcode[-2]), numpy_type(instruction.opcode[-1])
    target, yes, no, selector = instruction.operands
    zero = writer.program.constant(0, by)
    condition = f"{writer.read(selector, by)} >= {zero}"
    writer.write(target, f"np.where({condition}, {writer.read(yes, dtype)}, {writer.read(no, dtype)})", dtype)


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
    opcode = instruction.opcode
    target_kind, source_kind = opcode[-2], opcode[-1]
    target, source = numpy_type(target_kind), numpy_type(source_kind)
    a = writer.read(instruction.operands[1], source)
    rounding = next((p for p in opcode if p in ("rni", "rzi", "rmi", "rpi")), None)
    saturate = "sat" in opcode
    if source[0] == "f" and target[0] in "iu":
        expression = f"A.float_to_int({a}, np.dtype('{target}').type, '{rounding or 'rzi'}')"
    elif source[0] == "f" and rounding:
        function = {"rni": "rint", "rzi": "trunc", "rmi": "floor", "rpi": "ceil"}[rounding]
        expression = f"np.{function}({a}).astype('{target}')"
    elif source[0] in "iu" and target[0] in "iu" and saturate:
        expression = f"A.saturate_int({a}, np.dtype('{target}').type)"
    elif (rounding_to := direction(instruction)) and target == "f4" and source in ("f8", "i4", "u4", "i2", "u2"):
        expression = f"A.convert_f32_directed({a}, '{rounding_to}')"
    else:
        to_nearest(instruction)
        expression = f"{a}.astype('{target}')"
    if saturate and target[0] == "f":
        expression = f"A.clamp_unit({expression})"
    _extend(writer, instruction.operands[0], expression, target)


def _extend(writer: Writer, register: str, expression: str, dtype: str) -> None:
    """Write a value to a register that may be wider: sign- or zero-extended by its own type."""
    wide = writer.program.canonical(register)
    if int(wide[1]) > int(dtype[1]) and wide[0] != "f":
        writer.write(register, f"({expression}).astype('{wide}')", wide)
    else:
        writer.write(register, expression, dtype)


def _cvta(writer: Writer, instruction: Instruction) -> None:
    """Generic addresses: shared and local memory are seen through windows, global memory is itself."""
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


def _prmt(writer: Writer, instruction: Instruction) -> None:
    if instruction.opcode[-1] != "b32":
        raise Unsupported(f"the mode of `{instruction.text}`", instruction.line)
    _fixed("A.permute_bytes({0}, {1}, {2})", "i4 i4 i4", "i4")(writer, instruction)


def _shf(writer: Writer, instruction: Instruction) -> None:
    left, wrap = "l" in instruction.opcode, "wrap" in instruction.opcode
    _fixed(f"A.funnel_shift({{0}}, {{1}}, {{2}}, {left}, {wrap})", "i4 i4 i4", "i4")(writer, instruction)


def _lop3(writer: Writer, instruction: Instruction) -> None:
    target, a, b, c, table = instruction.operands[:5]
    x, y, z = (writer.read(o, "i4") for o in (a, b, c))
    writer.write(target, f"A.lookup3({x}, {y}, {z}, {int(table, 0)})", "i4")


def _dp4a(writer: Writer, instruction: Instruction) -> None:
    signs = [p == "s32" for p in instruction.opcode if p in ("s32", "u32")]
    a, b, c = (writer.read(o, "i4") for o in instruction.operands[1:4])
    writer.write(instruction.operands[0], f"A.dot_product({a}, {b}, {c}, {signs[0]}, {signs[1]})", "i4")


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
    """isspacep: does a generic address lie in this space?"""
    space = next(p for p in instruction.opcode if p in ("shared", "local", "global", "const"))
    address = writer.read(instruction.operands[1], "i8")
    writer.write(instruction.operands[0], f"is_in_space('{space}', {address})", "?")


def _nothing(writer: Writer, instruction: Instruction) -> None:
    """Memory fences and hints: the emulator's memory is sequentially consistent."""


OPERATIONS: dict[str, Handler] = {
    "mov": _mov, "pass": _pass, "cvt": _cvt, "cvta": _cvta, "selp": _selp, "slct": _slct, "setp": _setp, "set": _set,
    "add": _add, "sub": _add, "addc": _add, "subc": _add, "mul": _mul, "mul24": _mul, "mad": _mad, "mad24": _mad,
    "madc": _mad,
    "isspacep": _is_space, "fma": _fma, "div": _division("divide_int"), "rem": _division("remainder_int"),
    "min": _binary("np.minimum({a}, {b})", "A.minimum_float({a}, {b})"),
    "max": _binary("np.maximum({a}, {b})", "A.maximum_float({a}, {b})"),
    "neg": _unary("-{a}"), "abs": _unary("np.abs({a})"), "not": _unary("~{a}"),
    "cnot": _unary("({a} == 0).astype({a}.dtype)"),
    "and": _logic("&"), "or": _logic("|"), "xor": _logic("^"), "shl": _shift(True), "shr": _shift(False),
    "popc": _fixed("A.population_count({0})", "t", "i4"), "clz": _fixed("A.leading_zeros({0})", "t", "i4"),
    "brev": _fixed("A.reverse_bits({0})", "t"), "bfind": _bfind,
    "bfe": _fixed("A.extract_field({0}, {1}, {2})", "t i4 i4"),
    "bfi": _fixed("A.insert_field({0}, {1}, {2}, {3})", "t t i4 i4"),
    "prmt": _prmt, "shf": _shf, "lop3": _lop3, "dp4a": _dp4a, "sad": _sad, "copysign": _copysign, "testp": _testp,
    "rcp": _approximation, "sqrt": _approximation, "rsqrt": _approximation, "sin": _approximation,
    "cos": _approximation, "ex2": _approximation, "lg2": _approximation, "tanh": _approximation,
    "membar": _nothing, "fence": _nothing, "prefetch": _nothing, "prefetchu": _nothing, "nanosleep": _nothing,
    "discard": _nothing, "applypriority": _nothing, "pmevent": _nothing,
    **MEMORY, **WARP_OPERATIONS,
}  # fmt: skip
