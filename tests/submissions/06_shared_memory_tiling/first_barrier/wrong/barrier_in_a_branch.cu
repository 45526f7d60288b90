// expect: hazards
// Thread 0 does not come to the barrier.

// TODO(1)
    row[t] = mine;
    if (t > 0) {
        __syncthreads();
        out[i] = mine - row[t - 1];
    } else {
        out[i] = mine;
    }
