// expect: hazards
// Only the first warp waits, and it is the second that reads a place of the other.

// TODO(1)
    row[t] = mine;
    if (t < 32)
        __syncthreads();
    out[i] = t > 0 ? mine - row[t - 1] : mine;
