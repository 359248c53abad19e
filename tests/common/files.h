#pragma once

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "common/temporary_folder.h"
#include "support/error.h"

namespace engd::testing {

/// Files longer than this cannot be written while it lives: a full disk, as far as programs see.
class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    signal_ = std::signal(SIGXFSZ, SIG_IGN);
    rlimit now = before_;
    now.rlim_cur = bytes;
    ::setrlimit(RLIMIT_FSIZE, &now);
  }
  ~FullDisk() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, signal_);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;

 private:
  rlimit before_{};
  void (*signal_)(int) = SIG_DFL;
};

inline std::string contents(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream all;
  all << stream.rdbuf();
  return all.str();
}

/// The message of the InputError that `action` throws; "" when it throws none.
template <typename Action>
std::string input_error_of(Action action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

inline void replace(std::string& text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  ASSERT_NE(at, std::string::npos) << from;
  text.replace(at, from.size(), to);
}

/// A small complete problem; tests change a line of it.
inline const std::string poisson = R"toml([problem]
title     = "Poisson equation on the unit square"
variables = ["x", "y"]
unknowns  = ["u"]
domain    = { box = [[0, 1], [0, 1]] }

[constants]
k = 2

[functions]
f = "k*pi^2*sin(pi*x)*sin(pi*y)"

[[term]]
name = "interior"
on = "interior"
residual = "laplacian(u) + f"
points = { grid = 30 }

[[term]]
name = "boundary"
on = "boundary"
residual = "u"
points = { grid = 30 }
weight = 1

[solution]
u = "sin(pi*x)*sin(pi*y)"

[network]
layers = [64]
activation = "tanh"
init = { kind = "normal", std = 0.1 }

[optimizer]
method = "engd"
iterations = 500
)toml";

}  // namespace engd::testing
