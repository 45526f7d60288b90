// expect: shared_wavefronts, resources
// The 16-byte loads stay, but the two rows that a warp stores now overlap in four banks.

// TODO(1)
constexpr int PAD_TALL = 1;
constexpr int PAD_OPERAND = 4;
constexpr int PAD_SQUARE = 2;
