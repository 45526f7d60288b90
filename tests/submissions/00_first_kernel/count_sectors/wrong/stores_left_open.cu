// expect: predictions
// One question is not answered.

// TODO(1)
// PREDICT(1): requests, one for each load of 32 threads = 23
// PREDICT(2): sectors of 32 bytes that the loads touch = 90
// PREDICT(3): sectors that the stores touch = ?
