// expect: forward_progress
// The tile is blockIdx.x: a block may wait for one that has not begun, and keeps it from beginning.

// TODO(2)
    drawn = blockIdx.x;
