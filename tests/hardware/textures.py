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
    sizes = np.array(texture.texels.shape[-2::-1] if texture.dimensions > 1 else [len(texture.texels), 1])
    at = rng.uniform(-1.5, 2.5, (samples, 2)) * sizes
    quarter = samples // 4
    at[:quarter] = rng.integers(-4, 2 * sizes[0], (quarter, 2)) / 2  # edges and centres of texels
    at[quarter : 2 * quarter] = rng.integers(-512, 512 * sizes[0], (quarter, 2)) / 512  # where weights change
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
    found = np.random.default_rng(4).integers(limits.min, limits.max, shape, dtype, endpoint=True)
    found.flat[:: max(2, found.size // 8)] = limits.min
    return found


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
    return found | _arithmetic() | _borders()


def _scales(*shape: int) -> NDArray[np.float32]:
    """Floats of all scales, between 2^-30 and 2^30, and zeros."""
    rng = np.random.default_rng(6)
    found = np.ldexp(rng.uniform(-1, 1, shape), rng.integers(-30, 30, shape)).astype(np.float32)
    return np.where(rng.random(shape) < 0.1, np.float32(0), found)


def _extremes(*shape: int) -> NDArray[np.float32]:
    """Floats near both ends, and what is none."""
    some = np.array(
        [3.4e38, -3.4e38, 2e38, 1.2e-38, -2.5e-38, 1.2e-38, 1e-40, -3e-45, np.inf, -np.inf, np.nan, 0, -0.0]
    )
    return np.random.default_rng(7).choice(some, shape).astype(np.float32)


def _arithmetic() -> dict[str, Reads]:
    """What shows how coordinates, weights and sums are rounded."""
    found: dict[str, Reads] = {}
    for width in (
        1000,
        1500,
        2049,
        3000,
        4097,
        6000,
        8191,
        8193,
        12000,
        16384,
        20000,
        32767,
        32769,
        50_000,
        65537,
        100_000,
        131_071,
    ):
        for way in ("wrap", "border"):
            wide = Texture(_floats(width, 1), (way,), linear=True, normalised=True)  # type: ignore[arg-type]
            found[f"{width}_{way}"] = Reads("float_1d", wide, 1)
    found["100000_point"] = Reads("float_1d", Texture(_floats(100_000, 1), ("wrap",), normalised=True), 1)
    large = Texture(_floats(333, 700, 1), ("mirror", "wrap"), linear=True, normalised=True)
    found["700_by_333"] = Reads("float_2d", large, 1)
    for height, width in ((3, 20000), (20000, 3), (70, 9000)):
        large = Texture(_floats(height, width, 1), ("wrap", "wrap"), linear=True, normalised=True)
        found[f"{width}_by_{height}"] = Reads("float_2d", large, 1)
    found["extremes_point"] = Reads("float_1d", Texture(_extremes(64, 1), ("clamp",)), 1)
    for name, texels in (("scales", _scales), ("extremes", _extremes)):
        found[f"{name}_1d"] = Reads("float_1d", Texture(texels(64, 1), ("clamp",), linear=True), 1)
        found[f"{name}_2d"] = Reads("float_2d", Texture(texels(32, 32, 1), linear=True), 1)
        found[f"{name}_float4"] = Reads("float4_2d", Texture(texels(32, 32, 4), linear=True), 4)
    return found


def _borders() -> dict[str, Reads]:
    """Beyond the edges of integers, and of integers that are read as fractions."""
    found: dict[str, Reads] = {}
    colours = ((0.3, -0.7, 0.501, 1.5), (-1.0, 1.0, 0.002, 1e-5))
    for k, edge in enumerate(colours):
        for dtype in (np.uint8, np.int8, np.uint16, np.int16):
            texels = _integers(dtype, _HEIGHT, _WIDTH, 4)
            for linear in (False, True):
                name = f"{dtype.__name__}_border_{k}_{'linear' if linear else 'point'}"
                found[name] = Reads("float4_2d", Texture(texels, ("border", "border"), linear, False, True, edge), 4)
    some = (0.1, 300.0, -5.0, 1e-3)
    found["bytes_border"] = Reads(
        "uchar4_2d", Texture(_integers(np.uint8, 7, 13, 4), ("border",) * 2, border=some), 4, False
    )
    found["shorts_border"] = Reads(
        "short2_2d", Texture(_integers(np.int16, 7, 13, 2), ("border",) * 2, border=some), 2, False
    )
    found["ints_border"] = Reads("int_1d", Texture(_integers(np.int32, 13, 1), ("border",), border=some), 1, False)
    return found


CASES = _cases()
