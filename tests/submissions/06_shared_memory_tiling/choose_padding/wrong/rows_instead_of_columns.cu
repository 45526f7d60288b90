// expect: correctness
// Reading rows avoids the conflicts, and the transposes.

// INSTEAD OF
        m_transposed[i * 32 + thread] = tall[lane][warp + i];
// WRITE
        m_transposed[i * 32 + thread] = tall[warp + i][lane];

// INSTEAD OF
    w_transposed[thread] = square[tx][ty];
// WRITE
    w_transposed[thread] = square[ty][tx];
