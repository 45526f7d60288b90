// expect: predictions
// Counts a request for each thread that loads.

// TODO(1)
// PREDICT(1): along the rows, requests of the loads = 768
// PREDICT(2): along the rows, sectors of the loads = 96
// PREDICT(3): down the columns, requests of the loads = 768
// PREDICT(4): down the columns, sectors of the loads = 768
