// expect: correctness
// People count from 1, lanes from 0.

// TODO(1)
    asm("mov.u32 %0, %%laneid;" : "=r"(mine)); ++mine;
