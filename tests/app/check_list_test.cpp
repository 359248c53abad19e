// `engd check` says what was understood, `engd list` what there is.
#include "app_test.h"

namespace engd::testing {
namespace {

using CheckListTest = AppTest;

void expect_parts(const std::string& text, const std::vector<std::string>& parts) {
  std::size_t at = 0;
  for (const std::string& part : parts) {
    const std::size_t found = text.find(part, at);
    EXPECT_NE(found, std::string::npos) << "'" << part << "' after character " << at << " of\n"
                                        << text;
    if (found != std::string::npos) at = found + part.size();
  }
}

TEST_F(CheckListTest, CheckDescribesTheProblem) {
  const Outcome outcome = engd({"check", "tiny.toml", "--set", "optimizer.method=auto"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err, "");
  expect_parts(outcome.out,
               {"A small problem\n", "x in [0, 1]", "unknowns    u\n", "interior on interior",
                "mean of 1/2 r^2, weight 1", "residual    u_xx + pi^2*sin(pi*x)\n",
                "derivatives u_xx\n", "points      50 (grid 50), 1 row each", "ends on boundary",
                "derivatives u\n", "points      2 ", "1-8-1 tanh, 25 parameters",
                "adaptive, 5 iterations, about ", " MiB\n", "energy, 52 rows",
                "solver      reduction of the rows to a bidiagonal matrix\n", "gauss 500\n"});
  EXPECT_EQ(listing(), std::vector<std::string>{"tiny.toml"});
}

// What cannot be solved in the end is refused before it is begun, with the same words.
TEST_F(CheckListTest, CheckSaysWhatSolveWillSay) {
  const std::string decay =
      "[problem]\nvariables = [\"t\"]\ndomain = { interval = [0, 1] }\nwindows = 2\n"
      "[[term]]\nname = \"equation\"\non = \"interior\"\nresidual = \"u_t + u\"\n";
  const std::string slice = "[[term]]\non = \"t == 0.25\"\nresidual = \"u - 1\"\n";
  folder.write("inside.toml", decay + slice);
  const Outcome inside = engd({"check", "inside.toml"});
  EXPECT_EQ(inside.code, 0) << inside.err;
  expect_parts(inside.out, {"windows     2 of the time",
                            "  joined by u (as before) at the start of each but the first, weight "
                            "1\n"});
  folder.write("final.toml", decay + "[hard.u]\non = \"final\"\n");
  folder.write("shift.toml", decay +
                                 "[[term]]\non = \"t == 0.25\"\nresidual = \"jump(u)\"\n"
                                 "shift = { t = 0.5 }\n");
  folder.write("late.toml", decay + "[[term]]\non = \"t == 0.75\"\nresidual = \"u - 1\"\n");
  folder.write("later.toml", decay + slice + "[optimizer]\nmethod = \"hngd\"\n");
  folder.write("early.csv", "t\n0.1\n0.2\n");
  const std::string points = "term.equation.points={ file = \"early.csv\" }";
  for (const auto& [file, set] :
       std::vector<std::pair<std::string, std::string>>{{"final.toml", "problem.title=T"},
                                                        {"shift.toml", "problem.title=T"},
                                                        {"late.toml", "problem.title=T"},
                                                        {"later.toml", points}}) {
    // Without the warnings, which stand before a refusal of solve alone.
    const Outcome checked = engd({"check", file, "--set", set}),
                  solved = engd({"solve", file, "--set", set, "--out", "out", "--quiet"});
    EXPECT_EQ(checked.code, 2) << file;
    EXPECT_EQ(solved.code, 2) << file;
    EXPECT_EQ(checked.err, solved.err);
    EXPECT_FALSE(exists("out"));
  }
}

TEST_F(CheckListTest, CheckKnowsEverySolver) {
  const std::vector<std::pair<std::string, std::string>> solvers{
      {"gram_eigen", "eigenvalues of the Gram"},
      {"gram_svd", "singular values of the Gram"},
      {"qr_svd", "QR"},
      {"gram_cholesky", "Cholesky of the damped Gram"},
      {"kernel", "eigenvalues of the kernel matrix, truncated\n"},
      {"kernel_cholesky", "Cholesky of the damped kernel"}};
  for (const auto& [name, text] : solvers)
    expect_parts(engd({"check", "tiny.toml", "--set", "optimizer.method=engd", "--set",
                       "optimizer.solver=" + name})
                     .out,
                 {"engd, step grid, 5 iterations", "solver      " + text});
  // Fewer rows than parameters: the kernel matrix is the smaller one.
  for (const auto& [method, text] : {std::pair{"engd", "eigenvalues of the kernel"},
                                     std::pair{"multistep", "Cholesky of the damped kernel"}})
    expect_parts(engd({"check", "tiny.toml", "--set", "network.layers=[40,40]", "--set",
                       std::string("optimizer.method=") + method})
                     .out,
                 {std::string("solver      ") + text});
  expect_parts(engd({"check", "tiny.toml", "--set", "optimizer.method=multistep"}).out,
               {"solver      Cholesky of the damped Gram"});
  const Outcome adam = engd({"check", "tiny.toml", "--set", "optimizer.method=adam"});
  EXPECT_EQ(adam.out.find("solver"), std::string::npos);
}

TEST_F(CheckListTest, CheckEndsWithWhatItHasFound) {
  const std::string clean = engd({"check", "tiny.toml"}).out;
  expect_parts(clean, {"\nchecked     nothing wrong was found; the given solution satisfies all 2 "
                       "residuals and conditions to 1e-1"});
  EXPECT_TRUE(clean.ends_with(" of their summands\n")) << clean;
  folder.write("sign.toml", tiny_with("u_xx + pi", "u_xx - pi"));
  EXPECT_TRUE(engd({"check", "sign.toml"}).out.ends_with("\nchecked     1 warning\n"));
  const Outcome silent = engd({"check", "sign.toml", "--set", "problem.silence=solution"});
  expect_parts(silent.out, {"\nchecked     nothing wrong was found (silenced: solution)"});
  folder.write(
      "some.toml",
      "[problem]\nvariables = \"x\"\nunknowns = [\"u\", \"v\"]\ndomain = { x = [0, 1] "
      "}\n[[term]]\non = \"interior\"\nresidual = [\"u_xx\", \"v_xx - u\"]\n[[term]]\non = "
      "\"boundary\"\nresidual = [\"u - x\", \"v\"]\n[solution]\nu = \"x\"\n");
  expect_parts(engd({"check", "some.toml"}).out,
               {"weight 1 (the race may change this)\n",
                "within 1e+12 operations (about 60 s on two cores)\n",
                "satisfies the 2 of 4 residuals and conditions that can be compared with it"});
}

// How many rows there are for a parameter is known where network and points are.
TEST_F(CheckListTest, CheckJudgesTheSolverOfANetworkThatIsWritten) {
  const std::string square =
      "[problem]\nvariables = [\"x\", \"y\"]\ndomain = { box = [0, 1] }\n[[term]]\non = "
      "\"interior\"\nresidual = \"laplacian(u) + 1\"\n[[term]]\non = \"boundary\"\nresidual = "
      "\"u\"\n[optimizer]\nmethod = \"engd\"\nsolver = \"kernel\"\n";
  folder.write("open.toml", square);
  EXPECT_EQ(engd({"check", "open.toml", "--set", "term.0.points=60"}).err, "");
  const Outcome written =
      engd({"check", "open.toml", "--set", "term.0.points=60", "--set", "network.layers=[8]"});
  EXPECT_NE(written.err.find("the kernel matrix has 3720 rows for 33 parameters"),
            std::string::npos)
      << written.err;
}

// A point has neither an integral nor a rule, a density no rows.
TEST_F(CheckListTest, CheckDescribesPointsAndDensities) {
  folder.write("bar.toml",
               "[problem]\nvariables = \"x\"\ndomain = { x = [0, 1] }\nsilence = \"penalty\"\n"
               "[[term]]\non = \"interior\"\ndensity = \"u_x^2/2 - u\"\n[[term]]\non = \"x == "
               "1\"\ndensity = \"-u\"\n[[term]]\non = \"x == 0\"\nresidual = \"u\"\n");
  expect_parts(engd({"check", "bar.toml", "--set", "problem.automatic=false"}).out,
               {"integral of a density, weight 1\n", "points      772 (gauss 772)\n",
                "on x == 1: a density at a point, weight 1\n", "points      1\n",
                "on x == 0: 1/2 r^2 at a point, weight 1\n", "points      1, 1 row each\n"});
  folder.write("slices.toml",
               "[problem]\nvariables = [\"x\", \"y\"]\ndomain = { box = [0, 1] }\n[[term]]\non = "
               "\"interior\"\nresidual = \"laplacian(u)\"\n[[term]]\non = [\"boundary.left\", "
               "\"boundary.right\", \"boundary.bottom\", \"boundary.top\", \"x == 0.25\", \"x == "
               "0.5\", \"x == 0.75\"]\nresidual = \"u - x\"\n");
  expect_parts(engd({"check", "slices.toml"}).out,
               {"on [\"boundary.left\", ", "\"x == 0.5\", and 1 more]: mean"});
}

TEST_F(CheckListTest, CheckSaysWhatItDoesNotMeasure) {
  folder.write("tiny.toml", tiny_with("[solution]\nu = \"sin(pi*x)\"\n", ""));
  expect_parts(engd({"check", "tiny.toml"}).out, {"not measured: no [solution]"});
}

TEST_F(CheckListTest, EveryProblemIsListedAndFoundByName) {
  const Outcome list = engd({"list"});
  EXPECT_EQ(list.code, 0);
  EXPECT_EQ(list.err, "");
  int problems = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(ENGD_SOURCE_DIR "/problems")) {
    if (entry.path().extension() != ".toml") continue;
    ++problems;
    const std::string name = entry.path().stem();
    EXPECT_NE(("\n" + list.out).find("\n" + name + " "), std::string::npos) << list.out;
  }
  EXPECT_GE(problems, 5);
  EXPECT_EQ(std::count(list.out.begin(), list.out.end(), '\n'), problems) << list.out;
  for (const char* in_each_folder : {"heat", "two_scales", "schroedinger_card"})
    EXPECT_EQ(engd({"check", in_each_folder}).code, 0) << in_each_folder;
}

TEST_F(CheckListTest, ProblemsOfTheWorkingFolderAreListedToo) {
  std::filesystem::create_directory(folder / "problems");
  folder.write("problems/mine.toml", tiny_problem);
  folder.write("problems/broken.toml", "[problem");
  const Outcome list = engd({"list"});
  EXPECT_EQ(list.code, 0);
  expect_parts(list.out,
               {"broken ", "does not read", "heat ", "mine ", "A small problem", "poisson2d "});
  EXPECT_EQ(engd({"check", "mine"}).code, 0);
  EXPECT_EQ(engd({"check", "poisson2d"}).code, 0);
}

TEST_F(CheckListTest, AFolderDoesNotHideAProblemOfItsName) {
  std::filesystem::create_directory(folder / "heat");
  EXPECT_EQ(engd({"check", "heat"}).code, 0);
}

// Where this fails, the table in docs/problem-files.md is to be replaced by what is printed.
TEST_F(CheckListTest, TheTableOfOptimizerKeysInTheDocumentationIsTheProgramsOwn) {
  const Outcome outcome = engd({"list", "--optimizer-keys"});
  EXPECT_EQ(outcome.code, 0);
  const std::string text = contents(ENGD_SOURCE_DIR "/docs/problem-files.md");
  const std::size_t begin = text.find("| key |", text.find("## `[optimizer]`"));
  ASSERT_NE(begin, std::string::npos);
  EXPECT_EQ(text.substr(begin, text.find("\n\n", begin) + 1 - begin), outcome.out);
}

}  // namespace
}  // namespace engd::testing
