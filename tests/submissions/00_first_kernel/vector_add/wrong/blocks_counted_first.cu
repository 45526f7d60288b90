// expect: global_sectors
// Numbers the blocks first and the threads second: right, but neighbouring threads have elements far apart.

// TODO(1)
    int i = threadIdx.x * gridDim.x + blockIdx.x;
