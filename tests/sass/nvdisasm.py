"""What nvdisasm makes of machine words, and where an instruction differs from it."""

from __future__ import annotations

import json
import re
import struct
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from grader.dataclass import dataclass
from grader.sass.decode import decode
from grader.sass.instruction import Immediate, Instruction, Kind, Named, Operand, Target
from grader.sass.spelling import spell_operand, value
from grader.toolchain.disassembly import nvdisasm

ALIASES = ("IMAD.MOV", "IMAD.SHL", "IMAD.IADD")  # names of IMAD whose factors are 0, 1 or a power of two
_ALL = "PR"  # all predicates at once, which the JSON has as an operand, as a guard or not at all
INDIRECT = ("BRX", "RET", "CALL")  # nvdisasm prints their distance from another place


@dataclass(frozen=True, slots=True)
class Printed:
    """nvdisasm's words for an instruction."""

    guard: str
    name: str
    operands: tuple[str, ...]


def printed(words: Sequence[int]) -> list[Printed | None]:
    """What nvdisasm prints of each word; None where it refuses it. It refuses all of a file for one word of it."""
    tool = nvdisasm()
    assert tool is not None
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "words.bin"
        path.write_bytes(b"".join(word.to_bytes(16, "little") for word in words))
        done = subprocess.run(
            [str(tool), "-b", "SM90", "-json", str(path)], capture_output=True, text=True, check=False
        )
    if done.returncode == 0:
        found = [each for part in json.loads(done.stdout)[1] for each in part["sass-instructions"]]
        if len(found) == len(words):
            return [_printed(each) for each in found]
    if len(words) == 1:
        return [None]
    half = len(words) // 2
    return [*printed(words[:half]), *printed(words[half:])]


def _printed(entry: dict[str, str]) -> Printed | None:
    name, operands = entry["opcode"].strip(), entry.get("operands", "")
    if not name or "INVALID" in name or "INVALID" in operands:
        return None
    for alias in ALIASES:
        if name == alias or name.startswith(f"{alias}."):
            name = "IMAD" + name.removeprefix(alias)
    guard = entry.get("predicate", "")
    return Printed("" if guard == _ALL else guard, name, tuple(each for each in _split(operands) if each != _ALL))


def _split(text: str) -> Iterator[str]:
    """At commas outside of brackets."""
    part, depth = "", 0
    for letter in text:
        depth += (letter in "[{") - (letter in "]}")
        if letter == "," and depth == 0:
            yield part
            part = ""
        else:
            part += letter
    if part:
        yield part


def difference(word: int, theirs: Printed) -> str:
    """Where the decoder reads something else than nvdisasm; "" where both agree. Raises UnknownInstruction."""
    ours = decode(word)
    if ours.name != theirs.name:
        return f"{ours.name} for {theirs.name}"
    guard = "" if ours.guard.always else f"@{spell_operand(ours.guard)}"
    if theirs.guard != guard:
        return f"{guard} for {theirs.guard} of {theirs.name}"
    mine = [each for each in ours.operands if each != Named(_ALL)]
    if len(mine) != len(theirs.operands):
        return f"{[spell_operand(each) for each in mine]} for {theirs}"
    for operand, text in zip(mine, theirs.operands, strict=True):
        if not _same(ours, operand, text):
            return f"{spell_operand(operand)} for {text} of {theirs}"
    reused = sum(text.count(".reuse") for text in theirs.operands)
    return "" if reused == ours.control.reuse.bit_count() or "reuse" not in str(theirs) else f"reuse of {theirs}"


def _same(ours: Instruction, operand: Operand, text: str) -> bool:
    text = re.sub(r"(?<=[RZ0-9])\.64(?=[+\]])", "", text.strip().replace(".reuse", ""))
    if isinstance(operand, Target) or (ours.opcode in INDIRECT and isinstance(operand, Immediate)):
        return text.lstrip("-").startswith("0x")
    if not isinstance(operand, Immediate):
        return spell_operand(operand).replace(".64", "") == text
    if operand.kind is Kind.INTEGER:
        return text.lstrip("-").startswith("0x") and (int(text, 16) - operand.bits) % (1 << 32) == 0
    ours_value = value(operand)
    if "NAN" in text:
        return ours_value != ours_value
    if "INF" in text:
        return ours_value == float("-inf" if text.startswith("-") else "inf")
    theirs = float(text)
    if operand.kind is Kind.FLOAT:
        theirs = float(struct.unpack("<f", struct.pack("<f", theirs))[0])
    return theirs == ours_value
