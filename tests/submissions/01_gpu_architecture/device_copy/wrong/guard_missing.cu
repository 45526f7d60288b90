// expect: correctness
// The first element of a thread is copied before anybody asked whether there is one.

// TODO(1)
    int i = first;
    do {
        out[i] = in[i];
        i += stride;
    } while (i < n);
