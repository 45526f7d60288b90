// expect: correctness
// Goes over the warps from behind: equal digits come warp by warp, the last one first.

// TODO(2)
        int place = offsets[tid * gridDim.x + blockIdx.x];
        for (int w = WARPS - 1; w >= 0; --w) {
            int count = counts[w][tid];
            counts[w][tid] = place;
            place += count;
        }
