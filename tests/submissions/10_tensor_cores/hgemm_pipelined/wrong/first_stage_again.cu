// expect: correctness
// Multiplies the first stage in every step.

// INSTEAD OF
        unsigned tile_a = base + step % STAGES * STAGE, tile_b = tile_a + BM * BK * 2;
// WRITE
        unsigned tile_a = base + step * 0, tile_b = tile_a + BM * BK * 2;
