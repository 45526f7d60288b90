// expect: shared_excess, shared_wavefronts, work, barriers, machine_code
// Two sweeps in shared memory, said to be what large data wants: powers of two apart, words meet in few banks.

extern "C" __global__ void scan_block(const int* in, int* out, int* totals, int n)
{
    __shared__ int part[1024];
    int tid = threadIdx.x;
    int first = blockIdx.x * 1024;
    for (int k = tid; k < 1024; k += 256)
        part[k] = first + k < n ? in[first + k] : 0;
    for (int half = 1; half < 1024; half *= 2) {
        __syncthreads();
        for (int right = (tid + 1) * 2 * half - 1; right < 1024; right += 512 * half)
            part[right] += part[right - half];
    }
    __syncthreads();
    if (tid == 0) {
        totals[blockIdx.x] = part[1023];
        part[1023] = 0;
    }
    for (int half = 512; half > 0; half /= 2) {
        __syncthreads();
        for (int right = (tid + 1) * 2 * half - 1; right < 1024; right += 512 * half) {
            int left_sum = part[right - half];
            part[right - half] = part[right];
            part[right] += left_sum;
        }
    }
    __syncthreads();
    for (int k = tid; k < 1024; k += 256)
        if (first + k < n)
            out[first + k] = part[k];
}
