// expect: correctness
// The formulas are cut short.

// INSTEAD OF
        for (int k = 0; k < 128; ++k) v = fmaxf(x - v, 0.25f * v);
// WRITE
        for (int k = 0; k < 7; ++k) v = fmaxf(x - v, 0.25f * v);
