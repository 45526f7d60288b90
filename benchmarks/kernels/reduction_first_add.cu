// Step 3: each thread adds two elements while it loads them, so that half of the blocks are enough: 512 elements each.
extern "C" __global__ void reduction_first_add(const float* in, float* out, int n)
{
    __shared__ float part[256];
    int tid = threadIdx.x;
    int i = blockIdx.x * 512 + tid;
    part[tid] = (i < n ? in[i] : 0.0f) + (i + 256 < n ? in[i + 256] : 0.0f);
    __syncthreads();
    for (int s = 128; s > 0; s /= 2) {
        if (tid < s)
            part[tid] += part[tid + s];
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = part[0];
}
