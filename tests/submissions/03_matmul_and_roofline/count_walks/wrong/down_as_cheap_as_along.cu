// expect: predictions
// Counts sectors by bytes alone, whatever the order of the lanes.

// TODO(1)
// PREDICT(1): along the rows, requests of the loads = 32
// PREDICT(2): along the rows, sectors of the loads = 96
// PREDICT(3): down the columns, requests of the loads = 24
// PREDICT(4): down the columns, sectors of the loads = 96
