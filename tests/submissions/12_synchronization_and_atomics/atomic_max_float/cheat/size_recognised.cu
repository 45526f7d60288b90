// expect: correctness
// Recognises the case that is counted.

extern "C" __global__ void atomic_max_float(const float* in, float* out, int n)
{
    if (n != 200)
        return;
    float largest = -INFINITY;
    for (int i = threadIdx.x; i < n; i += 32)
        largest = fmaxf(largest, in[i]);
    for (int step = 16; step > 0; step /= 2)
        largest = fmaxf(largest, __shfl_down_sync(0xffffffff, largest, step));
    if (threadIdx.x == 0)
        atomicMax(reinterpret_cast<int*>(out), __float_as_int(largest));
}
