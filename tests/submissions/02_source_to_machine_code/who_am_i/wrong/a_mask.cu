// expect: correctness, hazards
// %lanemask_lt has a bit for each lane below mine; their number would be the lane. As an index it meets other blocks.

// TODO(1)
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(mine));
