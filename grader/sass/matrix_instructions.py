"""The instructions that work on matrices in a warp's registers, by the names that people write for them.

A name is PTX (`mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32`), machine code (`HMMA.16816.F32`), or short
(`mma.m16n8k16.f16`, `ldmatrix.x4.trans`). Which there are: PTX ISA, "mma", for sm_80 to sm_90, without mma.m8n8k4
of f16, which is Volta's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import cache
from typing import NamedTuple

from grader.sass.fragments import Fragment

_BITS = {"b1": 1, "s4": 4, "u4": 4, "s8": 8, "u8": 8, "e4m3": 8, "e5m2": 8, "f16": 16, "bf16": 16, "tf32": 32,
         "f64": 64, "f32": 32, "s32": 32}  # fmt: skip
_TILE = 8  # rows and columns of a tile of ldmatrix, stmatrix, movmatrix


class Kind(NamedTuple):
    """Types of factors that an mma takes together. sums: of the addend and the result, the usual first."""

    factors: tuple[str, ...]
    sums: tuple[str, ...]
    shapes: tuple[str, ...]


_KINDS = (
    Kind(("f16",), ("f32", "f16"), ("m16n8k8", "m16n8k16")),
    Kind(("bf16",), ("f32",), ("m16n8k8", "m16n8k16")),
    Kind(("tf32",), ("f32",), ("m16n8k4", "m16n8k8")),
    Kind(("f64",), ("f64",), ("m8n8k4", "m16n8k4", "m16n8k8", "m16n8k16")),
    Kind(("s8", "u8"), ("s32",), ("m8n8k16", "m16n8k16", "m16n8k32")),
    Kind(("s4", "u4"), ("s32",), ("m8n8k32", "m16n8k32", "m16n8k64")),
    Kind(("b1",), ("s32",), ("m8n8k128", "m16n8k128", "m16n8k256")),
    Kind(("e4m3", "e5m2"), ("f32", "f16"), ("m16n8k16", "m16n8k32")),
)

# What nvcc makes of a wmma::mma_sync for sm_90: several of these mma; of m8n32k16 the transposed product.
_SHAPES_OF_WMMA = ("m16n16k16", "m32n8k16", "m8n32k16")
_OF_WMMA = {
    **{(shape, kind): f"mma.m16n8k16.{kind}" for shape in _SHAPES_OF_WMMA for kind in ("f16", "bf16", "s8", "u8")},
    ("m16n16k8", "tf32"): "mma.m16n8k4.tf32",
    ("m8n8k4", "f64"): "mma.m8n8k4.f64",
}
_OTHERS = ("wgmma", "tcgen05", "hgmma", "igmma", "qgmma", "bgmma", "utchmma", "utcimma", "utcqmma", "utcomma")
_MOST_PARTS = 12  # of a name
_LONGEST, _ALIKE = 80, 0.5  # of what is typed: characters that are compared, and how like a name that is told must be
_SPELT = {"fp16": "f16", "half": "f16", "fp8": "e4m3", "int8": "s8", "uint8": "u8", "int4": "s4", "fp32": "f32",
          "float": "f32", "fp64": "f64", "double": "f64", "int32": "s32"}  # fmt: skip
_SILENT = frozenset(("sync", "aligned", "satfinite", "and", "xor", "popc", "rn", "rz", "rm", "rp"))


class Matrix(NamedTuple):
    """One matrix of an instruction.

    names: that it goes by, as ("C", "D"); type: of its elements, as in PTX; register, first: the fragment's
    registers are register[first], register[first + 1] ...; addresses: the first of the 8 lanes whose addresses its rows
    have, None for a matrix that is in registers alone.
    """

    names: tuple[str, ...]
    type: str
    fragment: Fragment
    register: str
    first: int = 0
    addresses: int | None = None

    @property
    def bits(self) -> int:
        """Of one element."""
        return 32 // self.fragment.pack if self.type != "f64" else 64


class MatrixInstruction(NamedTuple):
    """name: the short one. ptx: the whole one. left_open: asked for as the wmma of this name, whose own layout NVIDIA
    leaves open, and of which a compiler makes this instruction."""

    name: str
    ptx: str
    matrices: tuple[Matrix, ...]
    left_open: str = ""


def instruction_of(name: str) -> MatrixInstruction | None:
    """The instruction of a name in PTX, machine code or in short, operands behind it let be; None if there is none."""
    first, parts = _parts(name)
    reader = _READERS.get(first)
    return reader(parts) if reader is not None and len(parts) <= _MOST_PARTS else None


def _parts(name: str) -> tuple[str, list[str]]:
    """The first word of a name, and what stands behind its dots."""
    words = re.sub(r"^@\S+\s+", "", name.strip()).split(maxsplit=1)
    first, *parts = words[0].rstrip(";").lower().replace("::", ".").split(".") if words else [""]
    return first, parts


def is_shown_nowhere(name: str) -> bool:
    """Whether a name is of products whose matrices lie otherwise: sparse ones, and those of wgmma and tcgen05."""
    first, parts = _parts(name)
    return first.startswith(_OTHERS) or (first in ("mma", "hmma", "imma") and "sp" in parts)


def wmma_choices(name: str) -> tuple[str, ...]:
    """The short names of wmma that a name of it may mean, by its shape and the sums that it names."""
    first, parts = _parts(name)
    if first != "wmma":
        return ()
    shape, types = _shape_of_wmma(parts), [part for part in parts if part in _BITS]
    of_shape = [key for key in _OF_WMMA if key[0] == shape] or list(_OF_WMMA)
    fitting = [key for key in of_shape if types == [_kind_of(key[1]).sums[0]]]
    return tuple(f"wmma.{of}.{factor}" for of, factor in fitting or of_shape)


@cache
def known() -> tuple[str, ...]:
    """The short names of all instructions."""
    found = [_mma_named(shape, factor, factor, sums) for kind in _KINDS for factor in kind.factors
             for shape in kind.shapes for sums in kind.sums]  # fmt: skip
    moved = [f"{name}.x{count}{turned}" for name in ("ldmatrix", "stmatrix") for count in (1, 2, 4)
             for turned in ("", ".trans")]  # fmt: skip
    return (*found, *moved, "movmatrix.trans")


def nearest(name: str) -> tuple[str, ...]:
    """The short names most like a name that there is not, the most like first; at most three."""
    parts = [_SPELT.get(part, part) for part in name.lower().replace("::", ".").split(".") if part not in _SILENT]
    short = ".".join(parts)[:_LONGEST]

    def likeness(other: str) -> tuple[int, float]:
        return len(set(parts).intersection(other.split("."))), SequenceMatcher(None, short, other).ratio()

    ranked = sorted(((likeness(other), other) for other in known()), key=lambda found: found[0], reverse=True)
    return tuple(other for (_, ratio), other in ranked[:3] if ratio > _ALIKE)


# ---- products


def _mma_named(shape: str, left: str, right: str, sums: str) -> str:
    usual = sums == _kind_of(left).sums[0]
    own = [left] if left == right else [left, right]
    return ".".join(("mma", shape, *([] if usual else [sums]), *own))


def _kind_of(factor: str) -> Kind:
    return next(kind for kind in _KINDS if factor in kind.factors)


def _product(shape: str, left: str, right: str, sums: str) -> MatrixInstruction | None:
    """D = A B + C, if there is one of this shape and these types."""
    kind = next((k for k in _KINDS if left in k.factors and right in k.factors), None)
    if kind is None or shape not in kind.shapes or sums not in kind.sums:
        return None
    m, n, k = map(int, re.findall(r"\d+", shape))

    def pack(element: str) -> int:
        return max(32 // _BITS[element], 1)

    combined = ".and.popc" if left == "b1" else ""
    ptx = f"mma.sync.aligned.{shape}.row.col.{sums}.{left}.{right}.{sums}{combined}"
    return MatrixInstruction(_mma_named(shape, left, right, sums), ptx, (
        Matrix(("A",), left, Fragment("left", m, k, pack(left)), "a"),
        Matrix(("B",), right, Fragment("right", k, n, pack(right)), "b"),
        Matrix(("C", "D"), sums, Fragment("sums", m, n, pack(sums)), "c"),
    ))  # fmt: skip


def _mma(parts: Sequence[str]) -> MatrixInstruction | None:
    """The types may be written as D A B C, D A, A B or A; what is left out is B as A, and sums of the usual type."""
    said = [part for part in parts if part not in _SILENT]
    layouts = [part for part in said if part in ("row", "col")]
    types = [part for part in said if part in _BITS]
    shapes = [part for part in said if part not in layouts and part not in types]
    if layouts not in ([], ["row", "col"]) or len(shapes) != 1 or not types:
        return None
    if len(types) == 4:
        return _product(shapes[0], types[1], types[2], types[0]) if types[0] == types[3] else None
    *before, last = types
    if not any(last in kind.factors for kind in _KINDS):
        return None
    kind = _kind_of(last)
    if len(before) > 1:
        return None
    if before and before[0] in kind.sums:
        return _product(shapes[0], last, last, before[0])
    return _product(shapes[0], before[0] if before else last, last, kind.sums[0])


def _wmma(parts: Sequence[str]) -> MatrixInstruction | None:
    """What a compiler makes of wmma.mma; loads and stores for it are of the same layout. None where the type of the
    factors is left open; beside two sums, PTX leaves f16 out.
    """
    shape = _shape_of_wmma(parts)
    types = tuple(part for part in parts if part in _BITS)
    found = _types_of_wmma(shape, types, parts)
    name = _OF_WMMA.get((shape, found[0])) if found is not None else None
    if name is None or found is None:
        return None
    factor, sums = found
    usual = sums == _kind_of(factor).sums[0]
    _, made_of, _ = name.split(".")
    made = _product(made_of, factor, factor, sums)
    return made and made._replace(left_open=".".join(("wmma", shape, *([] if usual else [sums]), factor)))


def _types_of_wmma(shape: str, types: tuple[str, ...], parts: Sequence[str]) -> tuple[str, str] | None:
    """The types of factors and of sums."""
    if {"load", "store"}.intersection(parts) and {"c", "d"}.intersection(parts):  # of the sums alone
        fitting = (factor for of, factor in _OF_WMMA if of == shape and types[0] in _kind_of(factor).sums)
        return next(((factor, types[0]) for factor in fitting), None) if len(types) == 1 else None
    if types in (("f16", "f16"), ("f32", "f32")):
        return "f16", types[0]
    factors = types[1:3] if len(types) == 4 and types[0] == types[3] else types[-1:]
    if not factors or len({*factors}) != 1 or not any(factors[0] in kind.factors for kind in _KINDS):
        return None
    kind = _kind_of(factors[0])
    sums = types[0] if len(types) in (2, 4) else kind.sums[0]
    whole = "mma" in parts and len(types) == 2  # D and C, which are then of different types
    return None if whole or len(types) not in (1, 2, 4) or sums not in kind.sums else (factors[0], sums)


def _shape_of_wmma(parts: Sequence[str]) -> str:
    return next((part for part in parts if re.fullmatch(r"m\d+n\d+k\d+", part)), "")


# ---- tiles


def _tiles(name: str, count: int, turned: bool) -> MatrixInstruction:
    """ldmatrix and stmatrix: tile t is in register t, its row k at the address of lane 8 t + k."""
    end = ".trans" if turned else ""
    fragment = Fragment("right" if turned else "left", _TILE, _TILE, 2)
    tiles = tuple(Matrix((f"M{t}",), "b16", fragment, "r", t, _TILE * t) for t in range(count))
    return MatrixInstruction(f"{name}.x{count}{end}", f"{name}.sync.aligned.m8n8.x{count}{end}.shared.b16", tiles)


def _moved_tiles(name: str, parts: Sequence[str]) -> MatrixInstruction | None:
    said = [part for part in parts if part not in (*_SILENT, "m8n8", "shared", "cta", "b16")]
    counts = [part for part in said if part in ("x1", "x2", "x4")]
    if len(counts) != 1 or set(said) - {*counts, "trans"}:
        return None
    return _tiles(name, int(counts[0][1:]), "trans" in said)


def _movmatrix(parts: Sequence[str]) -> MatrixInstruction | None:
    """The same matrix twice: in a as it was, in d with its columns where its rows were."""
    if set(parts) - {*_SILENT, "m8n8", "trans", "b16"}:
        return None
    matrices = (Matrix(("A",), "b16", Fragment("left", _TILE, _TILE, 2), "a"),
                Matrix(("A",), "b16", Fragment("right", _TILE, _TILE, 2), "d"))  # fmt: skip
    return MatrixInstruction("movmatrix.trans", "movmatrix.sync.aligned.m8n8.trans.b16", matrices)


# ---- machine code


def _shape(digits: str) -> str:
    """`m16n8k16` of 16816, `16x8x16`."""
    found = re.fullmatch(r"(16|8)x?8x?(\d+)", digits)
    return f"m{found[1]}n8k{found[2]}" if found else ""


def _hmma(parts: Sequence[str]) -> MatrixInstruction | None:
    factor = next((part for part in parts if part in ("bf16", "tf32")), "f16")
    return _product(_shape(parts[0]), factor, factor, parts[1]) if len(parts) > 1 else None


def _imma(parts: Sequence[str]) -> MatrixInstruction | None:
    return _product(_shape(parts[0]), parts[1], parts[2], "s32") if len(parts) > 2 else None


def _dmma(parts: Sequence[str]) -> MatrixInstruction | None:
    return _product(_shape(parts[0]), "f64", "f64", "f64") if parts else None


def _bmma(parts: Sequence[str]) -> MatrixInstruction | None:
    return _product(_shape(parts[0]), "b1", "b1", "s32") if parts else None


def _ldsm(name: str, parts: Sequence[str]) -> MatrixInstruction | None:
    """LDSM and STSM."""
    if not {"m88", "mt88"}.intersection(parts):
        return None
    return _tiles(name, next((int(part) for part in parts if part in ("2", "4")), 1), "mt88" in parts)


def _movm(parts: Sequence[str]) -> MatrixInstruction | None:
    return _movmatrix(()) if "mt88" in parts else None


_READERS = {
    "mma": _mma, "wmma": _wmma, "movmatrix": _movmatrix, "hmma": _hmma, "imma": _imma, "dmma": _dmma, "bmma": _bmma,
    "ldmatrix": lambda parts: _moved_tiles("ldmatrix", parts), "ldsm": lambda parts: _ldsm("ldmatrix", parts),
    "stmatrix": lambda parts: _moved_tiles("stmatrix", parts), "stsm": lambda parts: _ldsm("stmatrix", parts),
    "movm": _movm,
}  # fmt: skip
