// expect: determinism
// One counter to which each tile adds its sum: what comes before is what happens to have come before.

// TODO(2)

// TODO(4)
            if (lane == 0)
                before = atomicAdd(&running, tile_sum);
            before = __shfl_sync(ALL_LANES, before, 0);

// INSTEAD OF
using Status = unsigned long long;
// WRITE
using Status = unsigned long long;
__device__ unsigned int running = 0;

// INSTEAD OF
            counters[threadIdx.x] = 0;
// WRITE
            counters[threadIdx.x] = running = 0;
