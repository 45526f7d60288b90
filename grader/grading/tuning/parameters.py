"""The parameters of a kernel in its text: where each is set, and the text with other values.

A parameter is a macro that gives way to the compiler's (`#ifndef BM`, `#define BM 32`, `#endif`), or a number in the
text itself: `#define BM 32` without a guard, or `constexpr int BM = 32;`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from grader.dataclass import dataclass

_GUARD = r"^[ \t]*#[ \t]*(?:ifndef[ \t]+{name}\b|(?:el)?if\b.*!\s*defined\s*\(?\s*{name}\b)"
_DEFINE = r"^(?P<before>[ \t]*#[ \t]*define[ \t]+{name}[ \t]+)(?P<value>[0-9]{{1,9}})\b"
_CONSTANT = (
    r"^(?P<before>[ \t]*(?:(?:static|inline|__device__|__constant__)\s+)*constexpr\s+(?:static\s+)?"
    r"(?:int|unsigned(?:\s+int)?|size_t|auto|bool)\b[^;\n]*?\b{name}\s*=\s*)(?P<value>[0-9]{{1,9}})(?=u?\s*[,;])"
)


class NoPlace(Exception):
    """The text does not set these parameters anywhere."""

    def __init__(self, names: tuple[str, ...]) -> None:
        super().__init__(", ".join(names))
        self.names = names


@dataclass(frozen=True)
class Tunable:
    """The text of a kernel and where its parameters are set. own: the values in the text, where they are numbers.

    macros: parameters whose values the compiler is given; the others are replaced in the text.
    """

    text: str
    own: Mapping[str, int]
    macros: frozenset[str]

    def with_values(self, values: Mapping[str, int]) -> str:
        """The text with the values of all parameters that are no macros. Its lines stay where they are."""
        text = self.text
        for name, value in values.items():
            if name not in self.macros:
                found = _set_in_text(text, name)
                assert found is not None
                text = text[: found.start("value")] + str(value) + text[found.end("value") :]
        return text


def tunable(text: str, parameters: Iterable[str]) -> Tunable:
    """The text with its parameters located. Raises NoPlace for those that are set nowhere."""
    own, macros, missing = {}, set(), []
    for name in parameters:
        found = _set_in_text(text, name)
        if found is not None:
            own[name] = int(found["value"])
        if re.search(_GUARD.format(name=re.escape(name)), text, re.M):
            macros.add(name)
        elif found is None:
            missing.append(name)
    if missing:
        raise NoPlace(tuple(missing))
    return Tunable(text, own, frozenset(macros))


def _set_in_text(text: str, name: str) -> re.Match[str] | None:
    patterns = (pattern.format(name=re.escape(name)) for pattern in (_DEFINE, _CONSTANT))
    return next(filter(None, (re.search(pattern, text, re.M) for pattern in patterns)), None)
