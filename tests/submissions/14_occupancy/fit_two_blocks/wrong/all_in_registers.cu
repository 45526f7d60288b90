// expect: occupancy
// The whole row waits in registers, as many as the compiler likes: one block.

// TODO(1)
constexpr int PARKED = 0;

// TODO(2)

// TODO(3)

// TODO(4)
