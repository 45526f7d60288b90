// expect: predictions
// A guess in words is no prediction.

// TODO(1)
// PREDICT(1): requests of the load, one for each warp in which somebody copies = about nine
