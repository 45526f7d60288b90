"""The machine code of sm_90: 128-bit words as typed instructions, and as text.

NVIDIA does not publish the encoding. What stands here was found with nvdisasm: bits of real words flipped one by one,
and every instruction of every kernel in this repository compared (tests/sass).
"""
