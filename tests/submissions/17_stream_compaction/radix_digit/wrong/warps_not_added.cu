// expect: correctness, hazards
// Every warp begins at the offset of the block.

// TODO(2)
        int place = offsets[tid * gridDim.x + blockIdx.x];
        for (int w = 0; w < WARPS; ++w) {
            int count = counts[w][tid];
            counts[w][tid] = place;
        }
