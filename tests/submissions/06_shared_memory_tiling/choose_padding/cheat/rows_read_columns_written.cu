// expect: global_sectors
// Conflict-free in shared memory because the columns moved to global memory.

// INSTEAD OF
        m_transposed[i * 32 + thread] = tall[lane][warp + i];
// WRITE
        m_transposed[lane * 32 + warp + i] = tall[warp + i][lane];
