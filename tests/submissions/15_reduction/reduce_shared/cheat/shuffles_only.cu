// expect: shared_wavefronts
// No shared memory to count: 255 lanes wait for one warp that loads everything.

extern "C" __global__ void reduce_shared(const float* in, float* out, int n)
{
    if (threadIdx.x >= 32)
        return;
    float sum = 0.0f;
    for (int k = threadIdx.x; k < 256; k += 32) {
        int i = blockIdx.x * 256 + k;
        sum += i < n ? in[i] : 0.0f;
    }
    for (int d = 16; d > 0; d /= 2)
        sum += __shfl_down_sync(0xffffffffu, sum, d);
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}
