"""References for tensor_library.cu: equal where numbers are chosen, moved or whole; else formulas in float64."""

from __future__ import annotations

import numpy as np

from tests.language.case import Cases, Data
from tests.language.cases.bfloats import bits, value

cases = Cases("tensor_library.cu")
I1, U1, I2, U2, I4, U4, I8, U8 = (np.dtype(t).type for t in "i1 u1 i2 u2 i4 u4 i8 u8".split())
F2, F4, F8 = np.float16, np.float32, np.float64
Rng = np.random.Generator

DIVISOR = np.dtype([("by", U4), ("factor", U4), ("first", U1), ("second", U1)], align=True)
ITERATION = np.dtype([("dims", I4), ("sizes", DIVISOR, 5), ("strides", I4, (3, 5))])
PERMUTATION = np.dtype([("dims", I4), ("sizes", I4, 6), ("order", I1, 6)], align=True)
PLANES = np.dtype([("count", I4), ("height", I4), ("width", I4)])


def divisor(by: int) -> tuple[int, int, int, int]:
    """The factor and the shifts with which every 32-bit number is divided by `by`."""
    bits_of = (by - 1).bit_length()
    return by, 2**32 * (2**bits_of - by) // by + 1, min(bits_of, 1), max(bits_of - 1, 0)


def iteration(shape: tuple[int, ...], *strides: tuple[int, ...]) -> np.void:
    """The descriptor of a shape, slowest dimension first, and of each operand's strides in elements."""
    it = np.zeros(1, ITERATION)[0]
    it["dims"] = len(shape)
    for d, size in enumerate(reversed(shape)):
        it["sizes"][d] = divisor(size)
        for k, of in enumerate(strides):
            it["strides"][k][d] = of[-1 - d]
    return it


def steps(x: np.ndarray) -> tuple[int, ...]:
    """An array's strides in elements."""
    return tuple(s // x.itemsize for s in x.strides)


FRACTION = np.dtype([("weight", F4)])
POWER = np.dtype([("power", I4)])


# The output is transposed, a is spread over the first dimension and b has every second column.
@cases(kernel="strided_map<Blend>", grid=2, block=64)
def strided_blend(rng: Rng) -> Data:
    a, b = rng.integers(-99, 99, (1, 5, 7)).astype(F4), rng.integers(-99, 99, (6, 5, 14)).astype(F4)
    wanted = (a + F4(0.25) * (b[..., ::2] - a)).astype(F4)
    out = np.zeros((7, 5, 6), F4).transpose(2, 1, 0)
    at = iteration((6, 5, 7), steps(out), (0, 7, 1), steps(b[..., ::2]))
    data = {"at": at, "a": a.ravel(), "b": b.ravel(), "out": np.zeros(210, F4), "count": U4(210)}
    return Data(data | {"f": np.array([(0.25,)], FRACTION)[0]}, {"out": wanted.transpose(2, 1, 0)})


@cases(kernel="strided_map<Distance>", grid=3, block=64)
def strided_distance(rng: Rng) -> Data:
    a, b = rng.integers(-9, 9, (4, 1, 3)).astype(F4), rng.integers(-9, 9, (11, 1)).astype(F4)
    wanted = np.abs(a - b) ** 3
    at = iteration((4, 11, 3), (33, 3, 1), (3, 0, 1), (0, 1, 0))
    data = {"at": at, "a": a.ravel(), "b": b.ravel(), "out": np.zeros(132, F4), "count": U4(132)}
    return Data(data | {"f": np.array([(3,)], POWER)[0]}, {"out": wanted})


@cases(grid=3, block=96)
def where_broadcast(rng: Rng) -> Data:
    condition, yes = rng.integers(0, 2, (2, 1, 9)).astype(bool), rng.normal(0, 1, (3, 4, 1))
    wanted = np.where(condition[:, None], yes, -0.5)
    at = iteration((2, 3, 4, 9), (9, 0, 0, 1), (0, 4, 1, 0))
    data = {"at": at, "condition": condition.ravel(), "yes": yes.ravel(), "no": F8(-0.5)}
    return Data(data | {"out": np.zeros(216), "count": U4(216)}, {"out": wanted})


def clamped(rng: Rng, low: bool, high: bool) -> Data:
    x = 3 * rng.normal(0, 1, (3, 45)).astype(F4)
    x[:, ::7] = np.nan
    lows, highs = np.array([-1, 0, 4], F4), rng.uniform(-1, 2, 45).astype(F4)
    wanted = np.maximum(x, lows[:, None]) if low else x
    wanted = np.minimum(wanted, highs) if high else wanted
    data = {"x": x.ravel(), "low": lows if low else None, "high": highs if high else None}
    return Data(data | {"out": np.zeros(135, F4), "rows": 3, "cols": 45}, {"out": wanted})


@cases(grid=(2, 3))
def clamp_broadcast(rng: Rng) -> Data:
    return clamped(rng, True, True)


@cases(kernel="clamp_broadcast", grid=(2, 3))
def clamp_above_only(rng: Rng) -> Data:
    return clamped(rng, False, True)


def swished(rng: Rng, skipped: int) -> Data:
    x = rng.integers(-40, 40, 150).astype(F4) / 4
    wanted = np.full(150, 7, F4)
    wanted[skipped:] = x[skipped:] * np.clip(x[skipped:] / 8 + F4(0.5), 0, 1)
    data = {"in": x, "out": np.full(150, 7, F4), "skipped": I8(skipped), "count": I8(150 - skipped)}
    return Data(data, {"out": wanted + F4(0)})


@cases(grid=1, block=32)
def hard_swish(rng: Rng) -> Data:
    return swished(rng, 0)


@cases(kernel="hard_swish", grid=2, block=32)
def hard_swish_of_pairs(rng: Rng) -> Data:
    return swished(rng, 2)


@cases(kernel="hard_swish", grid=2, block=32)
def hard_swish_one_by_one(rng: Rng) -> Data:
    return swished(rng, 3)


def shifted(rng: Rng, skipped: int) -> Data:
    x = rng.integers(-128, 128, 333).astype(I1)
    wanted = np.full(333, 7, I1)
    wanted[skipped:] = np.clip(x[skipped:].astype(I4) * 4, -128, 127)
    data = {"in": x, "out": np.full(333, 7, I1), "skipped": I8(skipped), "count": I8(333 - skipped), "by": 2}
    return Data(data, {"out": wanted})


@cases(grid=1, block=32)
def saturating_shift(rng: Rng) -> Data:
    return shifted(rng, 0)


@cases(kernel="saturating_shift", grid=1, block=32)
def saturating_shift_of_fours(rng: Rng) -> Data:
    return shifted(rng, 12)


@cases(kernel="saturating_shift", grid=1, block=32)
def saturating_shift_one_by_one(rng: Rng) -> Data:
    return shifted(rng, 7)


# The mean is a thousand deviations: it is what one float of it costs, 2^-14, that a deviation may be wrong by.
@cases(grid=4, block=64, rtol=1e-4)
def welford_moments(rng: Rng) -> Data:
    x = (1000 + rng.normal(0, 1, (4, 203))).astype(F4)
    w = x.astype(F8)
    data = {"x": x.ravel(), "means": np.zeros(4, F4), "variances": np.zeros(4, F4), "cols": 203, "correction": 1}
    return Data(data, {"means": w.mean(1), "variances": w.var(1, ddof=1)})


# Fewer columns than threads: some merge nothing.
@cases(kernel="welford_moments", grid=3, block=64, rtol=1e-5)
def moments_of_few(rng: Rng) -> Data:
    x = rng.normal(0, 1, (3, 5)).astype(F4)
    w = x.astype(F8)
    data = {"x": x.ravel(), "means": np.zeros(3, F4), "variances": np.zeros(3, F4), "cols": 5, "correction": 0}
    return Data(data, {"means": w.mean(1), "variances": w.var(1)})


# a + 0.75 b is a float without rounding, so the type's own rounding is the only one.
@cases(grid=2, block=64)
def scaled_add_halves(rng: Rng) -> Data:
    a, b = (rng.integers(-2000, 2000, 150).astype(F2) for _ in "ab")
    wanted = (a.astype(F8) + 0.75 * b.astype(F8)).astype(F2)
    data = {"a": a.view(U2), "b": b.view(U2), "out": np.zeros(150, U2), "by": 0.75, "count": 150}
    return Data(data, {"out": wanted.view(U2)})


@cases(grid=2, block=64)
def scaled_add_bfloats(rng: Rng) -> Data:
    a, b = (bits(rng.integers(-250, 250, 150)) for _ in "ab")
    data = {"a": a, "b": b, "out": np.zeros(150, U2), "by": 0.75, "count": 150}
    return Data(data, {"out": bits(value(a) + 0.75 * value(b))})


@cases(grid=2, block=64)
def scaled_add_doubles(rng: Rng) -> Data:
    a, b = rng.integers(-(2**40), 2**40, (2, 150)).astype(F8)
    data = {"a": a, "b": b, "out": np.zeros(150), "by": 0.75, "count": 150}
    return Data(data, {"out": a + 0.75 * b})


def softmax(x: np.ndarray) -> np.ndarray:
    """Along the last axis, in float64."""
    e = np.exp(x.astype(F8) - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


# `__expf` of a difference of up to 20: its error is in proportion to that.
@cases(grid=2, block=(32, 3), rtol=5e-6)
def row_softmax(rng: Rng) -> Data:
    x = (3 * rng.normal(0, 1, (5, 188))).astype(F4)
    return Data({"in": x.ravel(), "out": np.zeros(940, F4), "rows": 5, "cols": 188}, {"out": softmax(x)})


# Half a unit of the last place is 2^-11 of a normal half, and 2^-25 below those.
@cases(grid=3, block=(32, 2), rtol=4.95e-4, atol=3e-8)
def row_softmax_halves(rng: Rng) -> Data:
    x = (3 * rng.normal(0, 1, (5, 200))).astype(F2)
    return Data({"in": x.ravel(), "out": np.zeros(1000, F2), "rows": 5, "cols": 200}, {"out": softmax(x)})


# The numbers compared are bits: the neighbour's are one more or one less.
@cases(grid=3, block=(32, 2), atol=1)
def row_log_softmax_bfloats(rng: Rng) -> Data:
    x = bits(3 * rng.normal(0, 1, (5, 120)))
    wanted = bits(np.log(softmax(value(x))))
    return Data({"in": x.ravel(), "out": np.zeros(600, U2), "rows": 5, "cols": 120}, {"out": wanted})


def bags(rng: Rng) -> tuple[np.ndarray, np.ndarray, list[np.ndarray]]:
    """(table, indices, the places of each bag): one bag is empty and one has only padding."""
    table, indices = rng.integers(-99, 99, (13, 37)).astype(F4), rng.integers(0, 13, 23)
    indices[[2, 5, 11, 12, 20]] = -1
    return table, indices, np.split(np.arange(23), [4, 4, 11, 13, 14])


def bag_arguments(table: np.ndarray, indices: np.ndarray, places: list[np.ndarray]) -> dict[str, object]:
    starts = np.cumsum([0] + [len(p) for p in places])[:-1]
    return {"table": table.ravel(), "indices": indices.astype(I8), "offsets": starts.astype(I8)}


@cases(grid=6, block=32)
def embedding_bag(rng: Rng) -> Data:
    table, indices, places = bags(rng)
    weights = rng.integers(-4, 5, 23).astype(F4)
    used = [p[indices[p] >= 0] for p in places]
    wanted = np.stack([weights[p] @ table[indices[p]] for p in used])
    data = bag_arguments(table, indices, places) | {"weights": weights, "out": np.zeros(222, F4), "chosen": None}
    return Data(data | {"total": I8(23), "width": 37, "kind": U1(0)}, {"out": wanted})


@cases(kernel="embedding_bag", grid=6, block=32)
def embedding_bag_mean(rng: Rng) -> Data:
    table, indices, places = bags(rng)
    used = [table[indices[p[indices[p] >= 0]]] for p in places]
    wanted = np.stack([rows.sum(0) / F4(max(len(rows), 1)) for rows in used])
    data = bag_arguments(table, indices, places) | {"weights": None, "out": np.zeros(222, F4), "chosen": None}
    return Data(data | {"total": I8(23), "width": 37, "kind": U1(1)}, {"out": wanted})


@cases(kernel="embedding_bag", grid=6, block=32)
def embedding_bag_maximum(rng: Rng) -> Data:
    table, indices, places = bags(rng)
    out, chosen = np.zeros((6, 37), F4), np.full((6, 37), -1, I4)
    for bag, p in enumerate(places):
        names = indices[p[indices[p] >= 0]]
        if len(names):
            out[bag], chosen[bag] = table[names].max(0), names[table[names].argmax(0)]
    data = bag_arguments(table, indices, places) | {"weights": None, "out": np.zeros(222, F4)}
    data |= {"chosen": np.zeros(222, I4), "total": I8(23), "width": 37, "kind": U1(2)}
    return Data(data, {"out": out, "chosen": chosen})


def added(rng: Rng, of: type, index: type, by: float) -> Data:
    """Sums in `of`, which go round where it ends."""
    self, source = rng.integers(0, 100, (6, 22)).astype(of), rng.integers(0, 100, (17, 22)).astype(of)
    rows = rng.integers(-6, 6, 17)
    wanted = self.copy()
    np.add.at(wanted, rows, (of(by) * source).astype(of))
    data = {"self": self.ravel(), "index": rows.astype(index), "source": source.ravel(), "by": of(by)}
    return Data(data | {"entries": 17, "rows": 6, "width": 22}, {"self": wanted})


@cases(grid=2, block=64)
def index_add_floats(rng: Rng) -> Data:
    return added(rng, F4, I8, -0.5)


@cases(grid=2, block=64)
def index_add_longs(rng: Rng) -> Data:
    return added(rng, I8, I4, -(2**45))


@cases(grid=2, block=64)
def index_add_bytes(rng: Rng) -> Data:
    return added(rng, U1, I2, 3)


# The word around the last byte must be whole: of 126 bytes the last two are in none.
@cases(kernel="index_add_bytes", block=1, faults=("out_of_bounds",))
def index_add_past_the_last_word(rng: Rng) -> Data:
    data = {"self": np.zeros(126, U1), "index": np.array([-1], I2), "source": np.ones(126, U1), "by": U1(1)}
    return Data(data | {"entries": 1, "rows": 1, "width": 126}, {})


@cases(kernel="index_add_longs", block=32, faults=("assert",))
def index_past_the_end(rng: Rng) -> Data:
    data = {"self": np.zeros(12, I8), "index": np.array([0, -7], I4), "source": np.ones(4, I8), "by": I8(1)}
    return Data(data | {"entries": 2, "rows": 6, "width": 2}, {})


def resized(x: np.ndarray, height: int, width: int, corners: bool) -> np.ndarray:
    """Along one axis and then along the other, in float64."""

    def along(before: int, after: int) -> np.ndarray:
        to = np.arange(after)
        scale = (before - 1) / max(after - 1, 1) if corners else before / after
        place = to * scale if corners else np.maximum((to + 0.5) * scale - 0.5, 0)
        weights = np.maximum(1 - abs(place[:, None] - np.arange(before)), 0)
        return weights / weights.sum(1, keepdims=True)  # past the last one it alone counts

    return along(x.shape[1], height) @ x.astype(F8) @ along(x.shape[2], width).T


def resize(rng: Rng, height: int, width: int, corners: bool) -> Data:
    x = rng.normal(0, 1, (3, 9, 13)).astype(F4)
    data = {"in": x.ravel(), "out": np.zeros(3 * height * width, F4), "from": np.array([(3, 9, 13)], PLANES)[0]}
    data |= {"to": np.array([(3, height, width)], PLANES)[0], "corners": np.bool_(corners)}
    return Data(data, {"out": resized(x, height, width, corners)})


# A place of up to 12 in a float is wrong by 2^-21, and so is the weight.
@cases(grid=(2, 5, 2), block=(16, 4), rtol=1e-5, atol=4e-6)
def bilinear_resize(rng: Rng) -> Data:
    return resize(rng, 17, 31, False)


@cases(kernel="bilinear_resize", grid=(2, 2, 3), block=(4, 4), rtol=1e-5, atol=4e-6)
def bilinear_resize_with_corners(rng: Rng) -> Data:
    return resize(rng, 5, 7, True)


def sums_along(rng: Rng, exclusive: bool) -> Data:
    x = rng.integers(-(2**50), 2**50, (3, 250))
    wanted = x.cumsum(1) - x * exclusive
    data = {"in": x.ravel(), "out": np.zeros(750, I8), "length": 250, "exclusive": np.bool_(exclusive)}
    return Data(data, {"out": wanted})


@cases(grid=3, block=96)
def cumulative_sum_last(rng: Rng) -> Data:
    return sums_along(rng, False)


@cases(kernel="cumulative_sum_last", grid=3, block=96)
def cumulative_sum_before(rng: Rng) -> Data:
    return sums_along(rng, True)


def strided_sums(rng: Rng, reverse: bool) -> Data:
    x = rng.normal(0, 1, (4, 11, 40))
    wanted = x[:, ::-1].cumsum(1)[:, ::-1] if reverse else x.cumsum(1)
    data = {"in": x.ravel(), "out": np.zeros(x.size), "length": 11, "inner": 40, "reverse": np.bool_(reverse)}
    return Data(data, {"out": wanted})


@cases(grid=(2, 4))
def cumulative_sum_strided(rng: Rng) -> Data:
    return strided_sums(rng, False)


@cases(kernel="cumulative_sum_strided", grid=(2, 4))
def cumulative_sum_backwards(rng: Rng) -> Data:
    return strided_sums(rng, True)


@cases(grid=5, block=128)
def argmax_rows(rng: Rng) -> Data:
    x = rng.integers(-8, 8, (5, 300)).astype(F4)
    x[1, [40, 250]] = np.nan
    x[3, 299] = 90
    x[4] = -np.inf
    places = x.argmax(1)
    data = {"x": x.ravel(), "values": np.zeros(5, F4), "places": np.zeros(5, I8), "cols": 300}
    return Data(data, {"values": x[np.arange(5), places], "places": places})


@cases(block=128)
def masked_select(rng: Rng) -> Data:
    x, mask = rng.normal(0, 1, 500).astype(F4), rng.random(500) < 0.4
    wanted = np.zeros(500, F4)
    wanted[: mask.sum()] = x[mask]
    data = {"x": x, "mask": mask, "out": np.zeros(500, F4), "found": np.zeros(1, I4), "count": 500}
    return Data(data, {"out": wanted, "found": np.array([mask.sum()], I4)})


@cases(block=128)
def masked_scatter(rng: Rng) -> Data:
    x, mask, source = rng.normal(0, 1, 420).astype(F4), rng.random(420) < 0.5, rng.normal(0, 1, 420).astype(F4)
    wanted = x.copy()
    wanted[mask] = source[: mask.sum()]
    return Data({"self": x, "mask": mask.view(U1), "source": source, "quads": 105}, {"self": wanted})


@cases(grid=6, block=32)
def gather_along(rng: Rng) -> Data:
    x, index = rng.integers(-99, 99, (6, 15)).astype(I4), rng.integers(-15, 15, (6, 50))
    allowed = rng.random((6, 50)) < 0.8
    wanted = np.where(allowed, np.take_along_axis(x, index % 15, 1), -7).astype(I4)
    data = {"x": x.ravel(), "index": index.ravel(), "allowed": allowed.ravel(), "out": np.zeros(300, I4)}
    return Data(data | {"cols": 15, "wide": 50, "otherwise": -7}, {"out": wanted})


def philox(seed: int, offset: int, sequences: int) -> np.ndarray:
    """Four words a sequence."""
    c = [np.full(sequences, w, U8) for w in (offset % 2**32, offset >> 32)]
    c += [np.arange(sequences, dtype=U8), np.zeros(sequences, U8)]
    key, low = [seed % 2**32, seed >> 32], U8(2**32 - 1)
    for _ in range(10):
        even, odd = c[0] * U8(0xD2511F53), c[2] * U8(0xCD9E8D57)
        c = [odd >> U8(32) ^ c[1] ^ U8(key[0]), odd & low, even >> U8(32) ^ c[3] ^ U8(key[1]), even & low]
        key = [(key[0] + 0x9E3779B9) % 2**32, (key[1] + 0xBB67AE85) % 2**32]
    return np.stack(c, 1)


SEED, OFFSET = 0x123456789ABCDEF0, 2**33 + 77


# With 24 bits and a width of 4 the product and the sum are floats, but for the last addition's rounding.
@cases(grid=2, block=32)
def philox_uniform(rng: Rng) -> Data:
    unit = (philox(SEED, OFFSET, 64).ravel()[:211] >> U8(8)).astype(F8) / 2**24
    data = {"out": np.zeros(211, F4), "count": 211, "seed": U8(SEED), "offset": U8(OFFSET), "low": -1.0, "high": 3.0}
    return Data(data, {"out": (unit * 4 - 1).astype(F4)})


# Near 1 the logarithm loses what its argument's 2^-24 steps lose: nothing. The rest is a few units of the last place.
@cases(grid=2, block=32, rtol=1e-5, atol=2e-6)
def philox_normal(rng: Rng) -> Data:
    w = (philox(SEED, OFFSET, 64) >> U8(8)).astype(F8) / 2**24
    z = 1.5 * np.sqrt(-2 * np.log(w[:, ::2] + 2.0**-24)) * np.exp(2j * np.pi * w[:, 1::2])
    data = {"out": np.zeros(256, F4), "seed": U8(SEED), "offset": U8(OFFSET), "mean": 2.0, "deviation": 1.5}
    return Data(data, {"out": np.stack([z.real, z.imag], 2) + 2})


def permuted(x: np.ndarray, order: tuple[int, ...]) -> Data:
    p = np.zeros(1, PERMUTATION)[0]
    p["dims"] = x.ndim
    p["sizes"][: x.ndim], p["order"][: x.ndim] = x.shape, order
    data = {"in": x.ravel(), "out": np.zeros(x.size, x.dtype), "p": p, "count": x.size, "size": x.itemsize}
    return Data(data, {"out": x.transpose(order)})


@cases(grid=2, block=64)
def permute(rng: Rng) -> Data:
    return permuted(rng.normal(0, 1, (3, 4, 5, 6)).astype(F4), (2, 0, 3, 1))


@cases(kernel="permute", grid=2, block=64)
def permute_bytes(rng: Rng) -> Data:
    return permuted(rng.integers(0, 256, (2, 3, 2, 5, 3, 2)).astype(U1), (5, 3, 0, 4, 1, 2))


@cases(kernel="permute", grid=1, block=64)
def permute_doubles(rng: Rng) -> Data:
    return permuted(rng.normal(0, 1, (13, 9)), (1, 0))


@cases(kernel="permute", grid=1, block=64)
def permute_complex_doubles(rng: Rng) -> Data:
    data = permuted(rng.normal(0, 1, (7, 3, 4)) + 1j, (2, 1, 0))
    given = dict(data.arguments)
    given |= {"in": given["in"].view(F8), "out": given["out"].view(F8)}
    return Data(given, {"out": np.ascontiguousarray(data.wanted["out"]).view(F8)})


@cases(kernel="permute", block=32, faults=("assert",))
def permute_what_has_no_size(rng: Rng) -> Data:
    data = permuted(np.zeros((2, 2), F4), (1, 0))
    return Data(dict(data.arguments) | {"size": 3}, {})


@cases(kernel="top_k<5>", grid=3, block=64)
def top_k(rng: Rng) -> Data:
    x = rng.integers(-30, 30, (5, 133)).astype(F4)
    x[2, 40:] = -np.inf
    places = np.argsort(-x, axis=1, kind="stable")[:, :5]
    data = {"x": x.ravel(), "values": np.zeros(25, F4), "places": np.zeros(25, I4), "rows": 5, "cols": 133}
    return Data(data, {"values": np.take_along_axis(x, places, 1), "places": places.astype(I4)})


@cases(grid=4, block=64)
def any_and_all(rng: Rng) -> Data:
    x = rng.normal(0, 1, (4, 100)).astype(F4)
    x[1, 70], x[2], x[3, 5:] = np.inf, np.nan, -np.inf
    finite = np.isfinite(x)
    data = {"x": x.ravel(), "any": np.zeros(4, np.bool_), "all": np.zeros(4, np.bool_), "cols": 100}
    return Data(data, {"any": finite.any(1), "all": finite.all(1)})
