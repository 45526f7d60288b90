"""Problem families: inputs, private references and judgement, one file a family, imported when it is used."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from grader.problems.base import Problem

_MODULES = {  # by the name of the family, in the order in which they are listed
    "sgemm": "sgemm", "transpose": "transpose", "layouts": "layouts", "strides": "strides", "matvec": "matvec",
    "row_sums": "row_sums", "column_sums": "row_sums", "bucket_sums": "bucket_sums", "vector_add": "vectors",
    "saxpy": "vectors", "copy": "vectors", "doubled": "vectors", "fma": "vectors", "warp_and_lane": "warp_and_lane",
    "particles": "particles",
    "matrix_doubled": "matrices",
    "points": "points",
    "reversed": "segments", "differences": "segments", "mirrored_sum": "segments",
    "temperatures": "temperatures",
    "padded_doubled": "padded", "part_doubled": "padded",
    "product": "products", "product_f16": "products", "product_bf16": "products",
    "hgemm": "hgemm", "gemm_bf16": "hgemm", "gemm_tf32": "hgemm",
    "tf32_rounding": "tf32_rounding", "fragment_places": "fragment_places",
    "value_and_slope": "polynomials", "clamped_curve": "polynomials", "warp_ranks": "warp_ranks",
    "transposes_8x8": "transposes_8x8", "by_kind": "by_kind", "collatz": "collatz",
    "block_sums": "reductions", "vector_sum": "reductions", "row_argmax": "row_argmax", "row_softmax": "row_softmax",
    "count_positive": "tallies", "histogram": "tallies", "weighted_histogram": "tallies",
    "maximum": "one_number", "block_sum": "one_number",
    "append": "append",
    "inclusive_pieces": "scans", "exclusive_pieces": "scans", "block_scans": "scans", "warp_scans": "scans",
    "exclusive_scan": "whole_scan", "add_offsets": "scan_segments", "segmented_scan": "scan_segments",
    "convolution_1d": "filters_1d", "sums_of_five": "filters_1d", "convolution_2d": "filters_2d",
    "convolution_by_value": "filters_2d", "separable_filter": "filters_2d", "margin_sums": "filters_2d",
    "stencil_7": "stencil", "box_sums": "box_sums", "texture_zoom": "zoom",
    "below_row_max": "row_maxima", "moments": "moments", "share_sums": "share_sums",
    "flagged": "compaction", "flagged_counted": "compaction", "kept": "compaction", "kept_stably": "compaction",
    "bit_split": "splits", "digit_pass": "splits", "run_lengths": "run_lengths",
    "warp_places": "warp_places", "block_order": "block_order",
}  # fmt: skip


class _Families(Mapping[str, "Problem[Any]"]):
    """The families by name. In its module a family has its name in capitals."""

    def __getitem__(self, name: str) -> Problem[Any]:
        family: Problem[Any] = getattr(import_module(f"{__name__}.{_MODULES[name]}"), name.upper())
        return family

    def __iter__(self) -> Iterator[str]:
        return iter(_MODULES)

    def __len__(self) -> int:
        return len(_MODULES)


PROBLEMS: Mapping[str, Problem[Any]] = _Families()
