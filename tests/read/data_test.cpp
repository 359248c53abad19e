// Terms of measurements: files, columns, noise.

#include "common/files.h"
#include "geometry/points.h"
#include "read/read_problem.h"

namespace engd::read {
namespace {

using testing::input_error_of;
using testing::TemporaryFolder;

const std::string head = R"toml([problem]
variables = ["x", "y"]
unknowns = ["u", "v"]
domain = { box = [[0, 1], [0, 1]] }
[constants]
k = 3
[[term]]
on = "interior"
residual = ["laplacian(u)", "laplacian(v)"]
[[term]]
name = "data"
data = "d.csv"
)toml";

class Data : public ::testing::Test {
 protected:
  Problem read(const std::string& more, const std::string& csv) const {
    folder_.write("d.csv", csv);
    return read_problem(folder_.write("p.toml", head + more).string());
  }
  /// The message with "TOML:" or "CSV:" for the names of the files.
  std::string message_of(const std::string& more, const std::string& csv) const {
    std::string message = input_error_of([&] { read(more, csv); });
    for (const auto& [file, word] : {std::pair("p.toml", "TOML"), std::pair("d.csv", "CSV")}) {
      const std::string name = (folder_.path() / file).string();
      if (const auto at = message.find(name); at != std::string::npos)
        message.replace(at, name.size(), word);
    }
    return message;
  }
  TemporaryFolder folder_;
};

TEST_F(Data, ColumnsCalledLikeUnknownsAreMeasurements) {
  const Problem problem = read("noise = 0.1\n", "v,x,y,u\n1,0.5,0.25,2\n3,0,1,4\n");
  const Term& term = problem.terms[1];
  EXPECT_TRUE(term.is_data);
  EXPECT_EQ(term.on, "interior");
  EXPECT_EQ(term.noise, 0.1);
  EXPECT_EQ(term.measure, Measure::sum);
  ASSERT_EQ(term.residuals.size(), 2u);
  EXPECT_EQ(term.residuals[0].text, "v - (measured v)");
  EXPECT_EQ(term.points.columns, (std::vector<std::string>{"v", "u"}));
  const auto points =
      geometry::place_points(term.points, term.region, {}, problem.scope.coordinates);
  EXPECT_EQ(points.columns, (std::vector<double>{1, 3, 2, 4}));
  EXPECT_EQ(points.coordinates, (std::vector<double>{0.5, 0, 0.25, 1}));
}

TEST_F(Data, OtherColumnsAreForAResidual) {
  const Problem problem =
      read("residual = \"k*u_x - flux\"\nnoise = \"sigma\"\n", "x,y,flux,sigma\n0.5,0.25,7,0.1\n");
  const Term& term = problem.terms[1];
  EXPECT_EQ(term.noise_column, 1);
  EXPECT_EQ(term.measure, Measure::sum);
  EXPECT_EQ(term.residuals.size(), 1u);
  EXPECT_EQ(read("", "x,y,u\n0.5,0.25,7\n").terms[1].measure, Measure::mean);
  EXPECT_EQ(read("noise = \"k/6\"\n", "x,y,u\n0.5,0.25,7\n").terms[1].noise, 0.5);
}

TEST_F(Data, MistakesAreToldWithTheirPlace) {
  const std::string good = "x,y,u\n0.5,0.25,7\n";
  EXPECT_EQ(message_of("", "x,y,w\n0,0,0\n"),
            "CSV:1: unknown column 'w'; known: x, y, weight, u, v");
  EXPECT_EQ(message_of("", "x,y\n0,0\n"),
            "CSV:1: no column has the name of an unknown (u, v), and the term has no residual that "
            "says what is measured");
  EXPECT_EQ(message_of("residual = \"u - m\"\n", "x,y,u\n0,0,0\n"),
            "CSV:1: the column 'u' has the name of an unknown, and the term has a residual of its "
            "own: give the column another name");
  EXPECT_EQ(message_of("residual = \"u - m\"\n", "x,y,m,q\n0,0,0,0\n"),
            "CSV:1: the residual of the term 'data' does not use the column 'q'");
  EXPECT_EQ(message_of("residual = \"u - 1\"\n", "x,y,m q\n0,0,0\n"),
            "CSV:1: the column 'm q' must have a name of letters, digits and _, so that a residual "
            "can use it");
  EXPECT_EQ(message_of("residual = \"u - k\"\n", "x,y,k\n0,0,0\n"),
            "TOML:10:1: the column 'k' clashes: 'k' is a constant");
  EXPECT_TRUE(message_of("residual = \"u_x - diff(x*m, x)\"\n", "x,y,m\n0,0,0\n")
                  .starts_with("TOML:13:24: measured values cannot be differentiated: they are "
                               "known at the points only"));
  EXPECT_EQ(message_of("", "x,y,u\n0,0,zero\n"), "CSV:2:5: 'zero' is not a number");
  EXPECT_EQ(message_of("", "x,y,u\n0,0,1\n0,0\n"),
            "CSV:3:4: the row ends with 2 values under 3 columns");
  EXPECT_EQ(message_of("noise = \"s\"\n", "x,y,s,u\n0,0,1,1\n0,0,0,1\n"),
            "CSV:3:5: the noise 0 must be above 0");
  EXPECT_EQ(message_of("noise = 1\n", "x,y,u,weight\n0,0,1,1\n"),
            "CSV:1: weights and noise exclude each other: a measurement counts by its noise");
  EXPECT_EQ(message_of("noise = 0\n", good),
            "TOML:13:9: term.1.noise = 0: must be a finite number > 0");
  EXPECT_TRUE(message_of("noise = \"sigma\"\n", good)
                  .starts_with("TOML:13:10: unknown name 'sigma'; known: k"));
  EXPECT_EQ(message_of("points = 3\n", good),
            "TOML:13:10: term.1.points = 3: the data bring their points along");
  EXPECT_EQ(message_of("density = \"u\"\n", good),
            "TOML:13:11: term.1.density = \"u\": data and noise go with a residual");
  EXPECT_EQ(message_of("noise = 1\nmeasure = \"mean\"\n", good),
            "TOML:14:11: term.1.measure = \"mean\": a term with noise is the sum over its points, "
            "each in units of its noise");
}

TEST_F(Data, FormulasMayHaveNoiseAsWell) {
  const std::string text = R"toml([problem]
variables = ["x"]
domain = { interval = [0, 1] }
[[term]]
on = "interior"
residual = "u - sin(x)"
noise = 1e-3
points = { random = 7 }
)toml";
  const TemporaryFolder folder;
  const Problem problem = read_problem(folder.write("p.toml", text).string());
  EXPECT_TRUE(problem.terms[0].is_data);
  EXPECT_EQ(problem.terms[0].noise, 1e-3);
}

}  // namespace
}  // namespace engd::read
