// expect: predictions
// Two questions are not answered.

// TODO(1)
// PREDICT(1): requests, one for each load of A by a warp = 96
// PREDICT(2): sectors of 32 bytes that the loads of A touch = 192
// PREDICT(3): requests of the loads of B = ?
// PREDICT(4): sectors that the loads of B touch = many
