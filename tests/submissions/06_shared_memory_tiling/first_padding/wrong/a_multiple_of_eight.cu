// expect: shared_excess, shared_wavefronts, resources
// 24 looks round, and eight words share a bank.

// TODO(1)
constexpr int WIDTH = 24;
