"""printf calls: templates of all kinds, over an argument buffer of any bytes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from grader.simt.printf import format_printf
from tests.simt.fuzzing.choices import Choices

_PIECES = (
    "%", "%%", "%d", "%5d", "%-8.3f", "%+.2e", "%#x", "%#o", "%0*d", "%*.*g", "%.*s", "%s", "%10c", "%p", "%n",
    "%lld", "%hhu", "%zu",
    "%.f", "%5%", "%y", "%ld", "%La", "%A", "%99999999999d", "%.99999999999f", "%-+ #0*d", "%.s", "%*", "%.", "%l",
    "text", "\n", "é", "",
)  # fmt: skip
_LONGEST = 5000  # characters that one conversion may become


@dataclass(frozen=True)
class Call:
    """One printf call. slots: its argument buffer."""

    template: str
    slots: bytes


def call(choose: Choices) -> Call:
    """A template of up to eight pieces and up to 40 bytes of arguments."""
    template = "".join(choose.some(_PIECES, 8))
    return Call(template, bytes(choose.of((0, 1, 5, 127, 128, 255)) for _ in range(choose.below(41))))


def outcome_of_call(call: Call) -> str:
    """Format it. Returns whether the buffer held all that it asks for."""
    text = format_printf(call.template, np.frombuffer(call.slots, np.uint8), lambda _: "a string")
    assert len(text) <= len(call.template) + _LONGEST * call.template.count("%")
    return "ran"
