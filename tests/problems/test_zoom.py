"""The zoomed image beside bilinear interpolation texel by texel; weights of 8 bits pass, half a texel does not."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from pydantic import ValidationError

from grader.checks.interface import interface_fault
from grader.course.models import ExerciseSpec
from grader.problems import PROBLEMS
from grader.problems.base import Mistake, mistake
from grader.problems.zoom import ZoomCase
from grader.textures import Texture
from grader.toolchain.compile import compile_source
from tests.problems.diagnosing import SQUARE, diagnosed
from tests.problems.test_judgement import buffers
from tests.submissions.test_diagnosis import COURSE
from tests.tiers import examples

Floats = NDArray[np.float64]
FAMILY = PROBLEMS["texture_zoom"]


class Zoom:
    """One prepared case: its image, and what the judge says of results."""

    def __init__(self, seed: int = 3, **dims: Any) -> None:
        self.case = ZoomCase.model_validate(dims)
        self.prepared = FAMILY.arguments(self.case, np.random.default_rng(seed))
        texture = self.prepared.arguments[0].value
        assert isinstance(texture, Texture) and texture.linear and texture.outside == ("clamp", "clamp")
        self.image: Floats = texture.texels[:, :, 0].astype(np.float64)

    def outputs(self, result: Floats) -> dict[int, Any]:
        return buffers(self.prepared) | {1: result.astype(np.float32).ravel()}

    def passed(self, result: Floats) -> bool:
        return FAMILY.judge(self.prepared, self.outputs(result)).passed

    def told(self, result: Floats) -> Mistake | None:
        return diagnosed(FAMILY, self.prepared, self.outputs(result), SQUARE)

    def read(self, first: float = 0.5, after: float = 0.0, bits: int | None = None) -> Floats:
        """The image at (i + first) / zoom + after; bits: of the weights between texels, None for exact ones."""
        result = np.zeros((self.case.rows, self.case.cols))
        for row, col in np.ndindex(*result.shape):
            result[row, col] = self._at(*((i + first) / self.case.zoom + after for i in (row, col)), bits)
        return result

    def _at(self, y: float, x: float, bits: int | None) -> float:
        top, left = math.floor(y - 0.5), math.floor(x - 0.5)
        total = 0.0
        for (down, below), (across, right) in ((a, b) for a in enumerate((y, y)) for b in enumerate((x, x))):
            weights = [1 - abs(below - 0.5 - top - down), 1 - abs(right - 0.5 - left - across)]
            if bits is not None:
                weights = [round(w * 2**bits) / 2**bits for w in weights]
            row, col = (
                min(max(i, 0), n - 1) for i, n in zip((top + down, left + across), self.image.shape, strict=True)
            )
            total += weights[0] * weights[1] * self.image[row, col]
        return total


@examples(40)
@given(st.integers(0, 2**32), st.integers(1, 12), st.integers(1, 12), st.sampled_from([0.45, 0.7, 1.5, 2.9, 3.3, 7.1]),
       st.sampled_from(["integers", "floats"]))  # fmt: skip
def test_exact_weights_and_those_of_8_bits_pass(seed: int, rows: int, cols: int, zoom: float, values: str) -> None:
    one = Zoom(seed, rows=rows, cols=cols, height=1 + seed % 7, width=1 + seed % 5, zoom=zoom, values=values)
    assert one.passed(one.read())
    assert one.passed(one.read(bits=8))
    assert not FAMILY.judge(one.prepared, buffers(one.prepared)).passed


def test_weights_of_five_bits_are_too_coarse() -> None:
    one = Zoom(rows=30, cols=30, height=12, width=12, zoom=2.7)
    assert not one.passed(one.read(bits=5))


@pytest.mark.parametrize(
    ("first", "after", "key"),
    [(0.0, 0.0, "half_texel_missing"), (0.0, 0.5, "half_texel_of_image"), (0.5, -0.5, "half_texel_subtracted"),
     (0.5, 0.5, "half_texel_twice")],
)  # fmt: skip
def test_half_a_texel_is_told_by_name(first: float, after: float, key: str) -> None:
    one = Zoom(rows=30, cols=20, height=11, width=12, zoom=2.7)
    assert one.told(one.read(first, after)) == mistake(key)


def test_coordinates_that_are_exchanged_and_texels_that_are_nearest_are_told_by_name() -> None:
    one = Zoom(rows=25, cols=20, height=11, width=12, zoom=2.7)
    rows, cols = (np.floor((np.arange(n) + 0.5) / 2.7).astype(int) for n in (25, 20))
    assert one.told(one.image[np.ix_(rows, cols)]) == mistake("nearest_texel")
    square = Zoom(rows=25, cols=25, height=11, width=11, zoom=2.7)
    assert square.told(square.read().T) == mistake("coordinates_exchanged")


def test_the_working_names_the_place_in_the_image() -> None:
    working = Zoom(rows=8, cols=8, height=4, width=4, zoom=2.0).prepared.regions[0].working
    assert working is not None
    assert working(0, 1, 2)[0] == "out[1][2] = image at x = 1.25, y = 0.75"


@pytest.mark.parametrize("zoom", [0.0, -1.0, 100.0, float("nan")])
def test_a_senseless_case_is_refused(zoom: float) -> None:
    with pytest.raises(ValidationError):
        ZoomCase.model_validate({"rows": 3, "cols": 3, "height": 3, "width": 3, "zoom": zoom})


def test_a_texture_object_is_a_parameter_of_64_bits() -> None:
    (exercise,) = COURSE.resolve("18/texture_zoom")
    spec: ExerciseSpec = exercise.spec
    source = exercise.solution_path.read_text("utf-8")
    assert interface_fault(compile_source(source), spec) is None
    narrow = source.replace("cudaTextureObject_t image", "int image").replace("tex2D<float>(image, x, y)", "x + y")
    found = interface_fault(compile_source(narrow), spec)
    assert found is not None and found.key == "parameter_type"
