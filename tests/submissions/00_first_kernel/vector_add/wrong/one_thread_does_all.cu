// expect: global_sectors
// The loop of a C program in a single thread: right, but all others stand by, and each load uses 4 bytes of a sector.

extern "C" __global__ void vector_add(const float* a, const float* b, float* c, int n)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        for (int i = 0; i < n; ++i)
            c[i] = a[i] + b[i];
}
