"""Real PTX, broken: lines, tokens and characters deleted, doubled, exchanged and replaced by what nobody writes."""

from __future__ import annotations

import re
from collections.abc import Callable

from tests.simt.fuzzing.choices import Choices
from tests.simt.fuzzing.seeds import THREADS, Seed, instructions, seeds
from tests.simt.fuzzing.words import CHARACTERS, EXTREMES, LINES, MODIFIERS, OPERANDS, TYPES

Lines = list[str]
_TOKEN = re.compile(r"[%$]?[\w.]+|\s+|.")
_NUMBER = re.compile(r"(?<![\w%$.])-?\d\w*|(?<=[<\[])\d+")
_LABEL = re.compile(r"\$L_\w+")
_GUARDS = ("@%p1", "@!%p1", "@%r1", "@p", "@", "@!!%p1", "@%p1 @%p2")
_MOST_LINES = 400


def mutant(choose: Choices) -> Seed:
    """A seed after one to four mutations; the kernel to load keeps its name."""
    seed = choose.of(seeds())
    lines = seed.text.split("\n")
    for mutate in [choose.of(_MUTATIONS), *choose.some(_MUTATIONS, 3)]:
        mutate(choose, lines)
        del lines[_MOST_LINES:]
    return Seed(seed.kernel, "\n".join(lines), choose.of(THREADS))


def _place(choose: Choices, lines: Lines) -> int:
    if not lines:
        lines.append("")
    return choose.below(len(lines))


def _delete(choose: Choices, lines: Lines) -> None:
    del lines[_place(choose, lines)]


def _double(choose: Choices, lines: Lines) -> None:
    at = _place(choose, lines)
    lines.insert(at, lines[at])


def _exchange(choose: Choices, lines: Lines) -> None:
    a, b = _place(choose, lines), _place(choose, lines)
    lines[a], lines[b] = lines[b], lines[a]


def _move(choose: Choices, lines: Lines) -> None:
    line = lines.pop(_place(choose, lines))
    lines.insert(_place(choose, lines), line)


def _foreign(choose: Choices, lines: Lines) -> None:
    """An instruction of another kernel."""
    lines.insert(_place(choose, lines), choose.of(instructions()))


def _strange(choose: Choices, lines: Lines) -> None:
    lines.insert(_place(choose, lines), choose.of(LINES))


def _cut(choose: Choices, lines: Lines) -> None:
    """The text ends in the middle of a line."""
    at = _place(choose, lines)
    lines[at] = lines[at][: choose.below(len(lines[at]) + 1)]
    del lines[at + 1 :]


def _splice(choose: Choices, lines: Lines) -> None:
    """The rest comes from another kernel."""
    other = choose.of(seeds()).text.split("\n")
    lines[_place(choose, lines) :] = other[_place(choose, other) :]


def _loop(choose: Choices, lines: Lines) -> None:
    """A jump to some label, guarded or not."""
    labels = _LABEL.findall("\n".join(lines)) or ["$nowhere"]
    lines.insert(_place(choose, lines), f"{choose.of(('', *_GUARDS))} bra {choose.of(labels)};")


def _guard(choose: Choices, lines: Lines) -> None:
    """Predicates before one line, or before every one."""
    guard = choose.of(_GUARDS)
    for at in [_place(choose, lines)] if choose.below(8) else range(len(lines)):
        if re.match(r"\s*[a-z]", lines[at]):
            lines[at] = f"{guard} {lines[at].lstrip()}"


def _token(choose: Choices, lines: Lines) -> None:
    """One token of a line goes, comes twice, or becomes another of its kind."""
    at = _place(choose, lines)
    tokens = _TOKEN.findall(lines[at]) or [" "]
    i = choose.below(len(tokens))
    tokens[i] = choose.of((_nothing, _twice, _operand, _operand, _other_type, _more, _fewer))(choose, tokens[i])
    lines[at] = "".join(tokens)


def _nothing(_choose: Choices, _token: str) -> str:
    return ""


def _twice(_choose: Choices, token: str) -> str:
    return token * 2


def _operand(choose: Choices, _token: str) -> str:
    return choose.of(OPERANDS)


def _other_type(choose: Choices, token: str) -> str:
    head, dot, _ = token.rpartition(".")
    return f"{head}{dot}{choose.of(TYPES)}"


def _more(choose: Choices, token: str) -> str:
    parts = token.split(".")
    parts.insert(1 + choose.below(len(parts)), choose.of(MODIFIERS))
    return ".".join(parts)


def _fewer(choose: Choices, token: str) -> str:
    parts = token.split(".")
    del parts[choose.below(len(parts))]
    return ".".join(parts)


def _number(choose: Choices, lines: Lines) -> None:
    """A number of a line, be it immediate, offset, size, count or alignment, becomes an extreme one."""
    at = choose.of([i for i, line in enumerate(lines) if _NUMBER.search(line)] or [_place(choose, lines)])
    found = list(_NUMBER.finditer(lines[at]))
    if found:
        number = choose.of(found)
        lines[at] = lines[at][: number.start()] + choose.of(EXTREMES) + lines[at][number.end() :]


def _retarget(choose: Choices, lines: Lines) -> None:
    """A label, in a jump or where it stands, becomes another one or none."""
    labels = sorted(set(_LABEL.findall("\n".join(lines))))
    at = choose.of([i for i, line in enumerate(lines) if "$L" in line] or [_place(choose, lines)])
    other = choose.of([*labels, "$nowhere", "", "k", "%r1"])
    lines[at] = _LABEL.sub(lambda _: other, lines[at], count=1)


def _character(choose: Choices, lines: Lines) -> None:
    """One character goes, or strange ones come."""
    at = _place(choose, lines)
    i = choose.below(len(lines[at]) + 1)
    lines[at] = lines[at][:i] + "".join(choose.some(CHARACTERS, 2)) + lines[at][i + choose.below(3) :]


_MUTATIONS: tuple[Callable[[Choices, Lines], None], ...] = (
    _delete, _double, _exchange, _exchange, _move, _foreign, _foreign, _foreign, _strange, _cut, _splice, _loop, _guard,
    _token, _token, _token, _token, _token, _number, _number, _number, _retarget, _character,
)  # fmt: skip
