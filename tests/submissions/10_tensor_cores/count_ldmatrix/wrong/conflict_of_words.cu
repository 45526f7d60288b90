// expect: predictions
// The stride's gcd with the 32 banks, as for single words: 16 words have 16 ways.

// TODO(1)
// PREDICT(1): wavefronts of the ldmatrix = 64
// PREDICT(2): the bank at which the row begins that lane 5 names, 0 to 31 = 16

// INSTEAD OF
#define STRIDE 24    // 24, 32 or 48: halves from one row to the next. Each value is a question of its own
// WRITE
#define STRIDE 32    // 24, 32 or 48: halves from one row to the next. Each value is a question of its own
