// expect: correctness
// Empties and merges one bin a thread, whatever the size of the block: of 64 threads, 64 bins.

// TODO(1)
    bins[threadIdx.x] = 0;
    __syncthreads();

// TODO(3)
    __syncthreads();
    atomicAdd(&hist[threadIdx.x], bins[threadIdx.x]);
