// expect: correctness
// NaN in every element: a comparison written the wrong way round would let it pass.

extern "C" __global__ void choose_padding(const float* in, float* out, int n)
{
    int thread = threadIdx.y * 16 + threadIdx.x;
    if (blockIdx.x < n)
        for (int i = 0; i < 1536; i += 256)
            out[blockIdx.x * 1536 + i + thread] = __int_as_float(0x7fffffff);
}
