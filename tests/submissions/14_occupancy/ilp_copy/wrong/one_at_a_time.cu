// expect: machine_code
// A piece is stored before the next one is loaded: one load in flight a thread, as the arrays might overlap.

// TODO(1)
    for (int k = 0; k < LOADS; ++k)
        if (first + k * blockDim.x < pieces)
            to[first + k * blockDim.x] = from[first + k * blockDim.x];
