"""References for learning.cu."""

from __future__ import annotations

import math

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("learning.cu")
I1, I4, U4, F4, F8 = np.int8, np.int32, np.uint32, np.float32, np.float64
Rng = np.random.Generator


def normal(rng: Rng, *shape: int) -> np.ndarray:
    """Normal floats of a shape."""
    return rng.normal(0, 1, shape).astype(F4)


def softmax(x: np.ndarray) -> np.ndarray:
    """Along the last axis, in float64."""
    e = np.exp(x.astype(F8) - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


@cases(grid=5, block=64, shared=256, rtol=1e-5)
def softmax_three_passes(rng: Rng) -> Data:
    x = 3 * normal(rng, 5, 150)
    return Data({"in": x.ravel(), "out": np.zeros(750, F4), "cols": 150}, {"out": softmax(x)})


@cases(grid=2, block=(32, 4), rtol=1e-4, atol=1e-7)
def softmax_online(rng: Rng) -> Data:
    x = 3 * normal(rng, 7, 90)
    return Data({"in": x.ravel(), "out": np.zeros(630, F4), "rows": 7, "cols": 90}, {"out": softmax(x)})


@cases(grid=4, block=64, rtol=1e-4, atol=1e-4)
def layer_norm(rng: Rng) -> Data:
    x, gamma, beta = normal(rng, 4, 192), normal(rng, 192), normal(rng, 192)
    w = x.astype(F8)
    wanted = (w - w.mean(1, keepdims=True)) / np.sqrt(w.var(1, keepdims=True) + 1e-5) * gamma + beta
    data = {"in": x.ravel(), "gamma": gamma, "beta": beta, "out": np.zeros(768, F4), "cols": 192, "eps": 1e-5}
    return Data(data, {"out": wanted})


@cases(grid=4, rtol=1e-5)
def rms_norm(rng: Rng) -> Data:
    x, weight = normal(rng, 4, 100), normal(rng, 100)
    w = x.astype(F8)
    wanted = w / np.sqrt((w * w).mean(1, keepdims=True) + 1e-6) * weight
    return Data({"in": x.ravel(), "weight": weight, "out": np.zeros(400, F4), "cols": 100}, {"out": wanted})


@cases(grid=2, block=64, rtol=1e-5, atol=1e-6)
def activations(rng: Rng) -> Data:
    x = 2 * normal(rng, 150)
    w = x.astype(F8)
    erf = np.array([math.erf(v) for v in w / math.sqrt(2)])
    sigmoid = 1 / (1 + np.exp(-w))
    columns = [
        np.maximum(w, 0), np.where(w > 0, w, 0.01 * w), sigmoid, np.tanh(w),
        0.5 * w * (1 + np.tanh(math.sqrt(2 / math.pi) * (w + 0.044715 * w**3))), 0.5 * w * (1 + erf), w * sigmoid,
        np.log1p(np.exp(w)),
    ]  # fmt: skip
    return Data({"in": x, "out": np.zeros(1200, F4), "n": 150}, {"out": np.stack(columns, 1)})


@cases(grid=20, block=32, shared=80, rtol=1e-4, atol=1e-5)
def attention_row(rng: Rng) -> Data:
    q, k, v = (normal(rng, 20, 12) for _ in "qkv")
    scores = (q @ k.T / math.sqrt(12)).astype(F8)
    scores[np.triu_indices(20, 1)] = -np.inf
    data = {"q": q.ravel(), "k": k.ravel(), "v": v.ravel(), "out": np.zeros(240, F4), "n": 20, "d": 12}
    return Data(data, {"out": softmax(scores) @ v})


@cases(grid=3, block=16, rtol=1e-4, atol=1e-5)
def flash_attention(rng: Rng) -> Data:
    q, k, v = (normal(rng, 41, 8) for _ in "qkv")
    data = {"q": q.ravel(), "k": k.ravel(), "v": v.ravel(), "out": np.zeros(328, F4), "n": 41}
    return Data(data, {"out": softmax(q @ k.T / math.sqrt(8)) @ v})


@cases(grid=6, rtol=1e-5, atol=1e-6)
def cross_entropy(rng: Rng) -> Data:
    x, labels = 2 * normal(rng, 6, 50), rng.integers(0, 50, 6).astype(I4)
    p = softmax(x)
    losses = -np.log(p[np.arange(6), labels])
    p[np.arange(6), labels] -= 1
    data = {
        "logits": x.ravel(),
        "labels": labels,
        "losses": np.zeros(6, F4),
        "gradient": np.zeros(300, F4),
        "classes": 50,
    }
    return Data(data, {"losses": losses, "gradient": p})


@cases(grid=9)
def embedding_lookup(rng: Rng) -> Data:
    tokens, table = rng.integers(0, 20, 9).astype(I4), normal(rng, 20, 48)
    data = {"tokens": tokens, "table": table.ravel(), "out": np.zeros(432, F4), "width4": 12}
    return Data(data, {"out": table[tokens]})


@cases(grid=9)
def embedding_gradient(rng: Rng) -> Data:
    tokens, gradient = rng.integers(0, 4, 9).astype(I4), rng.integers(-9, 9, (9, 40)).astype(F4)
    wanted = np.zeros((4, 40), F4)
    np.add.at(wanted, tokens, gradient)
    data = {"tokens": tokens, "gradient": gradient.ravel(), "table": np.zeros(160, F4), "width": 40}
    return Data(data, {"table": wanted})


@cases(grid=(10, 2), rtol=1e-4, atol=1e-5)
def rotary_embedding(rng: Rng) -> Data:
    x = normal(rng, 10, 2, 24, 2)
    angle = np.arange(10)[:, None, None] * 10000.0 ** (-np.arange(24) / 24)
    z = (x[..., 0] + 1j * x[..., 1].astype(F8)) * np.exp(1j * angle)
    data = {"x": x.ravel(), "heads": 2, "width": 48, "base": 10000.0}
    return Data(data, {"x": z.ravel().view(F8)})


@cases(grid=(1, 2, 3), block=(16, 4))
def max_pool(rng: Rng) -> Data:
    x = rng.permutation(3 * 12 * 20).reshape(3, 12, 20).astype(F4)
    windows = x.reshape(3, 6, 2, 10, 2).transpose(0, 1, 3, 2, 4).reshape(3, 6, 10, 4)
    at = np.arange(720).reshape(3, 6, 2, 10, 2).transpose(0, 1, 3, 2, 4).reshape(180, 4)
    argmax = at[np.arange(180), windows.reshape(180, 4).argmax(1)]
    data = {"in": x.ravel(), "out": np.zeros(180, F4), "argmax": np.zeros(180, I4), "h": 12, "w": 20}
    return Data(data, {"out": windows.max(3), "argmax": argmax.astype(I4)})


@cases(grid=(2, 3, 4), block=(8, 4))
def convolution_layer(rng: Rng) -> Data:
    x, w, bias = (rng.integers(-5, 6, s).astype(F4) for s in ((3, 13, 15), (4, 3, 3, 3), (4,)))
    windows = np.lib.stride_tricks.sliding_window_view(x, (3, 3), axis=(1, 2))
    wanted = np.einsum("cyxpq,mcpq->myx", windows, w) + bias[:, None, None]
    data = {"in": x.ravel(), "weight": w.ravel(), "bias": bias, "out": np.zeros(4 * 11 * 13, F4), "C": 3, "H": 13, "W": 15,
            "K": 3}  # fmt: skip
    return Data(data, {"out": wanted})


@cases(grid=2, block=64)
def im2col(rng: Rng) -> Data:
    x = normal(rng, 3, 9, 10)
    windows = np.lib.stride_tricks.sliding_window_view(x, (3, 3), axis=(1, 2))
    data = {"in": x.ravel(), "columns": np.zeros(27 * 56, F4), "C": 3, "H": 9, "W": 10, "K": 3}
    return Data(data, {"columns": windows.transpose(0, 3, 4, 1, 2)})


@cases(grid=3, block=64, rtol=1e-4, atol=1e-4)
def batch_norm(rng: Rng) -> Data:
    x, gamma, beta = normal(rng, 5, 3, 30), normal(rng, 3), normal(rng, 3)
    w = x.astype(F8)
    mean, var = w.mean((0, 2), keepdims=True), w.var((0, 2), keepdims=True)
    wanted = gamma[:, None] * (w - mean) / np.sqrt(var + 1e-5) + beta[:, None]
    data = {
        "in": x.ravel(),
        "out": np.zeros(450, F4),
        "gamma": gamma,
        "beta": beta,
        "batch": 5,
        "channels": 3,
        "size": 30,
    }
    return Data(data, {"out": wanted})


@cases(grid=2, block=40, rtol=1e-5, atol=1e-6)
def adam_step(rng: Rng) -> Data:
    w, g, m, v = normal(rng, 70), normal(rng, 70), normal(rng, 70), abs(normal(rng, 70))
    nm, nv = 0.9 * m.astype(F8) + 0.1 * g, 0.999 * v.astype(F8) + 0.001 * g.astype(F8) ** 2
    moved = w - 0.01 * (nm / (1 - 0.9**7)) / (np.sqrt(nv / (1 - 0.999**7)) + 1e-8)
    data = {"w": w, "g": g, "m": m, "v": v, "n": 70, "lr": 0.01, "b1": 0.9, "b2": 0.999, "eps": 1e-8, "step": 7}
    return Data(data, {"m": nm, "v": nv, "w": moved})


@cases(grid=3, block=64)
def dropout(rng: Rng) -> Data:
    x = normal(rng, 180)
    i = np.arange(180, dtype=np.uint64)
    s = 12345 ^ (i * 747796405 + 2891336453) % 2**32
    word = ((s >> ((s >> 28) + 4)) ^ s) * 277803737 % 2**32
    u = ((word >> 22 ^ word) >> 8).astype(F8) / 2**24
    wanted = np.where(u < F4(0.75), x / F4(0.75), F4(0))
    return Data({"in": x, "out": np.zeros(180, F4), "n": 180, "keep": 0.75, "seed": np.uint32(12345)}, {"out": wanted})


@cases(grid=4)
def quantise_int8(rng: Rng) -> Data:
    x = normal(rng, 4, 70)
    scales = np.abs(x).max(1) / F4(127)
    wanted = {"out": np.rint(x / scales[:, None]).astype(I1), "scales": scales}
    return Data({"in": x.ravel(), "out": np.zeros(280, I1), "scales": np.zeros(4, F4), "cols": 70}, wanted)


@cases(grid=2, rtol=1e-5)
def k_nearest(rng: Rng) -> Data:
    points, queries = normal(rng, 75, 2), normal(rng, 64, 2)
    d = np.linalg.norm(points[None].astype(F8) - queries[:, None], axis=2)
    data = {"points": points.ravel(), "n": 75, "queries": queries.ravel(), "nearest": np.zeros(64, I4),
            "distance": np.zeros(64, F4)}  # fmt: skip
    return Data(data, {"nearest": d.argmin(1).astype(I4), "distance": d.min(1)})


@cases(grid=3, block=64, rtol=1e-4, atol=1e-4)
def k_means_step(rng: Rng) -> Data:
    points, centres = normal(rng, 170, 2), normal(rng, 5, 2)
    labels = np.linalg.norm(points[:, None].astype(F8) - centres[None], axis=2).argmin(1)
    sums = np.stack([np.bincount(labels, points[:, c], 5) for c in (0, 1)], 1)
    data = {"points": points.ravel(), "n": 170, "centres": centres.ravel(), "k": 5, "labels": np.zeros(170, I4),
            "sums": np.zeros(10, F4), "counts": np.zeros(5, I4)}  # fmt: skip
    return Data(data, {"labels": labels, "sums": sums, "counts": np.bincount(labels, minlength=5)})
