"""References for samples_sorting.cu."""

from __future__ import annotations

import numpy as np

from tests.language.case import Cases, Data

cases = Cases("samples_sorting.cu")
I4, U4, U8, F4, F8 = np.int32, np.uint32, np.uint64, np.float32, np.float64
Rng = np.random.Generator


def sorted_pairs(rng: Rng, blocks: int, length: int, descending: bool) -> tuple[np.ndarray, np.ndarray, dict[str, np.ndarray]]:
    """(keys, values, both sorted by pieces of `length`); no two keys are the same."""
    keys = rng.choice(10**6, (blocks, 256 // length, length), replace=False).astype(U4)
    values = rng.integers(0, 2**32, keys.shape).astype(U4)
    order = np.argsort(keys, -1)[..., :: -1 if descending else 1]
    by_key = {name: np.take_along_axis(a, order, -1) for name, a in (("d_DstKey", keys), ("d_DstVal", values))}
    return keys.ravel(), values.ravel(), by_key


@cases(grid=2, block=128)
def bitonic_batches(rng: Rng) -> Data:
    keys, values, wanted = sorted_pairs(rng, 2, 64, descending=True)
    data = {
        "d_DstKey": np.zeros(512, U4), "d_DstVal": np.zeros(512, U4), "d_SrcKey": keys, "d_SrcVal": values,
        "arrayLength": 64, "dir": 0,
    }  # fmt: skip
    return Data(data, wanted)


@cases(kernel="merge_batches<1U>", grid=2, block=128)
def merge_sort(rng: Rng) -> Data:
    keys, values, wanted = sorted_pairs(rng, 2, 256, descending=False)
    data = {"d_DstKey": np.zeros(512, U4), "d_DstVal": np.zeros(512, U4), "d_SrcKey": keys, "d_SrcVal": values, "n": 256}
    return Data(data, wanted)


@cases(block=128)
def odd_even_merge(rng: Rng) -> Data:
    keys, values, wanted = sorted_pairs(rng, 1, 256, descending=False)
    return Data({"key": keys, "val": values, "n": 256, "dir": 1}, {"key": wanted["d_DstKey"], "val": wanted["d_DstVal"]})


@cases(rtol=2e-5, atol=2e-5)
def bisect_eigenvalues(rng: Rng) -> Data:
    diagonal, beside = rng.uniform(-1, 1, 24).astype(F4), rng.uniform(0.1, 1, 24).astype(F4)
    matrix = np.diag(diagonal.astype(F8)) + np.diag(beside[1:].astype(F8), 1) + np.diag(beside[1:].astype(F8), -1)
    data = {
        "g_d": diagonal, "g_s": beside, "n": 24, "lg": -4.0, "ug": 4.0, "precision": 1e-6, "eigenvalues": np.zeros(24, F4)
    }
    return Data(data, {"eigenvalues": np.linalg.eigvalsh(matrix)})


@cases(grid=2, block=64)
def hash_particles(rng: Rng) -> Data:
    p = rng.uniform(-1.5, 1.5, (100, 4)).astype(F4)
    cell = [np.floor((p[:, i].astype(F8) + 1) / size).astype(int) % n for i, (size, n) in enumerate([(0.25, 8), (0.5, 4), (0.25, 8)])]
    wanted = {"hash": (cell[2] * 32 + cell[1] * 8 + cell[0]).astype(U4), "index": np.arange(100).astype(U4)}
    return Data({"hash": np.zeros(100, U4), "index": np.zeros(100, U4), "pos": p.ravel(), "n": 100}, wanted)


@cases(grid=2, block=64, shared=65 * 4)
def find_cell_bounds(rng: Rng) -> Data:
    cells = np.sort(rng.integers(0, 40, 100)).astype(U4)
    nobody = np.uint32(0xFFFFFFFF)
    starts, ends = np.full(40, nobody), np.full(40, nobody)
    for c in np.unique(cells):
        members = np.flatnonzero(cells == c)
        starts[c], ends[c] = members[0], members[-1] + 1
    data = {"cellStart": np.full(40, nobody), "cellEnd": np.full(40, nobody), "hash": cells, "n": 100}
    return Data(data, {"cellStart": starts, "cellEnd": ends})


@cases(grid=(2, 2), block=(8, 8))
def classify_squares(rng: Rng) -> Data:
    """A piece of the line enters with the low corner on its left hand: the cut edges of a cell, each once."""
    field = rng.random((15, 13)).astype(F4)
    low = field < F4(0.5)
    corners = np.stack([low[:-1, :-1], low[:-1, 1:], low[1:, 1:], low[1:, :-1]])
    cut = corners != np.roll(corners, -1, 0)  # edge e joins the corners e and e + 1
    counts = cut.sum(0)
    extent = np.array((13, 15), np.dtype([("x", U4), ("y", U4)]))[()]
    cells = counts.size
    data = {
        "cellVerts": np.zeros(cells, U4), "edges": np.zeros(cells, U8), "volume": field.ravel(), "gridSize": extent,
        "isoValue": 0.5,
    }  # fmt: skip
    table = "- 30 01 31 12 3012 02 32 23 20 0123 21 13 10 03 -".split()
    number = (corners * np.array([1, 2, 4, 8])[:, None, None]).sum(0)
    for entry, edges in zip(number.ravel(), cut.reshape(4, -1).T, strict=True):
        assert sorted(table[entry].strip("-")) == [str(e) for e in np.flatnonzero(edges)]
    codes = [int("".join(str(int(e) + 1) for e in table[entry].strip("-")) or "0", 16) for entry in number.ravel()]
    return Data(data, {"cellVerts": counts.astype(U4), "edges": np.array(codes, U8)})
