// expect: correctness
// Adds the number of the element where it should add 1.

// TODO(1)
        atomicAdd(count, i);
