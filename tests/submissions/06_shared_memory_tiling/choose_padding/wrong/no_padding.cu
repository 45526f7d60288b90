// expect: shared_wavefronts
// No padding anywhere: the column walks of layouts 1 and 3 conflict 32-way and 8-way.

// TODO(1)
constexpr int PAD_TALL = 0;
constexpr int PAD_OPERAND = 0;
constexpr int PAD_SQUARE = 0;
