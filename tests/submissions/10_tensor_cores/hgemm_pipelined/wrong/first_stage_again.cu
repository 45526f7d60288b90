// expect: correctness, hazards
// Multiplies the first stage in every step, also while it is filled again.

// INSTEAD OF
        unsigned tile_a = base + step % STAGES * STAGE, tile_b = tile_a + BM * BK * 2;
// WRITE
        unsigned tile_a = base + step * 0, tile_b = tile_a + BM * BK * 2;
