// expect: resources
// Eight elements in shared memory: 56 are left for 64 registers, and the addresses need some, too.

// TODO(1)
constexpr int PARKED = 8;
