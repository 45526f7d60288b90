"""References for challenges.cu."""

from __future__ import annotations

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("challenges.cu")
I1, I4, U1, U4, F4, F8 = np.int8, np.int32, np.uint8, np.uint32, np.float32, np.float64
Rng = np.random.Generator


@cases(grid=(2, 2), block=(3, 3))
def puzzle_blocks_2d(rng: Rng) -> Data:
    a = rng.integers(0, 9, 25).astype(F4)
    return Data({"out": np.zeros(25, F4), "a": a, "size": 5}, {"out": a + 10})


@cases(block=8)
def puzzle_dot(rng: Rng) -> Data:
    a, b = rng.integers(0, 9, (2, 6)).astype(F4)
    return Data({"out": np.zeros(1, F4), "a": a, "b": b, "size": 6}, {"out": np.array([a @ b])})


@cases(grid=(3, 3), block=(3, 3), hazards=("uninitialised_read",))  # by threads that store nothing
def puzzle_matmul(rng: Rng) -> Data:
    a, b = rng.integers(-5, 9, (2, 8, 8)).astype(F4)
    return Data({"out": np.zeros(64, F4), "a": a.ravel(), "b": b.ravel(), "size": 8}, {"out": a @ b})


@cases(grid=3, block=64)
def invert_kernel(rng: Rng) -> Data:
    x = rng.integers(0, 256, (12, 14, 4)).astype(U1)
    wanted = np.where(np.arange(4) == 3, x, 255 - x)
    return Data({"image": x.ravel(), "width": 14, "height": 12}, {"image": wanted})


def fnv1a(data: bytes) -> int:
    """The 32-bit hash of Fowler, Noll and Vo."""
    value = 2166136261
    for byte in data:
        value = (value ^ byte) * 16777619 % 2**32
    return value


@cases(grid=4, block=128)
def crack_password(rng: Rng) -> Data:
    target = fnv1a(fnv1a(b"gpu").to_bytes(4, "little"))
    data = {"target": U4(target), "length": 3, "R": 2, "output": np.zeros(4, I1)}
    return Data(data, {"output": np.frombuffer(b"gpu\0", I1)})


@cases(grid=(2, 2, 2), block=(4, 4, 4))
def conv3d(rng: Rng) -> Data:
    x, k = rng.integers(-5, 5, (8, 9, 7)).astype(F4), rng.integers(-3, 3, (3, 2, 3)).astype(F4)
    windows = np.lib.stride_tricks.sliding_window_view(x, k.shape)
    wanted = np.einsum("zyxabc,abc->zyx", windows, k)
    data = {"in": x.ravel(), "k": k.ravel(), "out": np.zeros(wanted.size, F4)}
    sizes = dict(zip(("D", "H", "W", "kd", "kh", "kw"), (*x.shape, *k.shape), strict=True))
    return Data({**data, **sizes}, {"out": wanted})


@cases(grid=5, block=96, rtol=1e-5, atol=1e-5)
def losses(rng: Rng) -> Data:
    x, t, labels = rng.normal(0, 3, (5, 200)).astype(F4), rng.normal(0, 3, (5, 200)).astype(F4), rng.integers(0, 200, 5)
    w, v = x.astype(F8), t.astype(F8)
    gap = np.abs(w - v)
    columns = [
        np.log(np.exp(w).sum(1)) - w[np.arange(5), labels], np.where(gap < 1, gap**2 / 2, gap - 0.5).mean(1),
        1 - (w * v).sum(1) / np.sqrt((w**2).sum(1) * (v**2).sum(1)), np.sqrt((w**2).sum(1)),
    ]  # fmt: skip
    data = {"logits": x.ravel(), "labels": labels.astype(I4), "targets": t.ravel(), "C": 200, "out": np.zeros(20, F4)}
    return Data(data, {"out": np.stack(columns, 1)})


@cases(block=128)
def fibonacci_scan(rng: Rng) -> Data:
    numbers = [1, 1]
    while len(numbers) < 128:
        numbers.append((numbers[-1] + numbers[-2]) % (10**9 + 7))
    return Data({"out": np.zeros(128, U4)}, {"out": np.array(numbers, U4)})


@cases(block=64, shared=64 * 16)
def maximum_subarray(rng: Rng) -> Data:
    x = rng.integers(-50, 45, 500).astype(I4)
    sums = np.r_[0, x.cumsum()]
    best = max(int((sums[i + 1 :] - sums[i]).max()) for i in range(500))
    return Data({"in": x, "n": 500, "out": np.zeros(1, I4)}, {"out": np.array([best], I4)})


@cases(block=128)
def kth_largest(rng: Rng) -> Data:
    x = np.r_[rng.normal(0, 100, 400), np.full(30, -2.5), 0.0, -0.0].astype(F4)
    return Data({"in": x, "n": x.size, "k": 300, "out": np.zeros(1, F4)}, {"out": np.sort(x)[::-1][299:300]})
