// expect: correctness
// Leaves the matrices as they are.

// TODO(1)
            continue;
