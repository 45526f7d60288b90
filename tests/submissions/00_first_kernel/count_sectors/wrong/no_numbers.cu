// expect: predictions
// A guess in words is no prediction.

// TODO(1)
// PREDICT(1): requests, one for each load of 32 threads = many
// PREDICT(2): sectors of 32 bytes that the loads touch = 90 or so
// PREDICT(3): sectors that the stores touch = -90
