// expect: barriers, resources
// The first pair of buffers alone, with the two barriers of module 06: right, and nothing is gained.

// TODO(2)
        __syncthreads();

// INSTEAD OF
__shared__ __align__(16) float tile_a[2][BK][BM + PAD];    // transposed: tile_a[buffer][k][row]
__shared__ __align__(16) float tile_b[2][BK][BN];
// WRITE
__shared__ __align__(16) float tile_a[1][BK][BM + PAD];    // transposed: tile_a[buffer][k][row]
__shared__ __align__(16) float tile_b[1][BK][BN];
