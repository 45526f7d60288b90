// Exclusive scans of segments of 1,024 integers in two sweeps, after Blelloch, by 512 threads. PAD: a gap of one word behind
// every 32; without it, words a power of two apart meet in few banks.

#ifndef PAD
#define PAD 0
#endif

constexpr int N = 1024;

__device__ int place(int i)
{
    return PAD ? i + i / 32 : i;
}

extern "C" __global__ void __launch_bounds__(N / 2) scan_sweeps(const int* in, int* out, int n)
{
    __shared__ int part[N + N / 32];
    int tid = threadIdx.x;
    int first = blockIdx.x * N;
    for (int i = tid; i < N; i += N / 2)
        part[place(i)] = first + i < n ? in[first + i] : 0;
    for (int half = 1; half < N; half *= 2) {
        __syncthreads();
        int right = (tid + 1) * 2 * half - 1;
        if (right < N)
            part[place(right)] += part[place(right - half)];
    }
    if (tid == 0)
        part[place(N - 1)] = 0;
    for (int half = N / 2; half > 0; half /= 2) {
        __syncthreads();
        int right = (tid + 1) * 2 * half - 1;
        if (right < N) {
            int left_sum = part[place(right - half)];
            part[place(right - half)] = part[place(right)];
            part[place(right)] += left_sum;
        }
    }
    __syncthreads();
    for (int i = tid; i < N; i += N / 2)
        if (first + i < n)
            out[first + i] = part[place(i)];
}
