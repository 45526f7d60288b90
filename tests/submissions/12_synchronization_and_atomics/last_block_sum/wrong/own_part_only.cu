// expect: correctness
// The last block stores its own part.

// TODO(2)
        __threadfence();
        out[0] = part[0];
        ticket[0] = 0;
