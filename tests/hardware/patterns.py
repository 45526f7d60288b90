"""Writes patterns/*.npy: which element each lane of a warp touches, and which lanes take part, 16 patterns a file.

Elements count in units of the access width, so one file serves 4-, 8- and 16-byte probes. `NAME.npy` holds
int32[16, 32] elements and `NAME.active.npy` int32[16, 32] flags.

    python -m tests.hardware.patterns
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Lanes = NDArray[np.int_]
Patterns = tuple[list[Lanes], list[Lanes]]
Make = Callable[[], Patterns]
LANE = np.arange(32)
ALL = np.ones(32, int)
FOLDER = Path(__file__).parent / "patterns"


def grouped(group: Lanes, count: int, generator: np.random.Generator, limit: int) -> Lanes:
    """Every lane takes the random element of its group."""
    return generator.integers(0, limit, count)[group]


def lanes(*chosen: int) -> Lanes:
    """Flags with only the chosen lanes active."""
    flags = np.zeros(32, int)
    flags[list(chosen)] = 1
    return flags


MASKS = [
    ALL, lanes(0), lanes(31), lanes(0, 1), lanes(0, 2), lanes(0, 16), lanes(*range(16)), lanes(*range(16, 32)),
    lanes(*range(8)), lanes(*range(0, 32, 2)), lanes(*range(1, 32, 2)), lanes(*range(0, 32, 4)),
    lanes(*range(1, 31)), lanes(*range(17)), lanes(*range(4), *range(20, 28)), np.zeros(32, int),
]  # fmt: skip


def strides() -> Patterns:
    return [LANE * s for s in range(16)], [ALL] * 16


def alternating(distances: tuple[int, ...]) -> Make:
    """Two elements in turn: lane bit b chooses, for every b and distance; one pattern more with both ends of a word."""

    def make() -> Patterns:
        rows = [(LANE >> b & 1) * d for d in distances for b in range(5)]
        return [*rows, (LANE >> 1 & 1) * distances[0] + (LANE & 1) * distances[-1]], [ALL] * 16

    return make


def shared_by(bits: int, seed: int) -> Make:
    """Lanes that differ only in the bits of `bits` share an element."""

    def make() -> Patterns:
        generator = np.random.default_rng(seed)
        leader = LANE & ~bits
        order = np.unique(leader, return_inverse=True)[1]
        fixed = [order, order * 2, order * 4, order * 8, order * 16, order * 32, order * 3, order[::-1].copy()]
        limits = [2, 4, 8, 16, 32, 64, 256, 1024]
        return fixed + [grouped(order, 32, generator, n) for n in limits], [ALL] * 16

    return make


def broken_pairs() -> Patterns:
    """Pairs of equal elements but for some lanes."""
    rows = []
    for k, lane in enumerate((0, 1, 6, 7, 8, 15, 16, 31)):
        row = LANE // 2
        row[lane] += 16 * (k % 2 + 1)
        rows.append(row)
    for k, lane in enumerate((0, 2, 5, 12, 17, 20, 30, 31)):
        row = LANE // 4 * 2 + LANE % 2
        row[lane] += 16 * (k % 2 + 1)
        rows.append(row)
    return rows, [ALL] * 16


def mixed() -> Patterns:
    """Parts of a warp pair up, other parts do not."""
    pair, quad, cross = LANE // 2, LANE // 4, LANE // 4 * 2 + LANE % 2
    half, quarter = LANE < 16, LANE < 8
    rows = [
        np.where(half, pair, LANE), np.where(half, LANE, pair), np.where(half, cross, LANE),
        np.where(half, LANE, cross), np.where(half, pair, cross), np.where(half, cross, pair),
        np.where(quarter, pair, LANE), np.where(quarter, LANE, pair), np.where(quarter, 0, LANE),
        np.where(half, 0, LANE), np.where(half, 0, pair), np.where(LANE // 8 % 2 == 0, pair, LANE),
        np.where(LANE // 8 % 2 == 0, pair, cross), np.where(LANE // 8 % 2 == 0, quad, LANE),
        np.where(half, quad, cross), np.where(LANE % 16 < 8, LANE, 0),
    ]  # fmt: skip
    return rows, [ALL] * 16


def masked(rows: list[Lanes]) -> Make:
    """The same elements under sixteen masks."""
    return lambda: (rows * (16 // len(rows)), MASKS)


def random_masks(bits: int, limit: int, seed: int) -> Make:
    """Groups share a random element, and random lanes take part: from few to nearly all."""

    def make() -> Patterns:
        generator = np.random.default_rng(seed)
        order = np.unique(LANE & ~bits, return_inverse=True)[1]
        rows = [grouped(order, 32, generator, limit) for _ in range(16)]
        return rows, [(generator.random(32) < (k + 1) / 17).astype(int) for k in range(16)]

    return make


def padded_rows() -> Patterns:
    """How tiles are read: two rows of sixteen, columns of a pitch, swizzles, a register block's fragments."""
    tx, ty = LANE % 16, LANE // 16
    rows = [
        tx * 16 + ty, tx * 17 + ty, tx * 20 + ty, ty * 16 + tx, ty * 17 + tx, ty * 20 + tx, LANE * 33, LANE * 36 % 1024,
        LANE * 32 + (LANE ^ 5), LANE % 8 * 8 + LANE // 8, LANE % 8 * 9 + LANE // 8, LANE // 8 * 4, tx * 2, tx * 2 + ty,
        LANE % 4 * 64 + LANE // 4, (LANE * 5 + 3) % 32,
    ]  # fmt: skip
    return rows, [ALL] * 16


def anything(seed: int) -> Make:
    """Half-warps of different kinds under masks of every density: what no rule was fitted to."""

    def make() -> Patterns:
        generator = np.random.default_rng(seed)
        rows, masks = [], []
        for _ in range(16):
            halves = []
            for _ in range(2):
                bits = int(generator.choice([0, 1, 2, 3, 4, 5, 8, 15]))
                limit = int(generator.choice([1, 2, 4, 8, 16, 64, 512]))
                order = np.unique(LANE[:16] & ~bits, return_inverse=True)[1]
                halves.append(generator.integers(0, limit, 16)[order] + int(generator.integers(0, 64)))
            rows.append(np.concatenate(halves))
            masks.append((generator.random(32) < generator.choice([0.2, 0.5, 0.8, 0.95])).astype(int))
        return rows, masks

    return make


PATTERNS: dict[str, Make] = {
    "strides": strides,
    "tiles": padded_rows,
    "alternating_near": alternating((1, 2, 4)),
    "alternating_far": alternating((8, 16, 32)),
    "pairs_xor_1": shared_by(1, 11),
    "pairs_xor_2": shared_by(2, 12),
    "quads_xor_1_2": shared_by(3, 13),
    "pairs_xor_4": shared_by(4, 14),
    "pairs_xor_8": shared_by(8, 15),
    "pairs_xor_16": shared_by(16, 16),
    "groups_of_8": shared_by(7, 17),
    "broken_pairs": broken_pairs,
    "mixed": mixed,
    "masks": masked([LANE]),
    "masks_pairs_xor_1": masked([LANE // 2]),
    "masks_pairs_xor_2": masked([LANE // 4 * 2 + LANE % 2]),
    "masks_uniform": masked([LANE * 0 + 3]),
    "random_masks": random_masks(0, 128, 21),
    "random_masks_pairs_xor_1": random_masks(1, 128, 22),
    "random_masks_pairs_xor_2": random_masks(2, 128, 23),
    "random_masks_close": random_masks(0, 8, 24),
    "random_masks_few": random_masks(0, 3, 25),
    "random_masks_close_pairs_xor_1": random_masks(1, 8, 26),
    "random_masks_close_pairs_xor_2": random_masks(2, 8, 27),
    "random_masks_close_quads": random_masks(3, 8, 28),
    "anything_1": anything(31),
    "anything_2": anything(32),
    "anything_3": anything(33),
    "anything_4": anything(34),
    "anything_5": anything(35),
    "anything_6": anything(36),
}


def copies(seed: int, full: bool) -> tuple[list[Lanes], list[Lanes], list[Lanes], list[Lanes]]:
    """For cp.async: distinct places in shared memory, places in global memory, flags, and bytes that are read."""
    generator = np.random.default_rng(seed)
    tx, ty = LANE % 16, LANE // 16
    shared = [LANE, LANE, LANE[::-1].copy(), LANE * 2, LANE * 32, tx * 17 + ty, tx * 16 + ty, LANE * 33 % 1024,
              LANE ^ 5, LANE * 8 % 256 + LANE // 32, LANE % 8 * 9 + LANE // 8 * 100]  # fmt: skip
    source = [LANE, LANE, LANE + 1, LANE + 5, LANE * 2, LANE * 32, ty * 32 + tx, ty * 64 + tx, LANE // 2, LANE * 0 + 3,
              (LANE * 5 + 3) % 32, LANE[::-1].copy(), LANE // 8 * 40 + LANE % 8, LANE // 4 * 16 + LANE % 4]  # fmt: skip
    rows: list[tuple[Lanes, Lanes, Lanes, Lanes]] = []
    for _ in range(16):
        to = generator.permutation(1024)[:32] if generator.random() < 0.3 else shared[generator.integers(len(shared))]
        limit = int(generator.choice([32, 64, 1024]))
        scattered = generator.random() < 0.3
        read = generator.integers(0, limit, 32) if scattered else source[generator.integers(len(source))]
        density = 1.0 if full else float(generator.choice([0.1, 0.3, 0.6, 0.9]))
        active = (generator.random(32) < density).astype(int)
        rows.append((to, read, active, generator.choice([0, 4, 8, 12, 16, 16], 32)))
    places, sources, flags, sizes = (list(column) for column in zip(*rows, strict=True))
    return places, sources, flags, sizes


def main() -> None:
    """Write every pattern file anew."""
    FOLDER.mkdir(exist_ok=True)
    for number in range(12):
        for part, rows in zip(("to", "from", "active", "bytes"), copies(100 + number, number < 6), strict=True):
            np.save(FOLDER / f"copies_{number}.{part}.npy", np.array(rows, np.int32))
    np.save(FOLDER / "everyone.npy", np.ones((16, 32), np.int32))
    for name, make in PATTERNS.items():
        elements, active = make()
        if len(elements) != 16 or len(active) != 16 or max(int(e.max()) for e in elements) > 1023:
            raise ValueError(f"{name}: sixteen patterns of elements below 1024 are wanted")
        np.save(FOLDER / f"{name}.npy", np.array(elements, np.int32))
        np.save(FOLDER / f"{name}.active.npy", np.array(active, np.int32))


if __name__ == "__main__":
    main()
