// One warp brings tiles of 64 elements, two warps use them: out[i] is the sum of in[64 k + 63 - i] over n tiles k.
// One block of 96 threads. While the consumers work on one tile, the producer already fills the other.
// Four named barriers, two for each tile: FULL says "you may read it", FREE says "you may fill it again".

constexpr int TILE = 64;
constexpr int THREADS = 96;    // of both sides: so many come to each barrier
constexpr int FULL = 1;        // barriers 1 and 2; barrier 0 is that of __syncthreads()
constexpr int FREE = 3;        // barriers 3 and 4

// Whoever waits goes on when all 96 have come: those who wait, and those who only signal and go on at once.
__device__ void wait(int barrier) { asm volatile("bar.sync %0, %1;" ::"r"(barrier), "r"(THREADS) : "memory"); }
__device__ void signal(int barrier) { asm volatile("bar.arrive %0, %1;" ::"r"(barrier), "r"(THREADS) : "memory"); }

extern "C" __global__ void producer_consumer(const float* in, float* out, int n)
{
    __shared__ float tile[2][TILE];

    if (threadIdx.x < 32) {    // the producer
        int lane = threadIdx.x;
        for (int k = 0; k < n; ++k) {
            int s = k % 2;
            // TODO(1): fill tile s with elements 64 k to 64 k + 63, two a lane. Before, wait until it is free, which nobody
            // says of the first two; behind it, say that it is full. (about 5 lines)
        }
    } else {                   // the consumers
        int i = threadIdx.x - 32;
        float sum = 0.0f;
        for (int k = 0; k < n; ++k) {
            int s = k % 2;
            // TODO(2): wait until tile s is full, add this thread's element of it to sum, and say that the tile is free.
            // Say it as often as the producer waits for it: not of the last two. (about 4 lines)
        }
        out[i] = sum;
    }
}
