// expect: correctness
// Clamped, and that is all.

// TODO(1)
    out[i] = fminf(fmaxf(x, low), high);
