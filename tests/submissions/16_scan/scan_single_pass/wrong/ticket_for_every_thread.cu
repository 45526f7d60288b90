// expect: correctness, hazards
// Every thread of the first warp draws, and the last ticket counts: tiles are left out.

// INSTEAD OF
    if (threadIdx.x == 0) {
        drawn[0] = draw(counters);
// WRITE
    if (threadIdx.x < 32) {
        drawn[0] = draw(counters);
