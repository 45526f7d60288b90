// expect: correctness
// fminf where fmaxf belongs: everything becomes high or low.

// TODO(1)
    out[i] = curve(fmaxf(fminf(x, low), high));
