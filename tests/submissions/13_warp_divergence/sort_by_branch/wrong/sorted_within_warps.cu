// expect: divergence, work
// Each warp sorts its own 32: its lanes lie in order, and still part.

// TODO(1)
    rank = 0;
    for (int l = 0; l < 32; ++l) {
        int other = __shfl_sync(0xffffffffu, kind, l);
        rank += other < kind || (other == kind && l < t % 32);
    }

// TODO(2)
    place = t / 32 * 32 + rank;
