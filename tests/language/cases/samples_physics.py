"""References for samples_physics.cu."""

from __future__ import annotations

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("samples_physics.cu")
F4, F8 = np.float32, np.float64
Rng = np.random.Generator


def _bodies(rng: Rng, dtype: type) -> Data:
    body = np.c_[rng.uniform(-1, 1, (64, 3)), rng.uniform(0.5, 1, 64)].astype(dtype)
    speed = np.c_[rng.uniform(-1, 1, (64, 3)), np.ones(64)].astype(dtype)
    x, m, v = body[:, :3].astype(F8), body[:, 3].astype(F8), speed[:, :3].astype(F8)
    away = x[None] - x[:, None]
    pull = (m[None, :, None] * away / ((away**2).sum(-1) + 0.00125)[..., None] ** 1.5).sum(1)
    moved = (v + pull * 0.01) * 0.995
    data = {
        "newPos": np.zeros(256, dtype), "oldPos": body.ravel(), "vel": speed.ravel(), "offset": 0, "n": 64,
        "dt": dtype(0.01), "damping": dtype(0.995), "numTiles": 2,
    }  # fmt: skip
    return Data(data, {"newPos": np.c_[x + moved * 0.01, m], "vel": np.c_[moved, np.ones(64)]})


@cases(kernel="step_bodies<float>", grid=2, block=32, shared=512, rtol=1e-4, atol=1e-4)
def bodies_in_floats(rng: Rng) -> Data:
    return _bodies(rng, F4)


@cases(kernel="step_bodies<double>", grid=2, block=32, shared=1024, rtol=1e-12, atol=1e-12)
def bodies_in_doubles(rng: Rng) -> Data:
    return _bodies(rng, F8)


@cases(grid=2, rtol=1e-4, atol=1e-5)
def collide_all(rng: Rng) -> Data:
    p, v = rng.uniform(0, 1, (40, 3)).astype(F4), rng.uniform(-0.1, 0.1, (40, 3)).astype(F4)
    wanted = v.astype(F8) + np.array([0, -0.0003, 0])
    for i in range(40):
        for j in range(40):
            apart, relative = p[j].astype(F8) - p[i], v[j].astype(F8) - v[i]
            distance = np.linalg.norm(apart)
            if i != j and distance < 0.5:
                n = apart / distance
                wanted[i] += -0.5 * (0.5 - distance) * n + 0.02 * relative + 0.1 * (relative - (relative @ n) * n)
    four = [np.c_[a, np.zeros(40)].astype(F4).ravel() for a in (p, v)]
    data = {"pos": four[0], "vel": four[1], "newVel": np.zeros(160, F4), "n": 40}
    return Data(data, {"newVel": np.c_[wanted, np.zeros(40)]})


@cases(grid=(2, 2), block=(8, 8), rtol=1e-4, atol=2e-4)
def waves_at_time(rng: Rng) -> Data:
    h = (rng.normal(0, 1, (17, 17)) + 1j * rng.normal(0, 1, (17, 17))).astype(np.complex64)
    k = (np.arange(16) - 8) * 2 * np.pi / 100
    turn = np.exp(1.5j * np.sqrt(9.81 * np.hypot(k, k[:, None])))
    mirrored = h[::-1, ::-1][:16, :16].conj()
    wanted = h[:16, :16] * turn + mirrored / turn
    data = {
        "h0": h.ravel().view(F4), "ht": np.zeros(512, F4), "in_width": 17, "out_width": 16, "out_height": 16, "t": 1.5,
        "patchSize": 100.0,
    }  # fmt: skip
    return Data(data, {"ht": wanted.ravel().view(F8)})
