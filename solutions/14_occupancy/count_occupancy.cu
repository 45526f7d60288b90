// out[i] = in[i], by one block of 192 threads: each thread holds VALUES floats in registers, and the block has KB kilobytes
// of shared memory. Predict first: put numbers for the question marks, then check. Leave the kernel as it is.
#define KERNEL 3    // 1 to 6: six kernels, each a question of its own

// KERNEL           1    2    3    4    5    6
// registers       40   32   72   32   32   96    a thread
// shared memory   16   24   40   32    8    4    KB a block (1 KB = 1,024 bytes)

// TODO(1): your predictions for an H200. Of each limit take the blocks that fit, whole blocks; the least decides. (2 numbers)
// BEGIN SOLUTION
// PREDICT(1): blocks of this kernel on a multiprocessor at once = 4
// PREDICT(2): warps of this kernel on a multiprocessor at once = 24
// END SOLUTION
// BEGIN STARTER
//| // PREDICT(1): blocks of this kernel on a multiprocessor at once = ?
//| // PREDICT(2): warps of this kernel on a multiprocessor at once = ?
// END STARTER

constexpr int VALUES_OF[] = {1, 30, 24, 60, 8, 12, 80};    // by KERNEL; the compiler needs the registers above for them
constexpr int KB_OF[] = {1, 16, 24, 40, 32, 8, 4};

constexpr int THREADS = 192;
constexpr int VALUES = VALUES_OF[KERNEL];
constexpr int KB = KB_OF[KERNEL];

extern "C" __global__ void count_occupancy(const float* in, float* out, int n)    // n is a multiple of VALUES * 192
{
    __shared__ float tile[KB * 256];
    int t = threadIdx.x;
    float value[VALUES];

    for (int begin = 0; begin < n; begin += VALUES * THREADS) {
        #pragma unroll
        for (int k = 0; k < VALUES; ++k)
            value[k] = in[begin + k * THREADS + t];
        tile[t] = value[0];
        __syncthreads();    // every value waits here in a register of its own

        out[begin + t] = tile[t];
        #pragma unroll
        for (int k = 1; k < VALUES; ++k)
            out[begin + k * THREADS + t] = value[k];
    }
}
