"""References for tensors.cu. Structs passed by value are NumPy void scalars of the same layout."""

from __future__ import annotations

import numpy as np

from tests.language.case import Cases, Data
from tests.language.cases.bfloats import bits, value

cases = Cases("tensors.cu")
F2, F4, F8, I4, I8, U1, U2, U4, U8 = (
    np.float16, np.float32, np.float64, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64
)  # fmt: skip
Rng = np.random.Generator


@cases(kernel="vectorized_elementwise_kernel<4, float, AddFunctor<float>>", grid=2, block=32)
def add_floats(rng: Rng) -> Data:
    a, b = rng.integers(-99, 99, (2, 203)).astype(F4)
    data = {"N": 203, "f": F4(0.5), "out": np.zeros(203, F4), "a": a, "b": b}
    return Data(data, {"out": a + b / 2})


@cases(kernel="vectorized_elementwise_kernel<8, __nv_bfloat16, AddFunctor<__nv_bfloat16>>", grid=1, block=32)
def add_bfloats(rng: Rng) -> Data:
    a, b = bits(rng.normal(0, 2, 203)), bits(rng.normal(0, 2, 203))
    data = {"N": 203, "f": F4(2), "out": np.zeros(203, U2), "a": a, "b": b}
    return Data(data, {"out": bits((value(a) + 2 * value(b)).astype(F4))})


# Float sums of 300 terms of size 1, in an order of their own.
@cases(kernel="RowwiseMomentsCUDAKernel<float>", grid=3, block=128, rtol=2e-5, atol=1e-5)
def moments(rng: Rng) -> Data:
    x = rng.normal(0.5, 1, (3, 300)).astype(F4)
    data = {"N": I8(300), "eps": 1e-5, "X": x.ravel(), "mean": np.zeros(3, F4), "rstd": np.zeros(3, F4)}
    x = x.astype(F8)
    return Data(data, {"mean": x.mean(1), "rstd": (x.var(1) + 1e-5) ** -0.5})


def divider(n: int) -> tuple[int, int, int]:
    shift = (n - 1).bit_length()
    return n, ((1 << 32) * ((1 << shift) - n)) // n + 1, shift


@cases(grid=2, block=64)
def strided_copy(rng: Rng) -> Data:
    x = rng.integers(0, 99, (5, 3, 7)).astype(F4)
    calculator = np.zeros((), [("dims", I4), ("sizes", U4, (4, 3)), ("strides", U4, (4, 2))])
    calculator["dims"] = 3
    calculator["sizes"][:3] = [divider(n) for n in (5, 3, 7)]
    # The element (i, j, k) of the output, dense with i fastest, is the input's, dense with k fastest.
    calculator["strides"][:3] = [[1, 21], [5, 7], [15, 1]]
    data = {"out": np.zeros(105, F4), "in": x.ravel(), "calculator": np.void(calculator.tobytes()), "N": 105}
    return Data(data, {"out": x.ravel(order="F")})


def philox(seed: int, subsequence: int) -> list[int]:
    """Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", 2011."""
    mask = 2**32 - 1
    c, k = [0, 0, subsequence & mask, subsequence >> 32], [seed & mask, seed >> 32]
    for _ in range(10):
        a, b = 0xD2511F53 * c[0], 0xCD9E8D57 * c[2]
        c = [(b >> 32) ^ c[1] ^ k[0], b & mask, (a >> 32) ^ c[3] ^ k[1], a & mask]
        k = [(k[0] + 0x9E3779B9) & mask, (k[1] + 0xBB67AE85) & mask]
    return c


@cases(grid=2, block=32)
def fused_dropout(rng: Rng) -> Data:
    assert philox(0, 0) == [0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8]  # as published
    x, seed = rng.integers(-50, 50, 160).astype(F4), 0x1234_5678_9ABC_DEF0
    uniform = np.array([philox(seed, i) for i in range(40)]).ravel() // 256 / 2.0**24
    keep = uniform >= 0.75
    data = {"in": x, "out": np.zeros(160, F4), "mask": np.zeros(160, U1), "n4": 40, "p": 0.75, "seed": U8(seed)}
    return Data(data, {"out": x * keep * 4, "mask": keep.astype(U1)})


@cases(kernel="SoftmaxWarpImpl<half, float, 2, 4>", grid=2, block=(32, 2), rtol=2e-6, atol=1e-7)
def softmax_of_halves(rng: Rng) -> Data:
    x = rng.normal(0, 2, (3, 100)).astype(F2)
    e = np.exp(x.astype(F8) - x.max(1, keepdims=True))
    data = {"src": x.view(U2).ravel(), "dst": np.zeros(300, F4), "rows": I8(3), "cols": I8(100)}
    return Data(data, {"dst": e / e.sum(1, keepdims=True)})


@cases(kernel="embedding_bag<long long>", grid=2, block=(16, 2), rtol=1e-6)
def embedding_bag(rng: Rng) -> Data:
    weight, index = rng.integers(-9, 9, (12, 20)).astype(F4), rng.integers(0, 12, 17).astype(I8)
    offsets = np.array([0, 4, 4, 9, 16], I8)
    ends = [*offsets[1:], 17]
    wanted = np.array([weight[index[a:b]].mean(0) if b > a else np.zeros(20) for a, b in zip(offsets, ends, strict=True)])
    data = {"input": index, "offsets": offsets, "weight": weight.ravel(), "output": np.zeros(100, F4)}
    return Data(data | {"num_bags": 5, "num_indices": 17, "features": 20}, {"output": wanted})


@cases(grid=2, block=32)
def index_put_accumulate(rng: Rng) -> Data:
    index, v = rng.integers(-16, 16, 150).astype(I8), bits(rng.integers(-9, 9, 150))
    wanted = np.ones(16, F4)
    np.add.at(wanted, index, value(v).astype(F4))
    return Data({"self": np.ones(16, F4), "index": index, "value": v, "n": 150}, {"self": wanted})


@cases(grid=2, block=64, rtol=1e-5, atol=1e-5)
def upsample_bilinear(rng: Rng) -> Data:
    x = rng.normal(0, 1, (5, 6)).astype(F4)

    def weights(n: int, m: int) -> np.ndarray:
        """Matrix of an interpolation from n samples to m."""
        w = np.zeros((m, n))
        for i, at in enumerate(np.maximum((np.arange(m) + 0.5) * n / m - 0.5, 0)):
            low = int(at)
            w[i, low] += 1 - (at - low)
            w[i, min(low + 1, n - 1)] += at - low
        return w

    wanted = weights(5, 8) @ x.astype(F8) @ weights(6, 15).T
    data = {"in": x.ravel(), "out": np.zeros(120, F4), "h": 5, "w": 6, "oh": 8, "ow": 15, "rh": 5 / 8, "rw": 6 / 15}
    return Data(data, {"out": wanted})
