// out[i] is the sum of the block's elements before element i: an exclusive scan of 256 elements by 128 threads, in two
// sweeps, after Blelloch. Threads of a sweep work on elements 2, 4, 8 ... apart.

constexpr int N = 256;

// Where element i lies in shared memory; there is room for N + N / 32 words.
__device__ int place(int i)
{
    // TODO(1): leave a gap of one word behind every 32, so that words a power of two apart get different banks. (1 line)
    return i;
}

extern "C" __global__ void sweep_padding(const int* in, int* out, int n)
{
    __shared__ int part[N + N / 32];
    int tid = threadIdx.x;
    int first = blockIdx.x * N;
    int size = 2 * blockDim.x;    // N

    for (int i = tid; i < N; i += N / 2)
        part[place(i)] = first + i < n ? in[first + i] : 0;

    for (int half = 1; half < size; half *= 2) {    // up: sums of 2, of 4, of 8 ... of all elements
        __syncthreads();
        int right = (tid + 1) * 2 * half - 1;
        if (right < size)
            part[place(right)] += part[place(right - half)];
    }
    if (tid == 0)
        part[place(N - 1)] = 0;
    for (int half = size / 2; half > 0; half /= 2) {    // down: what comes before each of them
        __syncthreads();
        int right = (tid + 1) * 2 * half - 1;
        if (right < size) {
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
