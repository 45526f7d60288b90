"""Products of tensor cores whose results are compared with those of a GPU, bit for bit.

Every case is one instruction on operands of one kind: WARPS warps, each with fragments of its own. Operands are words
of registers, so that nothing but the instruction itself lies between a case and its result.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from grader.dataclass import dataclass
from grader.launch import Argument, LaunchRequest

RESULTS = Path(__file__).with_name("h200_mma.npz")
WARPS = 32
_LANES = 32
_BLOCK = 128
Words = NDArray[np.uint32]
Draw = Callable[[np.random.Generator, int], NDArray[np.float64]]


@dataclass(frozen=True)
class Form:
    """An instruction. registers: words of A, B and C (and of the result) in a lane; types: of A, B and C."""

    ptx: str
    registers: tuple[int, int, int]
    types: tuple[str, str, str]


def _forms() -> dict[str, Form]:
    found: dict[str, Form] = {}
    for kind, (k8, k16) in {"f16": ((2, 1), (4, 2)), "bf16": ((2, 1), (4, 2))}.items():
        for sums in ("f32", "f16") if kind == "f16" else ("f32",):
            for k, factors in ((8, k8), (16, k16)):
                name = f"m16n8k{k}.row.col.{sums}.{kind}.{kind}.{sums}"
                found[name] = Form(name, (*factors, 4 if sums == "f32" else 2), (kind, kind, sums))
    for k, factors in ((4, (2, 1)), (8, (4, 2))):
        name = f"m16n8k{k}.row.col.f32.tf32.tf32.f32"
        found[name] = Form(name, (*factors, 4), ("tf32", "tf32", "f32"))
    for shape, registers in (("m8n8k16", (1, 1, 2)), ("m16n8k16", (2, 1, 4)), ("m16n8k32", (4, 2, 4))):
        for a, b, more in (("s8", "s8", ""), ("u8", "s8", ""), ("s8", "u8", ".satfinite"), ("u8", "u8", ".satfinite")):
            name = f"{shape}.row.col{more}.s32.{a}.{b}.s32"
            found[name] = Form(name, registers, (a, b, "s32"))
    name = "m16n8k256.row.col.s32.b1.b1.s32.and.popc"
    found[name] = Form(name, (4, 2, 4), ("b1", "b1", "s32"))
    double = {"m8n8k4": (2, 2, 4), "m16n8k4": (4, 2, 8), "m16n8k8": (8, 4, 8), "m16n8k16": (16, 8, 8)}
    for shape, registers in double.items():
        name = f"{shape}.row.col.f64.f64.f64.f64"
        found[name] = Form(name, registers, ("f64", "f64", "f64"))
    return found


FORMS = _forms()


def _normal(rng: np.random.Generator, n: int) -> NDArray[np.float64]:
    return rng.standard_normal(n)


def _scales(rng: np.random.Generator, n: int) -> NDArray[np.float64]:
    return np.ldexp(rng.uniform(1, 2, n) * rng.choice([-1, 1], n), rng.integers(-12, 12, n))


def _close(rng: np.random.Generator, n: int) -> NDArray[np.float64]:
    """Of nearly one size, so that sums end near where they are cut."""
    return (1 + rng.integers(-3, 4, n) * 2.0 ** -rng.integers(1, 11, n)) * rng.choice([-1, 1], n)


def _whole(rng: np.random.Generator, n: int) -> NDArray[np.float64]:
    return rng.integers(-16, 17, n).astype(np.float64)


def _sparse(rng: np.random.Generator, n: int) -> NDArray[np.float64]:
    """Mostly zeros and powers of two: single bits at the end of what is kept."""
    return np.where(rng.random(n) < 0.6, 0, np.ldexp(rng.choice([-1.0, 1.0, 1.5], n), rng.integers(-14, 4, n)))


def _small(rng: np.random.Generator, n: int) -> NDArray[np.float64]:
    """Around the smallest normal number of a half, and far below in wider types."""
    return np.ldexp(rng.uniform(-2, 2, n), rng.integers(-25, -10, n))


def _large(rng: np.random.Generator, n: int) -> NDArray[np.float64]:
    """Up to the end of halves; sums overflow."""
    return np.ldexp(rng.uniform(-2, 2, n), rng.integers(8, 16, n))


_WAYS: tuple[Draw, ...] = (_normal, _scales, _close, _whole, _sparse, _small, _large)
DRAWS = {draw.__name__.removeprefix("_"): draw for draw in _WAYS}
_EXTREMES = {  # bits of a number's format
    "f16": [0x7C00, 0xFC00, 0x7E00, 0, 0x8000, 1, 0x8001, 0x03FF, 0x7BFF, 0x3C00],
    "bf16": [0x7F80, 0xFF80, 0x7FC0, 0, 0x8000, 1, 0x8001, 0x007F, 0x7F7F, 0x3F80],
    "tf32": [0x7F800000, 0xFF800000, 0x7FC00000, 0, 0x80000000, 0x2000, 0x1FFF, 0x3F800FFF, 0x7F7FFFFF, 0x3F800000],
    "f32": [0x7F800000, 0xFF800000, 0x7FC00000, 0, 0x80000000, 1, 0x80000001, 0x7FFFFF, 0x7F7FFFFF, 0xFF7FFFFF],
}


def _numbers(kind: str, name: str, rng: np.random.Generator, words: int) -> Words:
    """Words that hold numbers of a type."""
    if kind in ("s8", "u8", "b1", "s32"):
        return _whole_words(kind, name, rng, words)
    if kind == "f64":
        values = DRAWS[name](rng, words // 2) if name in DRAWS else _wide(name, rng, words // 2)
        return values.view(np.uint32)
    each = 2 if kind in ("f16", "bf16") else 1
    if name in DRAWS:
        return _encoded(kind, DRAWS[name](rng, words * each))
    some = np.array(_EXTREMES[kind], np.uint32)
    usual = _encoded(kind, rng.standard_normal(words * each))
    units = usual.view(np.uint16).astype(np.uint32) if each == 2 else usual
    share = {"extremes": 0.06, "tiny": 0.5}[name]
    choice = some if name == "extremes" else some[3:8]
    units = np.where(rng.random(units.size) < share, rng.choice(choice, units.size), units)
    return units.astype(np.uint16).view(np.uint32) if each == 2 else units.astype(np.uint32)


def _whole_words(kind: str, name: str, rng: np.random.Generator, words: int) -> Words:
    if kind == "s32":
        edge = {"large": 2**31 - 1, "extremes": 2**31 - 1}.get(name, 1000)
        found = rng.integers(-edge, edge + 1, words)
        return found.astype(np.int32).view(np.uint32)
    if kind != "b1" and name in ("large", "extremes"):
        ends = [-128, 127] if kind == "s8" else [255, 254]
        return rng.choice(ends, words * 4).astype(np.uint8).view(np.uint32)
    return rng.integers(0, 2**32, words, np.uint32)


def _wide(name: str, rng: np.random.Generator, count: int) -> NDArray[np.float64]:
    some = np.array([np.inf, -np.inf, np.nan, 0.0, -0.0, 5e-324, -5e-324, 2.2e-308, 1.7e308, -1.7e308])
    if name == "tiny":
        return np.ldexp(rng.uniform(-1, 1, count), rng.integers(-560, -500, count))
    return np.where(rng.random(count) < 0.06, rng.choice(some, count), rng.standard_normal(count))


def _encoded(kind: str, values: NDArray[np.float64]) -> Words:
    with np.errstate(over="ignore"):
        if kind == "f16":
            return values.astype(np.float16).view(np.uint32)
        bits = values.astype(np.float32).view(np.uint32)
    if kind == "bf16":
        return (bits >> np.uint32(16)).astype(np.uint16).view(np.uint32)
    return bits  # of TF32 too: the 13 last bits do not count, which a case shows


def operands(form: Form, name: str) -> tuple[Words, Words, Words]:
    """A, B and C, shape [WARPS, registers, 32] each. Large factors meet sums of ordinary size."""
    rng = np.random.default_rng(zlib.crc32(f"{form.ptx} {name}".encode()))
    shapes = [(WARPS, count, _LANES) for count in form.registers]
    found = []
    for kind, shape in zip(form.types, shapes, strict=True):
        words = _numbers(kind, name, rng, int(np.prod(shape)))
        if kind == "f64":  # a pair of registers is one number
            words = words.reshape(WARPS, shape[1] // 2, _LANES, 2).swapaxes(2, 3).reshape(shape)
        found.append(np.ascontiguousarray(words.reshape(shape)))
    return found[0], found[1], found[2]


KINDS = (*DRAWS, "extremes", "tiny")


def cases() -> list[tuple[str, str]]:
    """(instruction, kind of operands). Whole numbers have three kinds."""
    found = []
    for name, form in FORMS.items():
        kinds = ("normal", "large", "extremes") if form.types[2] == "s32" else KINDS
        found += [(name, kind) for kind in kinds]
    return found


def kernel_name(form: Form) -> str:
    """Of the kernel that executes an instruction."""
    return form.ptx.replace(".", "_")


def source() -> str:
    """Kernels (a, b, c, d, warps), one for each instruction."""
    return "\n".join(map(_kernel, FORMS.values()))


def _kernel(form: Form) -> str:
    double = form.types[0] == "f64"
    a, b, c = (count // 2 if double else count for count in form.registers)
    kind, letter = ("double", "d") if double else ("unsigned", "r")
    read = ("__hiloint2double({p}[w * {n} + 2 * {i} * 32 + 32 + l], {p}[w * {n} + 2 * {i} * 32 + l])" if double
            else "{p}[w * {n} + {i} * 32 + l]")  # fmt: skip
    sizes = [count * _LANES for count in form.registers]
    loads = "\n".join(
        f"    {kind} {p}{i} = {read.format(p=p, n=n, i=i)};"
        for p, count, n in zip("abc", (a, b, c), sizes, strict=True) for i in range(count)
    )  # fmt: skip
    places = iter(range(2 * c + a + b))

    def braces(count: int) -> str:
        return "{" + ", ".join(f"%{next(places)}" for _ in range(count)) + "}"

    text = f"mma.sync.aligned.{form.ptx} {braces(c)}, {braces(a)}, {braces(b)}, "
    text += "{" + ", ".join(f"%{i}" for i in range(c)) + "};"
    outs = ", ".join(f'"+{letter}"(c{i})' for i in range(c))
    ins = ", ".join([f'"{letter}"(a{i})' for i in range(a)] + [f'"{letter}"(b{i})' for i in range(b)])
    if double:
        stores = "\n".join(
            f"    d[w * {sizes[2]} + {2 * i + high} * 32 + l] = __double2{'hi' if high else 'lo'}int(c{i});"
            for i in range(c) for high in (0, 1)
        )  # fmt: skip
    else:
        stores = "\n".join(f"    d[w * {sizes[2]} + {i} * 32 + l] = c{i};" for i in range(c))
    inputs = ", ".join(f"const unsigned* {p}" for p in "abc")
    return f"""extern "C" __global__ void {kernel_name(form)}({inputs}, unsigned* d, int warps)
{{
    int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32, l = threadIdx.x % 32;
    if (w >= warps) return;
{loads}
    asm("{text}" : {outs} : {ins});
{stores}
}}
"""


def request(name: str, kind: str) -> LaunchRequest:
    """The launch of a case."""
    form = FORMS[name]
    a, b, c = (Argument(p, words.reshape(-1)) for p, words in zip("abc", operands(form, kind), strict=True))
    out = Argument("d", np.zeros(WARPS * form.registers[2] * _LANES, np.uint32))
    grid = (-(-WARPS * _LANES // _BLOCK), 1, 1)
    return LaunchRequest(kernel_name(form), grid, (_BLOCK, 1, 1), (a, b, c, out, Argument("warps", np.int32(WARPS))))
