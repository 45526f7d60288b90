// expect: determinism
// Each block adds its sum to the result with atomicAdd: the order of the blocks is in the last bits.

// TODO(2)
        partial[blockIdx.x] = sum;
        __threadfence();
        last = atomicAdd(&finished, 1) == gridDim.x - 1;
        atomicAdd(&partial[MOST_BLOCKS - 1], sum);
        __threadfence();
        last = atomicAdd(&counted, 1) == gridDim.x - 1;

// TODO(3)
        if (threadIdx.x == 0) {
            out[0] = atomicExch(&partial[MOST_BLOCKS - 1], 0.0f);
            finished = 0;
            counted = 0;
        }

// INSTEAD OF
__device__ unsigned int finished = 0;
// WRITE
__device__ unsigned int finished = 0;
__device__ unsigned int counted = 0;
