// expect: shared_wavefronts
// One thread adds up everything: no race, and no steps.

extern "C" __global__ void scan_mend(const int* in, int* out, int n)
{
    __shared__ int part[128];
    int tid = threadIdx.x;
    int i = blockIdx.x * blockDim.x + tid;
    part[tid] = i < n ? in[i] : 0;
    __syncthreads();
    if (tid == 0)
        for (int k = 1; k < 128; ++k)
            part[k] += part[k - 1];
    __syncthreads();
    if (i < n)
        out[i] = part[tid];
}
