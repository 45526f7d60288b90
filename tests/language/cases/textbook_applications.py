"""References for textbook_applications.cu."""

from __future__ import annotations

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("textbook_applications.cu")
I4, U4, F4, F8 = np.int32, np.uint32, np.float32, np.float64
FAR = np.iinfo(U4).max
Rng = np.random.Generator


def sparse(rng: Rng, rows: int, columns: int, share: float) -> np.ndarray:
    """A random matrix of small integers, most of them 0."""
    return (rng.integers(1, 9, (rows, columns)) * (rng.random((rows, columns)) < share)).astype(F4)


def directed(rng: Rng, vertices: int, edges: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(adjacency, edge pointers, destinations) of a random graph."""
    linked = np.zeros((vertices, vertices), bool)
    linked.ravel()[rng.choice(vertices * vertices, edges, replace=False)] = True
    return linked, np.r_[0, linked.sum(1).cumsum()].astype(U4), np.nonzero(linked)[1].astype(U4)


def levels_from(linked: np.ndarray, root: int) -> np.ndarray:
    """Edges on the shortest way to each vertex, by powers of the adjacency matrix."""
    level = np.full(len(linked), FAR, U4)
    reached = np.eye(1, len(linked), root, dtype=bool)[0]
    level[root], step = 0, 0
    while reached.any():
        step += 1
        reached = (linked.T @ reached) & (level == FAR)
        level[reached] = step
    return level


@cases(grid=2, block=32)
def jagged_diagonals(rng: Rng) -> Data:
    a, x = sparse(rng, 50, 30, 0.15), rng.integers(-9, 9, 30).astype(F4)
    order = np.argsort(-(a != 0).sum(1), kind="stable").astype(I4)
    rows = [np.flatnonzero(a[r]) for r in order]
    longest = len(rows[0])
    diagonals = [[(order[i], row[t]) for i, row in enumerate(rows) if len(row) > t] for t in range(longest)]
    flat = np.array([place for d in diagonals for place in d])
    starts = np.r_[0, np.cumsum([len(d) for d in diagonals])].astype(I4)
    data = {
        "numRows": 50, "maxNNZ": longest, "rowPerm": order, "iterPtr": starts, "colIdx": flat[:, 1].astype(I4),
        "value": a[flat[:, 0], flat[:, 1]], "x": x, "y": np.zeros(50, F4),
    }  # fmt: skip
    return Data(data, {"y": a @ x})


@cases(grid=3, block=64)
def ell_with_overflow(rng: Rng) -> Data:
    a, x = sparse(rng, 40, 40, 0.12), rng.integers(-9, 9, 40).astype(F4)
    columns, values, overflow = np.full((3, 40), -1, I4), np.zeros((3, 40), F4), []
    for r in range(40):
        for k, c in enumerate(np.flatnonzero(a[r])):
            if k < 3:
                columns[k, r], values[k, r] = c, a[r, c]
            else:
                overflow.append((r, c))
    row, column = np.array(overflow).T
    data = {
        "rows": 40, "slots": 3, "ellCol": columns.ravel(), "ellVal": values.ravel(), "overflow": len(row),
        "cooRow": row.astype(I4), "cooCol": column.astype(I4), "cooVal": a[row, column], "x": x, "y": np.zeros(40, F4),
    }  # fmt: skip
    return Data(data, {"y": a @ x})


@cases(grid=2)
def bfs_by_vertices(rng: Rng) -> Data:
    linked, pointers, to = directed(rng, 60, 180)
    final = levels_from(linked, 7)
    before, after = (np.where(final <= n, final, FAR).astype(U4) for n in (1, 2))
    data = {"numVertices": 60, "srcPtrs": pointers, "dst": to, "level": before, "seen": np.zeros(1, U4), "currLevel": 2}
    return Data(data, {"level": after, "seen": np.array([(after != before).any()], U4)})


@cases(block=64)
def bfs_by_edges(rng: Rng) -> Data:
    linked, _, to = directed(rng, 50, 130)
    level = np.full(50, FAR, U4)
    level[3] = 0
    data = {"numEdges": 130, "src": np.nonzero(linked)[0].astype(U4), "dst": to, "level": level, "levels": 50}
    return Data(data, {"level": levels_from(linked, 3)})


@cases(grid=2, block=32, hazards=("WAW",))  # the book resets the full counter with a plain store
def bfs_with_private_frontier(rng: Rng) -> Data:
    linked, pointers, to = directed(rng, 90, 400)
    final = levels_from(linked, 0)
    before, after = (np.where(final <= n, final, FAR).astype(U4) for n in (2, 3))
    frontier = np.flatnonzero(final == 2).astype(U4)
    data = {
        "numVertices": 90, "srcPtrs": pointers, "dst": to, "level": before, "prevFrontier": frontier,
        "currFrontier": np.full(90, FAR, U4), "numPrevFrontier": len(frontier), "numCurrFrontier": np.zeros(1, U4),
        "currLevel": 3,
    }  # fmt: skip
    return Data(data, {"level": after, "numCurrFrontier": np.array([(final == 3).sum()], U4)})


@cases(block=128, shared=512)
def radix_sort_by_bits(rng: Rng) -> Data:
    x = rng.integers(0, 256, 119).astype(U4)
    data = {"input": x, "output": np.zeros(119, U4), "bits": np.zeros(119, U4), "N": 119, "passes": 8}
    return Data(data, {"input": np.sort(x)})


@cases(grid=(3, 4, 2), block=(8, 8), rtol=1e-5, atol=1e-5)
def convolution_layer_forward(rng: Rng) -> Data:
    images, weights = rng.normal(0, 1, (2, 2, 17, 17)).astype(F4), rng.normal(0, 1, (3, 2, 5, 5)).astype(F4)
    windows = np.lib.stride_tricks.sliding_window_view(images.astype(F8), (5, 5), (2, 3))
    wanted = np.einsum("nchwpq,mcpq->nmhw", windows, weights.astype(F8))
    data = {
        "C": 2, "W_grid": 2, "K": 5, "X": images.ravel(), "W": weights.ravel(), "Y": np.zeros(wanted.size, F4), "H": 17,
        "Mx": 3,
    }  # fmt: skip
    return Data(data, {"Y": wanted})


@cases(rtol=2e-4, atol=2e-4)  # the fast sine is off by 2^-21 in absolute terms at each of 40 samples
def accumulate_fhd(rng: Rng) -> Data:
    mu, k, at = rng.normal(0, 1, (2, 40)).astype(F4), rng.uniform(0, 0.5, (40, 3)).astype(F4), rng.random((3, 32)).astype(F4)
    waves = np.exp(2j * np.pi * (k.astype(F8) @ at.astype(F8)))
    total = (mu[0] + 1j * mu[1]).astype(complex) @ waves
    data = {
        "rMu": mu[0].copy(), "iMu": mu[1].copy(), "rFhD": np.zeros(32, F4), "iFhD": np.zeros(32, F4),
        "x": at[0].copy(), "y": at[1].copy(), "z": at[2].copy(), "k": k.ravel(), "M": 40,
    }  # fmt: skip
    return Data(data, {"rFhD": total.real, "iFhD": total.imag})


@cases(grid=(1, 2), block=(8, 8), rtol=1e-5)
def potential_slice(rng: Rng) -> Data:
    atoms = np.c_[rng.uniform(0, 3, (20, 3)), rng.uniform(0.5, 2, 20)].astype(F4)
    step, z = F4(0.1), F4(0.1) * F4(40)
    y, x = np.mgrid[:16, :32] * F8(step)
    wanted = np.zeros((41, 16, 32))
    for ax, ay, az, charge in atoms.astype(F8):
        wanted[40] += charge / np.sqrt((x - ax) ** 2 + (y - ay) ** 2 + (z - az) ** 2)
    extent = np.array((32, 16, 41), np.dtype([("x", U4), ("y", U4), ("z", U4)]))[()]
    data = {
        "energygrid": np.zeros(41 * 16 * 32, F4), "grid": extent, "gridspacing": float(step), "z": float(z),
        "atoms": atoms.ravel(), "numatoms": 20,
    }  # fmt: skip
    return Data(data, {"energygrid": wanted})
