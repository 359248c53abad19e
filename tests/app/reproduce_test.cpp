// The paper's experiments, on the cheapest of them: BFGS on the Poisson equation.
#include <signal.h>

#include "app_test.h"

namespace engd::testing {
namespace {

class ReproduceTest : public AppTest {
 protected:
  const std::vector<std::string> cheap{"reproduce", "poisson2d", "--optimizers", "bfgs",
                                       "--seeds",   "0..1",      "--out",        "paper"};
};

TEST_F(ReproduceTest, WritesAPageWithThePapersNumbersAndOurs) {
  setting.environment["PATH"] = "/usr/bin:/bin";  // gnuplot draws the figures where it is installed
  const Outcome outcome = engd(cheap);
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const std::string page = text_of("paper/report.html");
  const auto seed = summary("paper/cases/poisson2d/bfgs/seed_1");
  EXPECT_EQ(seed["iterations"], 500);
  EXPECT_EQ(seed["threads"], 1);
  EXPECT_TRUE(exists("paper/times/poisson2d/bfgs/seed_1/summary.json"));
  EXPECT_NE(page.find("4.4·10<sup>−4</sup>"), std::string::npos);  // the paper's median
  EXPECT_NE(page.find("BFGS"), std::string::npos);
  EXPECT_EQ(page.find("src=\"http"), std::string::npos);
  if (std::system("command -v gnuplot >/dev/null") == 0) {
    EXPECT_NE(page.find("<figure id=\"poisson2d_l2_iterations\"><svg"), std::string::npos);
    EXPECT_NE(page.find("<figure id=\"poisson2d_push_natural\"><svg"), std::string::npos);
  }
  EXPECT_NE(outcome.out.find("| BFGS | 4.4e-04 |"), std::string::npos);
  EXPECT_NE(text_of("paper/tables.md").find("| BFGS | 4.4e-04 |"), std::string::npos);

  // The folder has all that its page needs, wherever it is.
  std::filesystem::rename(folder / "paper", folder / "moved");
  std::filesystem::remove(folder / "moved/report.html");
  const Outcome again = engd({"report", "moved"});
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(again.out, "page       moved/report.html\n");
  EXPECT_EQ(text_of("moved/report.html"), page);
}

TEST_F(ReproduceTest, ReusesWhatIsDoneUnlessAskedOtherwise) {
  ASSERT_EQ(engd(cheap).code, 0);
  const std::string before = text_of("paper/cases/poisson2d/bfgs/seed_0/history.csv");
  const Outcome again = engd(cheap);
  EXPECT_NE(again.err.find("2/2 cases done (2 reused)"), std::string::npos) << again.err;
  EXPECT_EQ(text_of("paper/cases/poisson2d/bfgs/seed_0/history.csv"), before);
  auto anew = cheap;
  anew.push_back("--again");
  EXPECT_NE(engd(anew).err.find("2/2 cases done (0 reused)"), std::string::npos);
}

TEST_F(ReproduceTest, InterruptedItGoesOnWhereItStopped) {
  std::vector<std::string> longer{"reproduce", "poisson2d", "--optimizers", "bfgs,engd",
                                  "--seeds",   "0..1",      "--out",        "paper"};
  Program program(longer, setting);
  ASSERT_TRUE(program.prints("2/4 cases done"));  // BFGS is the cheaper one
  program.send(SIGINT);
  const Outcome stopped = program.finish();
  EXPECT_EQ(stopped.code, 130);
  EXPECT_FALSE(exists("paper/report.html"));
  EXPECT_EQ(engd({"report", "paper"}).code, 0);
  EXPECT_NE(text_of("paper/report.html").find("Not finished."), std::string::npos);
  longer[3] = "bfgs";
  EXPECT_NE(engd(longer).err.find("2/2 cases done (2 reused)"), std::string::npos);
}

TEST_F(ReproduceTest, NamesThatThePaperDoesNotHaveAndFoldersThatCannotBe) {
  const Outcome problem = engd({"reproduce", "burgers"}),
                method = engd({"reproduce", "--optimizers", "sgd"}),
                seeds = engd({"reproduce", "--seeds", "9..0"});
  EXPECT_EQ(problem.code, 2);
  EXPECT_NE(problem.err.find("problem 'burgers' is not one of the paper's; known: poisson2d, heat"),
            std::string::npos)
      << problem.err;
  EXPECT_EQ(method.code, 2);
  EXPECT_NE(method.err.find("optimizer 'sgd'"), std::string::npos) << method.err;
  EXPECT_EQ(seeds.code, 2);
  const Outcome place = engd({"reproduce", "heat", "--out", "tiny.toml/paper"});
  EXPECT_EQ(place.code, 2);
  EXPECT_EQ(place.err, "engd: cannot use the folder 'tiny.toml/paper': Not a directory\n");
  EXPECT_FALSE(exists("runs"));
}

}  // namespace
}  // namespace engd::testing
