"""Instructions on matrices that a warp holds together."""

from __future__ import annotations

from grader.sass.instruction import Instruction, Operand, Register
from grader.simt.accesses import Access
from grader.simt.machine.transfers import EmitTransfer, Transfers, address_of, old_words
from grader.simt.machine.writer import ZERO, ZERO_PAIR, Writer, slot

_HALF_REGISTERS = {"1688": (2, 1), "16816": (4, 2), "1684": (2, 1)}
_INTEGER_REGISTERS = {"8816": (1, 1), "16816": (2, 1), "16832": (4, 2)}
_DOUBLE_REGISTERS = {"8x8x4": (1, 1), "16x8x4": (2, 1), "16x8x8": (4, 2), "16x8x16": (8, 4)}


def _words(writer: Writer, operand: Operand, count: int) -> list[str]:
    assert isinstance(operand, Register)
    if operand.negated:
        raise writer.unknown()
    if operand.zero:
        return [ZERO] * count
    return [writer.viewed(writer.raw(slot(operand) + k), "u4") for k in range(count)]


def _whole(writer: Writer, instruction: str) -> str:
    """The lanes of an instruction that wants whole warps."""
    return f"W.whole('{instruction}', {writer.line} or 0, w)"


def _on_rows(
    writer: Writer, call: str, parts: list[list[str]], olds: list[str], kind: str, instruction: str
) -> list[str]:
    """Variables for what a call of the parts returns, each of them a list of registers as rows; olds: as of
    among_guarded, and kind of each."""
    given = iter(range(sum(map(len, parts))))
    listed = ", ".join(f"({''.join(f'x{next(given)}, ' for _ in part)})" for part in parts)
    made = f"{'*' if len(olds) == 1 else ''}M.on_rows({call}, {_whole(writer, instruction)}, {listed})"
    return writer.among_guarded(made, [name for part in parts for name in part], olds, [kind] * len(olds))


def _together(
    writer: Writer, call: str, parts: list[list[str]], target: Operand, count: int, instruction: str = "mma"
) -> None:
    """The registers from the target on become what a call returns."""
    assert isinstance(target, Register)
    olds = old_words(writer, target, count)
    writer.set_words(target, _on_rows(writer, call, parts, olds, "u4", instruction))


def _hmma(writer: Writer, transfers: Transfers, i: Instruction) -> None:
    target, a, b, c = i.operands
    shape = i.modifiers[0]
    kind = next((m for m in i.modifiers if m in ("BF16", "TF32")), "F16")
    narrow = i.modifiers[1] == "F16"
    left, right = _HALF_REGISTERS[shape]
    if kind == "TF32" and shape == "1688":
        left, right = 4, 2
    sums = 2 if narrow else 4
    call = f"lambda a, b, c: X.half_product('{kind}', '{shape}', a, b, c, {narrow})"
    parts = [_words(writer, a, left), _words(writer, b, right), _words(writer, c, sums)]
    _together(writer, call, parts, target, sums)


def _imma(writer: Writer, transfers: Transfers, i: Instruction) -> None:
    target, a, b, c = i.operands
    shape = i.modifiers[0]
    left, right = _INTEGER_REGISTERS[shape]
    sums = 2 if shape == "8816" else 4
    kinds = (i.modifiers[1], i.modifiers[2])
    call = f"lambda a, b, c: X.integer_product('{shape}', {kinds}, {'SAT' in i.modifiers}, a, b, c)"
    bare = [Register(r.number) for r in (a, b) if isinstance(r, Register)]
    parts = [_words(writer, bare[0], left), _words(writer, bare[1], right), _words(writer, c, sums)]
    _together(writer, call, parts, target, sums)


def _bmma(writer: Writer, transfers: Transfers, i: Instruction) -> None:
    target, a, b, c = i.operands
    bare = [Register(r.number) for r in (a, b) if isinstance(r, Register)]
    parts = [_words(writer, bare[0], 4), _words(writer, bare[1], 2), _words(writer, c, 4)]
    _together(writer, "lambda a, b, c: X.bit_product(a, b, c)", parts, target, 4)


def _dmma(writer: Writer, transfers: Transfers, i: Instruction) -> None:
    target, a, b, c = i.operands
    shape = i.modifiers[0]
    if len(i.modifiers) > 1:
        raise writer.unknown()
    left, right = _DOUBLE_REGISTERS[shape]
    sums = 2 if shape.startswith("8x") else 4
    parts = []
    for operand, count in ((a, left), (b, right), (c, sums)):
        assert isinstance(operand, Register)
        pairs = [ZERO_PAIR if operand.zero else writer.halves(slot(operand) + 2 * k) for k in range(count)]
        parts.append([writer.viewed(p, "f8") for p in pairs])
    assert isinstance(target, Register)
    places = [target if target.zero else Register(target.number + 2 * k) for k in range(sums)]
    olds = [writer.old_pair(place, "f8") for place in places]
    call = f"lambda a, b, c: X.double_product('{shape}', a, b, c)"
    for place, name in zip(places, _on_rows(writer, call, parts, olds, "f8", "mma"), strict=True):
        writer.set_whole_pair(place, name)


def _movm(writer: Writer, transfers: Transfers, i: Instruction) -> None:
    if "MT88" not in i.modifiers:
        raise writer.unknown()
    call = "lambda a: [X.transpose(a[0])]"
    _together(writer, call, [_words(writer, i.operands[1], 1)], i.operands[0], 1, "movmatrix")


def _tiles(i: Instruction) -> int:
    return next((int(m) for m in i.modifiers if m in ("2", "4")), 1)


def _site(writer: Writer, transfers: Transfers, i: Instruction, operation: str, where: Operand) -> tuple[int, str, int]:
    """(number of the group, address, offset) of an access of 16 bytes by the lanes that name rows."""
    if not {"M88", "MT88"}.intersection(i.modifiers):
        raise writer.unknown()
    address, offset = address_of(writer, where, "shared", False)
    access = Access(transfers.position(i), transfers.sites.names.line(i.address), operation, offset, 4, 4,
                    transfers.sites.location(i.address), reads=operation == "load")  # fmt: skip
    return transfers.alone(i, access, "shared", "matrix").index, address, offset


def _ldsm(writer: Writer, transfers: Transfers, i: Instruction) -> None:
    target, where = i.operands
    assert isinstance(target, Register)
    group, address, offset = _site(writer, transfers, i, "load", where)
    count = _tiles(i)
    lanes, transposed = _whole(writer, "ldmatrix"), "MT88" in i.modifiers
    call = f"{'*' if count == 1 else ''}M.load_tiles(G[{group}], x0, {offset}, {count}, {transposed}, {lanes})"
    olds = [] if writer.guard is None else old_words(writer, target, count)
    writer.set_words(target, writer.among_guarded(call, [address], olds, ["u4"] * count))


def _stsm(writer: Writer, transfers: Transfers, i: Instruction) -> None:
    where, source = i.operands
    group, address, offset = _site(writer, transfers, i, "store", where)
    words = _words(writer, source, _tiles(i))
    listed = "".join(f"x{k + 1}, " for k in range(len(words)))
    lanes, transposed = _whole(writer, "stmatrix"), "MT88" in i.modifiers
    call = f"M.store_tiles(G[{group}], x0, {offset}, ({listed}), {transposed}, {lanes})"
    writer.among_guarded(f"({call}, ())[1]", [address, *words])


TENSOR: dict[str, EmitTransfer] = {
    "HMMA": _hmma, "IMMA": _imma, "BMMA": _bmma, "DMMA": _dmma, "MOVM": _movm, "LDSM": _ldsm, "STSM": _stsm,
}  # fmt: skip
