// expect: shared_excess, shared_wavefronts
// The index has another name and the same stride.

// TODO(1)
        int index = tid * (128 / working);
        if (tid < working)
            part[index] += part[index + 64 / working];
