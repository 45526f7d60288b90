// expect: correctness, hazards
// The right first index, and the distance of the interleaved order.

// TODO(1)
        int d = 64 / working;
        if (tid < working)
            part[tid] += part[tid + d];
