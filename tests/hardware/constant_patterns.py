"""Arguments of `launches_constants.yaml` that no word describes: a permutation, and structs that are parameters.

    python -m tests.hardware.constant_patterns

Writes `patterns/const_*.npy`. The structs lie in memory as those of `kernels/constants_shapes.cu`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

FOLDER = Path(__file__).parent / "patterns"
OCTET = [("v", "u1", 8)]
QUARTET = [("v", "<i2", 4)]
CURVE = [("v", "<f4", 32)]
VIEW = [("matrix", "<f4", (4, 4)), ("origin", "<f8", 3), ("shift", "<i4"), ("order", "u1", 12)]
SHEET = [("v", "<i4", 900)]


def struct(fields: list[Any], *values: object) -> np.ndarray[Any, Any]:
    """A struct as an array of no dimension, padded as a C compiler does."""
    return np.array(tuple(values), np.dtype(fields, align=True))


def main() -> None:
    """Write all files."""
    matrix = np.arange(16, dtype=np.float32).reshape(4, 4) * 0.25 - 1
    order = [3, 1, 2, 0, 0, 2, 1, 3, 3, 3, 0, 1]
    files = {
        "permutation": np.random.default_rng(5).permutation(256).astype(np.int32),
        "octet": struct(OCTET, [3, 141, 59, 26, 53, 58, 97, 93]),
        "quartet": struct(QUARTET, [-1000, 7, 300, -20]),
        "curve": struct(CURVE, (np.arange(32) * 11 % 32 - 16) * 0.125),
        "view": struct(VIEW, matrix, [0.5, -2.0, 8.25], 2, order),
        "sheet": struct(SHEET, np.arange(900) * 77 % 1009),
    }
    for name, array in files.items():
        np.save(FOLDER / f"const_{name}.npy", array)


if __name__ == "__main__":
    main()
