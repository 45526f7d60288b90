"""Reads nvdisasm's listing: what the decoder's tests hold it to."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

_FILE = re.compile(r'//## File "([^"]*)", line (\d+)')
_SECTION = re.compile(r"^\s*\.section\s+\.text\.([\w$]+)")
_INSTRUCTION = re.compile(r"^\s+/\*([0-9a-f]{4,})\*/\s+(@!?U?P\w+ +)?([A-Za-z0-9_.]+)([^;]*);")
_ADDRESS = re.compile(r"(?<!desc)\[([^\]]*)\]")
_LABEL = re.compile(r"^(\.L_x_\d+):")
_TO = re.compile(r"`\((\.L_x_\d+)\)")
_SIZES = {
    "U8": 1, "S8": 1, "U16": 2, "S16": 2, "64": 8, "S64": 8, "F64": 8, "128": 16, "256": 32, "F32x2": 8,
    "F32x4": 16, "F16x4": 8, "F16x8": 16, "BF16x4": 8, "BF16x8": 16,
}  # fmt: skip
MEMORY = {
    "LDG", "STG", "LDS", "STS", "LDL", "STL", "LD", "ST", "LDGSTS", "LDSM", "STSM", "ATOMG", "ATOM", "RED", "REDG",
}  # fmt: skip
OTHERS = {"LDC", "BAR", "FFMA", "FADD", "FMUL", "DFMA", "DADD", "DMUL", "HMMA", "BRA", "BRX", "RET", "BSYNC",
          "WARPSYNC", "EXIT", "SHFL", "REDUX", "POPC", "MEMBAR", "TEX"}  # fmt: skip


@dataclass(frozen=True)
class Listed:
    """What nvdisasm says about one instruction, in the decoder's terms."""

    address: int
    opcode: str
    width: int | None
    base: int | None
    offset: int | None
    line: int | None
    predicated: bool = False
    target: int | None = None


def read_listing(text: str) -> dict[str, list[Listed]]:
    """Instructions by kernel from `nvdisasm --print-line-info`."""
    kernels: dict[str, list[Listed]] = {}
    rows: list[Listed] = []
    line: int | None = None
    labels: dict[str, int] = {}
    branches: list[tuple[list[Listed], int, str]] = []
    for row in text.split("\n"):
        if match := _SECTION.match(row):
            rows = kernels.setdefault(match[1], [])
            line = None
        elif match := _LABEL.match(row):
            labels[match[1]] = rows[-1].address + 16 if rows else 0
        elif match := _FILE.search(row):
            line = int(match[2])
        elif match := _INSTRUCTION.match(row):
            rows.append(replace(_listed(int(match[1], 16), match[3], match[4], line), predicated=bool(match[2])))
            if rows[-1].opcode.startswith("BRA") and (label := _TO.search(match[4])):
                branches.append((rows, len(rows) - 1, label[1]))
    for where, index, name in branches:
        where[index] = replace(where[index], target=labels[name])
    return kernels


def _listed(address: int, mnemonic: str, operands: str, line: int | None) -> Listed:
    first, *modifiers = mnemonic.split(".")
    if first == "ATOMS":
        first += {"POPC": ".POPC.INC", "CAST": ".CAST.SPIN"}.get(modifiers[0], f".{modifiers[0]}")
    elif (first == "BRA" and modifiers) or mnemonic == "BAR.ARV":
        return Listed(address, mnemonic, None, None, None, line)
    elif first not in MEMORY | OTHERS:
        return Listed(address, "OTHER", None, None, None, line)
    if first not in MEMORY and not first.startswith("ATOMS"):
        width = _width(modifiers) if first == "LDC" else None
        return Listed(address, first, width, None, None, line)
    width = 16 if first in ("LDSM", "STSM") else _width(modifiers)
    register = re.match(r"R(\d+)", (_ADDRESS.search(operands) or [""])[1])
    offset = re.search(r"(?:\+|^)(-?0x[0-9a-f]+)$", _ADDRESS.search(operands)[1])
    return Listed(
        address, first, width, int(register[1]) if register else None, int(offset[1], 16) if offset else 0, line
    )


def _width(modifiers: list[str]) -> int:
    return next((_SIZES[m] for m in modifiers if m in _SIZES), 4)
