// expect: predictions
// Counts one of the three steps.

// TODO(1)
// PREDICT(1): requests, one for each load of A by a warp = 32
// PREDICT(2): sectors of 32 bytes that the loads of A touch = 64
// PREDICT(3): requests of the loads of B = 32
// PREDICT(4): sectors that the loads of B touch = 64
