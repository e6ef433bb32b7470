#!/usr/bin/env python3
"""Puts the models and their tensors into one folder, ready for tp-run.

    materialize.py OUT [NAME...]

The inputs of most models are random numbers, 13 MB of them. They are not kept in
the repository but drawn again, bit for bit: NumPy's `default_rng(seed)` and its
`standard_normal(dtype=float32)`, written out here because tests need nothing but
Python's standard library. `inputs.json` has each file's seed, tensors and SHA-256;
a file that does not come out with that sum is an error. Everything else is linked.
A file that is already there is left alone.
"""

import array
import hashlib
import json
import math
import os
import struct
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
MASK32, MASK64, MASK128 = (1 << 32) - 1, (1 << 64) - 1, (1 << 128) - 1


# --- NumPy's random numbers ---------------------------------------------------------------


def seed_words(seed):
    """SeedSequence(seed).generate_state(8): eight 32-bit words from a small seed."""
    constant, factor = 0x43B0D7E5, 0x931E8875

    def scramble(value):
        nonlocal constant
        value ^= constant
        constant = constant * factor & MASK32
        value = value * constant & MASK32
        return value ^ value >> 16

    pool = [scramble(word) for word in (seed, 0, 0, 0)]
    for source in range(4):
        for target in range(4):
            if source != target:
                mixed = 0xCA01F9DD * pool[target] - 0x4973F715 * scramble(pool[source]) & MASK32
                pool[target] = mixed ^ mixed >> 16
    constant, factor = 0x8B51F9DD, 0x58F38DED
    return [scramble(pool[i % 4]) for i in range(8)]


def to_float32(values):
    """Rounds a list of numbers to float32."""
    return array.array("f", values)


def normal_tables():
    """The 256 layers of the ziggurat for the normal distribution, in float32:
    limits below which a 23-bit number is accepted, widths, and densities."""
    r, area, scale = 3.6541528853610087963519472518, 0.0049286732339746519, 1 << 23
    limits, widths, densities = [0] * 256, [0.0] * 256, [1.0] * 256
    density = math.exp(-0.5 * r * r)
    base = area / density
    limits[0] = int(r / base * scale)
    widths[0], widths[255], densities[255] = base / scale, r / scale, density
    x = r
    for i in range(254, 0, -1):
        below, x = x, math.sqrt(-2 * math.log(area / x + math.exp(-0.5 * x * x)))
        limits[i + 1] = int(x / below * scale)
        widths[i], densities[i] = x / scale, math.exp(-0.5 * x * x)
    return limits, to_float32(widths).tolist(), to_float32(densities).tolist()


LIMITS, WIDTHS, DENSITIES = normal_tables()
TAIL, INVERSE_TAIL = to_float32([3.6541528853610088, 0.27366123732975828])


class Generator:
    """numpy.random.default_rng(seed): the generator PCG64 (XSL-RR)."""

    def __init__(self, seed):
        words = seed_words(seed)
        high, low, stream_high, stream_low = (
            words[i] | words[i + 1] << 32 for i in range(0, 8, 2)
        )
        self.increment = ((stream_high << 64 | stream_low) << 1 | 1) & MASK128
        self.state = self.increment + (high << 64 | low) & MASK128
        self.words = self._words()
        self._step()

    def _step(self):
        self.state = self.state * 0x2360ED051FC65DA44385DF649FCCF645 + self.increment & MASK128
        return self.state

    def _words(self):
        """32-bit words: the low, then the high half of each 64-bit output."""
        while True:
            state = self._step()
            folded, turn = (state >> 64 ^ state) & MASK64, state >> 122
            value = (folded >> turn | folded << 64 - turn) & MASK64
            yield value & MASK32
            yield value >> 32

    def _uniform(self):
        return (next(self.words) >> 8) / (1 << 24)

    def integers(self, bound, count):
        """Integers in [0, bound), where bound is a power of two."""
        assert bound & bound - 1 == 0
        return [next(self.words) * bound >> 32 for _ in range(count)]

    def normals(self, count):
        """`count` float32 numbers, by the ziggurat method."""
        values = []
        words, limits, widths = self.words, LIMITS, WIDTHS
        while len(values) < count:
            word = next(words)
            layer, magnitude = word & 255, word >> 9
            x = magnitude * widths[layer]
            if word & 256:
                x = -x
            if magnitude < limits[layer] or self._accept(layer, x):
                values.append(x)
            elif layer == 0:
                values.append(self._tail(magnitude))
        return to_float32(values)

    def _accept(self, layer, x):
        """Whether x, in the part of a layer that the density cuts, lies below it."""
        if layer == 0:
            return False
        height = DENSITIES[layer - 1] - DENSITIES[layer]
        return height * self._uniform() + DENSITIES[layer] < math.exp(-0.5 * x * x)

    def _tail(self, magnitude):
        while True:
            logs = to_float32([math.log1p(-self._uniform()), math.log1p(-self._uniform())])
            x, y = to_float32([-INVERSE_TAIL * logs[0]])[0], -logs[1]
            if y + y > x * x:
                return -(TAIL + x) if magnitude & 256 else TAIL + x


# --- Files --------------------------------------------------------------------------------


def scaled(name, shape, x):
    """A parameter from standard normal numbers: gains near 1, biases and vectors a
    tenth, embeddings a half, matrices by the square root of their inputs."""
    key, tenth = name.split(".")[-1], to_float32([0.1])[0]
    if key.startswith("g"):
        return to_float32([1 + v for v in to_float32([tenth * v for v in x])])
    if len(shape) <= 1:
        return to_float32([tenth * v for v in x])
    if key in ("emb", "pos"):
        return to_float32([0.5 * v for v in x])
    root = math.sqrt(shape[-2])
    return to_float32([v / root for v in x])


def to_bfloat16(x):
    """The bytes of float32 numbers rounded to bfloat16, ties to even."""
    bits = array.array("I", x.tobytes())
    return array.array("H", [b + 0x7FFF + (b >> 16 & 1) >> 16 for b in bits]).tobytes()


def draw(recipe):
    """The bytes of a safetensors file."""
    generator = Generator(recipe["seed"])
    tensors = []
    for name, kind, dtype, shape in recipe["tensors"]:
        count = math.prod(shape)
        if kind == "token":
            data = array.array("i", generator.integers(recipe["vocabulary"], count)).tobytes()
        else:
            x = generator.normals(count)
            if kind == "parameter":
                x = scaled(name, shape, x)
            # The tail takes log1pf from the C library, which may be one unit off in
            # the last place; so were these when the file was made.
            for index, value in recipe.get("exceptions", {}).get(name, []):
                x[index] = value
            data = to_bfloat16(x) if dtype == "BF16" else x.tobytes()
        tensors.append((kind == "token", name, dtype, shape, data))
    tensors.sort(key=lambda t: t[:2])
    header, begin = {}, 0
    for _, name, dtype, shape, data in tensors:
        end = begin + len(data)
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [begin, end]}
        begin = end
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text + b"".join(t[4] for t in tensors)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    out, names = sys.argv[1], sys.argv[2:]
    os.makedirs(out, exist_ok=True)

    def wanted(file):
        path = os.path.join(out, file)
        return (not names or file.split(".")[0] in names) and not os.path.exists(path)

    for file in sorted(os.listdir(HERE)):
        if file.endswith((".mlir", ".safetensors")) and wanted(file):
            os.symlink(os.path.join(HERE, file), os.path.join(out, file))
    with open(os.path.join(HERE, "inputs.json")) as recipes:
        for name, recipe in json.load(recipes).items():
            file = name + ".inputs.safetensors"
            if not wanted(file):
                continue
            data = draw(recipe)
            if hashlib.sha256(data).hexdigest() != recipe["sha256"]:
                sys.exit(f"materialize.py: error: {file} came out different from the original")
            path = os.path.join(out, file)
            with open(path + ".tmp", "wb") as stream:
                stream.write(data)
            os.replace(path + ".tmp", path)


if __name__ == "__main__":
    main()
