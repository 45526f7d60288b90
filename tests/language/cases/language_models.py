"""References for language_models.cu: the layers by their formulas, in float64."""

from __future__ import annotations

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("language_models.cu")
F4, F8, I4, I8 = np.float32, np.float64, np.int32, np.int64
Rng = np.random.Generator
# Float sums of up to 96 terms of size 1, and functions good to a few ulp.
TOLERANCE = {"rtol": 2e-5, "atol": 2e-5}


def normal(rng: Rng, *shape: int) -> np.ndarray:
    return rng.normal(0, 1, shape).astype(F4)


@cases(grid=3, block=64)
def encoder_forward_kernel3(rng: Rng) -> Data:
    b, t, c, v = 2, 5, 48, 11
    tokens, wte, wpe = rng.integers(0, v, (b, t)).astype(I4), normal(rng, v, c), normal(rng, t, c)
    wanted = wte[tokens] + wpe
    data = {"out": np.zeros(b * t * c, F4), "inp": tokens.ravel(), "wte": wte.ravel(), "wpe": wpe.ravel()}
    return Data(data | {"B": b, "T": t, "C": c}, {"out": wanted})


@cases(grid=8, block=64, **TOLERANCE)
def encoder_backward_kernel(rng: Rng) -> Data:
    b, t, c, v = 2, 5, 48, 4
    tokens, dout = rng.integers(0, v, (b, t)).astype(I4), normal(rng, b, t, c)
    dwte, dwpe = normal(rng, v, c), normal(rng, t, c)
    wanted_wte = dwte.astype(F8)
    np.add.at(wanted_wte, tokens, dout.astype(F8))
    data = {"dwte": dwte.ravel(), "dwpe": dwpe.ravel(), "dout": dout.ravel(), "inp": tokens.ravel()}
    return Data(data | {"B": b, "T": t, "C": c}, {"dwte": wanted_wte, "dwpe": dwpe + dout.astype(F8).sum(0)})


def normalised(x: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(normalised rows, means, reciprocal deviations) as a layer norm defines them."""
    x = x.astype(F8)
    mean, rstd = x.mean(-1), (x.var(-1) + 1e-5) ** -0.5
    return (x - mean[..., None]) * rstd[..., None], mean, rstd


@cases(grid=3, block=128, **TOLERANCE)
def layernorm_forward_kernel3(rng: Rng) -> Data:
    n, c = 10, 77
    x, w, bias = 3 * normal(rng, n, c) + 1, normal(rng, c), normal(rng, c)
    norm, mean, rstd = normalised(x)
    data = {"out": np.zeros(n * c, F4), "mean": np.zeros(n, F4), "rstd": np.zeros(n, F4), "inp": x.ravel(), "weight": w, "bias": bias}
    return Data(data | {"N": n, "C": c}, {"out": norm * w + bias, "mean": mean, "rstd": rstd})


@cases(grid=2, block=64, shared=2 * 40 * 4, rtol=1e-4, atol=1e-4)
def layernorm_backward_kernel2(rng: Rng) -> Data:
    b, t, c = 1, 3, 40
    x, dout, w = normal(rng, b, t, c), normal(rng, b, t, c), normal(rng, c)
    dinp, dweight, dbias = normal(rng, b, t, c), normal(rng, c), normal(rng, c)
    norm, mean, rstd = normalised(x)
    # The derivative of norm with respect to x, contracted with the incoming gradient, row by row.
    g = dout.astype(F8) * w
    jacobian = (np.eye(c) - 1 / c - norm[..., :, None] * norm[..., None, :] / c) * rstd[..., None, None]
    wanted = {
        "dinp": dinp + np.einsum("btij,bti->btj", jacobian, g),
        "dweight": dweight + (norm * dout).sum((0, 1)),
        "dbias": dbias + dout.astype(F8).sum((0, 1)),
    }
    data = {"dinp": dinp.ravel(), "dweight": dweight, "dbias": dbias, "dout": dout.ravel(), "inp": x.ravel(), "weight": w}
    data |= {"mean": mean.astype(F4).ravel(), "rstd": rstd.astype(F4).ravel(), "B": b, "T": t, "C": c}
    return Data(data, wanted)


@cases(grid=20, block=64, **TOLERANCE)
def softmax_forward_kernel5(rng: Rng) -> Data:
    n, t, scale = 2, 20, 0.125
    x = 10 * normal(rng, n, t, t)
    below = np.tril(np.ones((t, t), bool))
    e = np.where(below, np.exp(scale * (x.astype(F8) - x.max(-1, keepdims=True))), 0)
    data = {"out": np.zeros(n * t * t, F4), "inv_temperature": scale, "inp": x.ravel(), "N": n, "T": t}
    return Data(data, {"out": e / e.sum(-1, keepdims=True)})


def gelu(x: np.ndarray) -> np.ndarray:
    return 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3)))


@cases(grid=4, block=64, **TOLERANCE)
def gelu_forward_kernel(rng: Rng) -> Data:
    x = 3 * normal(rng, 250)
    return Data({"out": np.zeros(250, F4), "inp": x, "N": 250}, {"out": gelu(x.astype(F8))})


@cases(grid=4, block=64, **TOLERANCE)
def gelu_backward_kernel(rng: Rng) -> Data:
    x, dout, h = 3 * normal(rng, 250), normal(rng, 250), 1e-5
    slope = (gelu(x.astype(F8) + h) - gelu(x.astype(F8) - h)) / (2 * h)
    return Data({"dinp": np.zeros(250, F4), "inp": x, "dout": dout, "N": 250}, {"dinp": slope * dout})


@cases(grid=3, block=128, shared=512, **TOLERANCE)
def matmul_backward_bias_kernel4(rng: Rng) -> Data:
    b, t, oc = 3, 7, 96
    dout, dbias = normal(rng, b, t, oc), normal(rng, oc)
    data = {"dbias": dbias, "dout": dout.ravel(), "B": b, "T": t, "OC": oc}
    return Data(data, {"dbias": dbias + dout.astype(F8).sum((0, 1))})


@cases(grid=2, block=64, **TOLERANCE)
def adamw_kernel2(rng: Rng) -> Data:
    p, g, m, v = normal(rng, 100), normal(rng, 100), normal(rng, 100), np.abs(normal(rng, 100))
    lr, b1, b2, eps, decay, step = 1e-2, 0.9, 0.95, 1e-8, 0.1, 3
    m2, v2 = b1 * m.astype(F8) + (1 - b1) * g, b2 * v.astype(F8) + (1 - b2) * g.astype(F8) ** 2
    new = p - lr * (m2 / (1 - b1**step) / (np.sqrt(v2 / (1 - b2**step)) + eps) + decay * p)
    data = {"params_memory": p, "grads_memory": g, "m_memory": m, "v_memory": v, "num_parameters": I8(100), "learning_rate": lr}
    data |= {"beta1": b1, "beta2": b2, "beta1_correction": 1 - b1**step, "beta2_correction": 1 - b2**step, "eps": eps, "weight_decay": decay}
    return Data(data, {"params_memory": new, "m_memory": m2, "v_memory": v2})


@cases(grid=1, block=64, **TOLERANCE)
def crossentropy_forward_kernel1(rng: Rng) -> Data:
    b, t, v = 2, 9, 13
    probs, targets = rng.dirichlet(np.ones(v), (b, t)).astype(F4), rng.integers(0, v, (b, t)).astype(I4)
    wanted = -np.log(np.take_along_axis(probs.astype(F8), targets[..., None], 2)[..., 0])
    data = {"losses": np.zeros(b * t, F4), "probs": probs.ravel(), "targets": targets.ravel(), "B": b, "T": t, "V": v}
    return Data(data, {"losses": wanted})


@cases(grid=5, block=96, **TOLERANCE)
def fused_classifier_kernel3(rng: Rng) -> Data:
    rows, v, p = 5, 150, 160
    logits, targets = 4 * normal(rng, rows, p), rng.integers(0, v, rows).astype(I4)
    x = logits[:, :v].astype(F8)
    probs = np.exp(x - x.max(1, keepdims=True))
    probs /= probs.sum(1, keepdims=True)
    gradient = logits.astype(F8).copy()
    gradient[:, :v] = (probs - np.eye(v)[targets]) / rows
    data = {"logits": logits.ravel(), "losses": np.zeros(rows, F4), "dlosses": None, "targets": targets, "V": v, "P": p}
    return Data(data, {"logits": gradient, "losses": -np.log(probs[np.arange(rows), targets])})


@cases(grid=4, block=64)
def permute_kernel(rng: Rng) -> Data:
    b, n, nh, d = 2, 5, 3, 8
    x = normal(rng, b, n, 3, nh, d)
    q, k, v = (x[:, :, i].transpose(0, 2, 1, 3) for i in range(3))
    data = {**{name: np.zeros(b * n * nh * d, F4) for name in "qkv"}, "inp": x.ravel(), "B": b, "N": n, "NH": nh, "d": d}
    return Data(data, {"q": q, "k": k, "v": v})


@cases(grid=3, block=128, **TOLERANCE)
def norm_kernel3(rng: Rng) -> Data:
    x = normal(rng, 1000)
    return Data({"out": np.zeros(1, F4), "data": x, "count": I8(1000)}, {"out": np.array([(x.astype(F8) ** 2).sum()])})
