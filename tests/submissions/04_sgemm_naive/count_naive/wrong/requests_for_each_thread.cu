// expect: predictions
// Counts a request for each thread.

// TODO(1)
// PREDICT(1): requests, one for each load of A by a warp = 3072
// PREDICT(2): sectors of 32 bytes that the loads of A touch = 192
// PREDICT(3): requests of the loads of B = 3072
// PREDICT(4): sectors that the loads of B touch = 192
