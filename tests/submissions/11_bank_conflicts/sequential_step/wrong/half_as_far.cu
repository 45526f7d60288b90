// expect: correctness, hazards
// Half the distance: words are added twice, and the last half never.

// TODO(1)
        if (tid < working)
            part[tid] += part[tid + working / 2];
