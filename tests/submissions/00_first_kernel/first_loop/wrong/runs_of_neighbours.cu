// expect: global_sectors
// Right, but each thread takes a run of neighbours: the lanes are far apart.

// TODO(1)
    int run = (n + blockDim.x - 1) / blockDim.x;
    int end = min(n, (int)(threadIdx.x + 1) * run);
    for (int i = threadIdx.x * run; i < end; ++i)
