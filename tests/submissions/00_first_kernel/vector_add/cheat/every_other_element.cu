// expect: correctness
// Computes half of the elements; the other half takes the value of the neighbour.

// TODO(2)
    int from = i / 2 * 2;

    if (i < n)
        c[i] = a[from] + b[from];
