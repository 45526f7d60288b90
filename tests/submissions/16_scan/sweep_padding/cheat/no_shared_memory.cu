// expect: shared_wavefronts
// No shared memory, no conflict: every thread adds up all that comes before.

extern "C" __global__ void sweep_padding(const int* in, int* out, int n)
{
    int first = blockIdx.x * 256;
    for (int i = threadIdx.x; i < 256 && first + i < n; i += 128) {
        int sum = 0;
        for (int k = 0; k < i; ++k)
            sum += in[first + k];
        out[first + i] = sum;
    }
}
