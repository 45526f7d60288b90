// expect: barriers
// A second barrier after the multiplying protects what the other buffer protects already.

// TODO(2)
        __syncthreads();
        now ^= 1;
