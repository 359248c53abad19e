#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "check/findings.h"
#include "read/problem_text.h"

namespace engd::check::testing {

/// What is found in a problem file, each as "LINE: KIND: TEXT".
inline std::vector<std::string> found(const std::string& toml) {
  std::vector<std::string> texts;
  for (const Finding& finding : find(engd::testing::problem_from(toml)))
    texts.push_back(std::to_string(finding.place.line) + ": " + problem::name(finding.kind) + ": " +
                    finding.text);
  return texts;
}

/// One thing is found, with this beginning ("13: boundary: ") and this in its text.
inline void expect_found(const std::string& toml, const std::string& beginning,
                         const std::string& part) {
  const std::vector<std::string> texts = found(toml);
  ASSERT_EQ(texts.size(), 1u) << ::testing::PrintToString(texts);
  EXPECT_EQ(texts[0].substr(0, beginning.size()), beginning) << texts[0];
  EXPECT_NE(texts[0].find(part), std::string::npos) << texts[0];
}

inline void expect_nothing(const std::string& toml) {
  EXPECT_EQ(found(toml), std::vector<std::string>{});
}

inline void expect_kind(const std::string& toml, const std::string& kind) {
  for (const std::string& text : found(toml))
    if (text.find(": " + kind + ": ") != std::string::npos) return;
  ADD_FAILURE() << "no finding of kind " << kind << " in\n" << toml;
}

/// `text` with `to` in the place of `from`.
inline std::string with(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

inline const std::string poisson = R"toml([problem]
variables = ["x", "y"]
domain = { box = [[0, 1], [0, 1]] }
[functions]
f = "2*pi^2*sin(pi*x)*sin(pi*y)"
[[term]]
name = "inside"
on = "interior"
residual = "laplacian(u) + f"
[[term]]
name = "edges"
on = "boundary"
residual = "u"
[solution]
u = "sin(pi*x)*sin(pi*y)"
)toml";

inline const std::string heat = R"toml([problem]
variables = ["t", "x"]
domain = { t = [0, 1], x = [0, 1] }
[[term]]
name = "equation"
on = "interior"
residual = "u_t - u_xx/4"
[[term]]
name = "start"
on = "initial"
residual = "u - sin(pi*x)"
[[term]]
name = "ends"
on = "lateral"
residual = "u"
)toml";

inline const std::string heat_solution = "[solution]\nu = \"exp(-pi^2*t/4)*sin(pi*x)\"\n";

}  // namespace engd::check::testing
