// out[i] = in[i], with few warps. The launch gives each block of 256 threads 100 KB of dynamic shared memory, as a kernel
// that needs it for something else would: two blocks fit on a multiprocessor, 16 warps, a quarter of 64.
// What the warps lack in number, each thread makes up for: 4 loads of 16 bytes in flight at once.

constexpr int LOADS = 4;

extern "C" __global__ void ilp_copy(const float* in, float* out, int n)
{
    const float4* from = reinterpret_cast<const float4*>(in);
    float4* to = reinterpret_cast<float4*>(out);
    int pieces = n / 4;                                               // of 16 bytes
    int first = blockIdx.x * blockDim.x * LOADS + threadIdx.x;        // a block has LOADS * blockDim.x of them

    // TODO(1): copy the pieces first, first + blockDim.x, ..., LOADS of them, where there are so many. A store waits for the
    // value that it stores, and what stands behind it waits, too: all loads come before the first store. (about 9 lines)
    // BEGIN SOLUTION
    float4 piece[LOADS];
    #pragma unroll
    for (int k = 0; k < LOADS; ++k)
        if (first + k * blockDim.x < pieces)
            piece[k] = from[first + k * blockDim.x];
    #pragma unroll
    for (int k = 0; k < LOADS; ++k)
        if (first + k * blockDim.x < pieces)
            to[first + k * blockDim.x] = piece[k];
    // END SOLUTION

    int rest = 4 * pieces + threadIdx.x;                              // up to three floats behind the last whole piece
    if (blockIdx.x == 0 && rest < n)
        out[rest] = in[rest];
}
