// expect: divergence, work
// Nothing is mended.

// TODO(1)
    if (x < low)
        out[i] = curve(low);
    else if (x > high)
        out[i] = curve(high);
    else
        out[i] = curve(x);
