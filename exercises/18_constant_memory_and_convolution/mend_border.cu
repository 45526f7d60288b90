// out[i] = in[i - 2] + in[i - 1] + in[i] + in[i + 1] + in[i + 2]. Beyond the ends of `in`, its first or last element counts
// once more: the border is clamped.

// Element k of `in`, or the one nearest to it if there is none.
__device__ float nearest(const float* in, int k, int n)
{
    // TODO(1): mend this: it takes care of one end only. (change 1 line)
    return k < n ? in[k] : in[n - 1];
}

extern "C" __global__ void mend_border(const float* in, float* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        float sum = 0.0f;
        for (int k = i - 2; k <= i + 2; ++k)
            sum += nearest(in, k, n);
        out[i] = sum;
    }
}
