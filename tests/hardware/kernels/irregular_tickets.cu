#define FULL 0xffffffffu
// dynamic tickets: each warp fetches the next row of uneven length
extern "C" __global__ void ticket_rows(const float *x, const int *len, float *sum, int rows, int pitch)
{
    __shared__ int next;
    if (threadIdx.x == 0) next = 0;
    __syncthreads();
    int lane = threadIdx.x & 31;
    for (;;) {
        int r;
        if (lane == 0) r = atomicAdd(&next, 1);
        r = __shfl_sync(FULL, r, 0);
        if (r >= rows) break;
        int R = blockIdx.x * rows + r, L = len[R];
        float s = 0;
        for (int k = lane; k < L; k += 32) s += x[R * pitch + k];
        for (int o = 16; o; o /= 2) s += __shfl_xor_sync(FULL, s, o);
        if (lane == 0) sum[R] = s;
    }
}

