"""The toolchain's own messages in English, by key; `recognise` finds the key again, for translations."""

from __future__ import annotations

import re
from functools import cache

SENTENCES: dict[str, str] = {
    "line_directive": "#line and line markers are not allowed: every message must name the true line",
    "macro_include": '#include needs a header in <> or "", not a macro',
    "other_include": "#{directive} is not allowed: use #include",
    "include_outside": "#include of `{header}` is refused: only CUDA's own headers can be included",
    "header_unknown": "there is no header `{header}` here: kernels are compiled without a host C++ "
    "library, with CUDA's own headers only (cuda_fp16.h, cuda_pipeline.h, cooperative_groups.h, mma.h, "
    "cuda/std/...)",
    "header_use_cuda_std": "there is no header `{header}` here: kernels are compiled without a host C++ "
    "library; include <cuda/std/{header}> and write cuda::std:: instead of std::",
    "cuda_header_missing": "CUDA's own header `{header}` is not installed here: install the packages again with "
    "`pip install -e .`",
    "asm_directive": "inline assembly must not contain `{name}`: it would change files or line numbers",
    "asm_string": "inline assembly must not contain a string: two readers could read what follows it differently",
    "source_too_large": "the source is larger than 1 MiB",
    "source_has_nul": "the source contains a NUL character: it is not a text file",
    "host_main": "`main` is host code: only kernels and device functions are compiled here, and the grader "
    "launches the kernel; remove `main`",
    "host_function": "`{name}` is a host function: write `__device__` before it if a kernel calls it, or "
    '`extern "C" __global__` if it is the kernel; nothing else is compiled here',
    "host_variable": "`{name}` is a host variable: write `__device__`, `__constant__` or `__shared__` "
    "before it, or declare it inside the kernel",
    "host_launch": "a kernel launch `<<<...>>>` is host code: the grader launches the kernel; remove it",
    "host_api": "`{name}` belongs to the host: it does not exist in device code, and no host code runs here",
    "host_std": "`std::{name}` belongs to the host's C++ library, which device code does not have; some of "
    "it exists as `cuda::std::` in <cuda/std/...>",
    "foreign_character": "`{character}` ({code}) cannot stand here: outside of comments and strings a kernel has only "
    "the characters of an English keyboard; often it came in by copying, or from a keyboard still set to another "
    "language",
    "shared_too_large": "kernel `{kernel}` declares {bytes} bytes of static shared memory per block; the "
    "limit is {limit} bytes",
    "inline_ptx": "inline assembly: {message}",
}


def sentence(key: str, **values: object) -> str:
    """The sentence of a key with its values filled in."""
    return SENTENCES[key].format(**values)


def recognise(message: str) -> tuple[str, dict[str, str]] | None:
    """Key and values of a message made by `sentence`; None for a message in the compiler's own words."""
    for key, pattern in _patterns().items():
        match = pattern.fullmatch(message)
        if match:
            return key, match.groupdict()
    return None


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    patterns = {}
    for key, template in SENTENCES.items():
        seen: set[str] = set()
        parts = []
        for literal, name in re.findall(r"([^{]*)(?:\{(\w+)\})?", template):
            group = f"(?P={name})" if name in seen else f"(?P<{name}>.*)"
            parts.append(re.escape(literal) + (group if name else ""))
            seen.add(name)
        patterns[key] = re.compile("".join(parts), re.S)
    return patterns
