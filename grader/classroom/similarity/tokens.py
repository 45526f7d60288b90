"""A kernel as a sequence of tokens without what a copyist changes first: comments, blanks, variable names."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from grader.course.cuda_tokens import TOKEN
from grader.dataclass import dataclass

MOST = 6_000  # tokens read per file, more than four times the longest solution of the course
_LONGEST = 64  # characters of a number that count, and of a word that is cached

# Words with the same meaning in every kernel, as has anything that begins with two underscores.
MEANT = frozenset(
    """
    alignas alignof asm auto bool break case char class const constexpr const_cast continue decltype default define
    delete do double elif else endif enum explicit extern false float for friend goto if ifdef ifndef include inline
    int long mutable namespace new nullptr operator pragma private public register reinterpret_cast return short
    signed sizeof static static_assert static_cast struct switch template this throw true typedef typename undef union
    unroll unsigned using virtual void volatile while
    threadIdx blockIdx blockDim gridDim warpSize dim3 half half2 size_t int8_t int16_t int32_t int64_t uint8_t uint16_t
    uint32_t uint64_t uintptr_t int2 int3 int4 uint2 uint3 uint4 float2 float3 float4 double2 abs fma fmaf fmax fmaxf
    fmin fminf max min printf
    """.split()
)


@dataclass(frozen=True)
class Tokens:
    """n tokens. codes: (n,) hash of each; 0 for a name that its author chose.

    back: (n,) distance in tokens to such a name's previous occurrence, 0 for the first, -1 for other tokens. places:
    for each token, its [start, end) in the text.
    """

    codes: NDArray[np.uint64]
    back: NDArray[np.int64]
    places: tuple[tuple[int, int], ...]


def tokens(text: str) -> Tokens:
    """The first `MOST` tokens of any text, in linear time."""
    codes: list[int] = []
    back: list[int] = []
    places: list[tuple[int, int]] = []
    last: dict[str, int] = {}
    before = ""
    found = (match for match in TOKEN.finditer(text) if match.lastgroup != "skipped")
    for place, match in enumerate(islice(found, MOST)):
        word, kind = match[0], match.lastgroup
        if kind == "word" and before not in (".", "->") and word not in MEANT and not word.startswith("__"):
            codes.append(0)
            back.append(place - last[word] if word in last else 0)
            last[word] = place
        else:
            codes.append(code(_plain(word, kind)))
            back.append(-1)
        places.append(match.span())
        before = word
    return Tokens(np.array(codes, np.uint64), np.array(back, np.int64), tuple(places))


def code(text: str) -> int:
    """A 64-bit hash of a text, the same on every machine."""
    return _remembered(text) if len(text) <= _LONGEST else _digest(text)


@lru_cache(maxsize=4096)
def _remembered(text: str) -> int:
    """The hash of a short text, cached; a file's long words must not stay in memory."""
    return _digest(text)


def _digest(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=8).digest(), "little")


def _plain(word: str, kind: str | None) -> str:
    """A number without its suffix, a string literal without its content."""
    if kind == "literal":
        return '"'
    if kind == "number":
        number = word[:_LONGEST].lower()
        return number if number.startswith("0x") else number.rstrip("ful") or number
    return word
