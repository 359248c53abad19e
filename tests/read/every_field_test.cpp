// Every key of problem files set to what nobody should write: refused with the key, the value and
// what is allowed, or listed here as valid. The keys come from the reader itself, which names them
// all when it is given one that does not exist; so none can be forgotten.
#include <algorithm>
#include <regex>
#include <set>

#include "common/files.h"
#include "read/read_problem.h"

namespace engd::read {
namespace {

using testing::input_error_of;
using testing::TemporaryFolder;

const std::string base = R"toml([problem]
title = "a"
variables = ["x", "y", "t"]
unknowns = ["u"]
domain = { x = [0, 1], y = [0, 1], t = [0, 1] }
automatic = { accuracy = 1e-8, time = 60, work = 1e11 }
hard_start = true
[constants]
k = 2
[functions]
f = "x"
[coefficients]
c = { start = 1, positive = true }
[subdomains.core]
shape = "disk"
radius = 0.2
center = [0.5, 0.5]
[hard.u]
value = "t"
on = "initial"
distance = "auto"
[[term]]
name = "inside"
on = "interior"
residual = "u_t - c*u_xx + f"
points = { random = 10, resample = 1, adapt = "rad" }
weight = 1
measure = "mean"
[[term]]
name = "measured"
data = "data.csv"
noise = 0.1
[solution]
u = { value = "x", on = "interior" }
c = 1
[network]
layers = [4]
activation = "tanh"
normalize = false
init = { kind = "normal", std = 0.1 }
features = { kind = "fourier", count = 3 }
scale = { u = 2 }
[optimizer]
method = "adaptive"
[evaluation]
points = { grid = 3 }
every = 1
[units]
x = "m"
)toml";

/// In three coordinates, with any shape.
const std::string solid = R"toml([problem]
variables = ["x", "y", "z"]
domain = { shape = "ball", radius = 1 }
[[term]]
on = "interior"
residual = "laplacian(u)"
points = { sobol = 5 }
)toml";
const std::string flat = R"toml([problem]
variables = ["x", "y"]
domain = { shape = "disk", radius = 1 }
[[term]]
on = "interior"
residual = "laplacian(u)"
points = { sobol = 5 }
)toml";

const std::vector<std::string> values{
    "nan",  "inf",  "-inf",          "-1", "0",  "9223372036854775807", "9223372036854775808",
    "\"\"", "true", "\"nonsense!\"", "[]", "{}", "1979-05-27"};

const std::string big = "9223372036854775807", text_of_big = "9223372036854775808";

/// What is valid although it looks strange: by a pattern of the key.
struct Valid {
  const char* keys;
  std::set<std::string> values;
};
const std::vector<Valid> valid{
    // Formulas and numbers: any finite one. 2^63 is no integer of TOML; it is read as a formula.
    {R"((constants\.k|functions\.f|coefficients\.c|solution\.(u|c|u\.value)|hard\.u\.value))",
     {"-1", "0", big, text_of_big}},
    {R"(problem\.domain\.angle)", {"-1", "0", big, text_of_big}},
    {R"((problem\.domain\.(x\.1|radius|outer)|coefficients\.c\.start|term\.0\.(weight|noise)))",
     {big, text_of_big}},
    {R"(network\.(features\.)?scale)", {big, text_of_big, "{}"}},
    {R"(term\.0\.points\.power|network\.init\.std|optimizer\.(epsilon|learning_rate|target_error))",
     {big}},
    {R"(term\.0\.(causal|points\.floor)|problem\.automatic\.accuracy)", {"0", big}},
    {R"(problem\.automatic\.(time|work))", {big}},
    {R"(problem\.automatic)", {"true", "{}"}},
    {R"(optimizer\.(damping|minimum_rate|gradient_tolerance|time_limit|acceleration))", {"0", big}},
    {R"(optimizer\.target_loss)", {"-1", "0", big}},
    {R"(optimizer\.(cutoff|beta1|beta2|grid_count|decay_start|momentum|corrections|least_progress))",
     {"0"}},
    {R"(optimizer\.iterations)", {"0", "{}"}},
    {R"(optimizer\.metric)", {"{}"}},
    {R"(network\.(separable|features\.seed)|evaluation\.(every|points\.resample))", {"0"}},
    // Texts for people.
    {R"(problem\.(title|published))", {"\"nonsense!\"", text_of_big}},
    {R"(problem\.domain\.name)", {"\"nonsense!\"", text_of_big}},
    // Switches, and tables in which everything has a default.
    {R"(problem\.hard_start|coefficients\.c\.positive|network\.(normalize|features\.trainable))",
     {"true"}},
    {R"(constants|subdomains|hard|hard\.u|solution|network|network\.init|optimizer|evaluation|units)",
     {"{}"}},
};

struct Finding {
  std::string key, value, message;
};

/// A file, tables in it, and what comes of writing to them.
class Sweep {
 public:
  Sweep(const std::string& text, std::vector<std::string> always = {})
      : always_(std::move(always)) {
    folder_.write("data.csv", "x,y,t,u\n0.5,0.5,0.5,1\n0.2,0.3,0.7,2\n");
    file_ = folder_.write("p.toml", text).string();
  }

  std::string message(const std::string& argument) const {
    std::vector<std::string> overrides = always_;
    overrides.push_back(argument);
    return input_error_of([&] { read_problem(file_, overrides); });
  }

  /// The keys of the table at `path` ("" is the file itself).
  std::vector<std::string> keys_of(const std::string& path) const {
    const std::string told = message(path.empty() ? "qqqqqq=1" : path + ".qqqqqq=1");
    const std::size_t at = told.find("Allowed: ");
    EXPECT_NE(told.find("unknown key 'qqqqqq'"), std::string::npos) << path << ": " << told;
    EXPECT_NE(at, std::string::npos) << told;
    if (at == std::string::npos) return {};
    std::vector<std::string> keys;
    const std::string list = told.substr(at + 9);
    const std::regex word("[A-Za-z0-9_]+");
    for (std::sregex_iterator it(list.begin(), list.end(), word), end; it != end; ++it)
      keys.push_back(it->str());
    return keys;
  }

  std::vector<Finding> findings(const std::string& key) const {
    std::vector<Finding> all;
    for (const std::string& value : values) all.push_back({key, value, message(key + "=" + value)});
    return all;
  }

 private:
  TemporaryFolder folder_;
  std::vector<std::string> always_;
  std::string file_;
};

const std::vector<std::string> tables{"",
                                      "problem",
                                      "problem.automatic",
                                      "coefficients.c",
                                      "subdomains.core",
                                      "hard.u",
                                      "term.0",
                                      "term.0.points",
                                      "solution.u",
                                      "network",
                                      "network.init",
                                      "network.features",
                                      "optimizer",
                                      "evaluation",
                                      "evaluation.points"};
/// Keys that are names of the user's own, and items of lists.
const std::vector<std::string> named{
    "constants.k", "functions.f",      "coefficients.c",     "hard.u",           "solution.u",
    "solution.c",  "problem.domain.x", "problem.domain.x.1", "network.layers.0", "units.x"};

/// Taken away, these are missed elsewhere, and the message points there.
const std::set<std::string> missed_elsewhere{"coefficients={}", "functions={}", "problem.time=\"\"",
                                             "subdomains.core.radius=" + big,
                                             "subdomains.core.radius=" + text_of_big};

std::string last_name(const std::string& key) {
  const std::regex name(R"(([A-Za-z_]\w*)(\.\d+)?$)");
  std::smatch found;
  return std::regex_search(key, found, name) ? found[1].str() : key;
}

const std::regex explanation(
    "must|one of|Allowed: |known: |unexpected|there is no|written|says "
    "nothing|needs|belongs|exclude|"
    "bring|cannot|both");

/// A message names the argument or the key, and what would be right or is in the way.
void expect_refused_or_listed(const std::vector<Finding>& findings, const std::string& where) {
  for (const Finding& finding : findings) {
    const bool listed = std::any_of(valid.begin(), valid.end(), [&](const Valid& one) {
      return one.values.contains(finding.value) &&
             std::regex_match(finding.key, std::regex(one.keys));
    });
    const std::string what = where + finding.key + " = " + finding.value;
    EXPECT_EQ(finding.message.empty(), listed) << what << ": " << finding.message;
    if (finding.message.empty() || missed_elsewhere.contains(finding.key + "=" + finding.value))
      continue;
    const std::string argument = "--set " + finding.key + "=" + finding.value + ": ";
    const bool pointed_at = finding.message.starts_with(argument);
    const std::string told = pointed_at ? finding.message.substr(argument.size()) : finding.message;
    EXPECT_TRUE(pointed_at || told.find(last_name(finding.key)) != std::string::npos)
        << what << ": " << told;
    EXPECT_TRUE(std::regex_search(told, explanation)) << what << ": " << told;
  }
}

/// Keys of optimisers belong to methods and step rules: those under which each is looked at.
std::vector<std::string> setting_of(const std::string& key) {
  const std::vector<std::pair<const char*, std::vector<std::string>>> settings{
      {"damping|cutoff", {"method=engd"}},
      {"metric", {"method=hngd"}},
      {"history|curvature", {"method=lbfgs"}},
      {"beta1|beta2|epsilon|learning_rate|decay_.*|minimum_rate", {"method=adam"}},
      {"step|grid_.*", {"method=gd"}}};
  std::vector<std::string> overrides;
  for (const auto& [keys, chosen] : settings)
    if (std::regex_match(key, std::regex(std::string(R"(optimizer\.()") + keys + ")")))
      for (const std::string& one : chosen) overrides.push_back("optimizer." + one);
  return overrides;
}

TEST(EveryFieldTest, IsRefusedOrListedAsValid) {
  const Sweep sweep(base);
  ASSERT_EQ(sweep.message("problem.title=b"), "");
  std::vector<std::string> keys = named;
  for (const std::string& table : tables)
    for (const std::string& key : sweep.keys_of(table))
      keys.push_back(table.empty() ? key : table + "." + key);
  EXPECT_GE(keys.size(), 100u);
  for (const std::string& key : keys)
    if (key != "term.0.noise")
      expect_refused_or_listed(Sweep(base, setting_of(key)).findings(key), "");
}

// Of the rules for points there is one a table.
TEST(EveryFieldTest, RulesForPoints) {
  const Sweep sweep(base);
  for (const std::string rule : {"grid", "trapezoid", "gauss", "random", "sobol", "halton", "file"})
    for (const std::string& value : values) {
      const std::string told = sweep.message("term.0.points={ " + rule + " = " + value + " }");
      EXPECT_NE(told.find(rule), std::string::npos) << rule << " = " << value << ": " << told;
    }
}

TEST(EveryFieldTest, DensitiesDataAndNoise) {
  std::string text = flat;
  testing::replace(text, "residual = \"laplacian(u)\"", "density = \"u^2\"");
  expect_refused_or_listed(Sweep(text).findings("term.0.density"), "");
  text = flat;
  testing::replace(text, "points = { sobol = 5 }\n", "");
  for (const Finding& finding : Sweep(text).findings("term.0.data"))
    EXPECT_NE(finding.message.find("data"), std::string::npos) << finding.value;
  expect_refused_or_listed(Sweep(text).findings("term.0.noise"), "");
}

TEST(EveryFieldTest, ShapesLikewise) {
  const std::string disk = "{ shape = \"disk\", radius = 1 }";
  const std::vector<std::pair<std::string, std::string>> shapes{
      {flat, disk},
      {flat, "{ shape = \"ellipse\", radii = [1, 2], angle = 1 }"},
      {flat, "{ shape = \"annulus\", inner = 1, outer = 2 }"},
      {flat, "{ shape = \"polygon\", vertices = [[0, 0], [1, 0], [0, 1]] }"},
      {flat, "{ shape = \"box\", box = [[0, 1], [0, 1]] }"},
      {flat, "{ shape = \"union\", of = [" + disk + ", { shape = \"box\", box = [0, 1] }] }"},
      {solid, "{ shape = \"ball\", radius = 1 }"},
      {solid, "{ shape = \"ellipsoid\", radii = [1, 2, 3] }"},
      {solid, "{ shape = \"shell\", inner = 1, outer = 2 }"},
      {solid, "{ shape = \"stl\", file = \"nothing.stl\" }"},
  };
  for (const auto& [text, shape] : shapes) {
    const Sweep sweep(text, {"problem.domain=" + shape});
    for (const std::string& key : sweep.keys_of("problem.domain"))
      expect_refused_or_listed(sweep.findings("problem.domain." + key), shape + " ");
  }
}

TEST(EveryFieldTest, ATypoOfOneLetterIsRefusedWithTheRightKey) {
  const Sweep sweep(base);
  for (const std::string& table : tables)
    for (const std::string& key : sweep.keys_of(table)) {
      if (key.size() < 4) continue;  // nothing is near enough to be suggested
      std::string typo = key;
      typo.erase(key.size() / 2, 1);
      const std::string told = sweep.message((table.empty() ? "" : table + ".") + typo + "=1");
      EXPECT_NE(told.find("unknown key '" + typo + "'"), std::string::npos) << told;
      EXPECT_NE(told.find("did you mean '" + key + "'"), std::string::npos) << told;
    }
}

}  // namespace
}  // namespace engd::read
