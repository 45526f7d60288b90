// expect: shared_excess, shared_wavefronts
// The same swap in every row: banks get other names, and nothing else.

// TODO(1)
    return (row * CHUNKS + (chunk ^ 5)) * 8;
