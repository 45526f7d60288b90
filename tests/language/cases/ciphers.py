"""References for ciphers.cu: Python's hashlib, and published test vectors."""

from __future__ import annotations

import hashlib

import numpy as np

from tests.language.case import Array, Cases, Data

cases = Cases("ciphers.cu")
I4, U1, U4 = np.int32, np.uint8, np.uint32
Rng = np.random.Generator


def messages(rng: Rng, count: int, width: int, longest: int) -> tuple[Array, Array, list[bytes]]:
    """(bytes padded to `width`, lengths, the messages)."""
    lengths = rng.integers(0, longest + 1, count).astype(I4)
    lengths[:2] = 0, longest
    texts = [rng.bytes(int(n)) for n in lengths]
    return np.frombuffer(b"".join(t.ljust(width, b"\0") for t in texts), U1), lengths, texts


@cases(grid=2, block=32)
def md5(rng: Rng) -> Data:
    flat, lengths, texts = messages(rng, 64, 56, 55)
    wanted = np.frombuffer(b"".join(hashlib.md5(t).digest() for t in texts), U4)
    return Data({"messages": flat, "lengths": lengths, "width": 56, "digests": np.zeros(256, U4)}, {"digests": wanted})


@cases()
def blake2s(rng: Rng) -> Data:
    flat, lengths, texts = messages(rng, 32, 64, 64)
    wanted = np.frombuffer(b"".join(hashlib.blake2s(t).digest() for t in texts), U4)
    return Data({"messages": flat.view(U4), "lengths": lengths, "digests": np.zeros(256, U4)}, {"digests": wanted})


@cases(block=1)
def chacha20(rng: Rng) -> Data:
    """RFC 8439, section 2.3.2: the key stream alone."""
    stream = (
        "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
        "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"
    )
    data = {
        "key": np.frombuffer(bytes(range(32)), U4), "nonce": np.array([0x09000000, 0x4A000000, 0], U4), "counter": 1,
        "in": np.zeros(16, U4), "out": np.zeros(16, U4),
    }  # fmt: skip
    return Data(data, {"out": np.frombuffer(bytes.fromhex(stream), U4)})


@cases(block=4)
def aes128_counter(rng: Rng) -> Data:
    """NIST SP 800-38A, F.5.1."""
    key, nonce = bytes.fromhex("2b7e151628aed2a6abf7158809cf4f3c"), bytes(range(0xF0, 0xFC))
    plain = bytes.fromhex(
        "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"
        "30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710"
    )
    cipher = bytes.fromhex(
        "874d6191b620e3261bef6864990db6ce9806f66b7970fdff8617187bb9fffdff"
        "5ae4df3edbd5d35e5b4f09020db03eab1e031dda2fbe03d1792170a0f3009cee"
    )
    data = {
        "key": np.frombuffer(key, U1),
        "nonce": np.frombuffer(nonce, U1),
        "first": U4(0xFCFDFEFF),
        "data": np.frombuffer(plain, U1),
    }
    return Data(data, {"data": np.frombuffer(cipher, U1)})


@cases(block=3)
def rc4(rng: Rng) -> Data:
    """The usual vectors: the first six bytes of the streams of three keys."""
    keys = np.frombuffer(b"".join(k.ljust(8, b"\0") for k in (b"Key", b"Wiki", b"Secret")), U1)
    data = {"keys": keys, "lengths": np.array([3, 4, 6], I4), "out": np.zeros(18, U1), "n": 6}
    return Data(data, {"out": np.frombuffer(bytes.fromhex("eb9f7781b7346044db6d41b704d46b053ca8"), U1)})


@cases(block=2)
def xtea_there_and_back(rng: Rng) -> Data:
    """Published vectors for the key 00 01 .. 0f, in big-endian words."""
    key = np.frombuffer(bytes(range(16)), ">u4").astype(U4)
    plain = np.frombuffer(b"ABCDEFGH" + b"AAAAAAAA", ">u4").astype(U4)
    cipher = np.frombuffer(bytes.fromhex("497df3d072612cb5" + "e78f2d13744341d8"), ">u4").astype(U4)
    return Data({"blocks": plain, "k": key, "restored": np.zeros(4, U4)}, {"blocks": cipher, "restored": plain})
