#!/usr/bin/env python3
"""Writes the samples of the inverse problems, data/*.csv here, in held/ and in more/."""
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


def growth(t):
    return 3 / (1 + 14 * math.exp(-1.2 * t))


def transport(x, t):
    return math.exp(-0.45 * t) * math.sin(3 * (x - 0.8 * t))


def oscillator(t):
    return math.exp(-0.1 * t) * math.cos(math.sqrt(3.99) * t)


def write(name, solution, box, count, noise=0, columns="x,t,u"):
    draw = random.Random(1)
    rows = [columns]
    for _ in range(count):
        point = [round(draw.uniform(*side), 4) for side in box]
        value = solution(*point) + (draw.gauss(0, noise) if noise else 0)
        rows.append(",".join(repr(value) for value in [*point, value]))
    path = HERE / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(rows) + "\n")


write("data/inverse_porous.csv", porous, [(-1, 1), (1, 2)], 40)
write("held/data/inverse_wave.csv", wave, [(0, 1), (0, 2)], 60)
write("more/data/noisy_growth.csv", growth, [(0, 8)], 40, 0.03, "t,y")
write("more/data/noisy_transport.csv", transport, [(0, 2), (0, 1)], 150, 0.02)
write("more/data/noisy_oscillator.csv", oscillator, [(0, 10)], 60, 0.05, "t,q")
