// expect: correctness
// The element is read first, and the test decides only whether it is used.

// TODO(1)
    float read = *(const volatile float*)(in + k);
    return k < 0 ? in[0] : k < n ? read : in[n - 1];
