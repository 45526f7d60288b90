// expect: correctness
// The guard looks at the number within the block; what may be too large is the one within the grid.

// TODO(2)
    if (threadIdx.x < n)
        c[i] = a[i] + b[i];
