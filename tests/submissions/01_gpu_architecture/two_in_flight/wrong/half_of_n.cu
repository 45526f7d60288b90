// expect: correctness
// Steps by n / 2: where n is odd, the last element has nobody.

// TODO(1)
    int first = me < n / 2 ? me : n;
    int second = me < n / 2 ? me + n / 2 : n;
