// The grader's own kernels. They run between launches of a student's kernel, never beside one.

// Element i of a buffer that was filled with `seed`. grader/problems/bulk.py computes the same on the host.
__device__ unsigned mixed(unsigned i, unsigned seed_low, unsigned seed_high)
{
    unsigned x = i * 0x9E3779B1u + seed_low;
    x ^= x >> 16;
    x *= 0x7FEB352Du;
    x ^= x >> 15;
    x = (x + seed_high) * 0x846CA68Bu;
    x ^= x >> 16;
    return x * 0x2C1B3C6Du;
}

// Uniform in [-1, 1): 2^24 values, all exact.
extern "C" __global__ void fill_floats(float* out, unsigned long long count, unsigned seed_low, unsigned seed_high)
{
    unsigned long long stride = (unsigned long long)gridDim.x * blockDim.x;
    for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride)
        out[i] = (int)(mixed((unsigned)i, seed_low, seed_high) >> 8) * 0x1p-23f - 1.0f;
}

// The same values in half precision, two to a word: number 2 i is the lower half of word i. bfloat: BF16 instead of FP16.
extern "C" __global__ void fill_halves(unsigned* out, unsigned long long count, unsigned seed_low, unsigned seed_high,
                                       int bfloat)
{
    unsigned long long stride = (unsigned long long)gridDim.x * blockDim.x;
    for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride) {
        unsigned word = 0;
        for (unsigned half = 0; half < 2; ++half) {
            float value = (int)(mixed((unsigned)(2 * i + half), seed_low, seed_high) >> 8) * 0x1p-23f - 1.0f;
            unsigned short bits;
            asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(value));
            unsigned whole = __float_as_uint(value);
            unsigned rounded = (whole + 0x7FFF + (whole >> 16 & 1)) >> 16;
            word |= (bfloat ? rounded : bits) << 16 * half;
        }
        out[i] = word;
    }
}

// One bit pattern everywhere.
extern "C" __global__ void fill_bits(unsigned* out, unsigned long long count, unsigned bits)
{
    unsigned long long stride = (unsigned long long)gridDim.x * blockDim.x;
    for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride)
        out[i] = bits;
}

// Keeps the GPU busy for so many cycles, while the host hands over what is to be timed.
extern "C" __global__ void hold(long long cycles)
{
    for (long long began = clock64(); clock64() - began < cycles;)
        ;
}

// Leaves `bits` in all of the block's dynamic shared memory, so that no launch finds what another left there. Four words
// at a time, because a tool may be watching every access.
extern "C" __global__ void scrub_shared(unsigned quads, unsigned bits, unsigned* never)
{
    extern __shared__ uint4 room[];
    for (unsigned i = threadIdx.x; i < quads; i += blockDim.x)
        room[i] = uint4{bits, bits, bits, bits};
    __syncthreads();
    if (room[(threadIdx.x * 33) % quads].x != bits)
        *never = 1; // it is a null pointer: this only keeps the stores alive
}
