// expect: correctness
// %warpid numbers the warps of a block, not the lanes of a warp.

// TODO(1)
    asm("mov.u32 %0, %%warpid;" : "=r"(mine));
