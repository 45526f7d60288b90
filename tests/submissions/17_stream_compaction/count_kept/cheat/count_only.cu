// expect: correctness
// The count is right, and nothing is kept.

extern "C" __global__ void count_kept(const float* in, const int* flags, const int* places, float* out, int* count, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == n - 1)
        count[0] = places[i] + flags[i];
}
