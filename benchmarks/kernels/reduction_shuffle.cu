// Step 5: warps add by shuffles, and the first one adds up the sums of the eight.
extern "C" __global__ void reduction_shuffle(const float* in, float* out, int n)
{
    __shared__ float sums[8];
    int warp = threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    int i = blockIdx.x * 512 + threadIdx.x;
    float sum = (i < n ? in[i] : 0.0f) + (i + 256 < n ? in[i + 256] : 0.0f);
    for (int distance = 16; distance > 0; distance /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, distance);
    if (lane == 0)
        sums[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        sum = lane < 8 ? sums[lane] : 0.0f;
        for (int distance = 16; distance > 0; distance /= 2)
            sum += __shfl_down_sync(0xffffffff, sum, distance);
        if (lane == 0)
            out[blockIdx.x] = sum;
    }
}
