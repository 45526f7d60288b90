// out[i] = in[i], through SHARED_KB kilobytes of shared memory a block. The grid has 1,849 blocks of 128 threads.
// Predict first: put numbers for the question marks, then check. Leave the kernel as it is. It needs few registers.
#define SHARED_KB 24    // 8, 16, 24, 31 or 45, each a question of its own (1 KB = 1,024 bytes)

// TODO(1): your predictions for an H200, which has 132 multiprocessors. All blocks take equally long. (3 numbers)
// PREDICT(1): blocks on a multiprocessor at once = ?
// PREDICT(2): waves of blocks = ?
// PREDICT(3): blocks in the last wave = ?

extern "C" __global__ void count_waves(const float* in, float* out, int n)
{
    __shared__ float tile[SHARED_KB * 256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        tile[threadIdx.x] = in[i];
    __syncthreads();

    if (i < n)
        out[i] = tile[threadIdx.x];
}
