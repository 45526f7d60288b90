// expect: compiles
// Right arithmetic on the coordinates of the thread. Without the name threadIdx it has nothing to start from.

// TODO(1)
    mine = threadIdx.y * blockDim.x + threadIdx.x;
