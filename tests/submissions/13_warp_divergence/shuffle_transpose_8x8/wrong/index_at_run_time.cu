// expect: work, resources
// The lane chooses its register at run time: the array goes to local memory.

// TODO(1)
            continue;
        }
    }
    float w[8];
    for (int step = 0; step < 8; ++step)
        w[(lane - step) & 7] = __shfl_sync(EVERYBODY, v[(lane + step) & 7], (lane - step) & 7, 8);
    #pragma unroll
    for (int k = 0; k < 8; ++k) {
        v[k] = w[k];
        {
