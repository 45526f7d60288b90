// expect: correctness
// The clamp goes through int: fractions are lost.

// TODO(1)
    int t = min(max((int)x, (int)low), (int)high);
    out[i] = curve(t);
