// expect: shared_wavefronts
// The rule of the whole warp applied to a warp of two rows: a 2-way conflict stays.

// TODO(1)
constexpr int PAD_TALL = 1;
constexpr int PAD_OPERAND = 0;
constexpr int PAD_SQUARE = 1;
