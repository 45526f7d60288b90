"""Optimisations of the generated lines of a block function, which do not change their results.

Every line assigns to its own names (`v1`, `v2`, ...), so a line may be moved as long as it stays after the lines that
it reads and before those that read it. A line is kept as its parts: every second one is a name.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import chain

_NAME = re.compile(r"\b(v\d+)\b")
_ASSIGNED, _MULTIPLY_ADD = " = ", " = A.fma_f32("
_MOST_TOGETHER = 64

_Parts = list[str]


def optimised(lines: list[str]) -> list[str]:
    """The lines, with fewer calls and fewer names."""
    return _with_names_reused(_with_calls_chained(_with_multiply_adds_merged([_NAME.split(line) for line in lines])))


def _with_multiply_adds_merged(lines: list[_Parts]) -> list[_Parts]:
    """Independent fused multiply-adds share a call, and so do those that add to one sum: they share NumPy calls."""
    uses = Counter(chain.from_iterable(line[1::2] for line in lines))
    result: list[_Parts] = []
    waiting: dict[str, _Parts] = {}  # name to the line that computes it

    def flush() -> None:
        result.extend(waiting.values() if len(waiting) < 2 else [_together(waiting)])
        waiting.clear()

    for line in lines:
        is_sum = len(line) > 3 and line[2].startswith(_MULTIPLY_ADD)  # of constants alone there are no parts
        before = waiting.keys() & line[1::2]
        if is_sum and before == {line[-2]} and line[-1] == ")" and uses[line[-2]] == 2:
            line = _in_turn(waiting.pop(line[-2]), line)
        elif before or len(waiting) >= _MOST_TOGETHER:
            flush()
        if is_sum:
            waiting[line[1]] = line
        else:
            result.append(line)
    flush()
    return result


def _in_turn(one: _Parts, other: _Parts) -> _Parts:
    """One line for two, of which the second adds to the first."""
    factors = other[2:-2]
    factors[0] = f"{one[-1][:-1]}, {factors[0][len(_MULTIPLY_ADD) :]}"
    factors[-1] = factors[-1].removesuffix(", ") + ")"
    return [*other[:2], *one[2:-1], *factors]


def _together(sums: dict[str, _Parts]) -> _Parts:
    """One line for several, by the name that each assigns to."""
    names = [part for name in sums for part in (", ", name)]
    names[0], before, parts = "", " = A.fma_f32_each((", _Parts()
    for line in sums.values():
        parts += [before + line[2][len(_MULTIPLY_ADD) :], *line[3:-1]]
        before = line[-1] + ", ("
    return [*names, *parts, before[: -len(", (")] + ")"]


def _with_calls_chained(lines: list[_Parts]) -> list[_Parts]:
    """A value that only the next line reads, to call a method of it, needs no name."""
    uses = Counter(chain.from_iterable(line[1::2] for line in lines))
    result: list[_Parts] = []
    for line in lines:
        before = result[-1] if result else [""]
        if (len(line) > 4 and line[2] == _ASSIGNED and line[4].startswith(".") and before[1:2] == line[3:4]
                and before[2].startswith(_ASSIGNED) and uses[line[3]] == 2):  # fmt: skip
            value = before[2:]
            value[0] = f"{_ASSIGNED}({value[0][len(_ASSIGNED) :]}"
            value[-1] += f"){line[4]}"
            result[-1] = [*line[:2], *value, *line[5:]]
        else:
            result.append(line)
    return result


def _with_names_reused(lines: list[_Parts]) -> list[str]:
    """Names of dead values are used again, which frees their arrays at once."""
    last = {name: i for i, line in enumerate(lines) for name in line[1::2]}
    free: list[str] = []
    renamed: dict[str, str] = {}
    result = []
    for i, line in enumerate(lines):
        names, assigned = line[1::2], _assigned(line)
        targets = names[:assigned]
        free += [renamed[n] for n in dict.fromkeys(names[assigned:]) if last[n] == i and n not in targets]
        for name in targets:
            renamed[name] = renamed.get(name) or (free.pop() if free else f"s{len(renamed)}")
        line[1::2] = [renamed[name] for name in names]
        result.append("".join(line))
    return result


def _assigned(line: _Parts) -> int:
    """How many names a line assigns to."""
    if line[0] or len(line) == 1:
        return 0
    count = 1
    while line[2 * count] == ", ":
        count += 1
    return count if line[2 * count].startswith(_ASSIGNED) else 0
