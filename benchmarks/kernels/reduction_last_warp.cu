// Step 4: from 64 sums on the first warp is alone, and needs no barrier of the block; but one of the warp, between what its
// lanes read and what they write, for since Volta nothing else keeps them in step.
extern "C" __global__ void reduction_last_warp(const float* in, float* out, int n)
{
    __shared__ float part[256];
    int tid = threadIdx.x;
    int i = blockIdx.x * 512 + tid;
    part[tid] = (i < n ? in[i] : 0.0f) + (i + 256 < n ? in[i + 256] : 0.0f);
    __syncthreads();
    for (int s = 128; s > 32; s /= 2) {
        if (tid < s)
            part[tid] += part[tid + s];
        __syncthreads();
    }
    if (tid < 32) {
        float sum = part[tid];
        for (int s = 32; s > 0; s /= 2) {
            sum += part[tid + s];
            __syncwarp();
            part[tid] = sum;
            __syncwarp();
        }
        if (tid == 0)
            out[blockIdx.x] = sum;
    }
}
