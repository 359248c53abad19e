#pragma once

#include <string>
#include <string_view>

#include "pairs/child.h"
#include "pairs/factor.h"

namespace engd::pairs {

/// What a case came to. Work says so in its report: a first line "ran", "refused" or "failed", and
/// what there is to say about it.
struct Verdict {
  enum class Kind { ran, refused, failed };
  Kind kind = Kind::failed;
  std::string text;
};
/// Signals and words of BLAS and LAPACK are failures, whatever the work says.
Verdict judge(const Ended& ended);

inline std::string ran() {
  return "ran\n";
}
inline std::string refused(const std::string& message) {
  return "refused\n" + message;
}
inline std::string failed(const std::string& what) {
  return "failed\n" + what;
}

/// Failures that are known and wait for their mend: by a part of their text, and two of the levels
/// ("a|b": one of these; "!a|b": none of these).
struct Known {
  std::string text, factor, levels, other, others, why;
};
const Known* known_failure(const Choice& choice, const std::string& text);

/// Runs `check` and three iterations of `solve`, as the program does.
std::string solve_case(const Choice& choice, const std::filesystem::path& folder);
/// A run that is abandoned at a random moment and gone on with ends with the same bits.
std::string resume_case(const Choice& choice, const std::filesystem::path& folder);
/// The same at every moment.
std::string resume_everywhere(const Choice& choice, const std::filesystem::path& folder);
/// The plain reference agrees with the CPU: losses, gradient, rows; also behind a frozen network
/// and in the second window.
std::string reference_case(const Choice& choice, const std::filesystem::path& folder);
/// Equivalent forms of the same problem agree.
std::string forms_case(const Choice& choice, const std::filesystem::path& folder);

}  // namespace engd::pairs
