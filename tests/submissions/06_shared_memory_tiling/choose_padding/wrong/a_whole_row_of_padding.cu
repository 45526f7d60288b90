// expect: shared_wavefronts, resources
// 64 floats a row: twice the memory, the same 32-way conflict.

// TODO(1)
constexpr int PAD_TALL = 32;
constexpr int PAD_OPERAND = 0;
constexpr int PAD_SQUARE = 2;
