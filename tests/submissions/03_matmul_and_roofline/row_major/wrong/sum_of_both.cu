// expect: correctness
// Neighbouring rows are not one element apart.

// TODO(1)
    int index = row + col;
