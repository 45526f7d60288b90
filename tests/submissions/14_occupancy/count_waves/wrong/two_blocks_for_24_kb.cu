// expect: predictions
// Two blocks for 24 KB, as a slide says: then 228 KB would be 48.

// TODO(1)
// PREDICT(1): blocks on a multiprocessor at once = 2
// PREDICT(2): waves of blocks = 8
// PREDICT(3): blocks in the last wave = 1
