"""The parameters of a kernel in its text: where each is set, and the text with other values.

A parameter is a macro that gives way to the compiler's (`#ifndef BM`, `#define BM 32`, `#endif`), or a number in the
text itself: `#define BM 32` without a guard, or `constexpr int BM = 32;`. Comments and what `#if 0` leaves out set
nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from grader.course.cuda_tokens import CONDITIONAL, code_in_place
from grader.dataclass import dataclass

_GUARD = r"[ \t]*#[ \t]*(?:ifndef[ \t]+{name}\b|(?:el)?if\b.*!\s*defined\s*\(?\s*{name}\b)"
_DEFINE = r"^(?P<before>[ \t]*#[ \t]*define[ \t]+{name}[ \t]+)(?P<value>[0-9]{{1,9}})(?=[ \t\r]*$)"
_CONSTANT = (
    r"^(?P<before>[ \t]*(?:(?:static|inline|__device__|__constant__)\s+)*constexpr\s+(?:static\s+)?"
    r"(?:int|unsigned(?:\s+int)?|size_t|auto|bool)\b[^;\n]*?\b{name}\s*=\s*)(?P<value>[0-9]{{1,9}})(?=u?\s*[,;])"
)


class NoPlace(Exception):
    """The text does not set these parameters anywhere."""

    def __init__(self, names: tuple[str, ...]) -> None:
        super().__init__(", ".join(names))
        self.names = names


class SetTwice(Exception):
    """The text sets a parameter in several places, so that no other value reaches all of them. lines: from 1."""

    def __init__(self, name: str, lines: tuple[int, ...]) -> None:
        super().__init__(name, lines)
        self.name, self.lines = name, lines


@dataclass(frozen=True)
class Tunable:
    """The text of a kernel and where its parameters are set. own: the values in the text, where they are numbers.

    macros: parameters whose values the compiler is given; the others are replaced in the text. places: (start, end,
    name) of the numbers that are, in the order of the text.
    """

    text: str
    own: Mapping[str, int]
    macros: frozenset[str]
    places: tuple[tuple[int, int, str], ...] = ()

    def with_values(self, values: Mapping[str, int]) -> str:
        """The text with the values of all parameters that are no macros. Its lines stay where they are."""
        text = self.text
        for start, end, name in reversed(self.places):
            if name in values:
                text = text[:start] + str(values[name]) + text[end:]
        return text


def tunable(text: str, parameters: Iterable[str]) -> Tunable:
    """The text with its parameters located. Raises NoPlace for those that are set nowhere, SetTwice."""
    code = code_in_place(text)
    own, macros, missing, places = {}, set(), [], []
    for name in parameters:
        set_at = sorted(_settings(code, name), key=lambda found: found.start("value"))
        guards = tuple(_guards(code, name))
        outside = [found for found in set_at if not any(found.start() in guard for guard in guards)]
        if outside and len(set_at) > 1:
            raise SetTwice(name, tuple(code.count("\n", 0, found.start("value")) + 1 for found in set_at))
        if len(set_at) == 1:
            own[name] = int(set_at[0]["value"])
        if outside:
            places.append((*outside[0].span("value"), name))
        elif guards:
            macros.add(name)
        else:
            missing.append(name)
    if missing:
        raise NoPlace(tuple(missing))
    return Tunable(text, own, frozenset(macros), tuple(sorted(places)))


def _settings(code: str, name: str) -> Iterator[re.Match[str]]:
    for pattern in (_DEFINE, _CONSTANT):
        yield from re.finditer(pattern.format(name=re.escape(name)), code, re.M)


def _guards(code: str, name: str) -> Iterator[range]:
    """What the compiler reads only where it was not given the macro: from each such condition to where it ends."""
    guard = re.compile(_GUARD.format(name=re.escape(name)))
    since: list[int | None] = []  # of each condition that is open: where its guard begins, if it is one
    for found in CONDITIONAL.finditer(code):
        opens = found["word"].startswith("if")
        if not opens and since and (begun := since.pop()) is not None:
            yield range(begun, found.start())
        if found["word"] != "endif":
            since.append(found.start() if guard.match(found[0]) else None)
    yield from (range(begun, len(code)) for begun in since if begun is not None)
