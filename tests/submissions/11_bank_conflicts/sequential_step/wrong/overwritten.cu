// expect: correctness
// = instead of +=: the front half is lost in each step.

// TODO(1)
        if (tid < working)
            part[tid] = part[tid + working];
