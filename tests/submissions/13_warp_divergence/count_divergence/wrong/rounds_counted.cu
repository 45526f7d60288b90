// expect: predictions
// Counts the rounds of a loop for the times that lanes part.

// TODO(1)
// PREDICT(1): divergent branches of A = 0
// PREDICT(2): divergent branches of B = 3
// PREDICT(3): divergent branches of C = 1
// PREDICT(4): divergent branches of loop D = 18
// PREDICT(5): how often warps execute store E, one machine instruction = 18
