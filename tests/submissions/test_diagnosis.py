"""What the report says of wrong results: the mistake that was made, or nothing but facts and a map.

Kernels that the course keeps, and more slips of students, graded for real. A slip is the solution with some of its text
exchanged.
"""

from __future__ import annotations

import pytest

from grader.course.catalog import Exercise
from grader.course.composed import kernel_at
from grader.grading.grade import Devices
from grader.grading.submissions import grade_data
from grader.sandbox.fork_server import warm_sessions
from grader.verdicts import CheckResult
from tests.submissions.test_selftest import COURSE

Change = tuple[str, str]
A_LOAD, B_LOAD = "A[row * lda + a_col]", "B[b_row * ldb + col]"
A_IN, B_IN = "row < M && a_col < K ? ", "b_row < K && col < N ? "
SLIPS: dict[str, tuple[str, tuple[Change, ...], str]] = {
    "the tiles lie blockDim.x apart": (
        "05/sgemm_coalesced",
        (("blockIdx.y * TILE", "blockIdx.y * blockDim.x"), ("blockIdx.x * TILE", "blockIdx.x * blockDim.x")),
        "block_size_for_tile",
    ),
    "only the rows of tiles lie blockDim.x apart": (
        "05/sgemm_coalesced", (("blockIdx.y * TILE", "blockIdx.y * blockDim.x"),), "block_size_for_tile_rows",
    ),
    "k0 forgotten for A": ("06/sgemm_tiled", ((A_LOAD, "A[row * lda + tx]"),), "tile_repeated"),
    "k0 forgotten for A, in the guard too": ("06/sgemm_tiled", (("a_col = k0 + tx", "a_col = tx"),), "tile_repeated"),
    "k0 forgotten for B": ("06/sgemm_tiled", ((B_LOAD, "B[ty * ldb + col]"),), "tile_repeated"),
    "k0 forgotten for both": (
        "06/sgemm_tiled", ((A_LOAD, "A[row * lda + tx]"), (B_LOAD, "B[ty * ldb + col]")), "tiles_repeated",
    ),
    "k0 forgotten for both, in the guards too": (
        "06/sgemm_tiled", (("a_col = k0 + tx", "a_col = tx"), ("b_row = k0 + ty", "b_row = ty")), "tiles_repeated",
    ),
    "the last k of each tile": ("06/sgemm_tiled", (("k < TILE;", "k < TILE - 1;"),), "chunk_end_missing"),
    "the first k of each tile": (
        "06/sgemm_tiled", (("int k = 0; k < TILE;", "int k = 1; k < TILE;"),), "chunk_start_missing",
    ),
    "the loads are exchanged": (
        "06/sgemm_tiled",
        (("tile_a[ty][tx] = ", "tile_x[ty][tx] = "), ("tile_b[ty][tx] = ", "tile_a[ty][tx] = "),
         ("tile_x[ty][tx] = ", "tile_b[ty][tx] = ")),
        "loads_exchanged",
    ),
    "whole tiles of C only": (
        "06/sgemm_tiled",
        (("    if (row < M && col < N) {", "    if (row < M / TILE * TILE && col < N / TILE * TILE) {"),),
        "whole_tiles_only",
    ),
    "tile_a read with tx": ("06/sgemm_tiled", (("tile_a[ty][k]", "tile_a[tx][k]"),), "thread_x_for_row"),
    "tile_b read with ty": ("06/sgemm_tiled", (("tile_b[k][tx]", "tile_b[k][ty]"),), "thread_y_for_col"),
    "tile_b read with its indices exchanged": (
        "06/sgemm_tiled", (("tile_b[k][tx]", "tile_b[tx][k]"),), "operand_tile_transposed",
    ),
    "assigned, not added": ("06/sgemm_tiled", (("sum += tile_a", "sum = tile_a"),), ""),
    "lda is K": ("06/sgemm_tiled", (("row * lda + a_col", "row * K + a_col"),), "leading_dimension"),
    "every second element": ("00/vector_add", (("if (i < n)", "if (i < n && i % 2 == 0)"),), ""),
    "the sum with a constant": ("00/vector_add", (("a[i] + b[i]", "a[i] + b[i] + 1.0f"),), ""),
    "the first element missing": ("00/vector_add", (("if (i < n)", "if (i > 0 && i < n)"),), "first_element_missing"),
    "one element left out": (
        "04/sgemm_naive", (("C[row * ldc + col] = ", "if (row != 3 || col != 5) C[row * ldc + col] = "),), "",
    ),
}  # fmt: skip


# The mistake that is told of a kernel that the course keeps; of all its others that end with wrong numbers, none is.
TOLD: dict[str, dict[str, str]] = {
    "00_first_kernel/first_index": {
        "always_the_first": "begun_at_zero", "block_of_64_assumed": "block_size_assumed",
        "number_of_the_block": "begun_at_zero", "other_axis": "begun_at_zero",
    },
    "00_first_kernel/first_guard": {"last_element_left_out": "last_element_missing"},
    "00_first_kernel/first_loop": {
        "begins_at_zero": "begun_at_zero", "block_of_128": "block_size_assumed", "no_loop": "block_ignored",
        "step_one_short": "last_element_missing", "steps_by_the_grid": "first_element_missing",
    },
    "01_gpu_architecture/first_2d_index": {
        "column_of_the_first_block": "block_ignored", "exchanged": "axes_swapped",
        "row_of_the_first_block": "block_ignored", "width_for_height": "store_loop_missing",
    },
    "01_gpu_architecture/x_is_fastest": {"counted_from_one": "first_element_missing"},
    "01_gpu_architecture/two_in_flight": {
        "block_of_256": "step_of_grid_assumed", "half_of_n": "rest_missing", "twice_the_same": "no_loop",
    },
    "00_first_kernel/vector_add": {
        "added_to_what_was_there": "added_to_nothing", "block_left_out": "block_ignored",
        "block_size_hard_coded": "block_size_assumed", "counted_from_one": "first_element_missing",
        "last_element_left_out": "last_element_missing", "whole_blocks_only": "whole_blocks_only",
    },
    "00_first_kernel/grid_stride_saxpy": {
        "block_left_out": "block_ignored", "block_size_hard_coded": "step_of_loop",
        "every_thread_from_zero": "begun_at_zero", "factor_forgotten": "factor_missing",
        "grid_size_hard_coded": "step_of_loop", "integer_factor": "factor_truncated",
        "last_round_left_out": "whole_rounds_only", "no_loop": "no_loop", "old_value_added_twice": "addend_twice",
        "old_value_overwritten": "addend_missing", "remainder_left_out": "whole_rounds_only",
        "step_of_one_block": "step_of_loop", "step_of_the_blocks": "step_of_loop",
    },
    "01_gpu_architecture/warp_and_lane": {
        "counted_across_the_grid": "counted_across_grid", "element_of_one_dimension": "axes_ignored",
        "exchanged": "results_exchanged", "half_a_warp": "width_halved", "lane_from_x": "axes_ignored",
        "only_the_first_block": "block_ignored", "warps_counted_across_the_grid": "counted_across_grid",
        "x_alone": "axes_ignored", "y_fastest": "axis_order", "z_fastest": "axis_order", "z_left_out": "axes_ignored",
    },
    "01_gpu_architecture/device_copy": {
        "float4_without_the_rest": "rest_missing", "last_element_left_out": "last_element_missing",
        "one_element_a_thread": "no_loop", "shifted_by_one": "first_element_missing",
        "whole_rounds_only": "whole_rounds_only",
    },
    "02_source_to_machine_code/float_constant": {
        "addend_lost": "addend_missing", "factor_for_everything": "factor_for_everything",
        "integer_division": "factor_truncated", "subtracted": "addend_subtracted",
    },
    "02_source_to_machine_code/unroll_it": {"assigned": "last_term_only"},
    "02_source_to_machine_code/who_am_i": {
        "counted_from_one": "first_element_missing", "input_for_output": "nothing_written",
        "the_thread": "axes_ignored",
    },
    "02_source_to_machine_code/fma_inline": {
        "addend_is_the_result": "addend_missing",  # of a register that nobody set the compiler makes a zero
        "addend_subtracted": "addend_subtracted", "multiply_then_add": "product_rounded",
        "no_rounding_named": "product_rounded", "product_fused_with_zero": "product_rounded",
        "result_of_asm_not_used": "product_rounded", "two_instructions_inline": "product_rounded",
    },
    "02_source_to_machine_code/no_local_memory": {
        "assigned": "last_term_only", "counted": "counted", "first_row_left_out": "first_term_missing",
        "key_ignored": "key_ignored", "keys_from_one": "shifted", "stored_transposed": "transposed",
    },
    "03_matmul_and_roofline/row_major": {"columns_for_the_leading_dimension": "leading_dimension"},
    "03_matmul_and_roofline/leading_dimension": {"as_it_was": "leading_dimension", "not_doubled": "copied"},
    "03_matmul_and_roofline/matvec": {
        "every_lane_adds_the_whole_row": "every_lane_adds", "last_partial_step_dropped": "whole_chunks_only",
        "leading_dimension_ignored": "leading_dimension", "one_step_only": "first_chunk_only",
        "pairs_of_lanes_read_alike": "constant_factor",
    },
    "04_sgemm_naive/scale_c": {
        "alpha_for_beta": "alpha_beta_exchanged", "beta_ignored": "all_zero", "beta_taken_as_one": "accumulated",
        "ldc_ignored": "leading_dimension", "zero_times_nan": "old_c_read",
    },
    "04_sgemm_naive/first_dot": {
        "columns_for_lda": "leading_dimension", "first_product_left_out": "first_term_missing",
        "lda_for_ldb": "leading_dimension", "sum_overwritten": "last_term_only", "summed_in_c": "all_zero",
    },
    "04_sgemm_naive/edge_guard": {"one_too_early": "last_row_and_col_missing"},
    "04_sgemm_naive/sgemm_naive": {
        "added_to_old_c": "accumulated", "alpha_and_beta_swapped": "alpha_beta_exchanged",
        "alpha_ignored": "alpha_ignored", "alpha_inside_and_outside": "alpha_twice",
        "alpha_on_both_terms": "alpha_for_everything", "alpha_only_with_beta": "alpha_ignored_without_beta",
        "beta_ignored": "beta_ignored", "beta_taken_as_one": "accumulated",
        "block_number_forgotten": "first_tile_only", "block_size_assumed": "block_width_assumed",
        "first_product_left_out": "first_term_missing", "ldc_ignored": "leading_dimension",
        "leading_dimensions_ignored": "leading_dimensions_ignored", "rows_and_columns_swapped": "axes_swapped",
        "sum_overwritten": "last_term_only", "zero_times_nan": "old_c_read",
    },
    "05_memory_coalescing/first_walk": {"block_left_out": "block_ignored"},
    "05_memory_coalescing/first_float4": {"out_of_itself": "nothing_written"},
    "05_memory_coalescing/first_soa": {
        "backwards": "subtracted", "index_changed_only": "operand_transposed",
        "other_array_same_index": "operand_transposed", "x_only": "copied",
    },
    "05_memory_coalescing/sgemm_coalesced": {
        "beta_ignored": "beta_ignored", "block_indices_swapped": "axes_swapped",
        "block_left_out": "block_size_for_tile", "leading_dimensions_ignored": "leading_dimensions_ignored",
        "thread_row_from_y": "row_of_thread_missing",
    },
    "05_memory_coalescing/sgemm_float4": {
        "leading_dimension_is_k": "leading_dimension", "threads_on_rows": "axes_swapped",
    },
    "05_memory_coalescing/particles_soa": {
        "guard_drops_the_last": "last_element_missing", "halves_exchanged": "fields_exchanged",
        "merely_copied": "copied", "six_floats_apart": "leading_dimension", "the_way_back": "other_way_round",
    },
    "06_shared_memory_tiling/first_shared_array": {"not_written": "nothing_written", "own_place_read": "copied"},
    "06_shared_memory_tiling/second_barrier": {
        "first_segment_again": "tile_repeated", "last_segment_only": "last_term_only",
    },
    "06_shared_memory_tiling/sgemm_tiled": {
        "beta_ignored": "beta_ignored", "block_indices_swapped": "axes_swapped",
        "last_partial_tile_dropped": "whole_chunks_only", "leading_dimensions_ignored": "leading_dimensions_ignored",
        "only_last_tile": "last_chunk_only", "rows_and_columns_swapped": "axes_swapped",
        "written_every_tile": "written_every_tile",
    },
    "06_shared_memory_tiling/transpose_tiled": {
        "identity_copy": "copied", "not_turned_in_the_tile": "tile_not_transposed",
        "tiles_stay_in_place": "tile_not_moved",
    },
    "06_shared_memory_tiling/choose_padding": {
        "rows_instead_of_columns": "copied",
    },
    "07_register_blocking/two_outputs": {
        "assigned_not_added": "last_term_only", "b_down_a_column": "operand_transposed",
    },
    "07_register_blocking/outer_product_4x4": {
        "assigned_not_added": "last_term_only", "first_k_left_out": "first_term_missing",
        "fragments_exchanged": "pieces_transposed",
    },
    "07_register_blocking/sgemm_register_blocked": {
        "fragments_exchanged": "pieces_transposed", "last_k_left_out": "chunk_end_missing",
        "sum_started_again": "last_chunk_only", "whole_tiles_only": "whole_chunks_only",
    },
    "07_register_blocking/conflict_free_fragments": {
        "only_b_regrouped": "columns_of_other_threads", "only_c_regrouped": "columns_of_other_threads",
    },
    "08_double_buffering/prefetch_one": {"shadowed": "first_term_only"},
    "08_double_buffering/two_buffers_16": {
        "only_a_sent_for": "tile_repeated", "sent_for_before_stored": "first_chunk_missing",
        "stored_transposed": "operand_tile_transposed", "tiles_exchanged": "loads_exchanged",
    },
    "08_double_buffering/sgemm_double_buffered": {
        "beta_ignored": "beta_ignored", "last_tile_dropped": "last_chunk_missing",
    },
    "08_double_buffering/async_copy_tiles": {
        "buffer_never_changed": "tiles_repeated", "first_tile_again": "tiles_repeated",
        "last_tile_dropped": "last_chunk_missing",
    },
    "09_warp_tiling/warp_coordinates": {
        "lane_alone": "place_of_lane_alone", "lanes_down_first": "lanes_by_column", "no_warps": "block_without_warps",
        "pieces_of_one": "pieces_of_one", "row_and_column_exchanged": "results_exchanged",
        "row_for_column": "rest_and_quotient", "sizes_exchanged": "warp_sizes_exchanged",
        "warp_alone": "place_of_warp_alone", "warps_down_first": "warps_by_column",
        "warps_not_scaled": "warps_not_scaled",
    },
    "09_warp_tiling/group_blocks": {
        "columns_of_the_grid": "blocks_column_by_column", "first_row_missing": "group_not_added",
        "group_row_by_row": "blocks_row_by_row", "groups_of_columns": "groups_of_columns",
        "high_of_what_is_left": "group_not_limited", "last_group_full": "last_group_not_shorter",
        "no_groups": "blocks_row_by_row", "number_of_the_group": "number_of_group_added",
        "place_not_reduced": "number_not_reduced", "row_and_column_exchanged": "results_exchanged",
    },
    "09_warp_tiling/sgemm_warp_tiled": {
        "next_tile_left_out": "first_fragments_kept", "pieces_side_by_side": "pieces_joined",
        "same_tile_again": "first_fragments_again", "warps_missing": "place_of_lane_alone",
    },
    "09_warp_tiling/tune_tiles": {"old_c_read": "old_c_read"},
    "10_tensor_cores/round_to_tf32": {
        "away_from_zero": "away_from_zero", "bfloat16": "bits_kept", "bits_left_behind": "bits_left_behind",
        "cut_off": "cut_off", "one_bit_too_few": "bits_kept", "one_bit_too_many": "bits_kept",
        "through_half": "through_half", "ties_to_even": "ties_to_even", "ties_towards_zero": "ties_towards_zero",
        "ties_upwards": "ties_upwards",
    },
    "10_tensor_cores/fragment_map": {
        "accumulator": "accumulator_for_a", "along_the_row": "registers_along_row",
        "groups_of_eight": "groups_of_eight", "halves_apart": "halves_of_registers_apart",
        "halves_in_one_place": "halves_ignored", "lane_of_the_block": "thread_for_lane",
        "left_half_only": "columns_beyond_missing", "next_columns": "next_columns", "next_row": "next_rows",
        "one_column_each": "one_column_each", "registers_exchanged": "registers_exchanged",
        "row_below": "halves_below", "transposed": "places_transposed", "upper_half_only": "rows_below_missing",
    },
    "10_tensor_cores/swapped_fragment": {
        "first_step_again": "tile_repeated", "halves_exchanged": "pairs_exchanged",
        "left_as_it_is": "operand_transposed", "neighbour_in_the_row": "pairs_along_row",
        "quarters_transposed": "quarters_transposed", "registers_exchanged": "halves_exchanged",
        "second_register_missing": "half_repeated",
    },
    "10_tensor_cores/mma_by_hand": {
        "a_swapped": "operand_tile_transposed", "accumulator_like_a": "accumulator_exchanged",
        "alpha_for_everything": "alpha_for_everything", "b_swapped": "quarters_transposed",
        "beta_ignored": "beta_ignored", "first_step_again": "tile_repeated", "halves_apart": "pairs_apart",
        "halves_exchanged": "pairs_exchanged", "last_step_dropped": "last_chunk_missing",
        "leading_dimension_of_a_ignored": "leading_dimension", "leading_dimension_of_b_ignored": "leading_dimension",
        "neighbours_along_the_row": "pairs_along_row", "old_c_read": "old_c_read",
        "operands_of_a_exchanged": "quarters_exchanged",
        "quarters_of_a_exchanged": "quarters_exchanged", "result_transposed": "pieces_transposed",
        "second_register_of_b_missing": "half_repeated", "sums_in_half": "sums_in_half",
        "sums_not_added": "last_chunk_only",
    },
    "10_tensor_cores/accumulate_in_float": {
        "b_by_columns": "operand_tile_transposed", "begun_anew": "last_chunk_only",
        "last_step_dropped": "last_chunk_missing", "left_as_it_is": "sums_in_half",
        "rounded_at_the_end": "result_in_half", "rounded_in_every_step": "sums_in_half",
        "stored_by_columns": "tile_stored_by_columns",
    },
    "10_tensor_cores/hgemm_wmma": {
        "a_by_columns": "operand_tile_transposed", "alpha_for_everything": "alpha_for_everything",
        "alpha_ignored": "alpha_ignored", "b_by_columns": "operand_tile_transposed", "beta_ignored": "beta_ignored",
        "first_tiles_again": "tiles_repeated", "last_step_dropped": "last_chunk_missing",
        "leading_dimension_of_a_ignored": "leading_dimension", "leading_dimension_of_b_ignored": "leading_dimension",
        "leading_dimension_of_c_ignored": "leading_dimension", "old_c_read": "old_c_read",
        "operands_exchanged": "loads_exchanged", "stored_by_columns": "tile_stored_by_columns",
        "sums_begin_anew": "last_chunk_only", "sums_in_half": "sums_in_half",
    },
    "10_tensor_cores/ldmatrix_swizzled": {
        "b_read_without_the_swizzle": "swizzled_once", "beta_ignored": "beta_ignored",
        "half_of_the_registers_of_b": "columns_repeated", "last_tile_dropped": "last_chunk_missing",
        "leading_dimension_of_a_ignored": "leading_dimension", "left_half_of_a_only": "half_repeated",
        "matrices_of_b_exchanged": "matrices_exchanged", "old_c_read": "old_c_read",
        "quarters_of_a_exchanged": "quarters_exchanged", "read_without_the_swizzle": "swizzled_once",
        "stored_without_the_swizzle": "swizzled_once", "trans_missing": "quarters_transposed",
        "trans_too_many": "quarters_transposed",
    },
    "10_tensor_cores/tf32_mma": {
        "alpha_ignored": "alpha_ignored", "b_swapped": "quarters_transposed", "beta_ignored": "beta_ignored",
        "cut_off": "not_rounded_to_tf32", "every_second_step": "even_chunks_only",
        "last_step_dropped": "last_chunk_missing", "leading_dimension_of_a_ignored": "leading_dimension",
        "leading_dimension_of_b_ignored": "leading_dimension", "map_of_halves_for_b": "pairs_for_single_values",
        "not_rounded": "not_rounded_to_tf32", "only_a_rounded": "not_rounded_to_tf32",
        "only_b_rounded": "not_rounded_to_tf32", "quarters_of_a_exchanged": "quarters_exchanged",
        "result_rounded_too": "result_in_tf32", "second_register_of_b_missing": "half_repeated",
        "ties_to_even_of_bfloat16": "factors_in_bfloat16",
    },
    "10_tensor_cores/hgemm_pipelined": {
        "beta_ignored": "beta_ignored", "leading_dimension_of_b_ignored": "leading_dimension",
        "quarters_of_a_exchanged": "quarters_exchanged", "read_without_the_swizzle": "swizzled_once",
        "trans_missing": "quarters_transposed",
    },
    "11_bank_conflicts/strided_reads": {
        "rows_instead_of_columns": "copied",
    },
    "11_bank_conflicts/transpose_swizzled": {
        "not_turned_in_the_tile": "tile_not_transposed", "tiles_stay_in_place": "tile_not_moved",
    },
    "11_bank_conflicts/sequential_step": {"overwritten": "last_term_only"},
    "11_bank_conflicts/column_reduce": {
        "first_part_only": "part_of_chunks", "one_part_too_few": "chunk_end_missing",
        "rows_in_chunks_of_eight": "first_chunk_only", "rows_not_a_multiple": "whole_chunks_only",
        "written_for_every_row": "chunk_end_only",
    },
    "13_warp_divergence/even_warps": {
        "only_the_element_mended": "every_second_only", "only_the_job_mended": "half_of_warp_only",
    },
    "13_warp_divergence/clamp_without_branch": {
        "bounds_exchanged": "bounds_exchanged", "curve_missing": "only_clamped", "high_only": "not_clamped",
        "low_only": "not_clamped", "min_and_max_exchanged": "bounds_exchanged", "result_clamped": "result_clamped",
    },
    "13_warp_divergence/ballot_rank": {
        "counted_above": "counted_above", "everybody_ranked": "everybody_ranked", "itself_counted": "itself_counted",
        "lanes_for_holders": "lanes_for_holders", "no_mask": "all_holders_counted", "others_voted": "others_ranked",
        "zero_counted": "zero_holds",
    },
    "13_warp_divergence/shuffle_transpose_8x8": {"given_the_wrong_way": "rows_repeated"},
    "13_warp_divergence/sort_by_branch": {"home_forgotten": "sorted_by_kind", "old_home": "sorted_by_kind"},
    "15_reduction/reduce_mend": {"ends_too_early": "part_of_chunks"},
    "15_reduction/first_add_at_load": {"assigned": "first_chunk_missing", "first_only": "first_chunk_only"},
    "15_reduction/reduce_shared": {
        "block_not_in_index": "block_not_in_index", "half_of_the_steps": "first_chunk_only",
    },
    "15_reduction/reduce_shuffle": {
        "assigned": "all_zero", "four_steps": "part_of_chunks", "one_warp_only": "first_chunk_only",
    },
    "15_reduction/reduce_grid": {"first_for_last": "nothing_written", "rest_forgotten": "whole_chunks_only"},
    "16_scan/scan_warp": {
        "exclusive_is_inclusive": "inclusive_for_exclusive", "first_lane_kept": "first_lane_kept",
        "four_steps": "scan_steps_missing", "no_condition": "shuffle_own_added",
    },
    "16_scan/scan_block": {
        "inclusive": "inclusive_for_exclusive", "own_elements_not_taken_off": "scan_offset_inclusive",
        "own_warp_added": "scan_offset_inclusive", "second_barrier_missing": "scan_one_before",
        "sums_not_scanned": "scan_one_before", "total_of_last_warp": "total_of_last_part",
        "total_without_last_element": "total_without_last", "warps_before_forgotten": "scan_begun_anew",
    },
    "16_scan/scan_add_offsets": {
        "all_totals": "offset_all", "assigned": "offset_of_last_round", "begins_at_one": "offset_first_missing",
        "first_256_only": "offset_of_some", "one_before_only": "offset_one_before",
        "own_total_included": "offset_own_included", "replaced": "offset_alone", "rest_forgotten": "rest_missing",
    },
    "16_scan/scan_single_pass": {"inclusive": "scan_offset_inclusive"},
    "16_scan/segmented_scan": {
        "carry_added_everywhere": "carry_past_heads", "carry_forgotten": "scan_begun_anew",
        "flag_ignored": "heads_ignored",
    },
    "15_reduction/argmax": {
        "begins_with_zero": "begun_with_zero", "equal_threads_all_write": "last_of_equals",
        "first_columns_only": "first_columns_only", "index_in_the_matrix": "counted_across_rows",
        "ties_to_the_last": "last_of_equals",
    },
    "15_reduction/row_softmax": {
        "largest_not_subtracted": "largest_not_subtracted", "not_divided": "not_normalised",
    },
    "12_synchronization_and_atomics/histogram_shared": {
        "alpha_for_red": "other_byte", "every_block_counts_all": "counted_by_every_block",
        "one_thread_a_bin": "block_ignored",
    },
    "12_synchronization_and_atomics/histogram_per_warp": {"one_thread_a_bin": "block_ignored"},
    "12_synchronization_and_atomics/last_block_sum": {
        "one_part_too_few": "last_partial_missing", "own_part_only": "last_block_only",
        "own_ticket_expected": "nothing_written", "ticket_left": "ticket_left",
    },
    "12_synchronization_and_atomics/producer_consumer": {"first_tile_again": "tile_repeated"},
    "14_occupancy/grid_size": {
        "dealt_out": "dealt_out", "no_whole_lines": "share_not_whole_lines", "one_line_more": "share_one_line_more",
        "rounded_down": "share_rounded_down", "too_few_lines_counted": "share_rounded_down",
    },
    "17_stream_compaction/flags_to_places": {
        "block_not_in_index": "block_ignored", "last_left_out": "last_element_missing",
        "left_in_place": "left_in_place", "own_flag_added": "places_off",
    },
    "17_stream_compaction/count_kept": {
        "all_elements": "all_counted_kept", "index_for_count": "last_index", "one_added": "one_for_last_flag",
    },
    "17_stream_compaction/compact_stable": {
        "own_lane_counted": "places_off", "tile_place_forgotten": "places_begin_again",
    },
    "17_stream_compaction/radix_split": {
        "lowest_bit": "bit_ignored", "next_bit": "other_bit", "ones_backwards": "ones_backwards",
        "ones_first": "ones_first", "ones_one_further": "ones_off", "own_lane_counted": "zeros_off",
    },
    "17_stream_compaction/radix_digit": {
        "first_warps_place": "warps_not_added", "inclusive_scan": "warp_itself_added", "lanes_above": "warp_backwards",
        "last_warp_first": "warps_backwards", "offsets_missing": "digit_offsets_missing",
        "warps_not_added": "warps_not_added",
    },
    "17_stream_compaction/run_lengths": {
        "cut_at_blocks": "runs_cut", "cut_at_warps": "runs_cut", "ends_for_starts": "tails_for_heads",
        "first_run_missing": "first_run_missing", "joined_at_warps": "runs_joined",
        "last_run_ends_early": "last_length_short", "last_run_missing": "last_run_missing",
        "starts_for_lengths": "starts_for_lengths",
    },
    "18_constant_memory_and_convolution/mend_border": {
        "wrapped": "border_wrapped", "zeros": "border_zero",
    },
    "18_constant_memory_and_convolution/conv1d_constant": {
        "begins_at_the_element": "filter_from_element", "border_clamped": "border_clamped",
        "filter_flipped": "filter_flipped", "halo_left_out": "halo_missing",
        "last_weight_missing": "filter_last_weight_missing",
    },
    "18_constant_memory_and_convolution/conv2d_halo": {
        "border_clamped": "border_clamped", "columns_wrap": "edge_columns_wrap",
        "corners_missing": "halo_corners_missing", "filter_flipped": "filter_flipped",
        "filter_transposed": "filter_transposed", "last_row_missing": "filter_last_missing",
    },
    "18_constant_memory_and_convolution/conv2d_separable": {
        "across_twice": "filter_twice", "down_flipped": "filter_flipped_rows",
        "filters_exchanged": "filter_transposed", "last_weight_missing": "filter_last_missing",
        "one_result_a_thread": "store_loop_missing", "rows_only": "column_pass_missing",
    },
    "18_constant_memory_and_convolution/stencil3d_registers": {
        "axes_exchanged": "weights_exchanged", "neighbours_ahead_missing": "plane_ahead_missing",
        "nothing_behind": "plane_behind_missing", "registers_in_wrong_order": "registers_in_wrong_order",
    },
    "18_constant_memory_and_convolution/box_filter_scan": {
        "first_of_window_missing": "window_first_missing", "last_of_window_missing": "window_last_missing",
        "pieces_not_joined": "scan_begins_again", "prefix_sums_only": "nothing_subtracted",
    },
    "18_constant_memory_and_convolution/texture_zoom": {
        "coordinates_exchanged": "coordinates_exchanged", "half_added_after_dividing": "half_texel_of_image",
        "half_subtracted_again": "half_texel_subtracted", "half_texel_missing": "half_texel_missing",
        "multiplied": "zoom_inverted", "nearest_texel": "nearest_texel",
    },
}  # fmt: skip


def correctness(exercise_id: str, name: str, source: str) -> CheckResult:
    (exercise,) = COURSE.resolve(exercise_id)
    report = grade_data(COURSE, exercise, name, source.encode(), Devices(warm_sessions()), "en").report
    return next(check for check in report.checks if check.id == "correctness")


@pytest.mark.slow
@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_is_told_by_its_name_or_not_at_all(slip: str) -> None:
    exercise_id, changes, expected = SLIPS[slip]
    (exercise,) = COURSE.resolve(exercise_id)
    source = exercise.solution_path.read_text("utf-8")
    for old, new in changes:
        assert old in source
        source = source.replace(old, new)
    check = correctness(exercise_id, "slip.cu", source)
    assert check.explained is not None, check.message
    assert check.explained.mistake == expected, check.message


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ((("    float sum = 0.0f;\n", "    if (row >= M || col >= N) return;\n    float sum = 0.0f;\n"),),
         "Only 16 of 256 threads of the block were left at the barrier of line"),
        ((("tile_a[ty][tx] = ", "if (row < M && a_col < K) tile_a[ty][tx] = "), (A_IN, ""),
          (f"{A_LOAD} : 0.0f", A_LOAD)),
         "which nobody has written. "),
    ],
    ids=["threads that returned", "zeros never stored"],
)  # fmt: skip
def test_nan_is_told_with_the_line_that_read_what_nobody_had_written(changes: tuple[Change, ...], reason: str) -> None:
    (exercise,) = COURSE.resolve("06/sgemm_tiled")
    source = exercise.solution_path.read_text("utf-8")
    for old, new in changes:
        assert old in source
        source = source.replace(old, new)
    told = correctness(exercise.id, "slip.cu", source).message
    assert "of them are NaN: line" in told and "reads tile_" in told and reason in told
    assert ("`return`" in told) is ("return;" in source)


@pytest.mark.long
@pytest.mark.parametrize("exercise", COURSE.exercises, ids=lambda e: e.id)
def test_of_the_kernels_that_the_course_keeps_these_are_told_and_no_others(exercise: Exercise) -> None:
    told = {}
    for path in sorted(exercise.wrong_dir.glob("*.cu")):
        if "correctness" in path.read_text("utf-8").partition("\n")[0]:
            check = correctness(exercise.id, path.name, kernel_at(path, exercise.solution_path))
            if check.explained is not None and check.explained.mistake:
                told[path.stem] = check.explained.mistake
    assert told == TOLD.get(exercise.id, {})
