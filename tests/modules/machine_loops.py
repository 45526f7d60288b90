"""The loops of a kernel in machine code, where lessons count instructions that PTX does not show."""

from __future__ import annotations

import re
from dataclasses import dataclass

from grader.toolchain.compile import compile_source
from grader.toolchain.disassembly import disassemble

_LINE = re.compile(r"^(?P<label>\.L_x_\d+):|^\s+/\*[0-9a-f]{4,}\*/\s+(?P<code>[^;]+?) ;", re.M)
_PREDICATE = re.compile(r"^@!?U?P\w+ +")
_TARGET = re.compile(r"BRA.*?(\.L_x_\d+)")


@dataclass(frozen=True)
class Loop:
    """The machine instructions from a loop's first to the branch that goes back to it."""

    code: tuple[str, ...]
    guarded: int  # of these, how many a guard skips that says yes: the side with single loads

    @property
    def names(self) -> list[str]:
        """What each instruction is, without its predicate and its variant: "FFMA", "LDG"."""
        return [re.split(r"[ .]", _PREDICATE.sub("", line))[0] for line in self.code]

    def count(self, name: str) -> int:
        """How many instructions of a name there are."""
        return self.names.count(name)

    def after(self, name: str) -> list[int]:
        """For each instruction of a name, how many multiply-adds stand in front of it."""
        names = self.names
        return [names[:place].count("FFMA") for place, found in enumerate(names) if found == name]


def multiplying_loops(source: str) -> list[Loop]:
    """The loops of a source's only kernel that make 512 multiply-adds or more; those with the most loads first."""
    code: list[str] = []
    labels: dict[str, int] = {}
    for line in _LINE.finditer(disassemble(compile_source(source))):
        if line["label"]:
            labels[line["label"]] = len(code)
        else:
            code.append(line["code"])
    branches = {place: labels[found[1]] for place, line in enumerate(code) if (found := _TARGET.search(line))}
    loops = []
    for last, first in branches.items():
        body = Loop(tuple(code[first : last + 1]), 0)
        if first <= last and body.count("FFMA") >= 512:
            skips = [
                branches[place] - place - 1
                for place in range(first, last)
                if re.match(r"@!P\d BRA P\d", code[place]) and place < branches.get(place, 0) <= last
            ]
            loops.append(Loop(body.code, sum(skips)))
    return sorted(loops, key=lambda loop: -loop.count("LDG"))
