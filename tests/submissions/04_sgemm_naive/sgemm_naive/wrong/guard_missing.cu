// expect: correctness
// No guard: threads beyond the edge read outside A and B and write outside C.

// TODO(2)
