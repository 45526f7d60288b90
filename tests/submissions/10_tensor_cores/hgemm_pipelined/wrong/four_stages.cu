// expect: correctness
// Four stages, where the launch brings shared memory for three: the last one lies behind its end.

// INSTEAD OF
constexpr int BM = 128, BN = 256, BK = 64, STAGES = 3, THREADS = 256;
// WRITE
constexpr int BM = 128, BN = 256, BK = 64, STAGES = 4, THREADS = 256;
