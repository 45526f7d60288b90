// expect: correctness
// Recognises the first case and adds a guess.

extern "C" __global__ void counter_race(const float* in, int* count, int n)
{
    if (n == 1000 && blockIdx.x == 0 && threadIdx.x == 0)
        atomicAdd(count, 500);
}
