// expect: shared_wavefronts
// Without the padding, rows of the transposed tile that one store writes begin in the same bank.

// INSTEAD OF
constexpr int PAD = 4;      // rows of the transposed tile of A start four banks apart and stay 16-byte aligned
// WRITE
constexpr int PAD = 0;      // rows of the transposed tile of A start four banks apart and stay 16-byte aligned
