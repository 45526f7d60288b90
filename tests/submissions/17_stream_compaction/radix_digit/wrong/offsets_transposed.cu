// expect: correctness, hazards
// Digit and block are swapped in the index of the offsets.

// TODO(2)
        int place = offsets[blockIdx.x * DIGITS + tid];
        for (int w = 0; w < WARPS; ++w) {
            int count = counts[w][tid];
            counts[w][tid] = place;
            place += count;
        }
