// expect: global_sectors
// A thread takes two neighbours: both loads walk over all sectors of the warp's 64 elements.

// TODO(1)
    int first = blockIdx.x * (2 * BLOCK) + 2 * tid;
    sum += first < n ? in[first] : 0.0f;
    sum += first + 1 < n ? in[first + 1] : 0.0f;
