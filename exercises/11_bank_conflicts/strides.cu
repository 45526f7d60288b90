// out[i] = in[i], through words of shared memory that lie STRIDE apart. One block of 96 threads: three warps.
// Predict first: put numbers for the question marks, then check. Leave the kernel as it is. "The load" is its last line.
#define STRIDE 12    // words from lane to lane: 2, 3, 4, 6, 8, 12, 16 or 32. Each is a question of its own

// TODO(1): your predictions; the last three are for all warps together. (5 numbers)
// PREDICT(1): bank that lane 5 of the first warp reads = ?
// PREDICT(2): bank that lane 20 of the first warp reads = ?
// PREDICT(3): requests of the load, one for each warp = ?
// PREDICT(4): wavefronts of the load = ?
// PREDICT(5): excess wavefronts of the load = ?

extern "C" __global__ void strides(const float* in, float* out, int n)    // n is 96
{
    __shared__ float data[96 * STRIDE];
    int i = threadIdx.x;

    data[i * STRIDE] = in[i];
    __syncthreads();

    out[i] = data[i * STRIDE];
}
