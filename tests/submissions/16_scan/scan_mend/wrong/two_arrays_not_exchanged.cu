// expect: correctness
// Two arrays, but every step reads the first one again.

extern "C" __global__ void scan_mend(const int* in, int* out, int n)
{
    __shared__ int part[2][128];
    int tid = threadIdx.x;
    int i = blockIdx.x * blockDim.x + tid;
    part[0][tid] = i < n ? in[i] : 0;
    __syncthreads();
    for (int step = 1; step < 128; step *= 2) {
        part[1][tid] = part[0][tid] + (tid >= step ? part[0][tid - step] : 0);
        __syncthreads();
    }
    if (i < n)
        out[i] = part[1][tid];
}
