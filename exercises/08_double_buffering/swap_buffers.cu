// out[t] = the sum of the elements 63 - t of n segments of 64 floats. One block takes one segment after the other, through
// two buffers and past one barrier for each: the next segment is stored while a slow warp still reads this one.

constexpr int SIZE = 64;    // threads of the block, floats of a segment

extern "C" __global__ void swap_buffers(const float* in, float* out, int n)
{
    __shared__ float tile[2][SIZE];
    int t = threadIdx.x;

    float sum = 0.0f;
    for (int k = 0; k < n; ++k) {
        // TODO(1): mend this. Which of the two buffers is free in round k? (1 line)
        int free_buffer = k / 2 % 2;
        tile[free_buffer][t] = in[k * SIZE + t];
        __syncthreads();
        sum += tile[free_buffer][SIZE - 1 - t];
    }
    out[t] = sum;
}
