// expect: determinism
// Within a block the sums of warps are added up in the order in which they come.

// INSTEAD OF
    part[tid] = sum;
// WRITE
    if (tid == 0)
        part[0] = 0.0f;
    __syncthreads();
    for (int step = 16; step > 0; step /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, step);
    if (tid % 32 == 0)
        atomicAdd(&part[0], sum);

// INSTEAD OF
    for (int working = THREADS / 2; working > 0; working /= 2) {
// WRITE
    __syncthreads();
    for (int working = 0; working > 0; working /= 2) {
