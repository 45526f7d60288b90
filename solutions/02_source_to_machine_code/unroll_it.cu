// out[i] = 2 * in[i]. A thread takes up to EACH elements, a whole grid apart, and loads all before it stores the first.

constexpr int EACH = 8;

extern "C" __global__ void unroll_it(const float* in, float* out, int n)
{
    int me = blockIdx.x * blockDim.x + threadIdx.x;
    int threads = gridDim.x * blockDim.x;

    float x[EACH];
    #pragma unroll
    for (int k = 0; k < EACH; ++k)
        if (me + k * threads < n)
            x[k] = in[me + k * threads];

    // TODO(1): mend this. The results are right, but x is in local memory: as long as this is a loop, k is a register
    // that changes, and x[k] needs an address. (1 line)
    // BEGIN SOLUTION
    #pragma unroll
    for (int k = 0; k < EACH; ++k)
        if (me + k * threads < n)
            out[me + k * threads] = 2.0f * x[k];
    // END SOLUTION
    // BEGIN STARTER
    //| #pragma unroll 4
    //| for (int k = 0; k < EACH; ++k)
    //|     if (me + k * threads < n)
    //|         out[me + k * threads] = 2.0f * x[k];
    // END STARTER
}
