// expect: hazards
// Shuffles among the lanes that are active, of which lane 0 may never hear: only what is uniform may be a mask.

// TODO(2)
    if (largest > -INFINITY) {
        for (int step = 16; step > 0; step /= 2)
            largest = fmaxf(largest, __shfl_down_sync(__activemask(), largest, step));
        if (threadIdx.x % 32 == 0)
            atomic_max(out, largest);
    }
