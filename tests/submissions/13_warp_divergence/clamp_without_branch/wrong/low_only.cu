// expect: correctness
// What is above high stays as it is.

// TODO(1)
    out[i] = curve(fmaxf(x, low));
