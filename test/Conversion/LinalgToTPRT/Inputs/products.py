"""Operands and products of linalg-to-tprt-example.mlir, one tensor a line for safetensors.py."""


def numbers(count, seed):
    return [(seed * i * i + 3 * i) % 11 - 5 for i in range(count)]


def matrix(rows, columns, seed):
    flat = numbers(rows * columns, seed)
    return [flat[i * columns : (i + 1) * columns] for i in range(rows)]


def transpose(m):
    return [list(row) for row in zip(*m)]


def product(m, n):
    return [[sum(x * y for x, y in zip(row, column)) for column in zip(*n)] for row in m]


def show(name, dtype, shape, *matrices):
    values = [str(x) for m in matrices for row in m for x in row]
    print(f"{name}:{dtype}:{shape}={','.join(values)}")


a, b, c = matrix(8, 9, 1), matrix(9, 8, 2), matrix(8, 8, 3)
q, k = [matrix(8, 9, 4), matrix(8, 9, 5)], [matrix(8, 9, 6), matrix(8, 9, 7)]
x = numbers(600, 8)
show("a", "F32", "8x9", a)
show("b", "F32", "9x8", b)
show("c", "F32", "8x8", c)
show("q", "F64", "2x8x9", *q)
show("k", "F64", "2x8x9", *k)
show("x", "F32", "600", [x])
show("h", "BF16", "8x9", a)
show("g", "BF16", "9x8", b)
ab = product(a, b)
show("onto", "F32", "8x8", [[p + r for p, r in zip(row, start)] for row, start in zip(ab, c)])
show("gram", "F32", "9x9", product(transpose(a), a))
show("turned", "F32", "8x8", transpose(ab))
show("scores", "F64", "2x8x8", *(product(m, transpose(n)) for m, n in zip(q, k)))
show("square", "F32", "", [[sum(v * v for v in x)]])
show("wide", "F32", "8x8", ab)
