"""References for simulation.cu."""

from __future__ import annotations

import math

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("simulation.cu")
I1, I4, U1, U4, U8, F4, F8 = (np.dtype(t).type for t in "i1 i4 u1 u4 u8 f4 f8".split())
Rng = np.random.Generator


@cases(grid=(3, 3), block=(16, 8), fmad=False)
def mandelbrot(rng: Rng) -> Data:
    w, h, most, step = 40, 24, 60, F4(0.07)
    cx, cy = np.meshgrid(F4(-2) + np.arange(w, dtype=F4) * step, F4(-0.85) + np.arange(h, dtype=F4) * step)
    x, y, count = np.zeros((h, w), F4), np.zeros((h, w), F4), np.zeros((h, w), I4)
    with np.errstate(all="ignore"):
        for _ in range(most):
            live = x * x + y * y <= F4(4)
            count += live
            x, y = np.where(live, x * x - y * y + cx, x), np.where(live, F4(2) * x * y + cy, y)
    data = {"iterations": np.zeros(w * h, I4), "w": w, "h": h, "x0": -2.0, "y0": -0.85, "step": step, "most": most}
    return Data(data, {"iterations": count})


@cases(grid=(24, 24), block=1)
def julia(rng: Rng) -> Data:
    axis = 1.5 * (12 - np.arange(24)) / 12
    z = axis[None, :] + 1j * axis[:, None]
    inside = np.ones((24, 24), np.bool_)
    for _ in range(50):
        z = np.where(inside, z * z + complex(F4(-0.8), F4(0.156)), 0)
        inside &= abs(z) ** 2 <= 1000
    wanted = np.zeros((24, 24, 4), U1)
    wanted[..., 0], wanted[..., 3] = 255 * inside, 255
    return Data({"out": np.zeros(2304, U1), "size": 24}, {"out": wanted})


@cases(grid=3, block=32, shared=512, rtol=1e-4, atol=1e-4)
def n_body(rng: Rng) -> Data:
    bodies = rng.uniform(0.1, 1, (80, 4)).astype(F4)
    w = bodies.astype(F8)
    r = w[None, :, :3] - w[:, None, :3]
    pull = w[None, :, 3] * ((r * r).sum(2) + 0.01) ** -1.5
    wanted = np.c_[(r * pull[..., None]).sum(1), np.zeros(80)]
    return Data({"bodies": bodies.ravel(), "forces": np.zeros(320, F4), "n": 80}, {"forces": wanted})


@cases(grid=(3, 3), block=(16, 8))
def game_of_life(rng: Rng) -> Data:
    x = (rng.random((20, 37)) < 0.4).astype(U1)
    n = sum(np.roll(x, (i, j), (0, 1)) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j)
    wanted = (n == 3) | ((n == 2) & (x == 1))
    return Data({"in": x.ravel(), "out": np.zeros(740, U1), "w": 37, "h": 20}, {"out": wanted.astype(U1)})


@cases()
def life_in_bits(rng: Rng) -> Data:
    x = (rng.random((24, 32)) < 0.4).astype(U1)
    n = sum(np.roll(x, (i, j), (0, 1)) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j)
    wanted = (n == 3) | ((n == 2) & (x == 1))
    packed = [np.packbits(b, 1, "little").view(U4).ravel() for b in (x.astype(np.bool_), wanted)]
    return Data({"in": packed[0], "out": np.zeros(24, U4), "rows": 24}, {"out": packed[1]})


@cases(grid=2, block=50, fmad=False)
def monte_carlo_pi(rng: Rng) -> Data:
    state = np.arange(7, 107, dtype=U8)
    count = 0
    for _ in range(20):
        xy = []
        for _ in range(2):
            state = state * U8(6364136223846793005) + U8(1442695040888963407)
            xy.append((state >> U8(40)).astype(F4) * F4(2**-24))
        count += int((xy[0] * xy[0] + xy[1] * xy[1] <= 1).sum())
    return Data({"inside": np.zeros(1, U4), "samples": 20, "seed": np.uint32(7)}, {"inside": np.array([count], U4)})


@cases()
def xorshift_streams(rng: Rng) -> Data:
    rows = []
    for t in range(32):
        s, w = (2463534242 + 362437 * t) % 2**32, 88172645463325252 ^ t
        for _ in range(15):
            s ^= s << 13 & 0xFFFFFFFF
            s ^= s >> 17
            s ^= s << 5 & 0xFFFFFFFF
            w ^= w >> 12
            w ^= w << 25 & 2**64 - 1
            w ^= w >> 27
        rows.append([s, w * 2685821657736338717 % 2**64 >> 32])
    return Data({"out": np.zeros(64, U4), "steps": 15}, {"out": np.array(rows).astype(U4)})


@cases(grid=4, block=32)
def ising_half_sweep(rng: Rng) -> Data:
    w, h = 16, 14
    spins = rng.choice(I1([-1, 1]), (h, w))
    random = rng.choice(F4([0.02, 0.1, 0.3, 0.6, 0.97]), w * h // 2)
    wanted = spins.copy()
    for i in range(w * h // 2):
        y = 2 * i // w
        x = 2 * i % w + (y + 1 & 1)
        around = int(spins[(y + 1) % h, x]) + int(spins[y - 1, x]) + int(spins[y, (x + 1) % w]) + int(spins[y, x - 1])
        if random[i] < math.exp(-2 * 0.3 * spins[y, x] * around):
            wanted[y, x] *= -1
    data = {"spins": spins.ravel(), "w": w, "h": h, "colour": 1, "random": random, "beta": 0.3}
    return Data(data, {"spins": wanted})


@cases(grid=(2, 3), block=(16, 8), rtol=1e-4, atol=1e-5)
def ray_spheres(rng: Rng) -> Data:
    w, h = 30, 22
    x, y = np.meshgrid((np.arange(w) - 15) * 2 / w, (np.arange(h) - 11) * 2 / h)
    d = np.stack([x, y, np.ones_like(x)], 2)
    d /= np.linalg.norm(d, axis=2, keepdims=True)
    nearest, hit = np.full((h, w), 1e20), np.full((h, w), -1)
    for s, (centre, radius) in enumerate([((0, 0, 5), 1.0), ((1.5, 0.5, 6), 1.2), ((-1, -1, 4), 0.5)]):
        b = d @ np.array(centre)
        disc = b * b - (np.dot(centre, centre) - radius**2)
        t = b - np.sqrt(np.maximum(disc, 0))
        closer = (disc >= 0) & (t > 0) & (t < nearest)
        nearest, hit = np.where(closer, t, nearest), np.where(closer, s, hit)
    data = {"hits": np.zeros(660, I4), "depths": np.zeros(660, F4), "w": w, "h": h}
    return Data(data, {"hits": hit, "depths": np.where(hit >= 0, nearest, 0)})


@cases(rtol=1e-12)
def black_scholes(rng: Rng) -> Data:
    spot, strike, years = rng.uniform(5, 30, 32), rng.uniform(5, 30, 32), rng.uniform(0.25, 10, 32)

    def cdf(d: np.ndarray) -> np.ndarray:
        k = 1 / (1 + 0.2316419 * abs(d))
        poly = np.polyval([1.330274429, -1.821255978, 1.781477937, -0.356563782, 0.31938153, 0], k)
        c = 0.39894228040143267794 * np.exp(-0.5 * d * d) * poly
        return np.where(d > 0, 1 - c, c)

    r, v = 0.02, 0.3
    d1 = (np.log(spot / strike) + (r + v * v / 2) * years) / (v * np.sqrt(years))
    d2, discount = d1 - v * np.sqrt(years), np.exp(-r * years)
    wanted = {"calls": spot * cdf(d1) - strike * discount * cdf(d2),
              "puts": strike * discount * (1 - cdf(d2)) - spot * (1 - cdf(d1))}  # fmt: skip
    data = {
        "spot": spot,
        "strike": strike,
        "years": years,
        "r": F8(r),
        "v": F8(v),
        "calls": np.zeros(32),
        "puts": np.zeros(32),
    }
    return Data(data, wanted)


@cases(rtol=1e-13)
def newton_roots(rng: Rng) -> Data:
    a = 10 ** rng.uniform(-3, 6, 32)
    return Data({"in": a, "out": np.zeros(32), "steps": np.zeros(32, I4)}, {"out": np.cbrt(a), "steps": np.ones(32)})


@cases(rtol=1e-3, atol=1e-4)
def oscillators(rng: Rng) -> Data:
    omega = 0.5 + 0.1 * np.arange(32)
    t = 60 * 0.05
    wanted = np.stack([np.cos(omega * t), -omega * np.sin(omega * t)], 1)
    return Data({"out": np.zeros(64, F4), "steps": 60}, {"out": wanted})


@cases(block=64, shared=1024, rtol=1e-4, atol=1e-4)
def fft_in_shared_memory(rng: Rng) -> Data:
    z = rng.normal(0, 1, 128) + 1j * rng.normal(0, 1, 128)
    data = {"data": z.astype(np.complex64).view(F4), "n": 128, "bits": 7}
    return Data(data, {"data": np.fft.fft(z.astype(np.complex64).astype(complex)).view(F8)})


@cases(grid=(3, 3), block=(16, 8), rtol=1e-5, atol=1e-5)
def wave_equation(rng: Rng) -> Data:
    before, now = rng.normal(0, 1, (22, 40)).astype(F4), rng.normal(0, 1, (22, 40)).astype(F4)
    n = now.astype(F8)
    wanted = np.zeros((22, 40))
    around = n[1:-1, :-2] + n[1:-1, 2:] + n[:-2, 1:-1] + n[2:, 1:-1]
    wanted[1:-1, 1:-1] = 2 * n[1:-1, 1:-1] - before[1:-1, 1:-1] + 0.2 * (around - 4 * n[1:-1, 1:-1])
    data = {"before": before.ravel(), "now": now.ravel(), "after": np.zeros(880, F4), "w": 40, "h": 22, "c": 0.2}
    return Data(data, {"after": wanted})


@cases(block=64, rtol=1e-9)
def jacobi_until_converged(rng: Rng) -> Data:
    n = 50
    b = rng.uniform(0, 1, n)
    x, sweeps = np.zeros(n), 0
    while True:
        new = (b + np.r_[0, x[:-1]] + np.r_[x[1:], 0]) / 4
        sweeps, done = sweeps + 1, bool((abs(new - x) <= 1e-10).all())
        x = new
        if done:
            break
    data = {"x": np.zeros(n), "b": b, "n": n, "tolerance": F8(1e-10), "sweeps": np.zeros(1, I4)}
    return Data(data, {"x": x, "sweeps": np.array([sweeps], I4)})


@cases(grid=(2, 2), block=(8, 8), rtol=1e-4, atol=1e-4)
def discrete_cosine_8x8(rng: Rng) -> Data:
    x = rng.normal(0, 1, (16, 16)).astype(F4)
    k = np.arange(8)
    c = np.cos((2 * k[None] + 1) * k[:, None] * np.pi / 16) * np.where(k[:, None], 0.5, math.sqrt(1 / 8))
    blocks = x.reshape(2, 8, 2, 8).transpose(0, 2, 1, 3).astype(F8)
    wanted = (c @ blocks @ c.T).transpose(0, 2, 1, 3).reshape(16, 16)
    return Data({"in": x.ravel(), "out": np.zeros(256, F4), "width": 16}, {"out": wanted})
