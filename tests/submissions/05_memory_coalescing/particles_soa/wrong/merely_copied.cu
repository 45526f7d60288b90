// expect: correctness
// Copies the floats in the order in which they lie: still an array of structures.

// TODO(1)
    for (int i = t; i < FIELDS * n; i += gridDim.x * blockDim.x)
        soa[i] = aos[i];
