// expect: correctness
// Turned round within 32 floats, a warp, and not within the segment.

// TODO(1)
    desk[t] = in[i];

// TODO(2)
    out[i] = desk[t / 32 * 32 + 31 - t % 32];
