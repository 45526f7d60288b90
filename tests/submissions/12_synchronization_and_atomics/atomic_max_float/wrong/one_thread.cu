// expect: correctness
// One thread finds the maximum and stores it, but forgets the number that was there.

extern "C" __global__ void atomic_max_float(const float* in, float* out, int n)
{
    if (blockIdx.x == 0 && threadIdx.x == 0 && n > 0) {
        float largest = in[0];
        for (int i = 1; i < n; ++i)
            largest = fmaxf(largest, in[i]);
        out[0] = largest;
    }
}
