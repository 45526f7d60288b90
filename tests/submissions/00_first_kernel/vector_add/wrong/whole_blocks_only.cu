// expect: correctness
// A block that does not fit whole does nothing, so the last n % blockDim.x elements are never written.

// TODO(2)
    if ((blockIdx.x + 1) * blockDim.x <= n)
        c[i] = a[i] + b[i];
