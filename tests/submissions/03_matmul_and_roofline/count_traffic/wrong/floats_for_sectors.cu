// expect: predictions
// Counts the floats that lanes ask for.

// TODO(1)
// PREDICT(1): sectors of the loads of A = 1536
// PREDICT(2): sectors of the loads of x = 768
