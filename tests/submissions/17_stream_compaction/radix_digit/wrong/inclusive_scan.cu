// expect: correctness, hazards
// Each warp begins where it should end.

// TODO(2)
        int place = offsets[tid * gridDim.x + blockIdx.x];
        for (int w = 0; w < WARPS; ++w) {
            int count = counts[w][tid];
            place += count;
            counts[w][tid] = place;
        }
