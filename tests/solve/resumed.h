#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "backend/device.h"
#include "problem/problem.h"
#include "results/checkpoint_file.h"
#include "solve/watching.h"
#include "solve/windows.h"

namespace engd::testing {

/// What a run leaves: parameters of all networks, and a line for every moment that an observer saw.
struct Trace {
  std::vector<std::string> lines;
  std::vector<Vector> parameters;
  std::string ending;
};

inline std::string bits(double value) {
  std::uint64_t image = 0;
  std::memcpy(&image, &value, sizeof image);
  return " " + std::to_string(image);
}

inline std::string bits(const cpu::Errors& errors) {
  std::string text = bits(errors.rel_l2) + bits(errors.rel_h1.value_or(-1));
  for (const cpu::UnknownErrors& one : errors.by_unknown)
    text += " " + std::to_string(one.unknown) + bits(one.rel_l2.value_or(-1)) +
            bits(one.rel_h1.value_or(-1));
  return text;
}

/// Runs; leaves at the moment number `leave` (every iteration has one) with a checkpoint that has
/// gone through its file format.
inline Trace train(problem::Problem problem, int leave, std::optional<StateArchive::Values>& kept,
                   backend::Device device = backend::Device::cpu, int threads = 1) {
  solve::Windows windows(problem, 3, threads, device);
  Trace trace;
  StateArchive archive = kept ? StateArchive(*kept) : StateArchive();
  Watching watching;
  int moments = 0;
  bool leaving = false;
  watching.kept = [&](bool, const solve::Observer::Save& save) {
    if (!leaving) return;
    StateArchive saved;
    save(saved);
    kept = results::read_checkpoint_image(results::checkpoint_image(saved), "checkpoint");
  };
  watching.seen = [&](const solve::Moment& moment) {
    if (leaving) return;  // the last moment of a run that is left belongs to the next one
    std::string line = std::to_string(moment.iteration) + bits(moment.loss) +
                       bits(moment.state.step) + bits(moment.state.damping) +
                       bits(moment.state.theta.sum());
    for (const double one : moment.loss_by_term) line += bits(one);
    if (moment.error) line += bits(moment.error->measure(moment.state.theta));
    trace.lines.push_back(std::move(line));
  };
  watching.stop = [&] { return leaving = leaving || (leave >= 0 && moments++ == leave); };
  const solve::Solved solved = windows.run(watching, kept ? &archive : nullptr);
  for (const solve::Piece& piece : solved.pieces) {
    for (const auto& frozen : piece.level.frozen) trace.parameters.push_back(frozen.theta);
    trace.parameters.push_back(piece.theta);
  }
  trace.ending = solved.ending.sentence;
  if (solved.errors) trace.ending += bits(*solved.errors);
  return trace;
}

/// Leaving after `leave` moments and going on equals not leaving, to the bit. `make` reads the
/// problem again for every run.
template <typename Make>
void expect_same_run_of(const Make& make, std::initializer_list<int> leaves,
                        backend::Device device = backend::Device::cpu, int threads = 1) {
  std::optional<StateArchive::Values> none;
  const Trace whole = train(make(), -1, none, device, threads);
  for (const int leave : leaves) {
    std::optional<StateArchive::Values> kept;
    const Trace first = train(make(), leave, kept, device, threads);
    ASSERT_TRUE(kept) << "the run ended before moment " << leave << ": " << first.ending;
    const Trace second = train(make(), -1, kept, device, threads);
    std::vector<std::string> joined = first.lines;
    joined.insert(joined.end(), second.lines.begin(), second.lines.end());
    EXPECT_EQ(joined, whole.lines) << "left at " << leave;
    EXPECT_EQ(second.parameters, whole.parameters) << "left at " << leave;
    EXPECT_EQ(second.ending, whole.ending) << "left at " << leave;
  }
}

}  // namespace engd::testing
