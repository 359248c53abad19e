#!/usr/bin/env python3
"""FastLSQ beside engd, on FastLSQ's own examples, in one run on the same cores.

FastLSQ is given the frequency ("scale") of its random features: for each number of features the best of a list, by the
exact error; what is timed is the solve with that frequency alone. engd gets the bare files of of_fastlsq/ and looks for
its networks and frequencies itself; what is timed is the whole program. Printed: the least time in which each of them
reaches an accuracy.

    python3 -m venv peers && peers/bin/pip install fastlsq
    peers/bin/python bench/peers/beside_fastlsq.py [--engd build/bin/engd] [--threads 2] [NAME...]
"""
import argparse
import json
import pathlib
import statistics
import subprocess
import tempfile
import time

import torch
from fastlsq.api import solve_linear, solve_nonlinear
from fastlsq.problems import linear, nonlinear

HERE = pathlib.Path(__file__).parent / "of_fastlsq"
LINEAR = {"poisson5d": linear.PoissonND, "wave": linear.Wave1D, "wave2d": linear.Wave2D_MS,
          "helmholtz": linear.Helmholtz2D, "maxwell": linear.Maxwell2D_TM}
NONLINEAR = {"nl_poisson": nonlinear.NLPoisson2D, "bratu": nonlinear.Bratu2D,
             "burgers_steady": nonlinear.SteadyBurgers1D, "nl_helmholtz": nonlinear.NLHelmholtz2D}
SIZES, SCALES = [100, 200, 400, 800, 1500], [0.5, 1, 2, 3, 5, 8, 12]
TARGETS, REPETITIONS = [1e-7, 1e-12], 3


def relative_error(problem, solver):
    x = problem.get_test_points(5000)
    exact = problem.exact(x)
    return float(torch.linalg.norm(solver.basis.evaluate(x) @ solver.beta - exact) / torch.linalg.norm(exact))


def fastlsq_once(name, size, scale):
    problem = (LINEAR | NONLINEAR)[name]()
    begin = time.perf_counter()
    solve = solve_linear if name in LINEAR else solve_nonlinear
    result = solve(problem, scale=scale, n_blocks=1, hidden_size=size, auto_scale=False, return_solver=True,
                   return_metrics=False, verbose=False, n_pde=max(600, 3 * size), n_bc=max(200, size))
    seconds = time.perf_counter() - begin
    return relative_error(problem, result["solver"]), seconds


def fastlsq(name):
    """(error, seconds) for each number of features, at the best frequency."""
    found = []
    for size in SIZES:
        error, scale = min((fastlsq_once(name, size, scale)[0], scale) for scale in SCALES)
        runs = [fastlsq_once(name, size, scale) for _ in range(REPETITIONS)]
        found.append((statistics.median(e for e, _ in runs), statistics.median(s for _, s in runs)))
    return found


def engd(program, name, accuracy, threads):
    runs = []
    for _ in range(REPETITIONS):
        with tempfile.TemporaryDirectory() as folder:
            begin = time.perf_counter()
            subprocess.run([program, "solve", HERE / f"{name}.toml", "--accuracy", str(accuracy), "--threads",
                            str(threads), "--no-report", "--quiet", "--out", folder + "/run"], check=False)
            seconds = time.perf_counter() - begin
            summary = json.loads(pathlib.Path(folder, "run", "summary.json").read_text())
        runs.append((summary["rel_l2"]["median"], seconds))
    return runs[0][0], statistics.median(seconds for _, seconds in runs)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--engd", default="build/bin/engd")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    torch.set_default_dtype(torch.float64)
    torch.set_num_threads(arguments.threads)
    print("| problem | target | FastLSQ: error | seconds | engd: error | seconds |\n|---|---|---|---|---|---|")
    for name in arguments.names or [*LINEAR, *NONLINEAR]:
        peers = fastlsq(name)
        for target in TARGETS:
            reached = [one for one in peers if one[0] <= target]
            error, seconds = min(reached, key=lambda one: one[1]) if reached else min(peers)
            ours, own = engd(arguments.engd, name, target, arguments.threads)
            print(f"| {name} | {target:.0e} | {error:.1e} | {seconds:.3f} | {ours:.1e} | {own:.3f} |", flush=True)


if __name__ == "__main__":
    main()
