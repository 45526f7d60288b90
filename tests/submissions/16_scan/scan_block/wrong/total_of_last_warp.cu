// expect: correctness
// The total is upto of the last thread: the sum of its warp.

// TODO(3)
    int before = (warp > 0 ? sums[warp - 1] : 0) + upto - own;
    store4(out, i, n, {before, before + four.x, before + four.x + four.y, before + four.x + four.y + four.z});
    if (threadIdx.x == BLOCK - 1)
        totals[blockIdx.x] = upto;
