// expect: predictions
// Counts a second barrier, which only a single buffer needs.

// TODO(1)
// PREDICT(1): barriers, one for each time that a warp comes to one = 16
// PREDICT(2): requests, one for each time that a warp stores to the tile = 16
