#!/usr/bin/env python3
"""Writes the samples of the inverse problems, data/*.csv here and in held/."""
import math
import pathlib
import random

HERE = pathlib.Path(__file__).parent


def porous(x, t):
    s = t / 2
    return s ** (-1 / 3) * (1 - x * x / (12 * s ** (2 / 3)))


def wave(x, t):
    total = 0
    for k, size in ((1, 1), (3, 0.5)):
        a = math.sqrt(1.44 * (k * math.pi) ** 2 - 0.09)
        total += size * math.sin(k * math.pi * x) * (math.cos(a * t) + 0.3 / a * math.sin(a * t))
    return math.exp(-0.3 * t) * total


def write(name, solution, box, count):
    draw = random.Random(1)
    rows = ["x,t,u"]
    for _ in range(count):
        point = [round(draw.uniform(*side), 4) for side in box]
        rows.append(",".join(repr(value) for value in [*point, solution(*point)]))
    (HERE / name).write_text("\n".join(rows) + "\n")


write("data/inverse_porous.csv", porous, [(-1, 1), (1, 2)], 40)
write("held/data/inverse_wave.csv", wave, [(0, 1), (0, 2)], 60)
