#!/usr/bin/env python3
"""Small safetensors files for tests, good ones and bad ones.

    safetensors.py write FILE TENSOR...    TENSOR is NAME:DTYPE:SHAPE=VALUES, where SHAPE
                                           is 2x3 or empty, VALUES are 1,2,3 or `iota`
    safetensors.py raw FILE LENGTH HEADER BYTES
                                           this header text, said to have LENGTH bytes
                                           (or `true`), and so many bytes of zeros
    safetensors.py print FILE              a line for each tensor: name, dtype, shape, values
"""

import json
import math
import struct
import sys

# dtype: (struct format, bytes); BF16 has none and goes through F32.
FORMATS = {
    "BOOL": "?", "U8": "B", "I8": "b", "U16": "H", "I16": "h", "U32": "I", "I32": "i",
    "U64": "Q", "I64": "q", "F16": "e", "F32": "f", "F64": "d",
}  # fmt: skip


def pack(dtype, values):
    if dtype == "BF16":  # truncated: test values are exact
        return b"".join(struct.pack("<f", v)[2:] for v in values)
    if dtype[0] != "F":
        values = [int(v) for v in values]
    return struct.pack(f"<{len(values)}{FORMATS[dtype]}", *values)


def unpack(dtype, data):
    if dtype == "BF16":
        pairs = [data[i : i + 2] for i in range(0, len(data), 2)]
        return [struct.unpack("<f", b"\0\0" + pair)[0] for pair in pairs]
    code = FORMATS[dtype]
    return list(struct.unpack(f"<{len(data) // struct.calcsize(code)}{code}", data))


def write(path, *tensors):
    header, body = {}, b""
    for text in tensors:
        description, values = text.split("=")
        name, dtype, sizes = description.rsplit(":", 2)
        shape = [int(size) for size in sizes.split("x")] if sizes else []
        count = math.prod(shape)
        numbers = range(count) if values == "iota" else [float(v) for v in values.split(",") if v]
        if len(numbers) != count:
            sys.exit(f"{text}: {len(numbers)} values for {count} elements")
        data = pack(dtype, numbers)
        header[name] = {
            "dtype": dtype,
            "shape": shape,
            "data_offsets": [len(body), len(body) + len(data)],
        }
        body += data
    text = json.dumps(header).encode()
    with open(path, "wb") as stream:
        stream.write(struct.pack("<Q", len(text)) + text + body)


def raw(path, length, header, count):
    text = header.encode()
    size = len(text) if length == "true" else int(length)
    with open(path, "wb") as stream:
        stream.write(struct.pack("<Q", size) + text + bytes(int(count)))


def show(path):
    with open(path, "rb") as stream:
        content = stream.read()
    (size,) = struct.unpack("<Q", content[:8])
    body = content[8 + size :]
    for name, entry in sorted(json.loads(content[8 : 8 + size]).items()):
        begin, end = entry["data_offsets"]
        values = unpack(entry["dtype"], body[begin:end])
        print(name, entry["dtype"], entry["shape"], *(f"{v:g}" if isinstance(v, float) else int(v) for v in values))


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    {"write": write, "raw": raw, "print": show}[sys.argv[1]](*sys.argv[2:])
