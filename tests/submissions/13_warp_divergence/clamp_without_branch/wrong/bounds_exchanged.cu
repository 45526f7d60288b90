// expect: correctness
// low and high have changed places.

// TODO(1)
    out[i] = curve(fminf(fmaxf(x, high), low));
