// expect: predictions
// Counts all four warps of a block, also the one in which nobody copies.

// TODO(1)
// PREDICT(1): requests of the load, one for each warp in which somebody copies = 12
