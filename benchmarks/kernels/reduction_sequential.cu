// Step 2: the front half of what is left takes the back half. Few warps work, and neighbours read neighbours.
extern "C" __global__ void reduction_sequential(const float* in, float* out, int n)
{
    __shared__ float part[256];
    int tid = threadIdx.x;
    int i = blockIdx.x * 256 + tid;
    part[tid] = i < n ? in[i] : 0.0f;
    __syncthreads();
    for (int s = 128; s > 0; s /= 2) {
        if (tid < s)
            part[tid] += part[tid + s];
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = part[0];
}
