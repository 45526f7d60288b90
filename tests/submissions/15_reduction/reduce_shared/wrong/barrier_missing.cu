// expect: correctness, hazards
// No barrier at all.

// TODO(2)
    for (int s = BLOCK / 2; s > 0; s /= 2)
        if (tid < s)
            part[tid] += part[tid + s];
