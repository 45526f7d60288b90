// expect: forward_progress
// Tiles by blockIdx.x: a block may wait for one that has not begun, and keeps it from beginning.

// INSTEAD OF
        drawn[0] = draw(counters);
        drawn[1] = draw(counters);
// WRITE
        drawn[0] = blockIdx.x;
        drawn[1] = blockIdx.x + gridDim.x;

// INSTEAD OF
                drawn[1] = draw(counters);
// WRITE
                drawn[1] = next + gridDim.x;
