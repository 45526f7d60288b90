// expect: barriers
// A second barrier after the multiplying protects what the other buffer protects already.

// INSTEAD OF
        now ^= 1;
// WRITE
        __syncthreads();
        now ^= 1;
