// expect: correctness
// The element leaves out blockIdx, so that all blocks write the elements of the first.

// INSTEAD OF
#include <cooperative_groups.h>
// WRITE

// INSTEAD OF
    int i = static_cast<int>(cooperative_groups::this_grid().thread_rank());
// WRITE
    int i = thread;
