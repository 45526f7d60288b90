// expect: work
// No branch, but three walks through the curve, of which two are thrown away.

// TODO(1)
    float below = curve(low), above = curve(high), within = curve(x);
    out[i] = x < low ? below : x > high ? above : within;
