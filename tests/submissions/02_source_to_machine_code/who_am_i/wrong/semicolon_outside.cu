// expect: compiles
// The instruction ends within the string.

// TODO(1)
    asm("mov.u32 %0, %%laneid" : "=r"(mine));
