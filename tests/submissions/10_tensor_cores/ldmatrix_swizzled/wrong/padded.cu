// expect: resources
// Rows of 144 bytes: no conflict, and 2,048 bytes more.

// TODO(1)
    return (row * (CHUNKS + 1) + chunk) * 8;

// INSTEAD OF
__shared__ __align__(128) __half tile_a[TILE * TILE];    // [row][k]
__shared__ __align__(128) __half tile_b[TILE * TILE];    // [k][col]
// WRITE
__shared__ __align__(128) __half tile_a[TILE * (TILE + 8)];
__shared__ __align__(128) __half tile_b[TILE * (TILE + 8)];
