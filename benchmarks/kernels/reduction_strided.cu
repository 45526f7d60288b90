// Step 1: the threads that add are side by side, and their words 2 * s apart: few warps work, in few banks.
extern "C" __global__ void reduction_strided(const float* in, float* out, int n)
{
    __shared__ float part[256];
    int tid = threadIdx.x;
    int i = blockIdx.x * 256 + tid;
    part[tid] = i < n ? in[i] : 0.0f;
    __syncthreads();
    for (int s = 1; s < 256; s *= 2) {
        int word = 2 * s * tid;
        if (word < 256)
            part[word] += part[word + s];
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = part[0];
}
