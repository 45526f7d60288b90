"""Optimisations of the generated lines of a block function, which do not change their results.

Every line assigns to its own names (`v1`, `v2`, ...), so a line may be moved as long as it stays after the lines that
it reads and before those that read it.
"""

from __future__ import annotations

import re

_NAME = re.compile(r"\bv\d+\b")
_TARGETS = re.compile(r"(v\d+(?:, v\d+)*) = ")
MULTIPLY_ADD = "A.fma_f32("
_MOST_TOGETHER = 64


def batch_multiply_adds(lines: list[str]) -> list[str]:
    """Merge independent fused multiply-adds into one call, so that they share NumPy calls."""
    result: list[str] = []
    waiting: dict[str, str] = {}  # name to the operands it is computed from

    def flush() -> None:
        if len(waiting) == 1:
            result.extend(f"{name} = {MULTIPLY_ADD}{operands})" for name, operands in waiting.items())
        elif waiting:
            each = ", ".join(f"({operands})" for operands in waiting.values())
            result.append(f"{', '.join(waiting)} = A.fma_f32_each({each})")
        waiting.clear()

    for line in lines:
        target, _, expression = line.partition(" = ")
        if not waiting.keys().isdisjoint(_NAME.findall(expression or line)) or len(waiting) >= _MOST_TOGETHER:
            flush()
        if expression.startswith(MULTIPLY_ADD) and _NAME.fullmatch(target):
            waiting[target] = expression[len(MULTIPLY_ADD) : -1]
        else:
            result.append(line)
    flush()
    return result


def reuse_names(lines: list[str]) -> list[str]:
    """Rename variables so that names of dead values are reused, which frees their arrays at once."""
    used = [_NAME.findall(line) for line in lines]
    last = {name: i for i, names in enumerate(used) for name in names}
    free: list[str] = []
    renamed: dict[str, str] = {}
    result = []
    for i, (line, names) in enumerate(zip(lines, used, strict=True)):
        match = _TARGETS.match(line)
        targets = match.group(1).split(", ") if match else []
        dying = {n for n in names if last[n] == i and n not in targets}
        free += [renamed[n] for n in sorted(dying) if n in renamed]
        for target in targets:
            if target not in renamed:
                renamed[target] = free.pop() if free else f"s{len(renamed)}"
        result.append(_NAME.sub(lambda m: renamed[m.group()], line))
    return result
