// expect: determinism, machine_code
// Parts are added up in the order in which blocks come.

// TODO(1)
        atomicAdd(out, part[0]);
        is_last = false;
