// expect: correctness
// Reads behind the last element.

// TODO(1)
    int i = blockIdx.x * BLOCK + tid;
    part[tid] = in[i];
