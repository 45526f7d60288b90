// expect: correctness
// No guard: threads beyond the end write outside the arrays.

// INSTEAD OF
    if (i < n) {
// WRITE

// INSTEAD OF
}
// WRITE
