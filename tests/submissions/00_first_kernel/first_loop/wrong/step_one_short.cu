// expect: correctness
// One thread too few in the step: elements are done twice and the pattern drifts, but the first round of the last thread is missing.

// TODO(1)
    for (int i = threadIdx.x; i < n - 1; i += blockDim.x)
