// expect: predictions
// Counts both warps in each answer.

// TODO(1)
// PREDICT(1): along the rows, requests of the loads = 56
// PREDICT(2): along the rows, sectors of the loads = 864
// PREDICT(3): down the columns, requests of the loads = 56
// PREDICT(4): down the columns, sectors of the loads = 864
