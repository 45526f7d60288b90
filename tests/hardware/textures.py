"""Reads of textures whose results are compared with those of a GPU, bit for bit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.dataclass import dataclass
from grader.launch import Argument, LaunchRequest
from grader.textures import Outside, Texture

SOURCE = Path(__file__).with_suffix(".cu")
RESULTS = Path(__file__).with_name("h200_textures.npz")
SAMPLES = 512
_BLOCK = 128
_WIDTH, _HEIGHT = 13, 7
Array = NDArray[Any]


@dataclass(frozen=True)
class Reads:
    """Samples of one texture by one kernel. components: words of one result; floats: of what type they are."""

    kernel: str
    texture: Texture
    components: int
    floats: bool = True

    def request(self, samples: int = SAMPLES) -> LaunchRequest:
        """The launch."""
        out = np.zeros(samples * self.components, np.float32 if self.floats else np.int32)
        arguments = (Argument("out", out), Argument("t", self.texture), Argument("at", places(self.texture, samples)),
                     Argument("n", np.int32(samples)))  # fmt: skip
        return LaunchRequest(self.kernel, (-(-samples // _BLOCK), 1, 1), (_BLOCK, 1, 1), arguments)


def places(texture: Texture, samples: int) -> Array:
    """Coordinates x, y of each sample: some anywhere, also beyond the edges, some where something changes."""
    rng = np.random.default_rng(5)
    sizes = np.array([_WIDTH, _HEIGHT if texture.dimensions > 1 else 1])
    at = rng.uniform(-1.5, 2.5, (samples, 2)) * sizes
    quarter = samples // 4
    at[:quarter] = rng.integers(-4, 2 * _WIDTH, (quarter, 2)) / 2  # edges and centres of texels
    at[quarter : 2 * quarter] = rng.integers(-512, 512 * _WIDTH, (quarter, 2)) / 512  # where weights change
    at[quarter : 2 * quarter] += rng.choice([-1e-4, 0, 1e-4], (quarter, 2))
    if texture.normalised:
        at = at / sizes
    found = at.astype(np.float32)
    strange = np.array([0, -0.0, 1, -1, 1e-30, 3e38, -3e38, np.inf, -np.inf, np.nan, 1e6, -1e6], np.float32)
    found[-len(strange) :, 0] = strange
    return found.reshape(-1)


def _floats(*shape: int) -> NDArray[np.float32]:
    return np.random.default_rng(3).uniform(-4, 4, shape).astype(np.float32)


def _integers(dtype: type[np.integer[Any]], *shape: int) -> Array:
    limits = np.iinfo(dtype)
    return np.random.default_rng(4).integers(limits.min, limits.max, shape, dtype, endpoint=True)


def _cases() -> dict[str, Reads]:
    found: dict[str, Reads] = {}
    ways: tuple[Outside, ...] = ("clamp", "border", "wrap", "mirror")
    edge = (0.5, -2.0, 3.25, 7.0)
    for linear in (False, True):
        for normalised in (False, True):
            for way in ways if normalised else ways[:3]:
                name = f"{'linear' if linear else 'point'}_{'normalised' if normalised else 'plain'}_{way}"
                how: dict[str, Any] = {"linear": linear, "normalised": normalised, "border": edge}
                found[f"1d_{name}"] = Reads("float_1d", Texture(_floats(_WIDTH, 1), (way,), **how), 1)
                two = Texture(_floats(_HEIGHT, _WIDTH, 1), (way, way), **how)
                found[f"2d_{name}"] = Reads("float_2d", two, 1)
    mixed: tuple[Outside, ...] = ("border", "clamp")
    for linear in (False, True):
        name = "linear" if linear else "point"
        four, bytes4 = _floats(_HEIGHT, _WIDTH, 4), _integers(np.uint8, _HEIGHT, _WIDTH, 4)
        found[f"float4_{name}_mixed"] = Reads("float4_2d", Texture(four, mixed, linear, border=edge), 4)
        found[f"float2_{name}"] = Reads("float2_2d", Texture(four[..., :2], linear=linear), 2)
        found[f"float4_1d_{name}"] = Reads("float4_1d", Texture(four[0], ("clamp",), linear), 4)
        found[f"missing_{name}"] = Reads("missing_channels", Texture(four[..., :2], mixed, linear, border=edge), 4)
        found[f"bytes_as_fractions_{name}"] = Reads("float4_2d", Texture(bytes4, linear=linear, fractions=True), 4)
        shorts = _integers(np.int16, _HEIGHT, _WIDTH, 2)
        found[f"shorts_as_fractions_{name}"] = Reads("float2_2d", Texture(shorts, linear=linear, fractions=True), 2)
        found[f"divergent_{name}"] = Reads("divergent", Texture(four[..., :1], linear=linear), 1)
        large = Texture(_floats(_HEIGHT, _WIDTH, 1) * np.float32(1e30), linear=linear)
        found[f"large_values_{name}"] = Reads("float_2d", large, 1)
    found["bytes"] = Reads("uchar4_2d", Texture(bytes4, mixed, border=(9, 8, 7, 6)), 4, floats=False)
    found["signed_fractions"] = Reads("float4_2d", Texture(bytes4.view(np.int8), fractions=True), 4)
    found["shorts"] = Reads("short2_2d", Texture(shorts, ("wrap", "mirror"), normalised=True), 2, floats=False)
    found["ints"] = Reads("int_1d", Texture(_integers(np.int32, _WIDTH, 1), ("border",)), 1, floats=False)
    return found


CASES = _cases()
