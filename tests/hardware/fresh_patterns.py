"""Sorted lists, sparse rows and graphs of the fresh corpus, as `patterns/fresh_*.npy`: arguments that are not random.

    python -m tests.hardware.fresh_patterns

The same generator and seed give the same files.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tests.hardware import corpus

FOLDER = corpus.FOLDER / "patterns"
ROWS = 70  # of the sparse matrix, which is square
VERTICES = 100


def _offsets(degrees: NDArray[np.int64]) -> NDArray[np.int32]:
    return np.concatenate([[0], np.cumsum(degrees)]).astype(np.int32)


def patterns() -> dict[str, NDArray[np.generic]]:
    """All arrays by name; every one fits 32-bit integers or floats."""
    generator = np.random.default_rng(7)
    degrees = generator.integers(0, 13, ROWS)
    degrees[11], degrees[40] = 45, 0  # one heavy row, one empty one
    columns = np.concatenate([np.sort(generator.choice(ROWS, d, replace=False)) for d in degrees])
    pairs = generator.integers(0, VERTICES, (180, 2))
    pairs = np.unique(np.sort(pairs[pairs[:, 0] != pairs[:, 1]], axis=1), axis=0)
    both = np.concatenate([pairs, pairs[:, ::-1]])
    both = both[np.lexsort((both[:, 1], both[:, 0]))]
    lengths = np.random.default_rng(11).integers(0, 46, 128)
    return {
        "csr_offsets": _offsets(degrees),
        "csr_columns": columns.astype(np.int32),
        "csr_rows": np.repeat(np.arange(ROWS), degrees).astype(np.int32),
        "lengths": lengths.astype(np.int32),
        "ends": _offsets(lengths),
        "graph_offsets": _offsets(np.bincount(both[:, 0], minlength=VERTICES)),
        "graph_targets": both[:, 1].astype(np.int32),
        "graph_sources": both[:, 0].astype(np.int32),
        "edges": pairs.reshape(-1).astype(np.int32),
        "levels": np.where(np.arange(VERTICES) < 3, 1, np.where(np.arange(VERTICES) < 8, 2, -1)).astype(np.int32),
        "sorted_long": np.sort(generator.integers(0, 1000, 300)).astype(np.int32),
        "sorted_short": np.sort(generator.integers(0, 1000, 170)).astype(np.int32),
    }


def main() -> None:
    """Write every array."""
    for name, values in patterns().items():
        np.save(FOLDER / f"fresh_{name}.npy", values)


if __name__ == "__main__":
    main()
