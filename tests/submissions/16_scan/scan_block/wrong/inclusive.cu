// expect: correctness
// Each element is added to its own sum.

// TODO(3)
    int before = (warp > 0 ? sums[warp - 1] : 0) + upto - own + four.x;
    store4(out, i, n, {before, before + four.y, before + four.y + four.z, before + four.y + four.z + four.w});
    if (threadIdx.x == 0)
        totals[blockIdx.x] = sums[WARPS - 1];
