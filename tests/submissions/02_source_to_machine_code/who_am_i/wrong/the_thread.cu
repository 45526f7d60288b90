// expect: correctness
// %tid.x is threadIdx.x under its other name.

// TODO(1)
    asm("mov.u32 %0, %%tid.x;" : "=r"(mine));
