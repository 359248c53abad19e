#!/usr/bin/env python3
"""Measurements for the inverse problems: exact solutions at scattered points, clean and noisy.

    python3 problems/benchmarks/data/make_inverse_data.py

writes the CSV files beside it, the same ones every time, and prints how exact the clean values are:
the largest difference to the same values with twice the resolution.
"""
import os
import numpy as np

FOLDER = os.path.dirname(os.path.abspath(__file__))


def write(name, columns, comment):
    path = os.path.join(FOLDER, name)
    with open(path, "w") as out:
        out.write("# " + comment + "\n" + ",".join(columns) + "\n")
        for row in zip(*columns.values()):
            out.write(",".join(repr(float(value)) for value in row) + "\n")


def burgers(t, x, nu, points):
    """u_t + u u_x = nu u_xx, u(0, x) = -sin(pi x), by Cole and Hopf's transformation:
    u = -2 nu phi_x / phi, two integrals over the heat kernel, by Gauss and Hermite's rule."""
    z, w = np.polynomial.hermite.hermgauss(points)
    y = x[:, None] - np.sqrt(4 * nu * t)[:, None] * z
    # phi(0, y) = exp(-cos(pi y) / (2 pi nu)), scaled so that it does not overflow
    phi = w * np.exp(-(np.cos(np.pi * y) + 1) / (2 * np.pi * nu))
    return -np.sum(phi * np.sin(np.pi * y), axis=1) / np.sum(phi, axis=1)


def lorenz(times, steps):
    """x' = 10 (y - x), y' = x (15 - z) - y, z' = x y - 8/3 z from (-8, 7, 27), by
    extrapolation of Gragg's method (Bulirsch and Stoer), of order 12."""
    def slope(s):
        x, y, z = s
        return np.array([10 * (y - x), x * (15 - z) - y, x * y - 8 / 3 * z])

    def midpoint(s, h, n):  # Gragg's method, whose error has even powers only
        h = h / n
        a, b = s, s + h * slope(s)
        for _ in range(n - 1):
            a, b = b, a + 2 * h * slope(b)
        return (a + b + h * slope(b)) / 2

    def step(s, h):  # extrapolated to h = 0
        orders = [2, 4, 6, 8, 10, 12]
        table = [midpoint(s, h, n) for n in orders]
        for k in range(1, len(orders)):
            for i in range(len(orders) - 1, k - 1, -1):
                ratio = (orders[i] / orders[i - k]) ** 2
                table[i] = table[i] + (table[i] - table[i - 1]) / (ratio - 1)
        return table[-1]

    state, now, states = np.array([-8.0, 7.0, 27.0]), 0.0, []
    for time in times:
        pieces = max(1, int(np.ceil((time - now) * steps)))
        for _ in range(pieces):
            state = step(state, (time - now) / pieces) if time > now else state
        now = time
        states.append(state)
    return np.array(states).T


def heat(t, x, k):
    """u_t = k u_xx, u(0, x) = sin(pi x) + sin(2 pi x) / 2, u = 0 at both ends."""
    one = np.exp(-k * np.pi**2 * t) * np.sin(np.pi * x)
    return one + np.exp(-4 * k * np.pi**2 * t) * np.sin(2 * np.pi * x) / 2


def main():
    random = np.random.default_rng(6)

    nu, count, sigma = 0.05, 200, 0.01
    t, x = random.uniform(0, 1, count), random.uniform(-1, 1, count)
    u = burgers(t, x, nu, 100)
    error = np.max(np.abs(u - burgers(t, x, nu, 200)))
    print(f"burgers: values exact to {error:.1e}")
    write("burgers_clean.csv", {"t": t, "x": x, "u": u}, f"nu = {nu}, without noise")
    noisy = u + sigma * random.standard_normal(count)
    write("burgers_noisy.csv", {"t": t, "x": x, "u": noisy}, f"nu = {nu}, noise {sigma}")

    times, sigma = np.linspace(0, 3, 61), 0.05
    states = lorenz(times, 100)
    error = np.max(np.abs(states - lorenz(times, 200)))
    print(f"lorenz: values exact to {error:.1e}")
    clean = dict(zip(["t", "x", "y", "z"], [times, *states]))
    write("lorenz_clean.csv", clean, "sigma = 10, rho = 15, beta = 8/3, without noise")
    for name in "xyz":
        clean[name] = clean[name] + sigma * random.standard_normal(len(times))
    write("lorenz_noisy.csv", clean, f"sigma = 10, rho = 15, beta = 8/3, noise {sigma}")

    k, count, sigma = 0.2, 60, 0.01
    t, x = random.uniform(0, 1, count), random.uniform(0, 1, count)
    noisy = heat(t, x, k) + sigma * random.standard_normal(count)
    print("heat: values exact to round-off")
    write("heat_noisy.csv", {"t": t, "x": x, "u": noisy}, f"k = {k}, noise {sigma}")


main()
