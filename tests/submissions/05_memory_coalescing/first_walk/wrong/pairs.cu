// expect: global_sectors
// Two neighbours a thread: each sector is asked for twice.

// TODO(1)
        const int i = j / 2 * 2 * gridDim.x * blockDim.x + t * 2 + j % 2;
