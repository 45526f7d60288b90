// expect: correctness
// The sums are right, but `in` comes back as zeros.

// TODO(1)
    int i = blockIdx.x * BLOCK + tid;
    part[tid] = i < n ? in[i] : 0.0f;
    if (i < n)
        const_cast<float*>(in)[i] = 0.0f;
