// expect: hazards, shared_excess, shared_wavefronts
// Reads neighbours 2 * tid and 2 * tid + 1 and writes to tid, which another thread still has to read.

// TODO(1)
        if (tid < working)
            part[tid] = part[2 * tid] + part[2 * tid + 1];
