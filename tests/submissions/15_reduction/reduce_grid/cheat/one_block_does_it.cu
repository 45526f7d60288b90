// expect: speed
// One block reads everything, in an order that cannot change, and the others return: only a clock tells.

constexpr int BLOCK = 256;

extern "C" __global__ void reduce_grid(const float* in, float* out, int n)
{
    __shared__ float part[BLOCK];
    if (blockIdx.x > 0)
        return;
    const float4* groups = reinterpret_cast<const float4*>(in);
    float sum = 0.0f;
    for (int g = threadIdx.x; g < n / 4; g += BLOCK) {
        float4 four = groups[g];
        sum += (four.x + four.y) + (four.z + four.w);
    }
    if (threadIdx.x < n % 4)
        sum += in[n / 4 * 4 + threadIdx.x];
    part[threadIdx.x] = sum;
    for (int s = BLOCK / 2; s > 0; s /= 2) {
        __syncthreads();
        if (threadIdx.x < s)
            part[threadIdx.x] += part[threadIdx.x + s];
    }
    if (threadIdx.x == 0)
        out[0] = part[0];
}
