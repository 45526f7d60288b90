// expect: correctness
// upto holds the thread's own elements, which were not taken off.

// TODO(3)
    int before = (warp > 0 ? sums[warp - 1] : 0) + upto;
    store4(out, i, n, {before, before + four.x, before + four.x + four.y, before + four.x + four.y + four.z});
    if (threadIdx.x == 0)
        totals[blockIdx.x] = sums[WARPS - 1];
