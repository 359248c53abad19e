#pragma once

#include <engd/error.hpp>
#include <exception>
#include <functional>
#include <string>
#include <utility>

#include "support/error.h"

namespace engd::api {

/// What an observer, a step rule or an activation of the program has thrown, on its way through the
/// library, which must not take it for its own.
struct Foreign {
  std::exception_ptr thrown;
};

/// Calls what belongs to the program.
template <typename F>
decltype(auto) foreign(F&& call) {
  try {
    return std::forward<F>(call)();
  } catch (...) {
    throw Foreign{std::current_exception()};
  }
}

/// Says a complaint in the words of the program that uses the library.
using Retell = std::function<Complaint(const Complaint&)>;
/// --set k=v becomes set("k", "v").
Complaint retell_set(const Complaint& complaint);

/// A sentence for users of the program, whose options are those of the library.
std::string in_cxx(std::string sentence);
Error to_error(const Complaint& complaint);
/// Rethrows the exception that is being handled, as an Error where it is of the library.
[[noreturn]] void rethrow(const Retell& retell);

/// Runs what a public function does.
template <typename F>
decltype(auto) guarded(F&& work, const Retell& retell = retell_set) {
  try {
    return std::forward<F>(work)();
  } catch (...) {
    rethrow(retell);
  }
}

}  // namespace engd::api
