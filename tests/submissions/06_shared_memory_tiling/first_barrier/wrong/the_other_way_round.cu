// expect: correctness
// Subtracts the element from its neighbour.

// TODO(1)
    row[t] = mine;
    __syncthreads();
    out[i] = t > 0 ? row[t - 1] - mine : mine;
