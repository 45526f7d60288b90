// expect: shared_wavefronts
// Padding by one breaks the alignment that reading four words at a time needs.

// INSTEAD OF
constexpr int PAD = 4;      // rows of the transposed tile of A start four banks apart and stay 16-byte aligned
// WRITE
constexpr int PAD = 1;      // rows of the transposed tile of A start four banks apart and stay 16-byte aligned
