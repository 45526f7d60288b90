"""Texture reads beside the formulas of the CUDA C++ Programming Guide, and variables that the host fills."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.checks.fault_words import fault_words
from grader.sandbox import wire
from grader.textures import Texture
from tests.hardware.textures import CASES, SOURCE
from tests.simt.running import fault_of, run
from tests.tiers import examples

KERNELS = SOURCE.read_text("utf-8")
_WIDTH, _HEIGHT = 5, 3
_WEIGHT_ERROR = 1 / 512  # of a weight that is rounded to 8 bits
_STEPS = 1 << 21  # of a coordinate from 0 to 1


def texel(texture: Texture, x: int, y: int) -> float:
    """The first channel at a whole place, which may lie beyond the edges."""
    place = []
    for i, size, way in zip((x, y), (_WIDTH, _HEIGHT), texture.outside, strict=True):
        if way == "border" and not 0 <= i < size:
            return texture.border[0]
        if texture.normalised and way == "wrap":
            i = i - size * math.floor(i / size)
        elif texture.normalised and way == "mirror":
            turn, rest = divmod(i, size)
            i = rest if turn % 2 == 0 else size - 1 - rest
        place.append(min(max(i, 0), size - 1))
    return float(texture.texels[place[1], place[0], 0])


def expected(texture: Texture, x: float, y: float) -> float:
    """The sample at a place."""
    if texture.normalised:
        x, y = (math.floor(c * _STEPS) / _STEPS * size for c, size in ((x, _WIDTH), (y, _HEIGHT)))
    if not texture.linear:
        return texel(texture, math.floor(x), math.floor(y))
    i, j = math.floor(x - 0.5), math.floor(y - 0.5)
    a, b = x - 0.5 - i, y - 0.5 - j
    return ((1 - a) * (1 - b) * texel(texture, i, j) + a * (1 - b) * texel(texture, i + 1, j)
            + (1 - a) * b * texel(texture, i, j + 1) + a * b * texel(texture, i + 1, j + 1))  # fmt: skip


WAYS = st.sampled_from(["clamp", "border", "wrap", "mirror"])


@given(st.booleans(), st.booleans(), WAYS, WAYS, st.integers(0, 1 << 30))
@examples(100)
def test_samples_are_those_of_the_formulas(linear: bool, normalised: bool, across: Any, down: Any, seed: int) -> None:
    rng = np.random.default_rng(seed)
    texels = rng.uniform(-1, 1, (_HEIGHT, _WIDTH, 1)).astype(np.float32)
    texture = Texture(texels, (across, down), linear, normalised, border=(0.75, 0, 0, 0))
    at = rng.uniform(-1, 2, (50, 2)) * ((1, 1) if normalised else (_WIDTH, _HEIGHT))
    at = at.astype(np.float32)
    result = run(KERNELS, {"out": np.zeros(50, np.float32), "t": texture, "at": at.reshape(-1), "n": 50},
                 kernel="float_2d", block=64)  # fmt: skip
    assert result.faults == ()
    wanted = [expected(texture, float(x), float(y)) for x, y in at]
    near = 8 * _WEIGHT_ERROR if linear else 0  # two weights, and their product, for texels up to 1
    np.testing.assert_allclose(result.outputs[0], wanted, rtol=0, atol=near + 1e-6)


def test_whole_weights_return_the_texels_themselves() -> None:
    texels = np.arange(_WIDTH, dtype=np.float32).reshape(-1, 1)
    at = np.stack([np.arange(_WIDTH) + 0.5, np.zeros(_WIDTH)], axis=1).astype(np.float32).reshape(-1)
    given_ = {"out": np.zeros(_WIDTH, np.float32), "t": Texture(texels, ("clamp",), linear=True), "at": at, "n": _WIDTH}
    assert run(KERNELS, given_, kernel="float_1d").outputs[0].tolist() == texels[:, 0].tolist()


FETCHES = r"""
extern "C" __global__ void fetch(float* out, cudaTextureObject_t t, int first)
{
    int i = threadIdx.x;
    out[i] = tex1Dfetch<float>(t, first + i);
}
extern "C" __global__ void components(float* out, cudaTextureObject_t t)
{
    float4 v = tex2D<float4>(t, threadIdx.x + 0.5f, 0.5f);
    out[threadIdx.x] = threadIdx.x % 2 ? v.y : v.w;
}
extern "C" __global__ void by_number(float* out, cudaTextureObject_t t, unsigned long long which)
{
    out[threadIdx.x] = tex2D<float>(which, 0.5f, 0.5f);
}
extern "C" __global__ void volume(float* out, cudaTextureObject_t t)
{
    out[threadIdx.x] = tex3D<float>(t, 0.5f, 0.5f, 0.5f);
}
"""


def test_a_fetch_is_never_interpolated_and_beyond_the_edges_is_zero() -> None:
    texture = Texture(np.arange(1, 9, dtype=np.float32).reshape(-1, 1), ("clamp",), linear=True)
    found = run(FETCHES, {"out": np.zeros(12, np.float32), "t": texture, "first": -2}, kernel="fetch", block=12)
    assert found.outputs[0].tolist() == [0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0]


def test_lanes_may_want_other_components() -> None:
    texels = np.arange(32 * 4, dtype=np.float32).reshape(1, 32, 4)
    found = run(FETCHES, {"out": np.zeros(32, np.float32), "t": Texture(texels)}, kernel="components")
    assert found.outputs[0].tolist() == [4 * i + (1 if i % 2 else 3) for i in range(32)]


def test_what_is_no_texture_of_the_launch_is_refused() -> None:
    texture = Texture(np.ones((1, 1, 1), np.float32))
    fault = fault_of(run(FETCHES, {"out": np.zeros(32, np.float32), "t": texture, "which": np.uint64(77)},
                         kernel="by_number"))  # fmt: skip
    assert fault.kind == "unsupported" and "texture object" in fault.message
    volume = fault_of(run(FETCHES, {"out": np.zeros(32, np.float32), "t": texture}, kernel="volume"))
    assert volume.kind == "unsupported" and "TEX" in volume.message


@pytest.mark.parametrize(
    ("texels", "how"),
    [
        (np.zeros((2, 3, 3), np.float32), {}),
        (np.zeros((0, 1), np.float32), {}),
        (np.zeros((2, 1), np.float64), {}),
        (np.zeros((2, 1), np.int32), {"linear": True}),
        (np.zeros((2, 1), np.float32), {"fractions": True}),
        (np.zeros((2, 2, 1), np.float32), {"outside": ("clamp",)}),
    ],
)
def test_what_no_texture_can_be_is_refused(texels: np.ndarray, how: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"texels|read as fractions|interpolated|each axis"):
        Texture(texels, **how)


@pytest.mark.parametrize("name", ["float4_linear_mixed", "1d_point_normalised_mirror", "bytes"])
def test_a_texture_arrives_in_the_sandbox_as_it_was(name: str) -> None:
    request = CASES[name].request(16)
    header, blobs = wire.write_request(request)
    found = wire.read_request(header, [bytearray(blob) for blob in blobs]).arguments[1].value
    sent = request.arguments[1].value
    assert isinstance(found, Texture) and isinstance(sent, Texture)
    assert np.array_equal(found.texels, sent.texels) and found.texels.dtype == sent.texels.dtype
    assert all(getattr(found, name) == getattr(sent, name) for name in ("outside", "linear", "normalised", "border"))


VARIABLES = r"""
__constant__ float weights[4] = {1, 2, 3, 4};
static __constant__ int hidden[2];
__device__ int counter[2] = {5, 6};
__device__ float* where = nullptr;
extern "C" __global__ void k(float* out) {
    int i = threadIdx.x;
    out[i] = weights[i % 4] + hidden[i % 2] + counter[i % 2] + weights[0];
}
"""


def test_the_host_fills_variables_by_their_names() -> None:
    def summed(**symbols: np.ndarray) -> list[float]:
        result = run(VARIABLES, {"out": np.zeros(4, np.float32)}, block=4, symbols=symbols)
        assert result.faults == ()
        found: list[float] = result.outputs[0].tolist()
        return found

    assert summed() == [7, 9, 9, 11]
    assert summed(weights=np.array([10, 20, 30, 40], np.float32)) == [25, 36, 45, 56]
    assert summed(hidden=np.array([100, 200], np.int32), counter=np.zeros(2, np.int32)) == [102, 203, 104, 205]
    assert summed(unused=np.zeros(3, np.float32)) == [7, 9, 9, 11]


@pytest.mark.parametrize("lang", ["en", "ko"])
def test_a_launch_with_a_variable_of_another_size_does_not_begin(lang: str) -> None:
    result = run(VARIABLES, {"out": np.zeros(4, np.float32)}, block=4, symbols={"weights": np.zeros(5, np.float32)})
    fault = fault_of(result)
    assert (fault.kind, fault.details["limit"]) == ("launch_configuration", "symbol")
    assert all(word in fault_words(fault, lang) for word in ("`weights`", "16", "20"))
    assert result.outputs[0].tolist() == [0] * 4
