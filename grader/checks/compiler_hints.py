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

# The compiler's words (EDG's and ptxas', in NVRTC 13.0) and the key of what they mean: texts `compile.hint_<key>`.
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
        (r"Parsing error near '.*': syntax error", "asm_syntax"),
        (r"Arguments mismatch for instruction '.*'", "asm_operands"),
        (r"Unknown symbol '.*'", "asm_operands"),
        (r'Internal Compiler Error \(codegen\): "asm operand index requested is larger than .*', "asm_operands"),
        (r"asm operand type size\(\d+\) does not match type/size implied by constraint '.*'", "asm_type"),
        (r"an asm output operand must have one of the '=' or '\+' modifiers", "asm_output"),
        (r"an asm input operand may not have the '=' or '\+' modifiers", "asm_input"),
    )
)


def sentence(diagnostic: Diagnostic, lang: str, meaning: bool = True) -> str:
    """The toolchain's own messages in the reader's language, the compiler's in its own words.

    meaning: add what the compiler's words usually mean, where that is known.
    """
    recognised = recognise(diagnostic.message)
    said = diagnostic.message
    if recognised and known(f"compile.{recognised[0]}"):
        said = say(f"compile.{recognised[0]}", lang, **recognised[1])
    explained = hint(diagnostic.message, lang) if meaning else ""
    return f"{said.rstrip()}. {explained}" if explained else said


def hint(message: str, lang: str) -> str:
    """What a compiler error usually means and what to do, a sentence in `lang`; "" for a message that has none."""
    recognised = recognise(message)
    if recognised and recognised[0] == "inline_ptx":
        message = recognised[1]["message"]
    for pattern, key in _MEANINGS:
        match = pattern.fullmatch(message)
        if match is None:
            continue
        if key == "undefined":
            near = get_close_matches(match["name"], _NAMES, n=1, cutoff=0.8)
            return say("compile.hint_misspelt", lang, near=near[0]) if near else say("compile.hint_undefined", lang)
        return say(f"compile.hint_{key}", lang, **match.groupdict())
    return ""
