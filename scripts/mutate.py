#!/usr/bin/env python3
"""Are the tests able to fail? Changes one place of the source at a time (a sign, a factor, a comparison), builds the
tests concerned and runs them. A mutant that no test notices has survived, and is printed.

    scripts/mutate.py [--only N,M,...] [--list]

Works in a copy of the source, build-mutants/, with its own build; the list below is checked first: every `before` must
stand exactly once in its file.
"""
import argparse
import pathlib
import shutil
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parent.parent
expr, network, backend, linalg, optim = "expr_test", "network_test", "backend_test", "linalg_test", "optim_test"

# (file, before, after, tests that should notice, in the order they are tried)
mutants = [
    # derivatives of formulas
    ("src/expr/derivative.cpp", "return g.add(one, g.multiply(f, f));", "return g.subtract(one, g.multiply(f, f));", [expr]),
    ("src/expr/derivative.cpp", "return g.divide(g.constant(-1), g.unary(Op::sqrt", "return g.divide(g.constant(1), g.unary(Op::sqrt", [expr]),
    ("src/expr/derivative.cpp", "return g.unary(Op::sinh, a);", "return g.negate(g.unary(Op::sinh, a));", [expr]),
    ("src/expr/derivative.cpp", "return g.divide(g.constant(0.5), f);", "return g.divide(one, f);", [expr]),
    ("src/expr/derivative.cpp", "g.constant(2 * std::numbers::inv_sqrtpi)", "g.constant(std::numbers::inv_sqrtpi)", [expr]),
    ("src/expr/derivative.cpp", "g.power(a, g.subtract(b, g.constant(1)))", "g.power(a, b)", [expr]),
    ("src/expr/derivative.cpp", "op == Op::min ? g.subtract(b, a)", "op == Op::max ? g.subtract(b, a)", [expr]),
    ("src/expr/derivative.cpp", "g.add(g.multiply(da, data.b), g.multiply(data.a, db))", "g.subtract(g.multiply(da, data.b), g.multiply(data.a, db))", [expr]),
    ("src/expr/derivative.cpp", "g.divide(g.subtract(da, g.multiply(n, db)), data.b)", "g.divide(g.add(da, g.multiply(n, db)), data.b)", [expr]),
    ("src/expr/derivative.cpp", "d[n] = g.negate(da);", "d[n] = da;", [expr]),
    ("src/expr/derivative.cpp", "if (data.op == Op::normal || data.jet.is_coefficient()) return graph.constant(0);", "if (data.op == Op::normal || data.jet.is_coefficient()) return graph.constant(1);", [expr]),
    # derivatives of activations and of the network
    ("src/network/activation.cpp", "return -2 * t * (1 - q);", "return 2 * t * (1 - q);", [network]),
    ("src/network/activation.cpp", "return (6 * q - 2) * (1 - q);", "return (6 * q - 1) * (1 - q);", [network]),
    ("src/network/activation.cpp", "return t * (16 - 24 * q) * (1 - q);", "return t * (16 - 20 * q) * (1 - q);", [network]),
    ("src/network/activation.cpp", "(120 * q - 120)", "(120 * q - 100)", [network]),
    ("src/network/activation.cpp", "y[i] += factor * tanh_derivative<order>(t[i]);", "y[i] -= factor * tanh_derivative<order>(t[i]);", [network, backend]),
    ("src/backend/cpu/network_reverse.cpp", "double product = c * from[q] * next[q];", "double product = from[q] * next[q];", [backend]),
    ("src/backend/cpu/network_reverse.cpp", "if (l != k) product *= f[l][q];", "product *= f[l][q];", [backend]),
    ("src/backend/cpu/network_reverse.cpp", "sigma(0, channels[c].order() + 1, i)", "sigma(0, channels[c].order(), i)", [backend]),
    ("src/backend/cpu/network_reverse.cpp", "z_bar[q] += m * from[q] * next[q];", "z_bar[q] -= m * from[q] * next[q];", [backend]),
    ("src/backend/cpu/network_reverse.cpp", "g[layer.biases + i] += sum;", "g[layer.biases + i] = sum;", [backend]),
    ("src/backend/cpu/term_block.cpp", "sum += 0.5 * weights_[q] * v[q] * v[q];", "sum += weights_[q] * v[q] * v[q];", [backend]),
    ("src/backend/cpu/term_block.cpp", "to[q] += weights_[q] * v[q] * s[q];", "to[q] += v[q] * s[q];", [backend]),
    # solvers
    ("src/linalg/spectral_factor.cpp", "spectrum_.s = spectrum_.s.cwiseMax(0.0);", "", [linalg, optim]),
    ("src/linalg/spectral_factor.cpp", "(cutoff < 0 ? default_cutoff_ : cutoff)", "(cutoff < 0 ? 0 : cutoff)", [linalg]),
    ("src/linalg/spectral_factor.cpp", "weights_[i] = kept ? 1 / (s + damping) : 0.0;", "weights_[i] = kept ? 1 / s : 0.0;", [linalg]),
    ("src/linalg/spectral_factor.cpp", "combine(weights_, damping > allowed ? damping : 0.0, d);", "combine(weights_, 0.0, d);", [linalg]),
    ("src/linalg/spectral_factor.cpp", "c * c * (s + 2 * damping)", "c * c * (s + damping)", [linalg]),
    ("src/linalg/spectral_factor.cpp", "2 * spectrum_.outside / damping", "spectrum_.outside / damping", [linalg]),
    ("src/linalg/damped_cholesky.cpp", "L_.diagonal().array() += damping;", "L_.diagonal().array() += 2 * damping;", [linalg, optim]),
    ("src/linalg/damped_cholesky.cpp", "x = g + damping_ * v;", "x = g - damping_ * v;", [linalg, optim]),
    ("src/linalg/damped_cholesky.cpp", "product_ = *r - product_;", "product_ = *r + product_;", [linalg, optim]),
    ("src/linalg/damped_cholesky.cpp", "x += g / damping_;", "x += g;", [linalg, optim]),
    ("src/linalg/solver.cpp", "values[solution.rank] > cutoff * values[0]", "values[solution.rank] > 0 * cutoff", [linalg]),
    ("src/linalg/solver.cpp", "G.diagonal().array() += damping;", "G.diagonal().array() -= damping;", [linalg]),
    # steps
    ("src/optim/step_rule.cpp", "losses_[k] < losses_[*best_])) best_ = k;", "losses_[k] > losses_[*best_])) best_ = k;", [optim]),
    ("src/optim/step_rule.cpp", "decrease >= 0.5 * linear && decrease > noise", "decrease >= 0.1 * linear && decrease > noise", [optim]),
    ("src/optim/step_rule.cpp", "ratio * linear + ratio * ratio * (decrease - linear)", "ratio * linear + ratio * (decrease - linear)", [optim]),
    ("src/optim/step_rule.cpp", "state.loss - 1e-4 * step.size * slope", "state.loss + 1e-4 * step.size * slope", [optim]),
    ("src/optim/step_rule.cpp", "std::max(0, step - options.decay_start)", "std::max(0, step)", [optim]),
    ("src/optim/wolfe.cpp", "start.value + sufficient_decrease * t.size * start.slope", "start.value - sufficient_decrease * t.size * start.slope", [optim]),
    ("src/optim/wolfe.cpp", "std::fabs(t.slope) <= -curvature_fraction * start.slope", "std::fabs(t.slope) <= -10 * curvature_fraction * start.slope", [optim]),
    ("src/optim/wolfe.cpp", "if (trial.slope * (high.size - low.size) >= 0) high = low;", "if (trial.slope * (high.size - low.size) < 0) high = low;", [optim]),
    ("src/optim/adam.cpp", "(1 - b2) * g.cwiseAbs2()", "(1 - b1) * g.cwiseAbs2()", [optim]),
    ("src/optim/adam.cpp", "c1 = 1 - std::pow(b1, count_)", "c1 = 1 - std::pow(b1, count_ + 1)", [optim]),
    ("src/optim/bfgs.cpp", "rho * (1 + rho * y.dot(Hy_))", "rho * (1 - rho * y.dot(Hy_))", [optim]),
    ("src/optim/lbfgs.cpp", "d -= alpha[k] * pairs_[k].y;", "d += alpha[k] * pairs_[k].y;", [optim]),
    ("src/optim/momentum.cpp", "rows.now.g.dot(scaled_) - 0.5 * moved_.squaredNorm()", "rows.now.g.dot(scaled_) - moved_.squaredNorm()", [optim]),
    ("src/optim/adaptive_ratio.cpp", "actual >= target * decreases_[k] && actual > 0", "actual >= target * decreases_[k] || actual > 0", [optim]),
    ("src/optim/multi_step.cpp", "trial_ = state.theta + z_.cwiseQuotient(D_);", "trial_ = state.theta - z_.cwiseQuotient(D_);", [optim]),
    ("src/optim/anderson.cpp", "z.noalias() -= moves_", "z.noalias() += moves_", [optim]),
    ("src/linalg/refined_cholesky.cpp", "y_.noalias() -= *B_ * v;", "y_.noalias() += *B_ * v;", [linalg]),
    ("src/linalg/refined_cholesky.cpp", "F_ = M_ + damping * W_;", "F_ = M_ + 2 * damping * W_;", [linalg]),
]


def run(command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **options)


def copy_where_different(source, target):
    """Times stay as they are: a mutant that was taken back is newer than what was built of it."""
    target = pathlib.Path(target)
    content = pathlib.Path(source).read_bytes()
    if not target.exists() or target.read_bytes() != content:
        target.write_bytes(content)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", help="numbers of mutants, from 1")
    parser.add_argument("--list", action="store_true")
    arguments = parser.parse_args()
    for number, (file, before, after, _) in enumerate(mutants, 1):
        found = (root / file).read_text().count(before)
        if found != 1:
            sys.exit(f"mutant {number}: '{before}' stands {found} times in {file}; the list must be brought up to date")
        if arguments.list:
            print(f"{number:3} {file}: {before}  ->  {after or '(nothing)'}")
    if arguments.list:
        return
    chosen = [int(n) for n in arguments.only.split(",")] if arguments.only else range(1, len(mutants) + 1)

    copy = root / "build-mutants" / "source"
    for folder in ("src", "tests", "fuzz", "app", "problems", "docs"):
        shutil.copytree(root / folder, copy / folder, dirs_exist_ok=True, copy_function=copy_where_different)
    copy_where_different(root / "CMakeLists.txt", copy / "CMakeLists.txt")
    build = copy / "build"
    options = ["-DENGD_BENCH=OFF", "-DENGD_CUDA=OFF"]
    if shutil.which("ccache"):
        options.append("-DCMAKE_CXX_COMPILER_LAUNCHER=ccache")
    for command in (["cmake", "-S", copy, "-B", build, "-G", "Ninja", *options],
                    ["ninja", "-C", build, expr, network, backend, linalg, optim]):
        done = run(command)
        if done.returncode:
            sys.exit(done.stdout)

    for test in sorted({test for number in chosen for test in mutants[number - 1][3]}):
        if run([build / "bin" / test, "--gtest_brief=1"]).returncode:
            sys.exit(f"{test} fails without any change")

    survivors = []
    for number in chosen:
        file, before, after, tests = mutants[number - 1]
        place = copy / file
        text = place.read_text()
        place.write_text(text.replace(before, after))
        caught = ""
        for test in tests:
            if run(["ninja", "-C", build, test]).returncode:
                place.write_text(text)
                sys.exit(f"mutant {number} does not compile: the list must be brought up to date")
            try:
                done = run([build / "bin" / test, "--gtest_brief=1", "--gtest_fail_fast"], timeout=600)
                if done.returncode:
                    failed = [l.split("] ")[1].split(" ")[0] for l in done.stdout.splitlines() if "[  FAILED  ]" in l]
                    caught = f"{test}: {failed[0] if failed else 'ended by a signal'}"
            except subprocess.TimeoutExpired:
                caught = f"{test} does not end"
            if caught:
                break
        place.write_text(text)
        print(f"{number:3} {'caught by ' + caught if caught else 'SURVIVED'}   {file}: {before}  ->  {after or '(nothing)'}", flush=True)
        if not caught:
            survivors.append(number)
    print(f"{len(chosen) - len(survivors)} of {len(chosen)} mutants caught; survivors: {survivors or 'none'}")


main()
