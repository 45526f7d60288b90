// expect: global_sectors
// Every thread writes the total: right, and a request for each warp.

// TODO(3)
    int before = (warp > 0 ? sums[warp - 1] : 0) + upto - own;
    store4(out, i, n, {before, before + four.x, before + four.x + four.y, before + four.x + four.y + four.z});
    totals[blockIdx.x] = sums[WARPS - 1];
