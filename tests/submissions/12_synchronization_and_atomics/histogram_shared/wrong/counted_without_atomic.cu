// expect: correctness, hazards
// Counts with a load, an addition and a store: lanes at one bin lose all but one.

// TODO(2)
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        ++bins[red_of(in[i])];
