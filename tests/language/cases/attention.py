"""References for attention.cu: softmax(Q K^T) V and its neighbours, in float64."""

from __future__ import annotations

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("attention.cu")
F2, F4, F8, I4, U2 = np.float16, np.float32, np.float64, np.int32, np.uint16
Rng = np.random.Generator


def attention(q: np.ndarray, k: np.ndarray, v: np.ndarray, scale: float, *, causal: bool = False) -> np.ndarray:
    scores = np.einsum("...id,...jd->...ij", q.astype(F8), k.astype(F8)) * scale
    if causal:
        scores = np.where(np.tril(np.ones(scores.shape[-2:], bool)), scores, -np.inf)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    return weights / weights.sum(-1, keepdims=True) @ v.astype(F8)


@cases(kernel="flash2_causal<64, 4, 4>", grid=(3, 2), block=128, rtol=2e-5, atol=2e-5)
def flash2_causal(rng: Rng) -> Data:
    heads, n, d = 2, 45, 64
    q, k, v = rng.normal(0, 1, (3, heads, n, d)).astype(F2)
    data = {name: x.view(U2).ravel() for name, x in (("q", q), ("k", k), ("v", v))}
    data |= {"out": np.zeros(heads * n * d, F4), "seq_len": n, "scale": 0.125}
    return Data(data, {"out": attention(q, k, v, 0.125, causal=True)})


def one_query(rng: Rng) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    q, kv = rng.normal(0, 1, 32).astype(F4), rng.normal(0, 1, (2, 50, 32)).astype(F4)
    return q, kv[0], kv[1]


def parts(q: np.ndarray, k: np.ndarray, v: np.ndarray, chunk: int) -> tuple[np.ndarray, np.ndarray]:
    """(weighted sums of the values, largest score and sum of weights) of every chunk of keys."""
    outs, stats = [], []
    for start in range(0, len(k), chunk):
        s = k[start : start + chunk].astype(F8) @ q / np.sqrt(len(q))
        w = np.exp(s - s.max())
        outs.append(w @ v[start : start + chunk])
        stats.append([s.max(), w.sum()])
    return np.array(outs), np.array(stats)


@cases(grid=4, block=32, shared=64, rtol=2e-5, atol=2e-5)
def decode_split(rng: Rng) -> Data:
    q, k, v = one_query(rng)
    outs, stats = parts(q, k, v, 16)
    data = {"q": q, "k": k.ravel(), "v": v.ravel(), "o_part": np.zeros(128, F4), "ml": np.zeros(8, F4)}
    return Data(data | {"seq_len": 50, "d": 32, "chunk": 16}, {"o_part": outs, "ml": stats})


@cases(block=32, rtol=2e-5, atol=2e-5)
def decode_merge(rng: Rng) -> Data:
    q, k, v = one_query(rng)
    outs, stats = parts(q, k, v, 16)
    data = {"o_part": outs.astype(F4).ravel(), "ml": stats.astype(F4).ravel(), "out": np.zeros(32, F4), "parts": 4, "d": 32}
    return Data(data, {"out": attention(q[None], k, v, 32**-0.5)})


# The angle, up to 99, is a float: its error is an absolute one of the result.
@cases(grid=6, block=32, rtol=0, atol=3e-5)
def rope(rng: Rng) -> Data:
    x, positions = rng.normal(0, 1, (6, 32)) + 1j * rng.normal(0, 1, (6, 32)), rng.integers(0, 100, 6).astype(I4)
    x = x.astype(np.complex64)
    angle = positions[:, None] * 10000.0 ** (-np.arange(32) / 32)
    data = {"x": x.view(F4).ravel(), "positions": positions, "head_dim": 64, "theta": 10000.0}
    return Data(data, {"x": (x * np.exp(1j * angle)).view(F8)})


@cases(kernel="rms_norm<64>", grid=3, block=64, rtol=1e-5, atol=1e-6)
def rms_norm(rng: Rng) -> Data:
    x, w = rng.normal(0, 2, (3, 400)).astype(F4), rng.normal(0, 1, 400).astype(F4)
    wanted = x * w / np.sqrt((x.astype(F8) ** 2).mean(1, keepdims=True) + 1e-6)
    data = {"x": x.ravel(), "weight": w, "out": np.zeros(1200, F4), "n4": 100, "eps": 1e-6}
    return Data(data, {"out": wanted})


# A rounding of half precision either way: 2^-11 relative, and a little for the float below it.
@cases(kernel="swiglu", grid=2, block=64)
def swiglu(rng: Rng) -> Data:
    # Gates at which the sigmoid is a power of two times an exact number: 0 and the saturated ends.
    gate, up = rng.choice([0.0, 20.0, 60.0, -100.0], 200).astype(F2), rng.integers(-8, 9, 200).astype(F2)
    with np.errstate(over="ignore"):
        wanted = (gate.astype(F8) / (1 + np.exp(-gate.astype(F8))) * up).astype(F2) + F2(0)
    data = {"gate": gate.view(U2), "up": up.view(U2), "out": np.zeros(200, U2), "n": 100}
    sign = np.signbit(gate.astype(F8) * up)
    return Data(data, {"out": np.where(wanted == 0, sign * U2(0x8000), wanted.view(U2))})
