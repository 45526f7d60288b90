// expect: predictions
// Half as many conflicts as there are: the rows are 6 chunks apart, and two of eight meet.

// TODO(1)
// PREDICT(1): wavefronts of the ldmatrix = 4
// PREDICT(2): the bank at which the row begins that lane 5 names, 0 to 31 = 24

// INSTEAD OF
#define STRIDE 24    // 24, 32 or 48: halves from one row to the next. Each value is a question of its own
// WRITE
#define STRIDE 48    // 24, 32 or 48: halves from one row to the next. Each value is a question of its own
