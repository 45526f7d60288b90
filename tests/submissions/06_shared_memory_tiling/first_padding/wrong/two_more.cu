// expect: shared_excess, shared_wavefronts, resources
// 22 is even: two words in a bank.

// TODO(1)
constexpr int WIDTH = 22;
