// expect: correctness
// The element is new, but the formula goes by the kind of the old one.

// INSTEAD OF
    float result = shade(kind_of(x), x);
// WRITE
    float result = shade(kind, x);
