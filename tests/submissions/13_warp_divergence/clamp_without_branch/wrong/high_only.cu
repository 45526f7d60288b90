// expect: correctness
// What is below low stays as it is.

// TODO(1)
    out[i] = curve(fminf(x, high));
