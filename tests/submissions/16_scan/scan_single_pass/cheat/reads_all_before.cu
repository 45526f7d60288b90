// expect: machine_code
// Every block adds up everything before its tile by itself: no status, no ticket, and a thousand times the reading.

extern "C" __global__ void scan_single_pass(const unsigned int* in, unsigned int* out,
                                             unsigned long long* status, unsigned int* counters, int n)
{
    __shared__ unsigned int sums[256];
    int first = blockIdx.x * 4096;
    unsigned int sum = 0;
    for (int k = threadIdx.x; k < first && k < n; k += 256)
        sum += in[k];
    sums[threadIdx.x] = sum;
    __syncthreads();
    unsigned int before = 0;
    for (int t = 0; t < 256; ++t)
        before += sums[t];
    int own = first + threadIdx.x * 16;
    for (int k = first; k < own && k < n; ++k)
        before += in[k];
    for (int k = own; k < own + 16 && k < n; ++k) {
        out[k] = before;
        before += in[k];
    }
}
