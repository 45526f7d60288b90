// expect: correctness
// Every warp begins anew.

// TODO(3)
    int before = upto - own;
    store4(out, i, n, {before, before + four.x, before + four.x + four.y, before + four.x + four.y + four.z});
    if (threadIdx.x == 0)
        totals[blockIdx.x] = sums[WARPS - 1];
