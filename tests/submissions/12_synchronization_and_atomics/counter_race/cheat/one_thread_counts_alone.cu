// expect: correctness
// One thread of each block counts all and stores the number over what was there.

extern "C" __global__ void counter_race(const float* in, int* count, int n)
{
    if (threadIdx.x == 0) {
        int found = 0;
        for (int i = 0; i < n; ++i)
            found += in[i] > 0.0f;
        count[0] = found;
    }
}
