// expect: shared_wavefronts, work, barriers, machine_code
// Hillis-Steele over all 1,024 words: right, with ten steps through shared memory.

constexpr int BLOCK = 256;

extern "C" __global__ void scan_block(const int* in, int* out, int* totals, int n)
{
    __shared__ int part[2][1024];
    int tid = threadIdx.x;
    int first = blockIdx.x * 1024;
    int now = 0;
    for (int k = tid; k < 1024; k += BLOCK)
        part[0][k] = first + k < n ? in[first + k] : 0;
    __syncthreads();
    for (int step = 1; step < 1024; step *= 2) {
        for (int k = tid; k < 1024; k += BLOCK)
            part[1 - now][k] = part[now][k] + (k >= step ? part[now][k - step] : 0);
        now = 1 - now;
        __syncthreads();
    }
    for (int k = tid; k < 1024; k += BLOCK)
        if (first + k < n)
            out[first + k] = k > 0 ? part[now][k - 1] : 0;
    if (tid == 0)
        totals[blockIdx.x] = part[now][1023];
}
