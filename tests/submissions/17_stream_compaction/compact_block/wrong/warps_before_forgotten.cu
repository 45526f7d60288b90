// expect: correctness, hazards
// Every warp begins where the block's room does.

// TODO(3)
    place = first_of_block;
