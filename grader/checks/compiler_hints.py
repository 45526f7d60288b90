"""What the compiler's terse messages usually mean in a student's kernel: one sentence more, in either language."""

from __future__ import annotations

import re
from difflib import get_close_matches

from grader.texts import known, say
from grader.toolchain.program import Diagnostic
from grader.toolchain.sentences import recognise

_NAMES = (
    "__syncthreads", "__syncwarp", "__shared__", "__device__", "__global__", "__constant__", "__restrict__",
    "threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize", "atomicAdd", "fminf", "fmaxf", "float4", "float",
)  # fmt: skip

# The compiler's words (EDG's, in NVRTC 13.0) and the key of what they mean: texts `compile.hint_<key>`.
_MEANINGS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), key)
    for pattern, key in (
        (r'expected a ";"', "semicolon"),
        (r'expected an? "(?P<what>[)\]}])"', "bracket"),
        (r"expected a (?:declaration|statement)", "braces"),
        (r"this declaration has no storage class or type specifier", "braces"),
        (r'identifier "(?P<name>\w+)" is undefined', "undefined"),
        (r'"(?P<name>\w+)" has already been declared in the current scope', "declared_twice"),
        (r"expression must be a modifiable lvalue", "not_writable"),
        (r"expression must have pointer-to-object type but it has type .*", "too_many_indices"),
        (r"expression must have integral or unscoped enum type", "not_whole"),
        (r"expression must have a constant value", "not_constant"),
        (r"the size of an array must be greater than zero", "empty_array"),
        (r"initializer not allowed for __shared__ variable\s*", "shared_initialiser"),
    )
)


def sentence(diagnostic: Diagnostic, lang: str, meaning: bool = True) -> str:
    """The toolchain's own messages in the reader's language, the compiler's in its own words.

    meaning: add what the compiler's words usually mean, where that is known.
    """
    recognised = recognise(diagnostic.message)
    if recognised and known(f"compile.{recognised[0]}"):
        return say(f"compile.{recognised[0]}", lang, **recognised[1])
    explained = hint(diagnostic.message, lang) if meaning else ""
    return f"{diagnostic.message.rstrip()}. {explained}" if explained else diagnostic.message


def hint(message: str, lang: str) -> str:
    """What a compiler error usually means and what to do, a sentence in `lang`; "" for a message that has none."""
    for pattern, key in _MEANINGS:
        match = pattern.fullmatch(message)
        if match is None:
            continue
        if key == "undefined":
            near = get_close_matches(match["name"], _NAMES, n=1, cutoff=0.8)
            return say("compile.hint_misspelt", lang, near=near[0]) if near else say("compile.hint_undefined", lang)
        return say(f"compile.hint_{key}", lang, **match.groupdict())
    return ""
