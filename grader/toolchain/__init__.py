"""CUDA C++ to PTX and machine code, with no GPU, driver or toolkit."""
