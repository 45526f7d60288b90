// expect: global_sectors
// The loop of a C program in every thread: each of them computes the whole vector.

extern "C" __global__ void vector_add(const float* a, const float* b, float* c, int n)
{
    for (int i = 0; i < n; ++i)
        c[i] = a[i] + b[i];
}
