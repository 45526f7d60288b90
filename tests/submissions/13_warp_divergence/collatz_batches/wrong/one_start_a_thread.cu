// expect: divergence, work
// One start at a time for each thread, all lanes until the longest is done.

constexpr int BATCH = 512;

extern "C" __global__ void collatz_batches(int* steps, int first, int n)
{
    int begin = (blockIdx.x * blockDim.x + threadIdx.x) / 32 * BATCH;
    int end = min(begin + BATCH, n);
    for (int i = begin + threadIdx.x % 32; i < end; i += 32) {
        unsigned long long v = first + i;
        int count = 0;
        while (v != 1) {
            v = v % 2 ? 3 * v + 1 : v / 2;
            ++count;
        }
        steps[i] = count;
    }
}
