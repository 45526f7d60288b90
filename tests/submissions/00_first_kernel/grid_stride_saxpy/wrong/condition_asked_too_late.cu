// expect: correctness
// A do-while loop asks after the first element: a thread beyond the end has touched it by then.

// TODO(2)
    int i = first;
    do {
        y[i] = a * x[i] + y[i];
        i += threads;
    } while (i < n);
