// expect: predictions
// Counts four sectors for a row, as if all 32 lanes had an element in it.

// TODO(1)
// PREDICT(1): along the rows, requests of the loads = 32
// PREDICT(2): along the rows, sectors of the loads = 128
// PREDICT(3): down the columns, requests of the loads = 24
// PREDICT(4): down the columns, sectors of the loads = 768
