#!/usr/bin/env python3
"""Reference solutions of the benchmarks that have no formula, as problems/benchmarks/data/NAME.csv.

    scripts/reference.py [allen_cahn | kdv | ks | cavity]...

The first three are periodic in x: Fourier series, and ETDRK4 in time (the linear part is exact; its
functions by contour integrals). The cavity is solved for the stream function, with polynomials that
satisfy all conditions, by Galerkin's and Newton's methods. Each is computed twice, the second time
with half the step and twice the modes (the cavity: a third more polynomials); the relative L2
difference of the two is printed and stands in the first line of the file: the error of what is
written, which is the finer one, is smaller. Needs numpy.
"""
import pathlib
import sys

import numpy as np
from numpy.polynomial import Legendre, Polynomial

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "problems" / "benchmarks" / "data"


def etdrk4(linear, nonlinear, v, step, steps, every):
    """v' = linear v + nonlinear(v) for the Fourier coefficients v; every so many steps a row."""
    roots = np.exp(1j * np.pi * (np.arange(1, 65) - 0.5) / 32)
    z = step * linear[:, None] + roots
    mean = lambda f: f.mean(axis=1)
    half, full = np.exp(step * linear / 2), np.exp(step * linear)
    q = step * mean((np.exp(z / 2) - 1) / z)
    f1 = step * mean((-4 - z + np.exp(z) * (4 - 3 * z + z**2)) / z**3)
    f2 = step * mean((2 + z + np.exp(z) * (z - 2)) / z**3)
    f3 = step * mean((-4 - 3 * z - z**2 + np.exp(z) * (4 - z)) / z**3)
    if not np.iscomplexobj(linear):
        q, f1, f2, f3 = q.real, f1.real, f2.real, f3.real
    rows = [v]
    for k in range(1, steps + 1):
        at_v = nonlinear(v)
        a = half * v + q * at_v
        at_a = nonlinear(a)
        b = half * v + q * at_a
        at_b = nonlinear(b)
        c = half * a + q * (2 * at_b - at_v)
        v = full * v + f1 * at_v + 2 * f2 * (at_a + at_b) + f3 * nonlinear(c)
        if k % every == 0:
            rows.append(v)
    return rows


def dealiased(function, n):
    """The coefficients of a polynomial of u, of degree three at most, from those of u."""
    m = 2 * n

    def apply(v):
        padded = np.zeros(m // 2 + 1, complex)
        padded[: v.size] = v
        return np.fft.rfft(function(np.fft.irfft(padded) * (m / n)))[: v.size] * (n / m)

    return apply


def on_grid(rows, n, points):
    """Values on a coarser grid of the period, which is a part of the fine one."""
    return np.array([np.fft.irfft(v)[:: n // points] for v in rows])


def allen_cahn(n, steps, times, points):
    # Exact coefficients: at x = +-1 the start has a corner, and interpolation would alias it.
    def cosine_moment(m):
        m = np.abs(m)
        return np.where(m == 0, 2 / 3, 4 * (-1.0) ** m / (np.pi * np.maximum(m, 1)) ** 2)

    k = np.arange(n // 2 + 1)
    v = (cosine_moment(k - 1) + cosine_moment(k + 1)) / 4 * (-1.0) ** k * n  # x = -1 comes first
    v[-1] = 0
    linear = -1e-4 * (np.pi * k) ** 2 + 5
    cube = dealiased(lambda u: -5 * u**3, n)
    rows = etdrk4(linear, cube, v.astype(complex), 1 / steps, steps, steps // (times - 1))
    values = on_grid(rows, n, points)
    x = -1 + 2 * np.arange(points) / points
    values[0] = x**2 * np.cos(np.pi * x)
    return values


def kdv(n, steps, times, points):
    x = -1 + 2 * np.arange(n) / n
    k = np.pi * np.arange(n // 2 + 1)
    k[-1] = 0
    square = dealiased(lambda u: u**2, n)
    rows = etdrk4(1j * 0.022**2 * k**3, lambda v: -0.5j * k * square(v),
                  np.fft.rfft(np.cos(np.pi * x)), 1 / steps, steps, steps // (times - 1))
    return on_grid(rows, n, points)


def ks(n, steps, times, points):
    x = 2 * np.pi * np.arange(n) / n
    k = np.arange(n // 2 + 1.0)
    odd = k.copy()
    odd[-1] = 0
    square = dealiased(lambda u: u**2, n)
    rows = etdrk4(100 / 16**2 * k**2 - 100 / 16**4 * k**4, lambda v: -0.5j * 100 / 16 * odd * square(v),
                  np.fft.rfft(np.cos(x) * (1 + np.sin(x))), 1 / steps, steps, steps // (times - 1))
    return on_grid(rows, n, points)


def clamped_basis(n, s):
    """(1 - s^2)^2 P_k(s), k < n, and the derivatives up to the fourth."""
    columns = []
    for k in range(n):
        f = Legendre.basis(k) * Polynomial([1, 0, -2, 0, 1]).convert(kind=Legendre)
        columns.append([f.deriv(m)(s) if m else f(s) for m in range(5)])
    return np.array(columns).transpose(1, 2, 0)  # derivative, point, function


def cavity(n, reynolds, points):
    """u and v on a uniform grid. The stream function is that of the lid, 16 x^2 (1-x)^2 y^2 (y-1),
    and polynomials with vanishing values and slopes on the boundary."""
    nodes, weights = np.polynomial.legendre.leggauss(3 * n // 2)
    lid = Polynomial([0, 0, 16, -32, 16])
    rise = Polynomial([0, 0, -1, 1])

    def parts(s):
        basis = clamped_basis(n, s) * (2.0 ** np.arange(5))[:, None, None]
        x = (1 + s) / 2
        of_x = np.array([lid.deriv(m)(x) if m else lid(x) for m in range(5)])
        of_y = np.array([rise.deriv(m)(x) if m else rise(x) for m in range(5)])
        return basis, of_x, of_y

    basis, of_x, of_y = parts(nodes)
    operator = lambda i, j: np.kron(basis[i], basis[j])
    lift = lambda i, j: np.outer(of_x[i], of_y[j]).ravel()
    of = {ij: operator(*ij) for ij in [(1, 0), (0, 1), (3, 0), (1, 2), (2, 1), (0, 3)]}
    test = (operator(0, 0) * np.kron(weights, weights)[:, None]).T
    bilaplace = operator(4, 0) + 2 * operator(2, 2) + operator(0, 4)
    c = np.zeros(n * n)
    for _ in range(20):
        d = {ij: matrix @ c + lift(*ij) for ij, matrix in of.items()}
        vorticity_x, vorticity_y = d[3, 0] + d[1, 2], d[2, 1] + d[0, 3]
        residual = (bilaplace @ c + lift(4, 0) + 2 * lift(2, 2) + lift(0, 4)) / reynolds - (
            d[0, 1] * vorticity_x - d[1, 0] * vorticity_y)
        slope = bilaplace / reynolds - (
            vorticity_x[:, None] * of[0, 1] + d[0, 1][:, None] * (of[3, 0] + of[1, 2])
            - vorticity_y[:, None] * of[1, 0] - d[1, 0][:, None] * (of[2, 1] + of[0, 3]))
        change = np.linalg.solve(test @ slope, test @ residual)
        c -= change
        if np.linalg.norm(change) <= 1e-12 * np.linalg.norm(c):
            break
    basis, of_x, of_y = parts(np.linspace(-1, 1, points))
    u = np.kron(basis[0], basis[1]) @ c + np.outer(of_x[0], of_y[1]).ravel()
    v = -np.kron(basis[1], basis[0]) @ c - np.outer(of_x[1], of_y[0]).ravel()
    return np.array([u, v])


def write(name, header, columns, error, how):
    FOLDER.mkdir(exist_ok=True)
    with open(FOLDER / f"{name}.csv", "w") as file:
        file.write(f"# {how}; relative L2 difference from half the resolution {error:.1e}\n{header}\n")
        for row in zip(*columns):
            file.write(",".join(f"{value:.16g}" for value in row) + "\n")
    print(f"{name}: {len(columns[0])} points, {how}; difference from half the resolution {error:.1e}")


def relative(a, b):
    return np.linalg.norm(a - b) / np.linalg.norm(b)


# name: solver, modes, steps, times, points in x, interval
PERIODIC = {
    "allen_cahn": (allen_cahn, 4096, 2000, 26, 128, (-1, 1)),
    "kdv": (kdv, 1024, 20000, 26, 128, (-1, 1)),
    "ks": (ks, 512, 60000, 26, 128, (0, 2 * np.pi)),
}


def make(name):
    if name == "cavity":
        n, points = 56, 41
        coarse, fine = cavity(3 * n // 4, 100, points), cavity(n, 100, points)
        grid = np.linspace(0, 1, points)
        x, y = (a.ravel() for a in np.meshgrid(grid, grid, indexing="ij"))
        write(name, "x,y,u,v", [x, y, *fine], relative(coarse, fine), f"{n}^2 polynomials")
        return
    solver, n, steps, times, points, (a, b) = PERIODIC[name]
    coarse, fine = solver(n // 2, steps // 2, times, points), solver(n, steps, times, points)
    t, x = np.meshgrid(np.linspace(0, 1, times), a + (b - a) * np.arange(points) / points, indexing="ij")
    write(name, "x,t,u", [x.ravel(), t.ravel(), fine.ravel()], relative(coarse, fine),
          f"{n} modes, {steps} steps")


if __name__ == "__main__":
    for name in sys.argv[1:] or [*PERIODIC, "cavity"]:
        make(name)
