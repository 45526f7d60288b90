"""References for old_style.cu."""

from __future__ import annotations

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("old_style.cu")
I4, U1, U2, U4, F4, F8 = np.int32, np.uint8, np.uint16, np.uint32, np.float32, np.float64
Rng = np.random.Generator


@cases(grid=3, block=64, shared=(128 + 4) * 4)
def prescan(rng: Rng) -> Data:
    x = rng.integers(-9, 99, (3, 128)).astype(F4)
    data = {"g_odata": np.zeros(384, F4), "g_idata": x.ravel(), "g_sums": np.zeros(3, F4), "n": 128}
    return Data(data, {"g_odata": x.cumsum(1) - x, "g_sums": x.sum(1)})


@cases(kernel="reduce6<128>", grid=2, block=128, shared=512, hazards=("RAW", "WAR"))
def volatile_last_warp(rng: Rng) -> Data:
    """Lanes of a warp no longer run in step: the sum is right only by luck, and is not looked at."""
    return Data({"g_idata": rng.integers(-99, 99, 900).astype(I4), "g_odata": np.zeros(2, I4), "n": 900}, {})


@cases(block=48, shared=48 * (8 + 12 + 2 + 1), rtol=1e-6)
def carved_by_hand(rng: Rng) -> Data:
    kind = np.dtype([("a", U2), ("b", U1), ("c", U1), ("d", F4)])
    table = np.zeros((5, 50), kind)
    for name, high in (("a", 9000), ("b", 256), ("c", 4)):
        table[name] = rng.integers(0, high, (5, 50))
    table["d"] = rng.integers(-50, 50, (5, 50)) / 4
    q = table[:, :48]
    odd, even = q["c"] & 1 == 1, q["c"] & 3 == 2
    neither = q["c"] & 3 == 0
    last = [
        next((float(d) for d, n in zip(q["d"][::-1, i], neither[::-1, i], strict=True) if n), 0.0) for i in range(48)
    ]
    half_words = (q["a"].astype(I4).sum(0) + 2**15) % 2**16 - 2**15
    total = (q["d"].astype(F8) * q["a"]).sum(0) + 2 * (q["d"] * odd).sum(0) + 3 * (q["d"] * even).sum(0)
    total += 4 * np.array(last) + half_words + np.bitwise_xor.reduce(q["b"], axis=0)
    data = {"in": table.ravel().view(U1), "out": np.zeros(48), "pitch": np.uint64(400), "rows": 5}
    return Data(data, {"out": total[::-1]})


@cases(grid=2, block=64)
def float_flips(rng: Rng) -> Data:
    x = np.r_[0.0, -0.0, np.inf, -np.inf, 1e-45, rng.normal(0, 9, 115)].astype(F4)
    bits = x.view(U4)
    keys = np.where(bits >> 31, ~bits, bits | U4(2**31))
    return Data({"data": x, "keys": np.zeros(120, U4), "n": 120}, {"data": 2 * x, "keys": keys})


@cases(grid=(3, 4), block=48)
def convolutionRowGPU(rng: Rng) -> Data:
    image = rng.integers(0, 256, (4, 70, 4)).astype(U1)
    weights = np.array([1, 2, 4, 6, 4, 2, 1])
    sums = sum(w * np.pad(image.astype(int), ((0, 0), (3, 3), (0, 0)))[:, k : k + 70] for k, w in enumerate(weights))
    shares = np.clip(sums[..., :3].astype(F4) / np.array([2560, 5120, 1280], F4), 0, 1).astype(F4)
    wanted = np.concatenate([(shares * F4(255)).astype(U1), np.full((4, 70, 1), 255, U1)], -1)
    data = {"d_Result": np.zeros(280, U4), "d_Data": image.ravel().view(U4), "dataW": 70, "dataH": 4}
    return Data(data, {"d_Result": wanted.ravel().view(U4)})


@cases(grid=2, block=32, shared=512, rtol=1e-4, atol=1e-3)
def calculate_forces(rng: Rng) -> Data:
    body = np.c_[rng.uniform(-1, 1, (64, 3)), rng.uniform(0.5, 1, 64)].astype(F4)
    x, m = body[:, :3].astype(F8), body[:, 3].astype(F8)
    away = x[None] - x[:, None]
    pull = (m[None, :, None] * away / ((away**2).sum(-1) + 0.01)[..., None] ** 1.5).sum(1)
    data = {"devX": body.ravel(), "devA": np.zeros(256, F4), "N": 64}
    return Data(data, {"devA": np.c_[pull, np.zeros(64)]})
