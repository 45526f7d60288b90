// expect: resources
// A register array with an index that is known at run time only is a stack frame in local memory.

// INSTEAD OF
        kept[k] = col < cols ? from[col] : -INFINITY;
        best = fmaxf(best, kept[k]);
    }
// WRITE
        kept[(k + rows) % KEPT] = col < cols ? from[col] : -INFINITY;
        best = fmaxf(best, kept[(k + rows) % KEPT]);
    }

// INSTEAD OF
            to[col] = kept[k] - best;
// WRITE
            to[col] = kept[(k + rows) % KEPT] - best;
