// expect: divergence, work
// Clamped from below without a branch, from above with one.

// TODO(1)
    float t = fmaxf(x, low);
    if (t > high)
        out[i] = curve(high);
    else
        out[i] = curve(t);
