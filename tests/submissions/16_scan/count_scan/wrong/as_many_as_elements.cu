// expect: predictions
// Takes it that a scan adds as often as a sum: 255 additions by 8 warps.

// TODO(1)
// PREDICT(1): barriers, counted once for each warp that waits = 136
// PREDICT(2): store requests of the lines A, one for each warp that stores = 255
// PREDICT(3): shared-memory wavefronts of these stores = 255
