"""What the compiler's terse messages usually mean in a student's kernel: an extra sentence, in either language."""

from __future__ import annotations

import re
from difflib import get_close_matches

from grader.texts import say
from grader.toolchain.program import CompileError, Diagnostic

_NAMES = (
    "__syncthreads", "__syncwarp", "__shared__", "__device__", "__global__", "__constant__", "__restrict__",
    "threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize", "atomicAdd", "fminf", "fmaxf", "float4", "float",
)  # fmt: skip

_REGISTERS = (
    *(f"%{name}.{axis}" for name in ("tid", "ntid", "ctaid", "nctaid") for axis in "xyz"),
    "%laneid", "%warpid", "%nwarpid", "%smid", "%nsmid", "%gridid", "%clock", "%clock64", "%globaltimer",
    "%lanemask_eq", "%lanemask_le", "%lanemask_lt", "%lanemask_ge", "%lanemask_gt",
)  # fmt: skip
_KNOWN = {"undefined": _NAMES, "asm_register": _REGISTERS}  # what a misspelt name may have meant, by hint

# The compiler's messages (EDG's and ptxas', in NVRTC 13.0) and the keys of their hints: texts `compile.hint_<key>`.
_MEANINGS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), key)
    for pattern, key in (
        (r'expected a ";"', "semicolon"),
        (r'expected an? "(?P<what>[)\]}])"', "bracket"),
        (r"expected a (?:declaration|statement)", "braces"),
        (r"this declaration has no storage class or type specifier", "braces"),
        (r'identifier "(?P<name>\w+)_is_taken_away" is undefined', "taken_away"),
        (r'identifier "(?P<name>\w+)" is undefined', "undefined"),
        (r'"(?P<name>\w+)" has already been declared in the current scope', "declared_twice"),
        (r"expression must be a modifiable lvalue", "not_writable"),
        (r"expression must have pointer-to-object type but it has type .*", "too_many_indices"),
        (r"expression must have integral or unscoped enum type", "not_whole"),
        (r"expression must have a constant value", "not_constant"),
        (r"the size of an array must be greater than zero", "empty_array"),
        (r"initializer not allowed for __shared__ variable\s*", "shared_initialiser"),
        (r"Parsing error near '%': syntax error", "asm_percent"),
        (r"Parsing error near '.*': syntax error", "asm_syntax"),
        (r"Arguments mismatch for instruction '.*'", "asm_operands"),
        (r"Unknown symbol '(?P<name>%.*)'", "asm_register"),
        (r"Unknown symbol '(?P<name>.*)'", "asm_symbol"),
        (r'Internal Compiler Error \(codegen\): "asm operand index requested is larger than .*', "asm_operands"),
        (r"asm operand type size\(\d+\) does not match type/size implied by constraint '.*'", "asm_type"),
        (r"an asm output operand must have one of the '=' or '\+' modifiers", "asm_output"),
        (r"an asm input operand may not have the '=' or '\+' modifiers", "asm_input"),
    )
)


def sentence(diagnostic: Diagnostic, lang: str, meaning: bool = True) -> str:
    """A message in `lang`, or verbatim from the compiler. meaning: add the hint, if there is one."""
    said = say(f"compile.{diagnostic.key}", lang, **diagnostic.values) if diagnostic.key else diagnostic.message
    explained = hint(diagnostic, lang) if meaning else ""
    return f"{said.rstrip()}. {explained}" if explained else said


def first_sentence(error: CompileError, lang: str) -> str:
    """The first message without its hint; the log if there are no messages."""
    return sentence(error.diagnostics[0], lang, meaning=False) if error.diagnostics else error.log


def hint(diagnostic: Diagnostic, lang: str) -> str:
    """What a compiler error usually means and what to do, in `lang`; "" for an unknown one."""
    quoted = diagnostic.values.get("message", "") if diagnostic.key == "inline_ptx" else diagnostic.message
    for pattern, key in _MEANINGS:
        match = pattern.fullmatch(quoted)
        if match is None:
            continue
        near = get_close_matches(match["name"], _KNOWN[key], n=1, cutoff=0.8) if key in _KNOWN else []
        if near:
            return say("compile.hint_misspelt", lang, near=near[0])
        return say(f"compile.hint_{key}", lang, **match.groupdict())
    return ""
