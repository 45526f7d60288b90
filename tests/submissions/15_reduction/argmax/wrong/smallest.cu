// expect: correctness
// Finds the smallest.

// TODO(1)
    bool b_wins = b.value < a.value || (b.value == a.value && b.column < a.column);
    return b_wins ? b : a;
