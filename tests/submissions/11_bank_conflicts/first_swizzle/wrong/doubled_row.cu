// expect: shared_excess, shared_wavefronts
// Twice the row, cut to 32: rows 16 apart mix in the same number, and two words meet in every second bank.

// TODO(1)
    return column ^ (2 * row % 32);
