"""English sentences about wrong results: the mistakes that explain them, and what is true of the wrong elements."""

from __future__ import annotations

_MISTAKES = {
    "mistakes.mistake.nothing_written": "Every element is as it was before the launch: nothing was written, or the old "
    "value once more.",
    "mistakes.mistake.all_zero": "Every element is 0.",
    "mistakes.mistake.constant_factor": "Each element is {factor:g} times what it should be.",
    "mistakes.mistake.shifted": "Each element holds its neighbour's value (rows {rows:+d}, columns {cols:+d}): an "
    "index is off by one.",
    "mistakes.mistake.shifted_elements": "Each element holds what belongs into its neighbour (at index {distance:+d}): "
    "an index is off by one.",
    "mistakes.mistake.last_row_missing": "The last row is never written: the guard for rows is one too tight.",
    "mistakes.mistake.last_col_missing": "The last column is never written: the guard for columns is one too tight.",
    "mistakes.mistake.last_row_and_col_missing": "The last row and the last column are never written: the guards are "
    "one too tight.",
    "mistakes.mistake.guards_exchanged": "The guards are exchanged: the row is compared with the number of columns, "
    "and the column with that of rows.",
    "mistakes.mistake.axes_swapped": "x and y are swapped: the x indices of block and thread count rows here, but the "
    "grid is as wide in x as the result has columns, and as high in y as it has rows.",
    "mistakes.mistake.whole_tiles_only": "Only whole tiles of {tile} x {tile} are written. Where a tile reaches beyond "
    "the edge, the guard must keep out single elements, not the tile.",
    "mistakes.mistake.whole_tile_rows_only": "Only whole tiles of {tile} rows are written. Where a tile reaches beyond "
    "the last row, the guard must keep out single rows, not the tile.",
    "mistakes.mistake.whole_tile_cols_only": "Only whole tiles of {tile} columns are written. Where a tile reaches "
    "beyond the last column, the guard must keep out single columns, not the tile.",
    "mistakes.mistake.first_tile_only": "Only the first tile, {tile} x {tile}, is written: blockIdx is in neither the "
    "row nor the column.",
    "mistakes.mistake.block_x_ignored": "Only the first {tile} columns are written: blockIdx is missing from the "
    "column.",
    "mistakes.mistake.block_y_ignored": "Only the first {tile} rows are written: blockIdx is missing from the row.",
    "mistakes.mistake.block_size_for_tile": "The tiles lie blockDim.x apart, but a tile is {tile} wide and high: with "
    "a one-dimensional block, blockDim.x is the number of all its threads.",
    "mistakes.mistake.block_size_for_tile_rows": "The tiles lie blockDim.x rows apart, but a tile is {tile} high: with "
    "a one-dimensional block, blockDim.x is the number of all its threads.",
    "mistakes.mistake.block_size_for_tile_cols": "The tiles lie blockDim.x columns apart, but a tile is {tile} wide: "
    "with a one-dimensional block, blockDim.x is the number of all its threads.",
    "mistakes.mistake.store_loop_missing": "Of each tile only as many rows are written as the block has rows of "
    "threads: each thread has several elements to store.",
    "mistakes.mistake.last_element_missing": "The last element is never written: the guard is one too tight.",
    "mistakes.mistake.first_element_missing": "The first element is never written: indices begin at 0.",
    "mistakes.mistake.block_ignored": "blockIdx is left out of the index: every block works on the elements of the "
    "first one.",
    "mistakes.mistake.no_loop": "Each thread takes one element only: the grid has fewer threads than there are "
    "elements, so a thread must go on to its next one.",
    "mistakes.mistake.whole_blocks_only": "The last block writes nothing where it is not full: a guard must keep out "
    "single threads, not that whole block.",
    "mistakes.mistake.whole_rounds_only": "The last round of the loop writes nothing where it is not full: the guard "
    "must keep out single threads, not the round.",
    "mistakes.mistake.first_thread_missing": "The first thread of each block writes nothing.",
    "mistakes.mistake.block_number_added": "The index is blockIdx.x + threadIdx.x: blocks overlap. Each begins "
    "blockDim.x elements after the one before it.",
    "mistakes.mistake.rest_missing": "The elements after the last whole group of {width} are never written.",
    "mistakes.mistake.block_size_assumed": "The index takes a block to have {size} threads. blockDim.x knows how many "
    "it has in this launch.",
    "mistakes.mistake.last_term_missing": "The last term of each sum is missing.",
    "mistakes.mistake.first_term_missing": "The first term of each sum is missing.",
    "mistakes.mistake.last_term_only": "Each sum is only its last term: is it assigned where it should be added?",
    "mistakes.mistake.first_term_only": "Each sum is only its first term.",
    "mistakes.mistake.chunk_end_missing": "Of every {chunk} terms the last one is missing: a loop ends one too early.",
    "mistakes.mistake.chunk_start_missing": "Of every {chunk} terms the first one is missing: a loop begins one too "
    "late.",
    "mistakes.mistake.whole_chunks_only": "Only whole tiles of {chunk} terms are added up: the number of terms was "
    "rounded down to a multiple of {chunk}, and the rest is missing.",
    "mistakes.mistake.last_chunk_missing": "The last tile of {chunk} terms (or what is left of it) is missing from "
    "each sum.",
    "mistakes.mistake.first_chunk_missing": "The first tile of {chunk} terms is missing from each sum.",
    "mistakes.mistake.first_chunk_only": "Each sum ends after its first {chunk} terms.",
    "mistakes.mistake.last_chunk_only": "Each sum holds only its last tile of {chunk} terms: it begins anew in every "
    "tile.",
    "mistakes.mistake.even_chunks_only": "Every second tile of {chunk} terms is missing: the first, third, fifth ... "
    "are added up.",
    "mistakes.mistake.odd_chunks_only": "Every second tile of {chunk} terms is missing: the second, fourth, sixth ... "
    "are added up.",
    "mistakes.mistake.chunk_end_only": "Of every {chunk} terms only the last one counts: is it assigned where it "
    "should be added?",
    "mistakes.mistake.part_of_chunks": "Of every {chunk} terms of a sum only the first {count} are in it.",
    "mistakes.mistake.every_lane_adds": "Each sum is {count} times too large: all {count} lanes of the warp add up the "
    "whole row.",
    "mistakes.mistake.alpha_ignored": "The factor alpha is missing.",
    "mistakes.mistake.beta_ignored": "The term beta * C is missing.",
    "mistakes.mistake.alpha_beta_ignored": "This is A times B alone: alpha and beta * C are missing.",
    "mistakes.mistake.product_missing": "Only beta * C is there: the sum of products is missing, or is 0.",
    "mistakes.mistake.accumulated": "Old C was added as it is, without the factor beta.",
    "mistakes.mistake.old_c_read": "Old C was read: when beta is 0, C may hold anything, NaN too, and 0 times NaN is "
    "NaN.",
    "mistakes.mistake.alpha_beta_exchanged": "alpha and beta are exchanged.",
    "mistakes.mistake.alpha_for_everything": "alpha multiplies beta * C, too: it belongs to the sum of products only.",
    "mistakes.mistake.applied_twice": "The update was made twice: C was read again after it had been written.",
    "mistakes.mistake.written_every_tile": "C is updated once for every tile of {chunk} terms, with the sum so far: "
    "write it once, behind the loop over the tiles.",
    "mistakes.mistake.factor_missing": "The factor {name} is missing.",
    "mistakes.mistake.factor_truncated": "The factor {name} has lost its fraction: it was converted to an integer.",
    "mistakes.mistake.factor_for_everything": "{name} multiplies the whole sum: it belongs to the product only.",
    "mistakes.mistake.addend_missing": "{name} was not added.",
    "mistakes.mistake.addend_twice": "{name} was added twice.",
    "mistakes.mistake.addend_subtracted": "{name} was subtracted where it should be added.",
    "mistakes.mistake.subtracted": "{name} was subtracted where it should be added.",
    "mistakes.mistake.multiplied": "The two were multiplied where they should be added.",
    "mistakes.mistake.truncated": "The values have lost their fractions: they were converted to integers.",
    "mistakes.mistake.added_to_nothing": "The sum was added to what the output held before, which nobody has written: "
    "assign it with = instead of +=.",
    "mistakes.mistake.step_of_loop": "{name} was updated more than once, or not at all: the loop steps by {step}. "
    "In a grid-stride loop, the step is the number of threads in the whole grid.",
    "mistakes.mistake.begun_at_zero": "Every thread begins at element 0: its own index is where it has to begin.",
    "mistakes.mistake.product_rounded": "The product was rounded before the addition: that is a multiplication and an "
    "addition, each with a rounding of its own. A fused multiply-add rounds once.",
    "mistakes.mistake.copied": "The result is {name}, merely copied.",
    "mistakes.mistake.transposed": "The result is transposed: row and column are swapped where it is stored.",
    "mistakes.mistake.operand_transposed": "{name} is read with row and column swapped.",
    "mistakes.mistake.leading_dimension": "The rows of {name} are taken to be {taken} elements apart, but they are "
    "{leading} apart.",
    "mistakes.mistake.operands_exchanged": "This is B times A.",
    "mistakes.mistake.elementwise": "This is the product element by element, not the matrix product.",
    "mistakes.mistake.tile_repeated": "Every step works with the first tile of {name} again: is the offset of the tile "
    "(k0) in the index into {name}?",
    "mistakes.mistake.tiles_repeated": "Every step works with the first tiles of A and B again: is the offset of the "
    "tile (k0) in both indices, and is it the newest tile that is read?",
    "mistakes.mistake.loads_exchanged": "The loads are exchanged: the tile of A is filled from B, and the tile of B "
    "from A.",
    "mistakes.mistake.thread_x_for_row": "The tile of A is read in row threadIdx.x, but the row of an element is its "
    "threadIdx.y.",
    "mistakes.mistake.thread_y_for_col": "The tile of B is read in column threadIdx.y, but the column of an element is "
    "its threadIdx.x.",
    "mistakes.mistake.operand_tile_transposed": "Within each {tile} x {tile} tile of {name}, row and column are "
    "swapped: one index pair of the tile is the wrong way round.",
    "mistakes.mistake.pieces_transposed": "Within each {tile} x {tile} piece of C, row and column are swapped: the "
    "factors from A and B have changed places in the product.",
    "mistakes.mistake.columns_of_other_threads": "Every sum is right and stands in another thread's column: the "
    "columns that are read from the tile of B are not those that are written to C.",
    "mistakes.mistake.tile_not_transposed": "The 32 x 32 tiles arrive at the right place, but inside a tile nothing is "
    "transposed.",
    "mistakes.mistake.tile_not_moved": "Each 32 x 32 tile is transposed in itself but stays at its old place: swap the "
    "block's row and column too.",
    "mistakes.mistake.row_of_thread_missing": "Of every {tile} rows only the first one is written: the row of the "
    "thread within its tile is missing.",
    "mistakes.mistake.block_width_assumed": "The index takes a block to be {size} wide and high. blockDim knows how "
    "wide and high it is in this launch.",
    "mistakes.mistake.step_of_grid_assumed": "The step of the loop takes a block to have {size} threads. blockDim.x "
    "knows how many it has in this launch.",
    "mistakes.mistake.alpha_twice": "alpha is multiplied in twice.",
    "mistakes.mistake.alpha_ignored_without_beta": "The factor alpha is missing where beta is 0.",
    "mistakes.mistake.leading_dimensions_ignored": "The rows of A, B and C are taken to be K, N and N elements apart, "
    "but they are lda, ldb and ldc apart.",
    "mistakes.mistake.results_exchanged": "These are the values of {name}: the two results are exchanged.",
    "mistakes.mistake.width_halved": "This counts in groups of 16, but a warp has 32 lanes.",
    "mistakes.mistake.fields_exchanged": "Fields are exchanged in pairs: each array holds what belongs {distance} "
    "further on or back.",
    "mistakes.mistake.fields_missing": "Only the first {count} fields of each particle are written.",
    "mistakes.mistake.other_way_round": "This is the way back: arrays turned into structures. The structures are what "
    "the kernel is given.",
    "mistakes.mistake.axis_order": "The threads of a block are counted with {axis} fastest, but x is fastest, then y, "
    "then z.",
    "mistakes.mistake.axes_ignored": "Of {name} only {used} is counted, or the other axes not enough: some launches "
    "have more than one along those.",
    "mistakes.mistake.counted_across_grid": "This is counted across the whole grid, but warps begin anew with each "
    "block.",
    "mistakes.mistake.key_ignored": "Every value was added, whatever its key is: the key decides which sum a value "
    "belongs to.",
    "mistakes.mistake.counted": "These are counts: each value was taken for 1.",
}

_FACTS = {
    "mistakes.fact.not_written": "All {count:,} are as they were before the launch: nobody wrote them.",
    "mistakes.fact.nan": "{count:,} of them are NaN: a NaN comes of a value that nobody has written, or of 0 / 0 and "
    "inf - inf.",
    "mistakes.fact.nan_shuffles": "{count:,} of them are NaN: a NaN comes of a value that nobody has written, of a "
    "shuffle that asks a lane that takes no part, or of 0 / 0 and inf - inf.",
    "mistakes.fact.close": "All of them are close to what they should be, but further off than single precision "
    "rounds: values rounded to FP16 or TF32 are off by as much.",
    "mistakes.fact.matrices": "The wrong elements are in matrices {first} to {last}; in the others of the {total}, all "
    "is right.",
    "mistakes.fact.matrix": "The wrong elements are all in matrix {first}; in the others of the {total}, all is right.",
    "mistakes.fact.row": "The wrong ones lie in row {top}; all other rows of the {rows} are right.",
    "mistakes.fact.col": "The wrong ones lie in column {left}; all other columns of the {cols} are right.",
    "mistakes.fact.elements": "The wrong ones lie between element {first} and element {last}; all others of the "
    "{total:,} are right.",
    "mistakes.fact.elements_all": "Wrong are elements {first} to {last}, all of them; the others of the {total:,} are "
    "right.",
    "mistakes.fact.rows": "The wrong ones lie in rows {top} to {bottom}; all other rows of the {rows} are right.",
    "mistakes.fact.cols": "The wrong ones lie in columns {left} to {right}; all other columns of the {cols} are right.",
    "mistakes.fact.box": "The wrong ones lie in rows {top} to {bottom} and columns {left} to {right}; all others are "
    "right.",
}

MESSAGES = {"mistakes.or": "Or, with the same result: {other}"} | _MISTAKES | _FACTS
