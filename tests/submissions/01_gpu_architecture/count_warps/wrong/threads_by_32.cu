// expect: predictions
// 60 / 32, rounded up, for each block: as if the 60 stood side by side.

// TODO(1)
// PREDICT(1): requests of the load, one for each warp in which somebody copies = 6
