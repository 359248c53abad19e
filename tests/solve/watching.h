#pragma once

#include <functional>

#include "solve/observer.h"

namespace engd::testing {

/// An observer of which a test says what it does.
struct Watching final : solve::Observer {
  std::function<void(const solve::Moment&)> seen = {};
  std::function<bool()> stop = {};
  std::function<void(bool leaving, const Save& save)> kept = {};

  void see(const solve::Moment& moment) override {
    if (seen) seen(moment);
  }
  bool wants_to_stop() override { return stop && stop(); }
  void keep(int, bool leaving, const Save& save) override {
    if (kept) kept(leaving, save);
  }
};

}  // namespace engd::testing
