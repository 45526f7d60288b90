// expect: divergence, work
// Nothing is sorted: every warp has all four kinds.

// TODO(1)
    // nothing

// TODO(2)
    // nothing

// TODO(3)
    // nothing
