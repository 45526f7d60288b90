// expect: shared_wavefronts, resources
// Two suits layout 3 only; in layout 1 a column touches every second bank.

// TODO(1)
constexpr int PAD_TALL = 2;
constexpr int PAD_OPERAND = 2;
constexpr int PAD_SQUARE = 2;
