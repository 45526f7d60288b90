// expect: predictions
// Counts the rounds of one warp; there are two.

// TODO(1)
// PREDICT(1): barriers, one for each time that a warp comes to one = 4
// PREDICT(2): requests, one for each time that a warp stores to the tile = 8
