// expect: correctness, hazards
// Adds the next word, which its neighbour changes at the same time.

// TODO(1)
        if (tid < working)
            part[tid] += part[tid + 1];
