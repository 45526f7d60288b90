// expect: shared_wavefronts
// Layout 1 without padding: all 32 lanes meet in one bank.

// TODO(1)
constexpr int PAD_TALL = 0;
constexpr int PAD_OPERAND = 0;
constexpr int PAD_SQUARE = 2;
