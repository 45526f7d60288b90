"""Parses the arguments of `grader profile`: grid and block sizes, macros and kernel arguments.

An argument SPEC is `null`, a scalar `f32:1.5`, a struct passed by value `struct:i32:1,f32:2`, an array
`f32[256,256]=random`, a texture `texture:linear,border:f32[64,48]=random`, or a tensor map with its box and swizzle,
`tile:64,32:128:f32[256,256]=random`. A symbol is `NAME=` and an array. NumPy
has no bfloat16, so `bf16` is its bits. Everything here is a pure function of its text and,
for `@file.npy`, of that file.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import numpy as np

from grader.dataclass import dataclass
from grader.failure import Failure
from grader.files import require_file
from grader.launch import Argument, Array, Dim3
from grader.simt import halves
from grader.tensor_maps import TensorMap
from grader.textures import Outside, Texture

TYPES: dict[str, type[np.generic]] = {
    "i8": np.int8, "u8": np.uint8, "i16": np.int16, "u16": np.uint16,
    "i32": np.int32, "u32": np.uint32, "i64": np.int64, "u64": np.uint64,
    "f16": np.float16, "bf16": np.uint16, "f32": np.float32, "f64": np.float64,
}  # fmt: skip
FLOATS = ("f16", "bf16", "f32", "f64")

GRID_LIMIT: Dim3 = (2**31 - 1, 65535, 65535)  # CUDA C++ Programming Guide, compute capabilities
BLOCK_LIMIT: Dim3 = (1024, 1024, 64)
BLOCK_THREADS = 1024
ARRAY_BYTES = 1 << 27  # all arrays together; each is copied several times on its way, within 1 GiB of memory

_ARRAY = re.compile(r"(?P<type>\w+)\[(?P<dims>[^\]]*)\]=(?P<fill>.+)", re.DOTALL)
_SCALAR = re.compile(r"(?P<type>\w+):(?P<value>.+)", re.DOTALL)
_TEXTURE = re.compile(r"texture:(?P<how>[a-z,]+:)?(?P<array>.+)", re.DOTALL)
_TILE = re.compile(r"tile:(?P<box>\d+(?:,\d+)*):(?:(?P<swizzle>\d+):)?(?P<array>\w+\[.+)", re.DOTALL)
_OUTSIDE: tuple[Outside, ...] = ("clamp", "border", "wrap", "mirror")
_WORDS = ("linear", *_OUTSIDE, "normalised", "fractions")
_AXES = 3  # of a texture with channels
_CONSTANT_BYTES = 64 << 10
_FIRST_SYMBOL = 1000  # of the random streams, behind those of arguments
_MACRO = re.compile(r"[A-Za-z_]\w*", re.ASCII)


@dataclass(frozen=True)
class ArgumentSpec:
    """One parsed SPEC.

    type: `i32` ... `f64`, "struct" or "null". shape: elements along each axis for an array, None for a scalar or null.
    value: the scalar. fill: how the array is filled, as typed (`random`, `zeros`, `iota`, `randint:256`, `@a.npy`).
    texture: how the array is read as a texture, in words; None for a buffer. tile: box and swizzle of a tensor map.
    """

    type: str
    shape: tuple[int, ...] | None = None
    value: np.generic | None = None
    fill: str | None = None
    texture: tuple[str, ...] | None = None
    tile: tuple[tuple[int, ...], int] | None = None


def parse_dim3(text: str, option: str, limits: Dim3, threads: int | None = None) -> Dim3:
    """`X[,Y[,Z]]` as integers from 1 to `limits`; `threads` bounds their product. Raises Failure naming `option`."""
    parts = text.split(",")
    try:
        numbers = [_whole(part) for part in parts]
    except ValueError:
        numbers = []
    if not 1 <= len(numbers) <= 3 or min(numbers) < 1:
        raise Failure("bad_argument", "cli.bad_dim3", option=option, text=text)
    x, y, z = (*numbers, 1, 1)[:3]
    for axis, number, limit in zip("xyz", (x, y, z), limits, strict=True):
        if number > limit:
            raise Failure("bad_argument", "cli.dim3_limit", option=option, axis=axis, number=number, limit=limit)
    if threads is not None and x * y * z > threads:
        raise Failure("bad_argument", "cli.too_many_threads", option=option, text=text, threads=x * y * z)
    return x, y, z


def parse_define(text: str) -> tuple[str, str]:
    """`K=V` as a macro and its text; `K` alone means 1, as compilers read -D. Raises Failure."""
    name, equals, value = text.partition("=")
    if not _MACRO.fullmatch(name) or any(c in value for c in "\r\n\0"):
        raise Failure("bad_argument", "cli.bad_define", text=text)
    return name, value if equals else "1"


def parse_spec(text: str) -> ArgumentSpec:
    """Parse one `--arg` SPEC. Raises Failure."""
    if text == "null":
        return ArgumentSpec("null")
    if match := _TEXTURE.fullmatch(text):
        words = tuple(word for word in (match["how"] or "").rstrip(":").split(",") if word)
        if unknown := set(words) - set(_WORDS):
            raise Failure("bad_argument", "cli.bad_texture_word", text=text, word=min(unknown), known=", ".join(_WORDS))
        array = parse_spec(match["array"])
        if array.shape is None:
            raise Failure("bad_argument", "cli.bad_texture", text=text)
        return replace(array, texture=words)
    if match := _TILE.fullmatch(text):
        box = tuple(map(int, match["box"].split(",")))
        return replace(parse_spec(match["array"]), tile=(box, int(match["swizzle"] or 0)))
    if match := _ARRAY.fullmatch(text):
        return _array_spec(text, match["type"], match["dims"], match["fill"])
    if match := _SCALAR.fullmatch(text):
        read = _struct if match["type"] == "struct" else _scalar
        return ArgumentSpec(match["type"], value=read(text, match["type"], match["value"]))
    raise Failure("bad_argument", "cli.bad_spec", text=text)


def build_arguments(specs: Iterable[str], seed: int) -> tuple[Argument, ...]:
    """Kernel arguments for the SPECs in parameter order.

    Each array has its own random stream of (seed, position), so that changing one argument changes no other.
    Raises Failure for a SPEC that cannot be read, a file that does not fit it, and arrays of too many bytes.
    """
    parsed = [(text, parse_spec(text)) for text in specs]
    total = sum(_bytes(spec) for _, spec in parsed)
    if total > ARRAY_BYTES:
        raise Failure("bad_argument", "cli.arrays_too_large", size=total, limit=ARRAY_BYTES)
    return tuple(build_argument(spec, position, seed, text) for position, (text, spec) in enumerate(parsed))


def build_symbols(texts: Iterable[str], seed: int) -> tuple[Argument, ...]:
    """Values of variables, each `NAME=` and an array as of SPEC. Raises Failure."""
    found = []
    for number, text in enumerate(texts):
        name, _, array = text.partition("=")
        if not _MACRO.fullmatch(name) or not _ARRAY.fullmatch(array):
            raise Failure("bad_argument", "cli.bad_symbol", text=text)
        value = build_argument(_checked_array(array), _FIRST_SYMBOL + number, seed, array).value
        found.append(Argument(name, value))
    return tuple(found)


def _checked_array(text: str) -> ArgumentSpec:
    spec = parse_spec(text)
    if _bytes(spec) > _CONSTANT_BYTES:
        raise Failure("bad_argument", "cli.array_too_large", text=text, size=_bytes(spec), limit=_CONSTANT_BYTES)
    return spec


def build_argument(spec: ArgumentSpec, position: int, seed: int, text: str = "") -> Argument:
    """The kernel argument of one SPEC; an array is flat, in row-major order of its shape, but for textures and maps."""
    if spec.texture is not None:
        return _texture(spec, position, seed, text)
    if spec.tile is not None:
        return _tensor_map(spec, position, seed, text)
    name = f"arg {position}"
    if spec.shape is None or spec.fill is None:
        return Argument(name, spec.value)
    count = math.prod(spec.shape)
    dtype = np.dtype(TYPES[spec.type])
    if spec.fill.startswith("@"):
        return Argument(name, _load(Path(spec.fill[1:]), spec, dtype, text))
    random = np.random.default_rng([seed, position])
    kind, _, bound = spec.fill.partition(":")
    if spec.type == "bf16":
        values = FILLS[kind](random, count, np.dtype(np.float32), bound)
        return Argument(name, _bfloat16(np.minimum(values, _BELOW_ONE) if kind == "random" else values))
    return Argument(name, FILLS[kind](random, count, dtype, bound))


def _texture(spec: ArgumentSpec, position: int, seed: int, text: str) -> Argument:
    """One of [width], [height, width] or [height, width, channels]."""
    assert spec.texture is not None and spec.shape is not None
    flat = build_argument(replace(spec, texture=None), position, seed, text)
    shape = spec.shape if len(spec.shape) == _AXES else (*spec.shape, 1)
    outside = next((word for word in _OUTSIDE if word in spec.texture), _OUTSIDE[0])
    assert isinstance(flat.value, np.ndarray)
    try:
        value = Texture(flat.value.reshape(shape), (outside, outside), "linear" in spec.texture,
                        "normalised" in spec.texture, "fractions" in spec.texture)  # fmt: skip
    except ValueError:
        raise Failure("bad_argument", "cli.bad_texture", text=text) from None
    return Argument(flat.name, value)


def _tensor_map(spec: ArgumentSpec, position: int, seed: int, text: str) -> Argument:
    assert spec.tile is not None and spec.shape is not None
    flat = build_argument(replace(spec, tile=None), position, seed, text)
    assert isinstance(flat.value, np.ndarray)
    try:
        return Argument(flat.name, TensorMap(flat.value.reshape(spec.shape), *spec.tile))
    except ValueError as problem:
        raise Failure("bad_argument", "cli.bad_tile", text=text, problem=str(problem)) from None


def shapes(specs: Iterable[str]) -> dict[int, tuple[int, ...]]:
    """The shape of every array SPEC by its position, for saving outputs."""
    parsed = (parse_spec(text) for text in specs)
    return {position: spec.shape for position, spec in enumerate(parsed) if spec.shape is not None}


_BELOW_ONE = np.float32(1 - 2**-8)  # as bfloat16; anything nearer to 1 would be rounded to 1
_PIECE = 1 << 20  # elements drawn at a time, as the generator's numbers are wider than most types
Fill = Callable[[np.random.Generator, int, np.dtype[np.generic], str], Array]


def _random(random: np.random.Generator, count: int, dtype: np.dtype[np.generic], _: str) -> Array:
    # Whole steps of the type's own precision: a float64 draw rounded to float32 could become 1.0.
    steps = 1 << (np.finfo(dtype).nmant + 1)  # type: ignore[type-var]
    values = np.empty(count, dtype)
    for start in range(0, count, _PIECE):
        piece = values[start : start + _PIECE]
        piece[:] = random.integers(0, steps, len(piece)) / (steps / 2) - 1.0
    return values


def _randint(random: np.random.Generator, count: int, dtype: np.dtype[np.generic], bound: str) -> Array:
    values = np.empty(count, dtype)
    for start in range(0, count, _PIECE):
        piece = values[start : start + _PIECE]
        piece[:] = random.integers(0, int(bound), len(piece), dtype=np.int64)
    return values


FILLS: dict[str, Fill] = {
    "random": _random,
    "zeros": lambda _, count, dtype, __: np.zeros(count, dtype),
    "iota": lambda _, count, dtype, __: np.arange(count, dtype=np.int32).astype(dtype),
    "randint": _randint,
}


def _array_spec(text: str, type_name: str, dims: str, fill: str) -> ArgumentSpec:
    if type_name not in TYPES:
        raise Failure("bad_argument", "cli.bad_type", text=text, type=type_name, known=", ".join(TYPES))
    try:
        shape = tuple(_whole(part) for part in dims.split(","))
    except ValueError:
        raise Failure("bad_argument", "cli.bad_shape", text=text) from None
    spec = ArgumentSpec(type_name, shape=shape, fill=fill)
    if (size := _bytes(spec)) > ARRAY_BYTES:
        raise Failure("bad_argument", "cli.array_too_large", text=text, size=size, limit=ARRAY_BYTES)
    if problem := _fill_problem(type_name, fill):
        raise Failure("bad_argument", problem, text=text)
    return spec


def _bytes(spec: ArgumentSpec) -> int:
    """Bytes of an array, 0 for anything else."""
    return 0 if spec.shape is None else math.prod(spec.shape) * np.dtype(TYPES[spec.type]).itemsize


def _fill_problem(type_name: str, fill: str) -> str | None:
    """The message key of what is wrong with `fill` for arrays of this type, or None."""
    if fill.startswith("@"):
        return None if len(fill) > 1 else "cli.bad_fill"
    kind, colon, bound = fill.partition(":")
    if kind == "randint":
        return None if _fits(type_name, bound) else "cli.bad_randint"
    if kind not in FILLS or colon:
        return "cli.bad_fill"
    return "cli.random_integers" if kind == "random" and type_name not in FLOATS else None


def _fits(type_name: str, bound: str) -> bool:
    """Whether every integer below `bound` is a value of the type (for floats: up to 2^63)."""
    if not (bound.isascii() and bound.isdigit() and len(bound) < 20):
        return False
    largest = 2**63 - 1 if type_name in FLOATS else int(np.iinfo(TYPES[type_name]).max)  # type: ignore[type-var]
    return 0 < int(bound) <= min(largest + 1, 2**63 - 1)


def _scalar(text: str, type_name: str, value: str) -> np.generic:
    if type_name not in TYPES:
        raise Failure("bad_argument", "cli.bad_type", text=text, type=type_name, known=", ".join([*TYPES, "struct"]))
    scalar = TYPES[type_name]
    try:
        if type_name == "bf16":
            bits: np.void = _bfloat16(np.array([float(value)])).view("V2")[0]  # a struct to CUDA and to PTX
            return bits
        if type_name in FLOATS:
            with np.errstate(over="ignore"):  # 1e39 is a float32 too: inf, as in C
                return scalar(float(value))
        number = int(value, 0)
    except ValueError:
        raise Failure("bad_argument", "cli.bad_value", text=text, type=type_name, value=value) from None
    bounds = np.iinfo(scalar)  # type: ignore[type-var]
    if not bounds.min <= number <= bounds.max:
        raise Failure("bad_argument", "cli.out_of_range", text=text, type=type_name, low=bounds.min, high=bounds.max)
    return scalar(number)


def _struct(text: str, _: str, members: str) -> np.void:
    """`i32:1,f32:2` with C's alignment: each member at a multiple of its size, padded to a multiple of the largest."""
    raw, largest = bytearray(), 1
    for member in members.split(","):
        type_name, colon, value = member.partition(":")
        if not colon and member != "null":
            raise Failure("bad_argument", "cli.bad_struct", text=text)
        one = np.int64(0) if member == "null" else _scalar(text, type_name, value)
        largest = max(largest, one.itemsize)
        raw += bytes(-len(raw) % one.itemsize) + one.tobytes()
    raw += bytes(-len(raw) % largest)
    return np.void(bytes(raw))


def _bfloat16(values: Array) -> Array:
    """The bits of the nearest bfloat16, ties to even."""
    with np.errstate(over="ignore"):
        return halves.narrow("bf16", values).view(np.uint16)


def _load(path: Path, spec: ArgumentSpec, dtype: np.dtype[np.generic], text: str) -> Array:
    require_file(path)
    try:
        loaded = np.load(path, mmap_mode="r", allow_pickle=False)
    except OSError as error:
        raise Failure("unreadable_file", "cli.unreadable", path=path, reason=error.strerror or error) from None
    except Exception:  # whatever NumPy's parsers of zip files, pickles and headers raise
        raise Failure("unreadable_file", "cli.not_npy", path=path) from None
    if not isinstance(loaded, np.ndarray):  # a .npz
        raise Failure("unreadable_file", "cli.not_npy", path=path)
    if loaded.dtype != dtype or loaded.size != math.prod(spec.shape or ()):
        found = f"{loaded.dtype}[{','.join(map(str, loaded.shape))}]"
        raise Failure("bad_argument", "cli.npy_mismatch", text=text, path=path, found=found)
    return np.ascontiguousarray(loaded).reshape(-1).copy()


def _whole(text: str) -> int:
    if not (text.isascii() and text.strip().isdigit() and len(text) < 20):
        raise ValueError(text)
    return int(text)
