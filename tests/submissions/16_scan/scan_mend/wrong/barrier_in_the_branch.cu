// expect: hazards
// The barrier between reading and writing stands inside the if, where some threads do not come.

// TODO(1)
        if (tid >= step) {
            int before = part[tid - step];
            __syncthreads();
            part[tid] += before;
        }
        __syncthreads();
