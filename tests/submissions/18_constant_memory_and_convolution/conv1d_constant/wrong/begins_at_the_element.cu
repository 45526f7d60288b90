// expect: correctness
// The window begins at the element, not RADIUS before it.

// INSTEAD OF
    int first = blockIdx.x * BLOCK - RADIUS;    // the element that belongs into tile[0]
// WRITE
    int first = blockIdx.x * BLOCK;
