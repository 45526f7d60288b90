// expect: shared_wavefronts
// No two lanes ever meet, as one thread does everything.

constexpr int N = 256;

extern "C" __global__ void sweep_padding(const int* in, int* out, int n)
{
    __shared__ int part[N];
    int tid = threadIdx.x;
    int first = blockIdx.x * N;
    for (int i = tid; i < N; i += N / 2)
        part[i] = first + i < n ? in[first + i] : 0;
    __syncthreads();
    if (tid == 0) {
        int sum = 0;
        for (int i = 0; i < N; ++i) {
            int own = part[i];
            part[i] = sum;
            sum += own;
        }
    }
    __syncthreads();
    for (int i = tid; i < N; i += N / 2)
        if (first + i < n)
            out[first + i] = part[i];
}
