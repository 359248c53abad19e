// Whole problem files. What follows a zero byte is an argument of --set.
#include "read/read_problem.h"
#include "slow.h"
#include "support/error.h"
#include "target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const SlowInput slow;
  std::string text(reinterpret_cast<const char*>(data), size);
  std::vector<std::string> overrides;
  if (const std::size_t zero = text.find('\0'); zero != std::string::npos) {
    overrides.push_back(text.substr(zero + 1));
    text.resize(zero);
  }
  try {
    engd::read::read_problem_text("/nonexistent/p.toml", text, overrides);
  } catch (const engd::InputError&) {
  } catch (const std::length_error&) {
  }
  return 0;
}
