// expect: correctness
// Subtracts the next element instead of the one before.

// TODO(1)
    row[t] = mine;
    __syncthreads();
    out[i] = t < SIZE - 1 ? mine - row[t + 1] : mine;
