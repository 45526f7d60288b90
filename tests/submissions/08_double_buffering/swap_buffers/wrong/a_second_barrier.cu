// expect: barriers
// Right, and slow: one more barrier a round instead of the other buffer.

// TODO(1)
        __syncthreads();
        int free_buffer = k / 2 % 2;
