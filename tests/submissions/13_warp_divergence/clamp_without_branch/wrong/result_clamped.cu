// expect: correctness
// The result is clamped, not what goes into the curve.

// TODO(1)
    out[i] = fminf(fmaxf(curve(x), low), high);
