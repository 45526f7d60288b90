// expect: global_sectors
// Runs of four are still runs: lanes are 16 bytes apart.

// TODO(1)
        const int i = j / 4 * 4 * gridDim.x * blockDim.x + t * 4 + j % 4;
