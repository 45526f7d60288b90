// A chain of tiles: lane 0 waits for the tile before, the other lanes of its warp wait for lane 0 behind its loop.
using Status = unsigned long long;
constexpr unsigned int ALL_LANES = 0xffffffff;

__device__ unsigned int warp_inclusive(unsigned int value)
{
    for (int distance = 1; distance < 32; distance *= 2) {
        unsigned int below = __shfl_up_sync(ALL_LANES, value, distance);
        if (threadIdx.x % 32 >= distance)
            value += below;
    }
    return value;
}

__device__ unsigned int look_back(const Status* status, int tile)
{
    int lane = threadIdx.x % 32;
    unsigned int before = 0;
    for (int nearest = tile - 1; lane == 0;) {
        Status told;
        asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(told) : "l"(&status[nearest]) : "memory");
        if (told >> 32 == 0)
            continue;
        before += static_cast<unsigned int>(told);
        if (told >> 32 == 2)
            break;
        --nearest;
    }
    return __shfl_sync(ALL_LANES, before, 0);
}

__device__ void publish(Status* word, unsigned int sum)
{
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(word), "l"(Status(2) << 32 | sum) : "memory");
}

extern "C" __global__ void k(const unsigned int* in, unsigned int* out, Status* status, unsigned int* counters, int n)
{
    __shared__ unsigned int sums[8];
    __shared__ int drawn;
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (threadIdx.x == 0)
        drawn = atomicAdd(&counters[0], 1);
    __syncthreads();
    int tile = drawn, i = tile * blockDim.x + threadIdx.x;
    unsigned int own = i < n ? in[i] : 0, upto = warp_inclusive(own);
    if (lane == 31)
        sums[warp] = upto;
    __syncthreads();
    if (warp == 0) {
        unsigned int mine = lane < 8 ? sums[lane] : 0, all = warp_inclusive(mine);
        unsigned int total = __shfl_sync(ALL_LANES, all, 31), before = 0;
        if (lane == 0 && tile == 0)
            publish(&status[tile], total);
        if (tile > 0) {
            before = look_back(status, tile);
            if (lane == 0)
                publish(&status[tile], before + total);
        }
        if (lane < 8)
            sums[lane] = before + all - mine;
    }
    __syncthreads();
    if (i < n)
        out[i] = sums[warp] + upto - own;
}
