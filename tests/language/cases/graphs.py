"""References for graphs.cu."""

from __future__ import annotations

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("graphs.cu")
I4, U4, U8, F4, F8 = np.int32, np.uint32, np.uint64, np.float32, np.float64
Rng = np.random.Generator


def sparse(rng: Rng, rows: int = 45, cols: int = 50) -> np.ndarray:
    """A dense view of a sparse matrix of small integers; row 3 is empty, row 5 long."""
    m = (rng.integers(-8, 9, (rows, cols)) * (rng.random((rows, cols)) < 0.15)).astype(F4)
    m[3], m[5] = 0, 1
    return m


def compressed(m: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(row pointers, columns, values) of the elements that are not zero."""
    r, c = np.nonzero(m)
    return np.r_[0, np.bincount(r, minlength=len(m)).cumsum()].astype(I4), c.astype(I4), m[r, c]


def by_rows(rng: Rng) -> Data:
    m, x = sparse(rng), rng.integers(-8, 9, 50).astype(F4)
    pointers, cols, values = compressed(m)
    data = {"row_ptr": pointers, "cols": cols, "values": values, "x": x, "y": np.zeros(45, F4), "rows": 45}
    return Data(data, {"y": m @ x})


@cases(grid=2)
def spmv_csr_scalar(rng: Rng) -> Data:
    return by_rows(rng)


@cases(grid=12, block=128)
def spmv_csr_vector(rng: Rng) -> Data:
    return by_rows(rng)


@cases(grid=2)
def spmv_ell(rng: Rng) -> Data:
    m, x = sparse(rng), rng.integers(-8, 9, 50).astype(F4)
    pointers, cols, values = compressed(m)
    width = int(np.diff(pointers).max())
    ell_cols, ell_values = np.full((width, 45), -1, I4), np.zeros((width, 45), F4)
    for row in range(45):
        n = pointers[row + 1] - pointers[row]
        ell_cols[:n, row], ell_values[:n, row] = (a[pointers[row] : pointers[row + 1]] for a in (cols, values))
    data = {
        "cols": ell_cols.ravel(),
        "values": ell_values.ravel(),
        "x": x,
        "y": np.zeros(45, F4),
        "rows": 45,
        "width": width,
    }
    return Data(data, {"y": m @ x})


@cases(grid=6, block=96)
def spmv_coo(rng: Rng) -> Data:
    m, x = sparse(rng), rng.integers(-8, 9, 50).astype(F4)
    rows, cols = np.nonzero(m)
    data = {"rows": rows.astype(I4), "cols": cols.astype(I4), "values": m[rows, cols], "x": x, "y": np.zeros(45, F4),
            "n": len(rows)}  # fmt: skip
    assert len(rows) < 576
    return Data(data, {"y": m @ x})


def graph(rng: Rng, n: int = 60) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(adjacency matrix, row pointers, edges) of a random directed graph."""
    adjacency = rng.random((n, n)) < 2.0 / n
    pointers, edges, _ = compressed(adjacency.astype(F4))
    return adjacency, pointers, edges


@cases(grid=2, hazards=("WAR",))  # a plain read beside the atomics of others: either value is right, and it is told
def bfs_level(rng: Rng) -> Data:
    adjacency, pointers, edges = graph(rng)
    levels = np.full(60, -1, I4)
    levels[:8] = 3
    reached = adjacency[:8].any(0) & (levels == -1)
    data = {"row_ptr": pointers, "edges": edges, "levels": levels, "level": 3, "again": np.zeros(1, I4), "n": 60}
    return Data(data, {"levels": np.where(reached, 4, levels).astype(I4), "again": np.ones(1, I4)})


@cases(grid=2, block=32)
def bfs_frontier(rng: Rng) -> Data:
    adjacency, pointers, edges = graph(rng)
    levels = np.full(60, -1, I4)
    levels[:40] = 0
    reached = adjacency[:40].any(0) & (levels == -1)
    data = {"row_ptr": pointers, "edges": edges, "levels": levels, "now": np.arange(40, dtype=I4), "count": 40,
            "next": np.zeros(60, I4), "next_count": np.zeros(1, I4), "level": 0}  # fmt: skip
    wanted = {"levels": np.where(reached, 1, levels).astype(I4), "next_count": np.array([reached.sum()], I4)}
    return Data(data, wanted)


@cases(block=64)
def shortest_paths_in_one_block(rng: Rng) -> Data:
    n = 50
    start, to = np.r_[np.arange(n - 1), rng.integers(0, n, 150)], np.r_[np.arange(1, n), rng.integers(0, n, 150)]
    weight = rng.integers(1, 30, len(start))
    d = np.full(n, 1 << 29)
    d[0] = 0
    for _ in range(n):
        np.minimum.at(d, to, d[start] + weight)
    data = {"from": start.astype(I4), "to": to.astype(I4), "weight": weight.astype(I4), "edges": len(start),
            "distance": np.zeros(n, I4), "n": n}  # fmt: skip
    return Data(data, {"distance": d.astype(I4)})


@cases(block=40)
def union_find(rng: Rng) -> Data:
    a, b = rng.integers(0, 60, 45), rng.integers(0, 60, 45)
    root = np.arange(60)
    for _ in range(60):
        low = np.minimum(root[a], root[b])
        np.minimum.at(root, a, low)
        np.minimum.at(root, b, low)
    data = {"a": a.astype(I4), "b": b.astype(I4), "edges": 45, "parent": np.arange(60, dtype=I4), "roots": np.zeros(60, I4),
            "n": 60}  # fmt: skip
    return Data(data, {"roots": root.astype(I4)})


@cases(grid=2)
def union_find_flatten(rng: Rng) -> Data:
    parent = np.array([int(rng.integers(0, v + 1)) if v % 7 else v for v in range(60)], I4)
    root = parent
    for _ in range(60):
        root = parent[root]
    return Data({"parent": parent, "n": 60}, {"parent": root})


@cases(grid=2, rtol=1e-5)
def page_rank_step(rng: Rng) -> Data:
    adjacency, _, _ = graph(rng)
    adjacency[:, 0] = True
    pointers, sources, _ = compressed(adjacency.T.astype(F4))
    degree, rank = adjacency.sum(1).astype(I4), rng.uniform(0, 1, 60).astype(F4)
    wanted = 0.15 / 60 + 0.85 * (adjacency.T @ (rank.astype(F8) / degree))
    data = {"row_ptr": pointers, "sources": sources, "out_degree": degree, "rank": rank, "next": np.zeros(60, F4), "n": 60,
            "damping": 0.85}  # fmt: skip
    return Data(data, {"next": wanted})


@cases(grid=(3, 4), block=(16, 12))
def triangle_count(rng: Rng) -> Data:
    adjacency = np.triu(rng.random((45, 45)) < 0.3, 1)
    adjacency = adjacency | adjacency.T
    octets = np.packbits(np.pad(adjacency, ((0, 0), (0, 19))), 1, "little")
    count = int(np.trace(np.linalg.matrix_power(adjacency.astype(np.int64), 3))) // 2
    data = {"adjacency": octets.view(U4).ravel(), "n": 45, "words": 2, "total": np.zeros(1, U8)}
    return Data(data, {"total": np.array([count], U8)})


@cases(grid=(3, 5), block=(16, 8))
def floyd_warshall_step(rng: Rng) -> Data:
    d = rng.integers(1, 100, (37, 37)).astype(I4)
    wanted = np.minimum(d, d[:, 9:10] + d[9:10, :])
    wanted[9], wanted[:, 9] = d[9], d[:, 9]
    return Data({"distance": d.ravel(), "n": 37, "k": 9}, {"distance": wanted})


@cases(block=(16, 12))
def label_components(rng: Rng) -> Data:
    grid = (rng.random((11, 15)) < 0.6).astype(I4)
    labels = np.where(grid, np.arange(165).reshape(11, 15), 999)
    for _ in range(200):
        p = np.pad(labels, 1, constant_values=999)
        around = np.minimum.reduce([p[:-2, 1:-1], p[2:, 1:-1], p[1:-1, :-2], p[1:-1, 2:], labels])
        labels = np.where(grid, around, 999)
    data = {"labels": np.zeros(165, I4), "grid": grid.ravel(), "w": 15, "h": 11, "changed": np.ones(1, I4)}
    return Data(data, {"labels": np.where(grid, labels, -1).astype(I4), "changed": np.zeros(1, I4)})


@cases(grid=2, block=40, shared=4 * 6)
def degree_histogram(rng: Rng) -> Data:
    _, pointers, _ = graph(rng)
    wanted = np.bincount(np.minimum(np.diff(pointers), 5), minlength=6)
    return Data({"row_ptr": pointers, "n": 60, "bins": np.zeros(6, I4), "most": 5}, {"bins": wanted.astype(I4)})
