// expect: correctness, hazards
// One element a thread: the last eight places of the tile stay empty.

// TODO(1)
    int own = first + threadIdx.x;
    tile[threadIdx.x] = own >= 0 && own < n ? in[own] : 0.0f;
    __syncthreads();
