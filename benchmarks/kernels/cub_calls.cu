// CUB's algorithms, to be called with addresses on the device; the first call, without workspace, tells how much it needs.
#include <cub/cub.cuh>

struct Positive {
    __host__ __device__ bool operator()(float x) const { return x > 0.0f; }
};

extern "C" int exclusive_sum(void* workspace, size_t* bytes, const unsigned* in, unsigned* out, int n)
{
    return cub::DeviceScan::ExclusiveSum(workspace, *bytes, in, out, n);
}

extern "C" int select_positive(void* workspace, size_t* bytes, const float* in, float* out, int* count, int n)
{
    return cub::DeviceSelect::If(workspace, *bytes, in, out, count, n, Positive{});
}

extern "C" int select_flagged(void* workspace, size_t* bytes, const float* in, const unsigned char* flags, float* out,
                              int* count, int n)
{
    return cub::DeviceSelect::Flagged(workspace, *bytes, in, flags, out, count, n);
}
