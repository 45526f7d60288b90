// expect: predictions
// One question is not answered.

// TODO(1)
// PREDICT(1): barriers, one for each time that a warp comes to one = 8
// PREDICT(2): requests, one for each time that a warp stores to the tile = ?
