// expect: hazards
// __syncwarp orders the lanes of one warp: the words of the warp before are still read while it writes.

// TODO(1)
        int before = tid >= step ? part[tid - step] : 0;
        __syncwarp();
        part[tid] += before;
        __syncthreads();
