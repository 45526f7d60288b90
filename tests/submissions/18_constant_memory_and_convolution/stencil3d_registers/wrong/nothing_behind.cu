// expect: correctness
// The register behind stays 0.

// TODO(3)
        here = ahead;
        __syncthreads();
