// expect: shared_wavefronts
// Layout 3 without padding: eight lanes meet in each of four banks.

// TODO(1)
constexpr int PAD_TALL = 1;
constexpr int PAD_OPERAND = 0;
constexpr int PAD_SQUARE = 0;
