// periodic = [...] in problem files: what it does, and what is refused.
#include "common/files.h"
#include "read/read_problem.h"

namespace engd::read {
namespace {

using testing::input_error_of;
using testing::TemporaryFolder;

std::string square(const std::string& periodic, const std::string& rest = "") {
  return "[problem]\nvariables = [\"t\", \"x\", \"y\"]\n"
         "domain = { t = [0, 1], x = [0, 2], y = [0, 3] }\nperiodic = " +
         periodic + "\n[[term]]\non = \"boundary\"\nresidual = \"u\"\n" + rest;
}

Problem read(const std::string& text) {
  const TemporaryFolder folder;
  return read_problem(folder.write("p.toml", text).string());
}

std::string message(const std::string& text) {
  const TemporaryFolder folder;
  const std::string file = folder.write("p.toml", text).string();
  std::string message = input_error_of([&] { read_problem(file); });
  return message.substr(std::min(message.size(), message.find(file) + file.size() + 1));
}

TEST(Periodic, EveryNetworkIs) {
  const Problem problem = read(square(
      "[\"x\", \"y\"]", "[[network]]\nharmonics = 3\n[[network]]\nlayers = [5]\nharmonics = 2\n"));
  EXPECT_EQ(problem.network.periodic, (std::vector<int>{1, 2}));
  EXPECT_EQ(problem.network.harmonics, 3);
  EXPECT_EQ(problem.corrections[0].network.periodic, (std::vector<int>{1, 2}));
  EXPECT_EQ(problem.corrections[0].network.harmonics, 2);
}

TEST(Periodic, OneNameWithoutAList) {
  EXPECT_EQ(read(square("\"y\"")).network.periodic, (std::vector<int>{2}));
}

TEST(Periodic, FacesAreNoBoundary) {
  const Problem one = read(square("[\"x\"]"));
  EXPECT_EQ(one.terms[0].region.patches.size(), 4u);  // of t and y
  const Problem lateral = read(square("[\"x\"]",
                                      "[[term]]\non = \"lateral\"\nresidual = \"u\"\n"
                                      "[[term]]\non = \"boundary.x\"\nresidual = \"u\"\n"));
  EXPECT_EQ(lateral.terms[1].region.patches.size(), 2u);  // of y
  EXPECT_EQ(lateral.terms[2].region.patches.size(), 2u);  // by name they are there
}

TEST(Periodic, AFamilyIsAllOfItsMembers) {
  const Problem problem = read(
      "[problem]\nvariables = \"x[3]\"\ndomain = { box = [0, 1] }\nperiodic = \"x\"\n"
      "[[term]]\non = \"interior\"\nresidual = \"u\"\n");
  EXPECT_EQ(problem.domain.periodic, (std::vector<int>{0, 1, 2}));
}

// Windows begin at the start of time; a periodic time has none.
TEST(Periodic, ThePeriodicTimeHasNoWindows) {
  EXPECT_EQ(read(square("\"x\"\nwindows = 2")).windows, 2);
  EXPECT_EQ(
      message(square("[\"x\", \"t\"]\nwindows = 2")),
      "5:11: problem.windows = 2: windows follow the time from its start, and a periodic time "
      "has none: leave 't' out of periodic, or leave out windows");
}

TEST(Periodic, Mistakes) {
  EXPECT_EQ(message(square("[\"z\"]")),
            "4:13: problem.periodic = \"z\": must be one of the coordinates t, x, y");
  EXPECT_EQ(
      message("[problem]\nvariables = [\"x\", \"y\"]\ndomain = { shape = \"disk\", radius = 1 "
              "}\nperiodic = \"x\"\n[[term]]\non = \"interior\"\nresidual = \"u\"\n"),
      "4:12: problem.periodic = \"x\": is a coordinate of a shape; periodic ones run over an "
      "interval");
  EXPECT_EQ(message("[problem]\nvariables = \"x\"\ndomain = { interval = [0, 1] }\n"
                    "[[term]]\non = \"interior\"\nresidual = \"u\"\n[network]\nharmonics = 2\n"),
            "8:13: network.harmonics = 2: belongs to problems with periodic coordinates: "
            "problem.periodic = [...]");
  EXPECT_EQ(message(square("[\"x\"]", "[network]\nharmonics = 0\n")),
            "9:13: network.harmonics = 0: must be an integer from 1 to 1000");
  EXPECT_NE(message(square("[\"t\", \"x\", \"y\"]")).find("unknown part 'boundary'"),
            std::string::npos);
}

TEST(Periodic, HardConditionsMustBeToo) {
  const auto begins = [](const std::string& message, const std::string& with) {
    EXPECT_EQ(message.substr(0, with.size()), with);  // then the place
    EXPECT_TRUE(message.ends_with(" at the other end")) << message;
  };
  begins(message(square("[\"x\"]", "[hard.u]\nvalue = \"x*(2-x)\"\n")),
         "9:9: the value of 'u' is not periodic in x: its derivative is 2 at t = ");
  begins(message(square("[\"x\"]", "[hard.u]\ndistance = \"t*y*(3-y)*(1+x)\"\n")),
         "9:12: the distance of 'u' is not periodic in x: it is ");
  const Problem fine = read(square("[\"x\"]", "[hard.u]\nvalue = \"sin(pi*x)*t\"\n"));
  EXPECT_EQ(fine.hard[0]->region.patches.size(), 3u);  // the start of time, and y
  EXPECT_EQ(message("[problem]\nvariables = \"x\"\ndomain = { interval = [0, 1] }\nperiodic = "
                    "\"x\"\n[hard.u]\nvalue = 1\n[[term]]\non = \"interior\"\nresidual = \"u\"\n"),
            "5:1: hard.u: the domain, periodic in all of its coordinates, has no boundary: give on "
            "= \"...\"");
}

}  // namespace
}  // namespace engd::read
