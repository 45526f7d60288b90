// expect: shared_wavefronts
// The answers to layouts 1 and 3 exchanged.

// TODO(1)
constexpr int PAD_TALL = 2;
constexpr int PAD_OPERAND = 0;
constexpr int PAD_SQUARE = 1;
