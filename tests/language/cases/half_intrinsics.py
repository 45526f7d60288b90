"""References for half_intrinsics.cu: exact rational arithmetic, rounded once. Buffers of halves are their bits (u2)."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

import numpy as np

from tests.language.case import Cases, Data
from tests.language.cases import bfloats
from tests.simt.exact import BRAIN, HALF, Format, fused, rounded

cases = Cases("half_intrinsics.cu")
F2, F4, F8, I2, I4, I8, U2, U4 = np.float16, np.float32, np.float64, np.int16, np.int32, np.int64, np.uint16, np.uint32
Rng = np.random.Generator
NAN = 0x7FFF  # the NaN of instructions
FORMS = {"half": HALF, "bfloat": BRAIN}
ROUNDINGS = ("rn", "rz", "rm", "rp")


def value(kind: str, bits: np.ndarray) -> np.ndarray:
    return bits.view(F2).astype(F8) if kind == "half" else bfloats.value(bits)


def bits(kind: str, x: np.ndarray) -> np.ndarray:
    """Bits of numbers that the format holds, or that are rounded to it; NaN is the one of instructions."""
    x = np.asarray(x, F8)
    with np.errstate(over="ignore"):
        found = x.astype(F2).view(U2) if kind == "half" else bfloats.bits(np.where(np.isnan(x), 0, x))
    return np.where(np.isnan(x), U2(NAN), found).astype(U2)


def operands(rng: Rng, kind: str, n: int) -> np.ndarray:
    """Bits of numbers near 1, with NaN, infinities, zeros of both signs and subnormal numbers among them."""
    special = [0, 0x8000, 1, 0x8001, NAN, 0x7C00 if kind == "half" else 0x7F80, 0xFC00 if kind == "half" else 0xFF80]
    found = bits(kind, rng.normal(0, 1.5, n))
    return np.where(rng.random(n) < 0.3, rng.choice(special, n), found).astype(U2)


def exactly(function: Callable[..., float], *columns: np.ndarray) -> np.ndarray:
    return np.array([function(*row) for row in zip(*(c.ravel().tolist() for c in columns), strict=True)]).reshape(columns[0].shape)


class Arithmetic:
    """The operations on one format. Results are float64, already rounded."""

    def __init__(self, kind: str) -> None:
        self.form: Format = FORMS[kind]

    def fma(self, a: np.ndarray, b: np.ndarray, c: np.ndarray) -> np.ndarray:
        return exactly(lambda x, y, z: fused(x, y, z, self.form), a, b, c)

    def add(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        return self.fma(a, np.ones_like(a), b)

    def sub(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        return self.fma(b, -np.ones_like(b), a)

    def mul(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        return self.fma(a, b, np.copysign(0, a) * np.copysign(1, b))


def saturated(x: np.ndarray) -> np.ndarray:
    return np.where(np.isnan(x) | (x <= 0), 0, np.minimum(x, 1))


def positive(x: np.ndarray) -> np.ndarray:
    return np.where(x <= 0, 0, x)


def smaller(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """-0 is below +0; a NaN loses."""
    return np.where((a == 0) & (b == 0), np.where(np.signbit(a), a, b), np.fmin(a, b))


def with_nan(a: np.ndarray, b: np.ndarray, x: np.ndarray) -> np.ndarray:
    return np.where(np.isnan(a) | np.isnan(b), np.nan, x)


def three(rng: Rng, kind: str, columns: Callable[..., list[np.ndarray]]) -> Data:
    """Operands of 32 lanes, two halves each; columns: from values [32, 2] to bits [32, 2], one entry a store."""
    a, b, c = (operands(rng, kind, 64) for _ in range(3))
    with np.errstate(all="ignore"):
        wanted = np.stack(columns(Arithmetic(kind), *(value(kind, x).reshape(32, 2) for x in (a, b, c))), 1)
    data = {"a": a, "b": b, "c": c, "o": np.zeros(wanted.size, U2)}
    return Data(data, {"o": wanted})


def pairs(kind: str) -> Callable[..., list[np.ndarray]]:
    def columns(on: Arithmetic, x: np.ndarray, y: np.ndarray, z: np.ndarray) -> list[np.ndarray]:
        least, most = smaller(x, y), -smaller(-x, -y)
        real = on.fma(-x[:, 1], y[:, 1], on.fma(x[:, 0], y[:, 0], z[:, 0]))
        imaginary = on.fma(x[:, 1], y[:, 0], on.fma(x[:, 0], y[:, 1], z[:, 1]))
        return [bits(kind, c) for c in (
            saturated(on.add(x, y)), saturated(on.sub(x, y)), saturated(on.mul(x, y)), saturated(on.fma(x, y, z)),
            positive(on.fma(x, y, z)), most, least, with_nan(x, y, most), with_nan(x, y, least),
            on.add(x, y), on.mul(x, y), -x, np.abs(x), np.isnan(x).astype(F8), np.stack([real, imaginary], 1),
        )]  # fmt: skip

    return columns


def singles(kind: str) -> Callable[..., list[np.ndarray]]:
    def columns(on: Arithmetic, x: np.ndarray, y: np.ndarray, z: np.ndarray) -> list[np.ndarray]:
        x, y, z = x[:, 0], y[:, 0], z[:, 0]
        least, most = smaller(x, y), -smaller(-x, -y)
        flat = [
            saturated(on.add(x, y)), saturated(on.sub(x, y)), saturated(on.mul(x, y)), saturated(on.fma(x, y, z)),
            positive(on.fma(x, y, z)), on.sub(x, y), most, least, with_nan(x, y, most), with_nan(x, y, least),
            on.add(x, y), on.sub(on.add(x, y), z),
        ]  # fmt: skip
        return [np.stack([bits(kind, p), bits(kind, q)], 1) for p, q in zip(flat[::2], flat[1::2], strict=True)]

    return columns


def compares(kind: str) -> Callable[..., list[np.ndarray]]:
    def columns(on: Arithmetic, x: np.ndarray, y: np.ndarray, z: np.ndarray) -> list[np.ndarray]:
        unordered = np.isnan(x) | np.isnan(y)
        eq, le, gt, lt, ge = x == y, x <= y, x > y, x < y, x >= y
        ne = lt | gt
        truths = [eq, ne, le, gt, eq | unordered, ne | unordered, le | unordered, gt | unordered]
        every = (
            le.all(1) + 2 * (ge | unordered).all(1) + 4 * eq.all(1) + 8 * (ne | unordered).all(1) + 16 * lt[:, 0]
            + 32 * (lt | unordered)[:, 1] + 64 * np.isinf(x[:, 0]) + 128 * np.isnan(x[:, 1])
        )  # fmt: skip
        masks = [m * U2(0xFFFF) for m in (eq, lt | unordered)]
        return [*(bits(kind, t.astype(F8)) for t in truths), *masks, every.astype(U4).view(U2).reshape(32, 2)]

    return columns


for _kind in FORMS:
    for _name, _columns in (("pairs", pairs), ("singles", singles), ("compares", compares)):
        cases(kernel=f"{_kind}_{_name}")(lambda rng, k=_kind, c=_columns: three(rng, k, c(k)))


def roundings(rng: Rng, kind: str) -> Data:
    x = (rng.normal(0, 1, 32) * 2.0 ** rng.integers(-20, 18, 32)).astype(F4)
    form = FORMS[kind]
    columns = [exactly(lambda v, d=d: math.copysign(rounded(Fraction(v), form, d), v), x) for d in ROUNDINGS]
    nearest = columns[0]
    limits = {"i4": (-(2**31), 2**31 - 1), "i2": (-(2**15), 2**15 - 1), "i8": (-(2**63), 2**63 - 1), "u4": (0, 2**32 - 1)}

    def integers(function: Callable[[float], int], kind: str) -> list[int]:
        low, high = limits[kind]
        return [low if v == -math.inf else high if v == math.inf else min(max(function(v), low), high) for v in nearest.tolist()]

    wanted = [
        integers(round, "i4"), integers(math.floor, "i4"), integers(math.ceil, "i4"), integers(math.trunc, "i2"),
        integers(round, "i8"), integers(math.ceil, "u4"),
    ]  # fmt: skip
    data = {"in": x, "out": np.zeros(128, U2), "ints": np.zeros(192, I8)}
    return Data(data, {"out": np.stack([bits(kind, c) for c in columns], 1), "ints": np.array(wanted, I8).T})


for _kind in FORMS:
    cases(kernel=f"{_kind}_roundings")(lambda rng, k=_kind: roundings(rng, k))


@cases()
def halves_of_integers(rng: Rng) -> Data:
    x = np.concatenate([[2**60 + 2**52 + 1, 2**60 + 2**52, 65519, 65520, -65520, 2049, 0, -1], rng.integers(-70000, 70000, 24)]).astype(I8)
    unsigned, low = x.view(np.uint64), x.astype(I4)
    sources = [(x, "rn"), (x, "rz"), (unsigned, "rp"), (low, "rm"), (low.view(U4), "rn"), (low.astype(I2), "rp")]
    columns = [bits("half", [rounded(Fraction(int(v)), HALF, d) for v in numbers]) for numbers, d in sources]
    brain = [bits("bfloat", [rounded(Fraction(int(v)), BRAIN, d) for v in n]) for n, d in ((x, "rn"), (low.view(U4), "rz"))]
    data = {"in": x, "out": np.zeros(192, U2), "brain": np.zeros(64, U2)}
    return Data(data, {"out": np.stack(columns, 1), "brain": np.stack(brain, 1)})


def functions(rng: Rng, kind: str) -> Data:
    # Few arguments, none of which has a result near the middle of two halves.
    x = rng.choice([0.0, 1.0, 4.0, 16.0, 0.25], 64)
    with np.errstate(all="ignore"):
        columns = [np.exp(x), np.exp2(x), np.sqrt(x), 1 / x, np.sin(x), np.log2(x), np.tanh(x), 1 / np.sqrt(x)]
    data = {"in": bits(kind, x), "out": np.zeros(512, U2)}
    return Data(data, {"out": np.stack([bits(kind, c).reshape(32, 2) for c in columns], 1)})


for _kind in FORMS:
    cases(kernel=f"{_kind}_functions_of_pairs")(lambda rng, k=_kind: functions(rng, k))


@cases()
def half_rounded_to_integers(rng: Rng) -> Data:
    x = (rng.integers(-4000, 4000, 64) / 64).astype(F2)
    x[:4] = [-0.25, 0.5, 1.5, -2.5]
    columns = [f(x.reshape(32, 2)).view(U2) for f in (np.trunc, np.ceil, np.floor, np.rint)]
    return Data({"in": x.view(U2), "out": np.zeros(256, U2)}, {"out": np.stack(columns, 1)})


@cases(grid=2, block=64, hazards=("WAW",))  # both blocks write `order`
def half_atomics_everywhere(rng: Rng) -> Data:
    x = rng.integers(-8, 9, (64, 2)).astype(F2)
    sums = np.tile(x.sum(0, dtype=F2), 2)
    odd = np.arange(1, 64, 2)
    # Sums beyond 256 have an ulp of 2: those of a group of eight lanes are below it, twice over two blocks.
    brain = np.zeros((4, 2))
    for lane in np.concatenate([odd, odd]):
        brain[lane // 16] = [brain[lane // 16, 0] + 2, value("bfloat", bits("bfloat", brain[lane // 16, 1:] + lane))[0]]
    data = {"in": x.view(U2).ravel(), "sums": np.zeros(4, U2), "single": np.zeros(1, U2), "brain": np.zeros(8, U2), "order": np.zeros(64, U2)}
    return Data(data, {"sums": sums.view(U2), "single": bits("half", [128.0]), "brain": bits("bfloat", brain)})


@cases()
def half_exchanges(rng: Rng) -> Data:
    x, lane = rng.integers(-8, 9, (32, 2)).astype(F2), np.arange(32)
    down = np.where(lane % 16 < 14, lane + 2, lane)
    columns = [x[lane ^ 3], x[np.maximum(lane - 1, 0)], np.stack([x[down, 0], x[lane // 8 * 8 + 5, 1]], 1), np.tile(x.sum(0), (32, 1))]
    data = {"in": x.view(U2).ravel(), "out": np.zeros(256, U2), "brain": np.zeros(32, U2)}
    return Data(data, {"out": np.stack(columns, 1).astype(F2).view(U2), "brain": bits("bfloat", x[lane ^ 1, 0])})


@cases()
def half_caches(rng: Rng) -> Data:
    x, y = operands(rng, "half", 64), operands(rng, "half", 32)
    data = {"in": x, "out": np.zeros(256, U2), "single": y, "other": np.zeros(32, U2)}
    return Data(data, {"out": np.repeat(x.reshape(32, 1, 2), 4, 1), "other": y})


@cases()
def half_pieces(rng: Rng) -> Data:
    a, b = (rng.normal(0, 1, (32, 2)).astype(F2) for _ in range(2))
    tiny = np.full(32, F2(1e-7))
    columns = [(a[:, 0], b[:, 0]), (a[:, 1], b[:, 1]), (a[:, 1], a[:, 0]), (a[:, 0], a[:, 0]), (b[:, 1], b[:, 1]), (a[:, 0], tiny)]
    wanted = np.stack([np.stack(c, 1) for c in columns], 1).view(U2)
    data = {"a": a.view(U2).ravel(), "b": b.view(U2).ravel(), "o": np.zeros(384, U2), "floats": np.zeros(32, F4), "bits": np.zeros(32, I2)}
    floats = a[:, 0].astype(F4) - a[:, 1].astype(F4)
    return Data(data, {"o": wanted, "floats": floats, "bits": a[:, 0].view(I2) ^ I2(5)})
