// expect: predictions
// Looks at one thread: A in order, so a sector for the whole walk; B a sector for each step and thread.

// TODO(1)
// PREDICT(1): requests, one for each load of A by a warp = 96
// PREDICT(2): sectors of 32 bytes that the loads of A touch = 64
// PREDICT(3): requests of the loads of B = 96
// PREDICT(4): sectors that the loads of B touch = 3072
