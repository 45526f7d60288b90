// expect: shared_wavefronts
// An odd row length: ptxas cannot merge the loads of layout 2 into 16-byte ones.

// TODO(1)
constexpr int PAD_TALL = 1;
constexpr int PAD_OPERAND = 1;
constexpr int PAD_SQUARE = 2;
