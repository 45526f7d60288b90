// expect: shared_wavefronts
// "Always pad by one": right for layout 1, harmful for 2, half a cure for 3.

// TODO(1)
constexpr int PAD_TALL = 1;
constexpr int PAD_OPERAND = 1;
constexpr int PAD_SQUARE = 1;
