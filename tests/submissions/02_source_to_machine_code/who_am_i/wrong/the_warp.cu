// expect: correctness
// %warpid is the number of the warp on its multiprocessor.

// TODO(1)
    asm("mov.u32 %0, %%warpid;" : "=r"(mine));
