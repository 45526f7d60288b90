// expect: predictions
// 7 / 2 rounded down: the tile that is not full is forgotten.

// TODO(1)
// PREDICT(1): barriers, one for each time that a warp comes to one = 6
// PREDICT(2): requests, one for each time that a warp stores to the tile = 12
