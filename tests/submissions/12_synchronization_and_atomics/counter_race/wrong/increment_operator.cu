// expect: correctness, hazards
// ++ looks like one step, and is a load, an addition and a store.

// TODO(1)
        ++*count;
