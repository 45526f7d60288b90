// expect: predictions
// One question is not answered.

// TODO(1)
// PREDICT(1): sectors of the loads of A = 192
// PREDICT(2): sectors of the loads of x = ?
