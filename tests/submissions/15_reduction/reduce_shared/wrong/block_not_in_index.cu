// expect: correctness
// Every block adds up the first 256 elements.

// TODO(1)
    part[tid] = tid < n ? in[tid] : 0.0f;
