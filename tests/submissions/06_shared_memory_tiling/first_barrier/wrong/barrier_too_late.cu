// expect: correctness, hazards
// The barrier stands behind the load.

// TODO(1)
    row[t] = mine;
    out[i] = t > 0 ? mine - row[t - 1] : mine;
    __syncthreads();
