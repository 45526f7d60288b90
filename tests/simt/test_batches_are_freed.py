"""What a batch of blocks held is free when it ends, not when the garbage collector comes: it is most of the memory."""

from __future__ import annotations

import gc

import numpy as np
import pytest

from grader.simt.memory_unit import MemoryUnit
from tests.simt.running import outputs, run

SOURCE = """extern "C" __global__ void k(float* out) {
    __shared__ float s[32];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[blockIdx.x * 32 + threadIdx.x] = s[31 - threadIdx.x];
}
"""


@pytest.mark.slow
def test_no_batch_outlives_its_launch() -> None:
    gc.collect()
    gc.disable()
    try:
        outputs(run(SOURCE, {"out": np.zeros(128, np.float32)}, grid=4))
        left = [thing for thing in gc.get_objects() if isinstance(thing, MemoryUnit)]
    finally:
        gc.enable()
    assert left == []
