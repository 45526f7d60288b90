// expect: shared_wavefronts, global_sectors
// Layout 3 skips shared memory and layout 1 writes down columns of `out` instead.

// TODO(1)
constexpr int PAD_TALL = 0;
constexpr int PAD_OPERAND = 0;
constexpr int PAD_SQUARE = 0;

// INSTEAD OF
    __shared__ float square[16][16 + PAD_SQUARE];
// WRITE

// INSTEAD OF
    square[ty][tx] = m[thread];
// WRITE

// INSTEAD OF
        m_transposed[i * 32 + thread] = tall[lane][warp + i];
// WRITE
        m_transposed[lane * 32 + warp + i] = tall[warp + i][lane];

// INSTEAD OF
    w_transposed[thread] = square[tx][ty];
// WRITE
    w_transposed[thread] = m[tx * 16 + ty];
