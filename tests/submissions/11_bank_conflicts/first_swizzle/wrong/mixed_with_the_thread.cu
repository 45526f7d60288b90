// expect: correctness
// The thread asks with one number when it stores and with another when it reads.

// TODO(1)
    return column ^ threadIdx.y;
