"""References for transformer_training.cu: formulas in float64, but for what is counted or copied.

A float has 24 bits; a row's sum of some hundred terms and one `exp2f` or `tanhf` cost a few units of the last place.
"""

from __future__ import annotations

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("transformer_training.cu")
F4, F8, I4, I8, U1, U4, U8 = np.float32, np.float64, np.int32, np.int64, np.uint8, np.uint32, np.uint64
Rng = np.random.Generator

SEQUENCE = np.dtype([("batch", I4), ("steps", I4), ("width", I4)])
ADAMW = np.dtype([("rate", F4), ("keep1", F4), ("keep2", F4), ("epsilon", F4), ("decay", F4), ("step", I4)])
LOGITS = np.dtype([("vocabulary", I4), ("pitch", I4)])
HEADS = np.dtype([("batch", I4), ("steps", I4), ("heads", I4), ("size", I4)])


def struct(of: np.dtype, *fields: float) -> np.void:
    """A struct that is passed by value."""
    return np.array([fields], of)[0]


def normal(rng: Rng, *shape: int) -> np.ndarray:
    """Normal floats of a shape."""
    return rng.normal(0, 1, shape).astype(F4)


def softmax(x: np.ndarray) -> np.ndarray:
    """Along the last axis, in float64."""
    e = np.exp(x.astype(F8) - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


@cases(grid=2, block=64)
def embed_tokens(rng: Rng) -> Data:
    tokens = rng.integers(0, 11, (3, 7)).astype(I4)
    words, places = normal(rng, 11, 20), normal(rng, 7, 20)
    data = {"tokens": tokens.ravel(), "words": words.ravel(), "places": places.ravel(), "out": np.zeros(420, F4)}
    data |= {"s": struct(SEQUENCE, 3, 7, 20), "vocabulary": 11}
    return Data(data, {"out": words[tokens] + places})


@cases(kernel="embed_tokens", block=64, faults=("assert",))
def a_word_that_is_none(rng: Rng) -> Data:
    tokens = np.array([3, 1, 11, 0], I4)
    data = {"tokens": tokens, "words": normal(rng, 96), "places": normal(rng, 16), "out": np.zeros(32, F4)}
    return Data(data | {"s": struct(SEQUENCE, 2, 2, 8), "vocabulary": 11}, {})


# Whole numbers: the order of the additions does not show.
@cases(grid=(2, 6), block=32)
def embed_backward(rng: Rng) -> Data:
    tokens, gradient = rng.integers(0, 5, (4, 6)).astype(I4), rng.integers(-50, 50, (4, 6, 45)).astype(F4)
    words, places = rng.integers(-9, 9, (5, 45)).astype(F4), rng.integers(-9, 9, (6, 45)).astype(F4)
    data = {"tokens": tokens.ravel(), "gradient": gradient.ravel(), "words": words.ravel(), "places": places.ravel()}
    moved = words.copy()
    np.add.at(moved, tokens, gradient)
    return Data(data | {"s": struct(SEQUENCE, 4, 6, 45)}, {"words": moved, "places": places + gradient.sum(0)})


@cases(grid=3, block=32)
def embed_backward_quads(rng: Rng) -> Data:
    tokens, gradient = rng.integers(0, 5, 21).astype(I4), rng.integers(-50, 50, (21, 28)).astype(F4)
    words = rng.integers(-9, 9, (5, 28)).astype(F4)
    moved = words.copy()
    np.add.at(moved, tokens, gradient)
    data = {"tokens": tokens, "gradient": gradient.ravel(), "words": words.ravel()}
    return Data(data | {"s": struct(SEQUENCE, 3, 7, 28)}, {"words": moved})


def norm_parts(x: np.ndarray, epsilon: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(normal rows, means, inverse deviations) in float64."""
    w = x.astype(F8)
    mean, inverse = w.mean(1, keepdims=True), 1 / np.sqrt(w.var(1, keepdims=True) + epsilon)
    return (w - mean) * inverse, mean, inverse


def layer_norm(rng: Rng, rows: int, width: int) -> Data:
    x, gain, shift = 2 * normal(rng, rows, width) + F4(3), normal(rng, width), normal(rng, width)
    z, mean, inverse = norm_parts(x, 1e-5)
    data = {"x": x.ravel(), "gain": gain, "shift": shift, "y": np.zeros(x.size, F4), "means": np.zeros(rows, F4)}
    data |= {"inverses": np.zeros(rows, F4), "rows": rows, "width": width, "epsilon": 1e-5}
    return Data(data, {"y": z * gain + shift, "means": mean, "inverses": inverse})


@cases(grid=3, block=128, rtol=1e-5, atol=2e-6)
def layer_norm_forward(rng: Rng) -> Data:
    return layer_norm(rng, 10, 77)


@cases(grid=2, block=64, rtol=1e-5, atol=2e-6)
def layer_norm_of_narrow_rows(rng: Rng) -> Data:
    return layer_norm(rng, 13, 20)


@cases(grid=2, block=96, shared=4 * 3 * 2 * 70, rtol=2e-5, atol=1e-5)
def layer_norm_backward(rng: Rng) -> Data:
    rows, width = 17, 70
    x, dy, before = (normal(rng, rows, width) for _ in range(3))
    gain = normal(rng, width)
    z, mean, inverse = norm_parts(x, 1e-5)
    g = dy.astype(F8) * gain
    dx = before + (g - g.mean(1, keepdims=True) - z * (g * z).mean(1, keepdims=True)) * inverse
    data = {"dy": dy.ravel(), "x": x.ravel(), "gain": gain, "means": mean.astype(F4).ravel()}
    data |= {"inverses": inverse.astype(F4).ravel(), "dx": before.ravel(), "dgain": np.zeros(width, F4)}
    data |= {"dshift": np.ones(width, F4), "rows": rows, "width": width}
    return Data(data, {"dx": dx, "dgain": (dy * z).sum(0), "dshift": 1 + dy.astype(F8).sum(0)})


def causal(x: np.ndarray, scale: float) -> np.ndarray:
    seen = np.tril(np.ones(x.shape[-2:], bool))
    return softmax(np.where(seen, x.astype(F8) * scale, -np.inf))


@cases(grid=18, block=(32, 4), rtol=5e-6, atol=1e-9)
def causal_softmax(rng: Rng) -> Data:
    x = 8 * normal(rng, 2, 36, 36)
    data = {"scores": x.ravel(), "weights": np.full(x.size, 7, F4), "matrices": 2, "steps": 36, "scale": 0.35}
    return Data(data, {"weights": causal(x, F4(0.35))})


# More than one vector a lane.
@cases(kernel="causal_softmax", grid=148, block=(32, 1), rtol=5e-6, atol=1e-9)
def causal_softmax_of_long_rows(rng: Rng) -> Data:
    x = 8 * normal(rng, 1, 148, 148)
    data = {"scores": x.ravel(), "weights": np.full(x.size, 7, F4), "matrices": 1, "steps": 148, "scale": 0.35}
    return Data(data, {"weights": causal(x, F4(0.35))})


@cases(grid=60, block=64, rtol=1e-5, atol=1e-7)
def causal_softmax_backward(rng: Rng) -> Data:
    p, g = causal(normal(rng, 2, 30, 30), 1.0).astype(F4), normal(rng, 2, 30, 30)
    w = p.astype(F8)
    wanted = F4(0.25) * w * (g - (w * g).sum(-1, keepdims=True))
    return Data({"weights": p.ravel(), "gradient": g.ravel(), "steps": 30, "scale": 0.25}, {"gradient": wanted})


def tanh_and_slope(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """tanh of the fitted cubic, and the cubic's slope."""
    root = np.sqrt(2 / np.pi)
    return np.tanh(root * (x + 0.044715 * x**3)), root * (1 + 3 * 0.044715 * x * x)


# 1 + tanh(..) of a large negative number is a difference: its error is an absolute one.
@cases(grid=2, block=32, rtol=2e-6, atol=1e-6)
def gelu_forward(rng: Rng) -> Data:
    x = 2 * normal(rng, 303)
    w = x.astype(F8)
    return Data({"x": x, "y": np.zeros(303, F4), "count": I8(303)}, {"y": w / 2 * (1 + tanh_and_slope(w)[0])})


@cases(grid=2, block=32, rtol=2e-6, atol=2e-6)
def gelu_backward(rng: Rng) -> Data:
    x, g = 2 * normal(rng, 130), normal(rng, 130)
    w = x.astype(F8)
    t, inner = tanh_and_slope(w)
    slope = (1 + t) / 2 + w / 2 * (1 - t * t) * inner
    return Data({"x": x, "gradient": g, "count": I8(130)}, {"gradient": g * slope})


def columns(rng: Rng, rows: int, width: int) -> Data:
    dy, before = rng.integers(-99, 100, (rows, width)).astype(F4), rng.integers(-9, 10, width).astype(F4)
    return Data({"dy": dy.ravel(), "dbias": before, "rows": rows, "width": width}, {"dbias": before + dy.sum(0)})


@cases(grid=3, block=(32, 8))
def bias_gradient(rng: Rng) -> Data:
    return columns(rng, 29, 75)


@cases(block=(32, 32))
def bias_gradient_in_depth(rng: Rng) -> Data:
    return columns(rng, 70, 30)


@cases(grid=2, block=64, rtol=1e-5, atol=1e-7)
def adamw_step(rng: Rng) -> Data:
    w, g, m = (normal(rng, 150) for _ in "wgm")
    v = abs(normal(rng, 150))
    rate, keep1, keep2, epsilon, decay, step = F4(1e-2), F4(0.9), F4(0.95), F4(1e-8), F4(0.1), 5
    b1, b2, h = F8(keep1), F8(keep2), g.astype(F8) / 8
    m1, v1 = b1 * m + (1 - b1) * h, b2 * v + (1 - b2) * h * h
    direction = m1 / (1 - b1**step) / (np.sqrt(v1 / (1 - b2**step)) + epsilon)
    data = {"weights": w, "gradient": g, "first": m, "second": v, "count": I8(150)}
    data |= {"o": struct(ADAMW, rate, keep1, keep2, epsilon, decay, step), "loss_scale": 8.0}
    return Data(data, {"weights": w - F8(rate) * (direction + decay * w.astype(F8)), "first": m1, "second": v1})


def targets_and_logits(rng: Rng, rows: int, vocabulary: int, pitch: int) -> tuple[np.ndarray, np.ndarray]:
    x = 4 * normal(rng, rows, pitch)
    x[:, vocabulary:] = np.nan
    targets = rng.integers(0, vocabulary, rows)
    targets[rows // 2] = -1
    return targets, x


def losses_of(targets: np.ndarray, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(losses, gradients): of a negative target 0."""
    p, rows = softmax(x), np.arange(len(x))
    losses = -np.log(p[rows, targets])
    gradient = p - np.eye(x.shape[1])[targets]
    losses[targets < 0], gradient[targets < 0] = 0, 0
    return losses, gradient


@cases(grid=3, block=64, rtol=2e-6, atol=4e-6)
def cross_entropy(rng: Rng) -> Data:
    targets, x = targets_and_logits(rng, 5, 83, 96)
    data = {"logits": x.ravel(), "targets": targets.astype(I4), "losses": np.full(5, 9, F4), "rows": 5}
    return Data(data | {"shape": struct(LOGITS, 83, 96)}, {"losses": losses_of(targets, x[:, :83])[0]})


@cases(grid=6, block=64, rtol=1e-5, atol=4e-6)
def softmax_cross_entropy(rng: Rng) -> Data:
    targets, x = targets_and_logits(rng, 6, 301, 304)
    losses, gradient = losses_of(targets, x[:, :301])
    padded = np.zeros((6, 304))
    padded[:, :301] = gradient * 0.25
    data = {"logits": x.ravel(), "targets": targets.astype(I8), "losses": np.full(6, 9, F4)}
    return Data(data | {"shape": struct(LOGITS, 301, 304), "weight": 0.25}, {"losses": losses, "logits": padded})


@cases(grid=3, block=64)
def split_heads(rng: Rng) -> Data:
    packed = rng.permutation(2 * 5 * 3 * 3 * 7).astype(F4).reshape(2, 5, 3, 3, 7)
    q, k, v = packed.transpose(2, 0, 3, 1, 4)
    data = {"packed": packed.ravel(), "q": np.zeros(210, F4), "k": np.zeros(210, F4), "v": np.zeros(210, F4)}
    return Data(data | {"h": struct(HEADS, 2, 5, 3, 7)}, {"q": q, "k": k, "v": v})


def merged(rng: Rng, batch: int, steps: int, heads: int, size: int) -> Data:
    x = rng.permutation(batch * steps * heads * size).astype(F4).reshape(batch, heads, steps, size)
    data = {"split": x.ravel(), "merged": np.zeros(x.size, F4), "h": struct(HEADS, batch, steps, heads, size)}
    return Data(data, {"merged": x.transpose(0, 2, 1, 3)})


@cases(grid=(1, 3, 2), block=32)
def merge_heads(rng: Rng) -> Data:
    return merged(rng, 2, 9, 3, 12)


@cases(kernel="merge_heads", grid=(2, 2, 3), block=32)
def merge_heads_in_pairs(rng: Rng) -> Data:
    return merged(rng, 3, 11, 2, 6)


@cases(kernel="merge_heads", grid=(2, 2, 3), block=32)
def merge_heads_one_by_one(rng: Rng) -> Data:
    return merged(rng, 3, 11, 2, 5)


def noise(counter: np.ndarray, key: int) -> np.ndarray:
    """Words of the counter-based generator, in integers without bounds."""
    words = []
    for c in counter.tolist():
        y = x = c * key % 2**64
        for addend in (y, y + key, y):
            x = (x * x + addend) % 2**64
            x = x >> 32 | x << 32 & (2**64 - 1)
        words.append((x * x + y + key) % 2**64 >> 32)
    return np.array(words, U4)


KEY, OFFSET = 0x548C9DECBCE65297, 2**40 + 5


@cases(grid=2, block=128)
def dropout(rng: Rng) -> Data:
    x, threshold = normal(rng, 200), U4(2**32 // 5)
    kept = noise(OFFSET + np.arange(200), KEY) >= threshold
    words = np.packbits(np.pad(kept, (0, 24)), bitorder="little").view(U4)
    data = {"x": x, "y": np.full(200, 7, F4), "kept": np.zeros(7, U4), "count": I8(200), "threshold": threshold}
    data |= {"gain": 1.25, "key": U8(KEY), "offset": U8(OFFSET)}
    return Data(data, {"y": np.where(kept, x * F4(1.25), F4(0)), "kept": words})


@cases(grid=2, block=64)
def dropout_backward(rng: Rng) -> Data:
    g, kept = rng.integers(1, 50, 100).astype(F4), rng.random(128) < 0.7
    words = np.packbits(kept, bitorder="little").view(U4)
    data = {"gradient": g, "kept": words, "count": I8(100), "gain": 1.5}
    return Data(data, {"gradient": g * kept[:100] * F4(1.5)})


@cases(grid=5, block=128)
def gradient_norm(rng: Rng) -> Data:
    g = rng.integers(-300, 300, 1501).astype(F4)
    total = (g.astype(I8) ** 2).sum()
    data = {"gradient": g, "parts": np.zeros(5), "norm": np.zeros(1, F4), "count": I8(1501)}
    return Data(data, {"norm": np.sqrt([total]).astype(F4)})


@cases(grid=8, block=32, rtol=1e-6)
def scheduled_descent(rng: Rng) -> Data:
    steps = np.array([0, 3, 9, 10, 40, 55, 99, 250])
    w, g, groups = normal(rng, 8, 40), normal(rng, 8, 40), rng.integers(0, 4, 40)
    way = np.clip((steps - 10) / 90, 0, 1)
    rates = np.where(steps < 10, 6e-4 * (steps + 1) / 10, 6e-5 + 5.4e-4 * (1 + np.cos(np.pi * way)) / 2)
    moved = w - rates[:, None] * np.array([1, 0.5, 0.25, 0])[groups] * g
    data = {"weights": w.ravel(), "gradient": g.ravel(), "groups": groups.astype(U1), "steps_done": steps.astype(I4)}
    return Data(data | {"rates": np.zeros(8, F4), "width": 40}, {"weights": moved, "rates": rates})
