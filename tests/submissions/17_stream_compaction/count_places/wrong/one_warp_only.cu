// expect: predictions
// Counts one warp where four are asked for.

// TODO(1)
// PREDICT(1): lanes of a warp at one address in A = 16
// PREDICT(2): passes of A, all warps together = 16
// PREDICT(3): passes of B, all warps together = 1
// PREDICT(4): passes of C, all warps together = 1
// PREDICT(5): sectors that D stores to, all warps together = 2
// PREDICT(6): sectors that E stores to, all warps together = 4
