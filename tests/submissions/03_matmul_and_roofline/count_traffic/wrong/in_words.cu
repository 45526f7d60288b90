// expect: predictions
// The intensity, which is what the numbers are for, and a guess in words.

// TODO(1)
// PREDICT(1): sectors of the loads of A = 0.33
// PREDICT(2): sectors of the loads of x = as many
