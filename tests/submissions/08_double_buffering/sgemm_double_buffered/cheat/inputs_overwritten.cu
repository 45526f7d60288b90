// expect: correctness
// The last thing a block does is to clear what it read, so that nobody can repeat the sum.

// INSTEAD OF
        }
    }
}
// WRITE
        }
    }
    if (K > 0 && blockIdx.x == 0 && blockIdx.y == 0 && thread == 0)
        const_cast<float*>(A)[0] = 0.0f;
}
