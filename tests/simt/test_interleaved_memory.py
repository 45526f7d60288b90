"""Memory that every block has of its own: what is stored comes back, element by element, whatever the layout."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.simt.interleaved_memory import InterleavedMemory
from grader.simt.lanes import Lanes
from grader.simt.layout import Layout

BYTES = 256
TYPES = ("u1", "i2", "u4", "f4", "i8", "f8")


def some_lanes(layout: Layout, generator: np.random.Generator) -> Lanes:
    table = generator.random((layout.threads, layout.blocks)) < generator.choice([0.3, 1.0])
    table[0, 0] = True
    return layout.chosen(layout.all_threads, layout.all_blocks, table)


def some_values(lanes: Lanes, generator: np.random.Generator, most: int) -> np.ndarray:
    """Random numbers that depend on some axes only."""
    return generator.integers(0, most, tuple(n if generator.random() < 0.6 else 1 for n in lanes.shape))


@pytest.mark.parametrize("dtype", TYPES)
@given(st.integers(1, 33), st.integers(1, 2), st.integers(1, 4), st.integers(0, 2**32))
def test_loads_see_the_last_store_of_their_block(dtype: str, x: int, y: int, blocks: int, seed: int) -> None:
    layout, generator = Layout(x, y, blocks), np.random.default_rng(seed)
    size = np.dtype(dtype).itemsize
    cells = InterleavedMemory(BYTES, blocks, fill=0)
    model = np.zeros((blocks, BYTES), np.uint8)
    for _ in range(3):
        lanes = some_lanes(layout, generator)
        address = some_values(lanes, generator, BYTES // size) * size
        data = some_values(lanes, generator, 100).astype(dtype)
        cells.store(dtype, address, lanes.blocks_owned, data)
        for lane, at, value in zip(lanes.ids, lanes.flat(address), lanes.flat(data), strict=True):
            model[lane // layout.padded, at : at + size] = np.array([value]).view(np.uint8)
    lanes = some_lanes(layout, generator)
    address = some_values(lanes, generator, BYTES // size) * size
    found = lanes.flat(cells.load(dtype, address, lanes.blocks_owned))
    wanted = [model[lane // layout.padded, at : at + size].view(dtype)[0]
              for lane, at in zip(lanes.ids, lanes.flat(address), strict=True)]  # fmt: skip
    assert found.tolist() == np.array(wanted, dtype).tolist()
    assert [cells.bytes_of(b).tolist() for b in range(blocks)] == model.tolist()
