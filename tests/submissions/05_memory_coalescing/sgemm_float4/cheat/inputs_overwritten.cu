// expect: correctness, hazards
// B comes back with a row of zeros.

// INSTEAD OF
}
// WRITE
    if (row == 0 && gridDim.y == 1)
        const_cast<float*>(B)[col] = 0.0f;
}
