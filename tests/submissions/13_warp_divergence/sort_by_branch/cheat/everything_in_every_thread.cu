// expect: work
// No branch: each lane walks through all four formulas and selects one result.

// INSTEAD OF
    float result = shade(kind_of(x), x);
// WRITE
    float result = 0.0f;
    for (int k = 0; k < KINDS; ++k) {
        float one = shade(k, x);
        result = k == kind_of(x) ? one : result;
    }
