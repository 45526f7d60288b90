// expect: machine_code
// Reads each element again where it is stored: one load, one store, one load ...

constexpr int BLOCK = 512;
constexpr int WARPS = BLOCK / 32;
constexpr int EACH = 16;
constexpr int TILE = BLOCK * EACH;
constexpr unsigned ALL = 0xffffffff;

extern "C" __global__ void __launch_bounds__(BLOCK)
    compact_stable(const float* in, float* out, int* count, unsigned long long* status, int n)
{
    __shared__ int kept[WARPS], tile_of_block, before_tile;
    int warp = threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    if (threadIdx.x == 0)
        tile_of_block = static_cast<int>(atomicAdd(&status[0], 1));
    __syncthreads();
    int tile = tile_of_block;
    int first = tile * TILE + warp * 32 * EACH + lane;
    int of_warp = 0;
#pragma unroll 4
    for (int k = 0; k < EACH; ++k)
        of_warp += __popc(__ballot_sync(ALL, first + k * 32 < n && in[first + k * 32] > 0.0f));
    if (lane == 0)
        kept[warp] = of_warp;
    __syncthreads();
    if (threadIdx.x == 0) {
        unsigned long long before = 0, own = 0;
        for (int w = 0; w < WARPS; ++w)
            own += kept[w];
        do {
            before = tile == 0 ? 1ull << 32 : __nv_atomic_load_n(&status[tile], __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
        } while (before == 0);
        __nv_atomic_store_n(&status[1 + tile], before + own, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
        before_tile = static_cast<int>(before);
        if (tile == gridDim.x - 1)
            *count = static_cast<int>(before + own);
    }
    __syncthreads();
    int place = before_tile;
    for (int w = 0; w < warp; ++w)
        place += kept[w];
#pragma unroll 1
    for (int k = 0; k < EACH; ++k) {
        float x = first + k * 32 < n ? in[first + k * 32] : 0.0f;
        unsigned votes = __ballot_sync(ALL, x > 0.0f);
        if (x > 0.0f)
            out[place + __popc(votes & ((1u << lane) - 1))] = x;
        place += __popc(votes);
    }
}
