// expect: correctness
// <= instead of <: somebody takes element n.

// TODO(1)
    for (int i = threadIdx.x; i <= n; i += blockDim.x)
