// expect: predictions
// Believes that one if makes a warp do everything 32 times.

// TODO(1)
// PREDICT(1): divergent branches of A = 0
// PREDICT(2): divergent branches of B = 96
// PREDICT(3): divergent branches of C = 32
// PREDICT(4): divergent branches of loop D = 9
// PREDICT(5): how often warps execute store E, one machine instruction = 18
