// expect: correctness
// The second element is read wherever the first one is: behind the last one, too.

// TODO(1)
    if (i < n)
        sum += in[i] + in[i + BLOCK];
