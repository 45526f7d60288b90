// expect: predictions
// Takes each segment for a tile, and stores only those that exist.

// TODO(1)
// PREDICT(1): barriers, one for each time that a warp comes to one = 14
// PREDICT(2): requests, one for each time that a warp stores to the tile = 14
