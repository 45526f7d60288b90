// expect: shared_excess, shared_wavefronts, resources
// A row for every bank: the worst width there is.

// TODO(1)
constexpr int WIDTH = 32;
