"""What nobody has set holds no convenient zero: a forgotten initial value must show."""

from __future__ import annotations

import numpy as np
import pytest

from tests.simt.running import computed

ACCUMULATOR = """extern "C" __global__ void k({type}* out, const {type}* in, int n) {{
    {type} sum;
    for (int i = 0; i < n; ++i)
        sum += in[i];
    out[threadIdx.x] = sum;
}}
"""


@pytest.mark.parametrize(("name", "dtype"), [("float", np.float32), ("double", np.float64), ("int", np.int32)])
def test_a_sum_without_an_initial_value_is_wrong(name: str, dtype: type[np.generic]) -> None:
    values = np.arange(1, 5).astype(dtype)
    got = computed(ACCUMULATOR.format(type=name), {"out": np.zeros(32, dtype), "in": values, "n": 4})
    assert not (got == 10).any()


def test_a_value_set_on_the_path_that_uses_it_is_not_touched() -> None:
    source = """extern "C" __global__ void k(float* out, const float* in) {
    float x;
    if (threadIdx.x % 2)
        x = in[threadIdx.x];
    __syncwarp();
    if (threadIdx.x % 2)
        out[threadIdx.x] = x;
}
"""
    got = computed(source, {"out": np.zeros(32, np.float32), "in": np.ones(32, np.float32)})
    assert np.array_equal(got, np.arange(32) % 2)
