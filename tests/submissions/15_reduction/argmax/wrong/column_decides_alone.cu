// expect: correctness
// The comparison of columns is not bound to equal values.

// TODO(1)
    bool b_wins = b.value > a.value || b.column < a.column;
    return b_wins ? b : a;
