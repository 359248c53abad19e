#pragma once

/// Solves partial differential equations with neural networks, to machine precision.
///
///     #include <engd/engd.hpp>
///
///     engd::Problem problem = engd::read("mine.toml");
///     engd::Solution solution = engd::solve(problem, {.threads = 2, .accuracy = 1e-8});
///     std::cout << solution({0.5, 0.5}) << " +- " << *solution.estimate() << '\n';
///
/// The headers, in the order in which they are best read:
///     functions.hpp    read, parse, check, solve, load
///     problem.hpp      what is to be solved: from a file, from a text, or stated in C++
///     expression.hpp   formulas made by operators
///     finding.hpp      what is probably not meant
///     options.hpp      how it is solved
///     observer.hpp     looking on, and stopping
///     solution.hpp     values, derivatives, integrals, coefficients, errors; files
///     error.hpp        what is thrown
///     step_rule.hpp    a step rule of your own
///     activation.hpp   an activation of your own
///
/// The library prints nothing, handles no signals and never ends the program. What is shared by all
/// threads of a process:
///   - Threads of BLAS. Solves of one thread each run at the same time. A solve with several
///   threads
///     has the library for itself: solves and evaluations of other threads wait for its end, and it
///     waits for theirs. To solve from inside an observer is refused (ErrorCode::busy); to evaluate
///     there is fine.
///   - Step rules and activations that were added. They may be added at any time, from any thread.
///   - When the library is loaded OpenBLAS gets one thread, also for other users in the process.
/// A Problem is used by one thread at a time. A Solution may be read by several.

#include <engd/version.h>

#include <engd/activation.hpp>
#include <engd/error.hpp>
#include <engd/expression.hpp>
#include <engd/finding.hpp>
#include <engd/functions.hpp>
#include <engd/observer.hpp>
#include <engd/options.hpp>
#include <engd/problem.hpp>
#include <engd/solution.hpp>
#include <engd/step_rule.hpp>
