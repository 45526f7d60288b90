// expect: correctness
// %lanemask_lt has a bit for each lane below mine; their number would be the lane.

// TODO(1)
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(mine));
