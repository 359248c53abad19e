// Every mistake in a problem file once: the whole message, with its place.

#include "common/files.h"
#include "read/read_problem.h"

namespace engd::read {
namespace {

using testing::input_error_of;
using testing::poisson;
using testing::TemporaryFolder;

/// The poisson file with one piece replaced, and the message that must come of it.
struct Mistake {
  std::string from, to;
  std::string message;  ///< after "FILE:"; "@" where the words are another library's
};

/// `message` is `pattern` with anything in place of its "@".
bool matches(const std::string& message, const std::string& pattern) {
  const std::size_t at = pattern.find('@');
  if (at == std::string::npos) return message == pattern;
  return message.size() + 1 >= pattern.size() && message.starts_with(pattern.substr(0, at)) &&
         message.ends_with(pattern.substr(at + 1));
}

void PrintTo(const Mistake& mistake, std::ostream* out) {
  *out << mistake.to;
}

std::string message_of(const std::string& text) {
  const TemporaryFolder folder;
  const std::string file = folder.write("p.toml", text).string();
  std::string message = input_error_of([&] { read_problem(file); });
  for (std::size_t at; (at = message.find(file)) != std::string::npos;) {
    message.replace(at, file.size(), "FILE");
  }
  return message;
}

class Messages : public ::testing::TestWithParam<Mistake> {};

TEST_P(Messages, AreClear) {
  std::string text = poisson;
  testing::replace(text, GetParam().from, GetParam().to);
  const std::string message = message_of(text);
  const std::string pattern = "FILE:" + GetParam().message;
  EXPECT_TRUE(matches(message, pattern)) << message << "\ninstead of\n" << pattern;
}

const std::string interior_residual = "residual = \"laplacian(u) + f\"";

INSTANTIATE_TEST_SUITE_P(
    Syntax, Messages,
    ::testing::Values(Mistake{"weight = 1", "weight = = 1", "24:10: TOML syntax: @"},
                      Mistake{"[constants]\n", "[constants]\nk = 1\n", "9:5: TOML syntax: @"}));

INSTANTIATE_TEST_SUITE_P(
    Keys, Messages,
    ::testing::Values(
        Mistake{"[solution]", "[solutions]",
                "26:2: unknown key 'solutions' in the file; did you mean 'solution'? Allowed: "
                "problem, constants, coefficients, functions, subdomains, hard, term, solution, "
                "network, optimizer, evaluation, units"},
        Mistake{"title     =", "titel     =",
                "2:1: unknown key 'titel' in problem; did you mean 'title'? Allowed: title, "
                "variables, unknowns, time, domain, periodic, windows, hard_start, published, "
                "silence, automatic"},
        Mistake{
            "residual = \"lap", "residul = \"lap",
            "16:1: unknown key 'residul' in term.0; did you mean 'residual'? Allowed: name, on, "
            "residual, density, points, weight, measure, shift, causal, data, noise"},
        Mistake{"u = \"sin(pi", "w = \"sin(pi", "27:1: unknown key 'w' in solution. Allowed: u"},
        Mistake{
            "layers", "layres",
            "30:1: unknown key 'layres' in network; did you mean 'layers'? Allowed: kind, layers, "
            "activation, init, normalize, harmonics, features, skip, separable, connections, "
            "scale"},
        Mistake{"std = 0.1", "sdt = 0.1",
                "32:27: unknown key 'sdt' in network.init; did you mean 'std'? Allowed: kind, std, "
                "scale, connections"},
        Mistake{"iterations = 500", "iteration = 500",
                "36:1: unknown key 'iteration' in optimizer; did you mean 'iterations'? Allowed: "
                "method, iterations, starts, low_ratio, @, progress_iterations, target_error"},
        Mistake{"iterations = 500", "iterations = { adma = 5 }",
                "36:16: unknown key 'adma' in optimizer.iterations; did you mean 'adam'? Allowed: "
                "auto, adaptive, multistep, engd, hngd, gd, adam, bfgs, lbfgs"},
        Mistake{"iterations = 500", "[evaluation]\nevry = 1",
                "37:1: unknown key 'evry' in evaluation; did you mean 'every'? Allowed: points, "
                "every, reference, up_to"},
        Mistake{"points = { grid = 30 }", "points = { gird = 30 }",
                "17:12: unknown key 'gird' in term.0.points; did you mean 'grid'? Allowed: grid, "
                "trapezoid, gauss, random, sobol, halton, file, resample, adapt, power, floor"},
        Mistake{
            "points = { grid = 30 }", "points = { random = 30, adapt = \"rad\" }",
            "17:33: term.0.points.adapt = \"rad\": needs resample = k: how often the points are "
            "drawn again"},
        Mistake{"points = { grid = 30 }",
                "points = { random = 30, resample = 1, adapt = \"r3\", power = 2 }",
                "17:61: term.0.points.power = 2: belongs to adapt = \"rad\""},
        Mistake{"weight = 1", "causal = 1", "24:10: term.1.causal = 1: no coordinate is the time"},
        Mistake{"variables = [\"x\", \"y\"]\n", "", "1:1: problem needs the key 'variables'"},
        Mistake{"domain    = { box = [[0, 1], [0, 1]] }\n", "",
                "1:1: problem needs the key 'domain'"},
        Mistake{"on = \"interior\"\n", "", "13:1: term.0 needs the key 'on'"}));

INSTANTIATE_TEST_SUITE_P(
    Names, Messages,
    ::testing::Values(
        Mistake{"[\"x\", \"y\"]", "[\"x\", \"x\"]",
                "3:19: the coordinate 'x' clashes: 'x' is a coordinate"},
        Mistake{
            "[\"x\", \"y\"]", "[\"x\", \"2y\"]",
            "3:19: problem.variables = \"2y\": must be a name such as \"x\", or a family such as "
            "\"x[5]\" with 1 to 1000 members"},
        Mistake{
            "[\"x\", \"y\"]", "[\"x\", \"y[0]\"]",
            "3:19: problem.variables = \"y[0]\": must be a name such as \"x\", or a family such "
            "as \"x[5]\" with 1 to 1000 members"},
        Mistake{"[\"x\", \"y\"]", "[\"x\", \"y[2\"]",
                "3:19: problem.variables = \"y[2\": must be a name such as \"x\", or a family such "
                "as \"x[5]\" with 1 to 1000 members"},
        Mistake{"[\"x\", \"y\"]", "[\"x1\", \"x[2]\"]",
                "3:20: the coordinate 'x1' clashes: 'x1' is a coordinate"},
        Mistake{"[\"x\", \"y\"]", "[\"x[600]\", \"y[600]\"]",
                "3:24: problem.variables = \"y[600]\": there are more than 1000 coordinates"},
        Mistake{"[\"x\", \"y\"]", "[]",
                "3:13: problem.variables = []: must be a list that is not empty"},
        Mistake{"[\"x\", \"y\"]", "[\"x\", 1]",
                "3:19: problem.variables = 1: must be a string that is not empty"},
        Mistake{"unknowns  = [\"u\"]", "unknowns  = [\"x\"]",
                "4:14: the unknown 'x' clashes: 'x' is a coordinate"},
        Mistake{"unknowns  = [\"u\"]", "unknowns  = [\"u\", \"u_x\"]",
                "4:19: the unknown 'u_x' clashes: 'u_x' is a derivative of the unknown 'u'"},
        Mistake{"unknowns  = [\"u\"]", "unknowns  = [\"u+\"]",
                "4:14: problem.unknowns = \"u+\": must be a name such as \"u\""},
        Mistake{"unknowns  = [\"u\"]", "unknowns  = [\"u_x\", \"u\"]",
                "1:1: 'u_x' cannot be the name of an unknown: it is a derivative of an unknown"},
        Mistake{"unknowns  = [\"u\"]", "unknowns  = [\"sin\"]",
                "4:14: the unknown 'sin' clashes: 'sin' is a name that formulas know already"},
        Mistake{"k = 2", "x = 2", "8:1: the constant 'x' clashes: 'x' is a coordinate"},
        Mistake{"k = 2", "u = 2", "8:1: the constant 'u' clashes: 'u' is an unknown"},
        Mistake{"k = 2", "pi = 3",
                "8:1: the constant 'pi' clashes: 'pi' is a name that formulas "
                "know already"},
        Mistake{"k = 2", "'a b' = 3",
                "8:1: constants: 'a b' must be a name of letters, digits and _"},
        Mistake{"f = \"", "k = \"", "11:1: the function 'k' clashes: 'k' is a constant"},
        Mistake{"f = \"", "'f(' = \"",
                "11:1: functions: 'f(' must be a name such as f, or a name with different "
                "parameters such as \"k(s)\" or \"g(a, b)\""},
        Mistake{"f = \"", "'f(s, s)' = \"",
                "11:1: functions: 'f(s, s)' must be a name such as f, or a name with different "
                "parameters such as \"k(s)\" or \"g(a, b)\""},
        Mistake{"f = \"", "'f(pi)' = \"",
                "11:1: functions: 'f(pi)' must be a name such as f, or a name with different "
                "parameters such as \"k(s)\" or \"g(a, b)\""},
        Mistake{"f = \"", "'f(s)' = 's'\n'f(s, t)' = \"",
                "12:1: the function 'f' clashes: 'f' is a function"},
        Mistake{"unknowns  = [\"u\"]", "time = 'z'",
                "4:8: problem.time = \"z\": must be false or one of the coordinates x, y"},
        Mistake{"unknowns  = [\"u\"]", "time = true",
                "4:8: problem.time = true: must be false or one of the coordinates x, y"},
        Mistake{"name = \"boundary\"", "name = \"interior\"",
                "19:1: two terms have the name 'interior' (the other one: FILE:13:1)"},
        Mistake{"name = \"boundary\"", "name = \"a.b\"",
                "19:1: the term's name 'a.b' must begin with a letter and have letters, digits, "
                "'_', '-' and spaces only"},
        Mistake{"name = \"boundary\"", "name = \"\"",
                "20:8: term.1.name = \"\": must be a string that is not empty"}));

INSTANTIATE_TEST_SUITE_P(
    Domains, Messages,
    ::testing::Values(
        Mistake{"[[0, 1], [0, 1]]", "[[0, 1], [1, 1]]",
                "5:30: problem.domain.box = [1, 1]: the domain is empty: the lower bound 1 must be "
                "below the upper bound 1 (of y)"},
        Mistake{"[[0, 1], [0, 1]]", "[2, 1]",
                "5:21: problem.domain.box = [2, 1]: the domain is empty: the lower bound 2 must be "
                "below the upper bound 1 (of x)"},
        Mistake{
            "[[0, 1], [0, 1]]", "[[0, 1]]",
            "5:21: problem.domain.box = [[0, 1]]: has 1 intervals; must have 2, one for each of "
            "x, y"},
        Mistake{"[[0, 1], [0, 1]]", "[[0, 1], [0, 1, 2]]",
                "5:30: problem.domain.box = [0, 1, 2]: must be an interval [lower, upper]"},
        Mistake{"[[0, 1], [0, 1]]", "[[0, 1], [0, \"2*q\"]]",
                "5:37: unknown name 'q'@\n"
                "    domain    = { box = [[0, 1], [0, \"2*q\"]] }\n"
                "                                        ^"},
        Mistake{"[[0, 1], [0, 1]]", "[[0, 1], [0, \"exp(1000)\"]]",
                "5:35: @\n"
                "    domain    = { box = [[0, 1], [0, \"exp(1000)\"]] }\n"
                "                                      ^~~~~~~~~"},
        Mistake{
            "[[0, 1], [0, 1]]", "[[0, 1], [0, true]]",
            "5:34: problem.domain.box = true: must be a finite number, or a formula of constants"},
        Mistake{"{ box = [[0, 1], [0, 1]] }", "{ interval = [0, 1] }",
                "5:13: problem.domain = {interval = [0, 1]}: an interval is one-dimensional, but "
                "there are 2 coordinates; use box"},
        Mistake{"{ box = [[0, 1], [0, 1]] }", "{ x = [0, 1] }",
                "5:13: problem.domain says nothing about the coordinate 'y'"},
        Mistake{"{ box = [[0, 1], [0, 1]] }", "{ x = [0, 1], z = [0, 1] }",
                "5:27: unknown key 'z' in problem.domain. Allowed: box, interval, shape, x, y"},
        Mistake{"{ box = [[0, 1], [0, 1]] }", "{ box = [0, 1], x = [0, 1] }",
                "5:13: problem.domain = {box = [0, 1], x = [0, 1]}: must be one of { box = ... }, "
                "{ box = ..., time = [lower, upper] }, { interval = ... }, "
                "{ coordinate = [lower, upper], ... } and { shape = ..., ... }"},
        Mistake{
            "{ box = [[0, 1], [0, 1]] }", "3",
            "5:13: problem.domain = 3: must be a table, such as { box = [[0, 1], [0, 1]] } with "
            "an interval for each coordinate, or { shape = \"disk\", radius = 1 }"}));

INSTANTIATE_TEST_SUITE_P(
    Formulas, Messages,
    ::testing::Values(
        Mistake{interior_residual, "residual = \"laplacian(u) + ff\"",
                "16:28: unknown name 'ff'; known: u, x, y, k, f; did you mean 'f'?\n"
                "    residual = \"laplacian(u) + ff\"\n"
                "                               ^~"},
        Mistake{interior_residual, "residual = ['u', 'laplacian(u) + uu']",
                "16:34: unknown name 'uu'@\n"
                "    residual = ['u', 'laplacian(u) + uu']\n"
                "                                     ^~"},
        Mistake{interior_residual, "residual = \"\"\"\n  laplacian(u) \\\n    + gg\"\"\"",
                "18:7: unknown name 'gg'@\n"
                "        + gg\"\"\"\n"
                "          ^~"},
        Mistake{interior_residual, "residual = '''\nlaplacian(u)\n\t+ hhh'''",
                "18:4: unknown name 'hhh'@\n"
                "     + hhh'''\n"
                "       ^~~"},
        Mistake{interior_residual, "residual = \"dn(u)\"",
                "16:13: 'dn' needs the outward normal@\n"
                "    residual = \"dn(u)\"\n"
                "                ^~"},
        Mistake{interior_residual, "residual = \"f - k\"",
                "16:12: term.0.residual = \"f - k\": contains no unknown (known: u)"},
        Mistake{interior_residual, "density = \"f\"",
                "16:11: term.0.density = \"f\": contains no unknown (known: u)"},
        Mistake{interior_residual, "residual = ''",
                "16:12: term.0.residual = \"\": must be a formula in quotes"},
        Mistake{interior_residual, "residual = true",
                "16:12: term.0.residual = true: must be a formula in quotes"},
        Mistake{interior_residual, interior_residual + "\ndensity = \"u^2\"",
                "13:1: term.0 has both a residual and a density; it must have one of them"},
        Mistake{interior_residual, "",
                "13:1: term.0 has neither a residual nor a density; it must have one of them"},
        Mistake{"unknowns  = [\"u\"]", "unknowns  = [\"u\", \"v\"]",
                "4:19: no term uses the unknown 'v'"},
        Mistake{"unknowns  = [\"u\"]", "unknowns  = [\"u\", \"v\", \"w\"]",
                "4:19: no term uses the unknown 'v'"},
        Mistake{"u = \"sin(pi*x)", "u = \"u*sin(pi*x)",
                "27:6: the unknown 'u' cannot be used here@\n"
                "    u = \"u*sin(pi*x)*sin(pi*y)\"\n"
                "         ^"},
        Mistake{"f = \"k*pi^2", "f = \"k*q^2",
                "11:8: unknown name 'q'@\n"
                "    f = \"k*q^2*sin(pi*x)*sin(pi*y)\"\n"
                "           ^"},
        Mistake{"f = \"k*pi^2", "a = 'g + 1'\n'g' = 'zz'\nf = \"k*pi^2",
                "12:8: unknown name 'zz'@\n"
                "    'g' = 'zz'\n"
                "           ^~"},
        Mistake{"f = \"k*pi^2", "'g(s)' = 's + (zz'\nf = \"k*pi^2",
                "11:15: @\n"
                "    'g(s)' = 's + (zz'\n"
                "                  ^"},
        Mistake{"f = \"k*pi^2", "'g(s)' = 's + zz'\nf = \"k*pi^2",
                "11:15: unknown name 'zz'@\n"
                "    'g(s)' = 's + zz'\n"
                "                  ^~"},
        Mistake{"k = 2", "k = 'm'\nm = 2",
                "8:6: unknown name 'm'; only constants that stand above are known here\n    k = "
                "'m'\n         ^"}));

INSTANTIATE_TEST_SUITE_P(
    Parts, Messages,
    ::testing::Values(
        Mistake{"on = \"boundary\"", "on = \"boundary.lft\"",
                "21:7: unknown part 'boundary.lft'@; did you mean 'boundary.left'?\n"
                "    on = \"boundary.lft\"\n"
                "          ^~~~~~~~~~~~"},
        Mistake{
            "on = \"boundary\"", "on = [\"boundary\", \"interior\"]",
            "21:6: term.1.on = [\"boundary\", \"interior\"]: pieces of dimension 1 and 2 are put "
            "together, whose measures do not add up; give each a term of its own"},
        Mistake{"on = \"boundary\"", "on = \"x == 3\"",
                "21:7: x == 3 lies outside the domain@\n"
                "    on = \"x == 3\"\n"
                "          ^~~~~~"},
        Mistake{"on = \"boundary\"", "on = \"x == z\"",
                "21:12: unknown name 'z'@\n"
                "    on = \"x == z\"\n"
                "               ^"},
        Mistake{"on = \"boundary\"", "on = \"boundary and x < z\"",
                "21:24: unknown name 'z'@\n"
                "    on = \"boundary and x < z\"\n"
                "                           ^"},
        Mistake{"on = \"boundary\"", "on = 7",
                "21:6: term.1.on = 7: must be a string that is not empty"}));

INSTANTIATE_TEST_SUITE_P(
    Choices, Messages,
    ::testing::Values(
        Mistake{"activation = \"tanh\"", "activation = \"tahn\"",
                "31:14: network.activation = \"tahn\": must be one of tanh, sin, gelu, swish, "
                "softplus; did you mean 'tanh'?"},
        Mistake{"activation = \"tanh\"", "activation = 3",
                "31:14: network.activation = 3: must be one of tanh, sin, gelu, swish, softplus"},
        Mistake{"activation = \"tanh\"", "skip = true",
                "29:1: network: skip needs two hidden layers of one width, one after another"},
        Mistake{
            "activation = \"tanh\"", "features = { kind = \"gabr\", count = 3 }",
            "31:21: network.features.kind = \"gabr\": must be one of fourier, gabor; did you mean "
            "'gabor'?"},
        Mistake{"activation = \"tanh\"", "features = { count = 3, width = 0.5 }",
                "31:33: network.features.width = 0.5: belongs to Gabor features: kind = "
                "\"gabor\""},
        Mistake{"activation = \"tanh\"", "features = { kind = \"gabor\", count = 3, width = 0 }",
                "31:49: network.features.width = 0: must be a finite number > 0"},
        Mistake{"layers = [64]", "layers = []",
                "30:10: network.layers = []: must be a list that is not empty, but where features "
                "are trained"},
        Mistake{"[network]\nlayers = [64]",
                "[[network]]\nlayers = []\nfeatures = { count = 3, trainable = true }\n"
                "[[network]]\nfeatures = { count = 3 }",
                "32:1: network.1: features that are not trained need layers"},
        Mistake{"activation = \"tanh\"", "features = { kind = \"fourier\" }",
                "31:12: network.features needs the key 'count'"},
        Mistake{"activation = \"tanh\"", "features = { count = 3, scale = -1 }",
                "31:33: network.features.scale = -1: must be a finite number > 0"},
        Mistake{"activation = \"tanh\"", "features = { count = 3, scale = { z = 1 } }",
                "31:35: unknown key 'z' in network.features.scale. Allowed: x, y"},
        Mistake{"activation = \"tanh\"", "normalize = 1",
                "31:13: network.normalize = 1: must be true or false"},
        Mistake{"std = 0.1", "std = [0.1, 0.2, 0.3]",
                "32:33: network.init.std = [0.1, 0.2, 0.3]: must be one number, or 2: one for each "
                "hidden layer and one for the output"},
        Mistake{"std = 0.1", "scale = { x = 2 }",
                "32:35: network.init.scale = {x = 2}: belongs to kind = \"domain\" only"},
        Mistake{"kind = \"normal\", std = 0.1", "kind = \"domain\", scale = { z = 2 }",
                "32:37: unknown key 'z' in network.init.scale. Allowed: x, y"},
        Mistake{"kind = \"normal\", std = 0.1", "kind = \"domain\", scale = { x = 0 }",
                "32:41: network.init.scale.x = 0: must be a finite number > 0"},
        Mistake{"std = 0.1", "connections = 1",
                "32:41: network.init.connections = 1: belongs to kind = \"domain\" only"},
        Mistake{"kind = \"normal\", std = 0.1", "kind = \"domain\", connections = 3",
                "32:41: network.init.connections = 3: must be an integer from 1 to 2"},
        Mistake{"kind = \"normal\", std = 0.1 }",
                "kind = \"domain\", connections = 1 }\nseparable = 2",
                "29:1: network: init.connections is of no use to trained features and to separable "
                "networks"},
        Mistake{"kind = \"normal\", std = 0.1 }",
                "kind = \"domain\", connections = 1 }\nfeatures = { count = 3, trainable = true }",
                "29:1: network: init.connections is of no use to trained features and to separable "
                "networks"},
        Mistake{"[network]", "[network]\nconnections = 3",
                "30:15: network.connections = 3: must be an integer from 1 to 2"},
        Mistake{"[network]", "[network]\nconnections = 1\nseparable = 2",
                "29:1: network: connections do not go with periodic coordinates, features, "
                "separable and init.connections"},
        Mistake{"[network]", "[network]\nconnections = 1\nfeatures = { count = 3 }",
                "29:1: network: connections do not go with periodic coordinates, features, "
                "separable and init.connections"},
        Mistake{"[network]", "[network]\nkind = \"perceptron\"\nseparable = 2",
                "31:13: network.separable = 2: does not belong to kind = \"perceptron\""},
        Mistake{"[network]", "[network]\nkind = \"separable\"\nconnections = 1",
                "31:15: network.connections = 1: does not belong to kind = \"separable\""},
        Mistake{"[network]", "[network]\nkind = \"rbg\"",
                "30:8: network.kind = \"rbg\": must be one of perceptron, separable, rbf, "
                "features; did you "
                "mean 'rbf'?"},
        Mistake{"[network]", "[network]\nkind = \"rbf\"",
                "32:14: network.activation = \"tanh\": does not belong to kind = \"rbf\""},
        Mistake{"[network]\nlayers = [64]\nactivation = \"tanh\"\ninit = { kind = \"normal\", std "
                "= 0.1 }",
                "[network]\nkind = \"features\"",
                "29:1: network: kind = \"features\" needs features = { count = N }"},
        Mistake{"[network]\nlayers = [64]\nactivation = \"tanh\"\ninit = { kind = \"normal\", std "
                "= 0.1 }",
                "[network]\nkind = \"features\"\nfeatures = { count = 5, trainable = true }",
                "29:1: network: kind = \"features\" does not train its features: leave out "
                "trainable"},
        Mistake{"[network]\nlayers = [64]\nactivation = \"tanh\"\ninit = { kind = \"normal\", std "
                "= 0.1 }",
                "[network]\nkind = \"rbf\"\nlayers = [6, 5]",
                "29:1: network: kind = \"rbf\" has one layer: layers = [N]"},
        Mistake{"[network]", "[network]\nkind = \"separable\"",
                "29:1: network: a separable network needs separable = N"},
        Mistake{"layers = [64]", "layers = [1]\nconnections = 1",
                "29:1: network: the first layer sees 1 of 2 coordinates: more neurons or "
                "connections are "
                "needed"},
        Mistake{"kind = \"normal\"", "kind = \"glorot\"",
                "32:33: network.init.std = 0.1: belongs to kind = \"normal\" and "
                "\"domain\" only"},
        Mistake{"method = \"engd\"", "method = \"engt\"",
                "35:10: optimizer.method = \"engt\": must be one of auto, adaptive, multistep, "
                "engd, hngd, gd, adam, bfgs, lbfgs; did you mean 'engd'?"},
        Mistake{"method = \"engd\"", "method = \"auto\"\nsolver = \"gram_svd\"",
                "36:10: optimizer.solver = \"gram_svd\": cannot serve many dampings, as method = "
                "\"adaptive\" needs; use auto, qr_svd, gram_eigen, kernel or gram_cholesky"},
        Mistake{"method = \"engd\"", "method = \"engd\"\nsolver = \"qr_pivoted\"",
                "36:10: optimizer.solver = \"qr_pivoted\": serves method = \"adaptive\" only"},
        Mistake{
            "method = \"engd\"", "solver = \"lu\"",
            "35:10: optimizer.solver = \"lu\": must be one of auto, gram_eigen, pseudo_inverse, "
            "gram_svd, qr_svd, qr_pivoted, gram_cholesky, cholesky, kernel, kernel_cholesky"},
        Mistake{"method = \"engd\"", "step = \"wolf\"",
                "35:8: optimizer.step = \"wolf\": must be one of grid, backtracking, wolfe, fixed, "
                "schedule; did you mean 'wolfe'?"},
        Mistake{"method = \"engd\"", "method = \"hngd\"\nmetric = \"h3\"",
                "36:10: optimizer.metric = \"h3\": must be one of h0, h1, h2"},
        Mistake{"method = \"engd\"", "method = \"engd\"\ncutoff = \"small\"",
                "36:10: optimizer.cutoff = \"small\": must be a number >= 0 and < 1, or \"auto\""},
        Mistake{"weight = 1", "measure = \"sum\"",
                "24:11: term.1.measure = \"sum\": must be one of mean, integral"},
        Mistake{"weight = 1", "weight = \"-k\"",
                "24:10: term.1.weight = \"-k\": is -2: must be a finite number > 0"},
        Mistake{"points = { grid = 30 }", "points = { grid = 30, gauss = 5 }",
                "17:10: term.0.points = {grid = 30, gauss = 5}: must name one rule only of grid, "
                "trapezoid, gauss, random, sobol, halton, file"},
        Mistake{"points = { grid = 30 }", "points = 0",
                "17:10: term.0.points = 0: must be an integer from 1 to 2000000000"},
        Mistake{"points = { grid = 30 }", "points = { resample = 3 }",
                "17:10: term.0.points = {resample = 3}: must name a rule: one of grid, trapezoid, "
                "gauss, random, sobol, halton, file"},
        Mistake{"points = { grid = 30 }", "points = { grid = 30, resample = 3 }",
                "17:34: term.0.points.resample = 3: only random, sobol and halton points can be "
                "drawn again"},
        Mistake{"points = { grid = 30 }", "points = { grid = [1, 2, 3] }",
                "17:19: term.0.points.grid = [1, 2, 3]: must be one integer, or 2: one for each of "
                "x, y"},
        Mistake{"points = { grid = 30 }", "points = { trapezoid = 1 }",
                "17:24: term.0.points.trapezoid = 1: must be an integer from 2 to 2000000000"},
        Mistake{"[optimizer]", "[evaluation]\npoints = { random = 9, resample = 3 }\n[optimizer]",
                "35:10: evaluation.points = {random = 9, resample = 3}: errors are measured on the "
                "same points all the time: no resample here"},
        Mistake{"[optimizer]", "[optimizer.a]",
                "34:12: unknown key 'a' in optimizer. Allowed: method@"},
        Mistake{"[network]", "[[network]]\nscale = 0",
                "30:9: network.0.scale = 0: must be a finite number > 0"},
        Mistake{"[network]", "[network]\nscale = { w = 1 }",
                "30:11: unknown key 'w' in network.scale. Allowed: u"},
        Mistake{"[network]", "[[network]]\nseparable = 3\n[[network]]",
                "29:1: a separable network stands alone: there is one [network] then"},
        Mistake{"[network]", "[[network]]\n[[network]]\nscale = 0",
                "31:9: network.1.scale = 0: must be a finite number > 0"},
        Mistake{"[network]", "[[network]]\n[[network]]\nlayres = [3]",
                "31:1: unknown key 'layres' in network.1; did you mean 'layers'? Allowed: kind, "
                "layers, "
                "activation, init, normalize, harmonics, features, skip, separable, connections, "
                "scale"}));

TEST(Messages, AFileOfPointsThatIsNotThere) {
  std::string text = poisson;
  testing::replace(text, "points = { grid = 30 }", "points = { file = \"none.csv\" }");
  const TemporaryFolder folder;
  const std::string file = folder.write("p.toml", text).string();
  EXPECT_EQ(input_error_of([&] { read_problem(file); }),
            file + ":17:19: term.0.points.file = \"none.csv\": there is no file '" +
                (folder.path() / "none.csv").string() + "'");
}

TEST(Messages, ADensityHasNoResidualToFollow) {
  const std::string text = R"toml([problem]
variables = ["x", "t"]
domain = { box = [0, 1] }
[[term]]
on = "interior"
density = "u_x^2"
)toml";
  EXPECT_EQ(message_of(text + "causal = 1\n"),
            "FILE:7:10: term.0.causal = 1: a density has no residual");
  EXPECT_EQ(message_of(text + "points = { random = 9, resample = 1, adapt = \"rad\" }\n"),
            "FILE:7:10: term.0.points = {random = 9, resample = 1, adapt = \"rad\"}: points can "
            "follow a residual, and this is a density");
}

TEST(Messages, ATargetNeedsSomethingToMeasureAgainst) {
  std::string text = poisson;
  testing::replace(text, "[solution]\nu = \"sin(pi*x)*sin(pi*y)\"\n", "");
  text += "target_error = 1e-3\n";
  EXPECT_EQ(message_of(text),
            "FILE:32:1: target_error needs a [solution] with a formula for an unknown, or a "
            "reference in [evaluation]");
}

TEST(Messages, ProblemsWithoutTerms) {
  const std::string start = "[problem]\nvariables = ['x']\ndomain = { interval = [0, 1] }\n";
  EXPECT_EQ(message_of(start), "FILE:1:1: the file needs the key 'term'");
  EXPECT_EQ(message_of("term = []\n" + start),
            "FILE:1:8: term = []: must be a list that is not empty");
  EXPECT_EQ(
      message_of(start + "[term]\non = 'interior'\n"),
      "FILE:4:1: term = {on = \"interior\"}: terms are written [[term]], with double brackets");
  EXPECT_EQ(message_of(""), "FILE:1:1: the file needs the key 'problem'");
}

TEST(Messages, OneUnknownCalledUIsTheDefault) {
  EXPECT_EQ(message_of("[problem]\nvariables = ['u']\ndomain = { interval = [0, 1] }\n"
                       "[[term]]\non = 'interior'\nresidual = 'u'\n"),
            "FILE:1:1: the unknown 'u' clashes: 'u' is a coordinate");
}

TEST(Messages, TheNormalOfTimeIsNoDirectionInSpace) {
  const std::string message = message_of(
      "[problem]\nvariables = ['x', 't']\ndomain = { box = [0, 1] }\n"
      "[[term]]\non = 't == 0'\nresidual = 'dn(u)'\n");
  EXPECT_NE(message.find("FILE:6:13: 'dn' needs the outward normal"), std::string::npos) << message;
}

INSTANTIATE_TEST_SUITE_P(
    Hard, Messages,
    ::testing::Values(
        Mistake{"[solution]", "[hard]\nw = { value = 0 }\n[solution]",
                "27:1: unknown key 'w' in hard. Allowed: u"},
        Mistake{"[solution]", "[hard]\nu = 0\n[solution]",
                "27:5: hard.u = 0: must be a table, such as { value = 0, on = \"boundary\" }"},
        Mistake{"[solution]", "[hard]\nu = { vale = 0 }\n[solution]",
                "27:7: unknown key 'vale' in hard.u; did you mean 'value'? Allowed: value, on, "
                "distance"},
        Mistake{"[solution]", "[hard]\nu = { value = \"u_x\" }\n[solution]",
                "27:16: the unknown 'u' cannot be used here: only the coordinates, constants and "
                "functions of them\n    u = { value = \"u_x\" }\n                   ^~~"},
        Mistake{"[solution]", "[hard]\nu = { distance = \"x*(1-x)*y\" }\n[solution]",
                "27:18: the distance of 'u' is @: it must be zero on the boundary, where 'u' is "
                "given"},
        Mistake{
            "[solution]", "[hard]\nu = { distance = \"x*(1-x)*y*(1-y)*(x-0.5)\" }\n[solution]",
            "27:18: the distance of 'u' is @: inside the domain it must be positive everywhere, "
            "or negative everywhere"},
        Mistake{"[solution]", "[hard]\nu = { distance = 0 }\n[solution]",
                "27:18: the distance of 'u' is 0 at @: inside the domain it must be positive "
                "everywhere, or negative everywhere"},
        Mistake{"[solution]", "[hard]\nu = { value = \"log(x-0.5)\" }\n[solution]",
                "27:15: the value of 'u' is not finite at @"},
        Mistake{
            "[solution]", "[hard]\nu = { on = \"x == 0 and y < 0.5\" }\n[solution]",
            "27:12: hard.u.on = \"x == 0 and y < 0.5\": the distance is made for whole faces of "
            "the box, and for whole pieces of a boundary that lie on an ellipse, an ellipsoid, a "
            "line or a plane: give distance = \"...\", a formula that is zero there"},
        Mistake{"[solution]", "[hard]\nu = { on = \"x == 0.5\" }\n[solution]",
                "27:12: hard.u.on = \"x == 0.5\": the distance is made for whole faces of the box, "
                "and for whole pieces of a boundary that lie on an ellipse, an ellipsoid, a line "
                "or a plane: give distance = \"...\", a formula that is zero there"}));

/// A file that is damaged anywhere is a problem still, or an InputError with a place: nothing else.
TEST(Messages, DamageOfAnyKindIsReported) {
  const TemporaryFolder folder;
  int refused = 0, read = 0;
  const auto attempt = [&](const std::string& text) {
    const std::string file = folder.write("p.toml", text).string();
    const std::string message = input_error_of([&] { read_problem(file); });
    ++(message.empty() ? read : refused);
    EXPECT_TRUE(message.empty() || message.starts_with(file + ":")) << message << "\n" << text;
  };
  const std::string damage = "\"'[]{}=(.#\n^,-";
  for (std::size_t at = 0; at < poisson.size(); ++at) {
    std::string text = poisson;
    if (at % 2 == 0) {
      text.erase(at, 1);
    } else {
      text[at] = damage[(at / 2) % damage.size()];
    }
    attempt(text);
    if (at % 5 == 0) attempt(poisson.substr(0, at));
  }
  EXPECT_GT(refused, read);
  EXPECT_GT(read, 0);
}

TEST(Messages, FilesThatCannotBeRead) {
  const TemporaryFolder folder;
  const std::string none = (folder.path() / "none.toml").string();
  EXPECT_EQ(input_error_of([&] { read_problem(none); }),
            none + ": cannot read the problem file: No such file or directory");
  const std::string path = folder.path().string();
  EXPECT_EQ(input_error_of([&] { read_problem(path); }),
            path + ": is a folder, not a problem file");
  EXPECT_EQ(input_error_of([&] { read_problem("/dev/zero"); }),
            "/dev/zero: is too large for a problem file");
  EXPECT_TRUE(matches(
      message_of("a = 1\n\xFF\xFE\n"),
      "FILE:2:1: TOML syntax: a character that is neither ASCII nor in quotes or a comment"));
  EXPECT_TRUE(matches(message_of("a = \"\xFF\xFE\"\n"), "FILE:1:5: TOML syntax: @utf-8 sequence"));
}

}  // namespace
}  // namespace engd::read
