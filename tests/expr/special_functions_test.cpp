// The functions of formulas against values computed with forty digits, and their derivatives.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "expr/functions.h"
#include "expr/special_values.h"
#include "formulas.h"

namespace engd::expr {
namespace {

using testing::plane;

struct Values {
  const char* formula;
  std::vector<std::pair<double, double>> at;  ///< x and the value
};

const std::vector<Values> table{
    {"J0(x)",
     {{-30.0, -0.08636798358104021},
      {-4.5, -0.32054250898512143},
      {-0.25, 0.9844359292958527},
      {0.001, 0.9999997500000156},
      {0.5, 0.9384698072408129},
      {2.0, 0.22389077914123567},
      {9.5, -0.19392874768742235},
      {40.0, 0.00736689058423729},
      {600.0, -0.02198778917213195}}},
    {"J1(x)",
     {{-30.0, 0.11875106261662294},
      {-4.5, 0.23106043192337064},
      {-0.25, -0.12402597732272692},
      {0.001, 0.0004999999375000026},
      {0.5, 0.2422684576748739},
      {2.0, 0.5767248077568734},
      {9.5, 0.16126443075752986},
      {40.0, 0.126038318037585},
      {600.0, 0.024014365301107028}}},
    {"Y0(x)",
     {{0.001, -4.471416611375923},
      {0.5, -0.44451873350670656},
      {2.0, 0.5103756726497451},
      {9.5, 0.17121062620272384},
      {40.0, 0.12593641705826092},
      {600.0, 0.0240326801013818}}},
    {"Y1(x)",
     {{0.001, -636.6221672311394},
      {0.5, -1.471472392670243},
      {2.0, -0.10703243154093754},
      {9.5, 0.20317989938720768},
      {40.0, -0.005793505821549633},
      {600.0, 0.022007824026257974}}},
    {"I0(x)",
     {{-30.0, 781672297823.9775},
      {-4.5, 17.481171855609276},
      {-0.25, 1.015686141223608},
      {0.001, 1.0000002500000156},
      {0.5, 1.0634833707413236},
      {2.0, 2.2795853023360673},
      {9.5, 1753.4809905273228},
      {40.0, 1.48947747934199e+16},
      {600.0, 6.1463054039368444e+258}}},
    {"I1(x)",
     {{-30.0, -768532038938.957},
      {-4.5, -15.389222753735924},
      {-0.25, -0.12597910894546793},
      {0.001, 0.0005000000625000026},
      {0.5, 0.2578943053908963},
      {2.0, 1.590636854637329},
      {9.5, 1658.4530777821342},
      {40.0, 1.4707396163259352e+16},
      {600.0, 6.141181345066892e+258}}},
    {"K0(x)",
     {{0.001, 7.023688800562382},
      {0.5, 0.9244190712276659},
      {2.0, 0.11389387274953344},
      {9.5, 3.0057884957934336e-05},
      {40.0, 8.392861100099567e-19},
      {600.0, 1.3558285309948523e-262}}},
    {"K1(x)",
     {{0.001, 999.9962381560856},
      {0.5, 1.656441120003301},
      {2.0, 0.13986588181652243},
      {9.5, 3.160203411042674e-05},
      {40.0, 8.497131954861039e-19},
      {600.0, 1.356957918112806e-262}}},
    {"gamma(x)",
     {{-3.5, 0.2700882058522691},
      {-0.25, -4.901666809860711},
      {0.001, 999.4237724845955},
      {0.5, 1.772453850905516},
      {5.0, 24.0},
      {9.5, 119292.46199460901},
      {40.0, 2.0397882081197444e+46},
      {170.0, 4.269068009004705e+304}}},
    {"diff(gamma(x), x)",
     {{-3.5, 0.37511765666082414},
      {-0.25, -14.28413900486734},
      {0.001, -999999.0127560216},
      {0.5, -3.480230906913262},
      {5.0, 36.146824042363214},
      {9.5, 262173.5620949116},
      {40.0, 7.498929226744098e+46},
      {140.0, 4.7483082922543665e+239}}},
    {"diff(gamma(x), x, 2)",
     {{-3.5, 3.1194760356319913},
      {0.5, 15.580177442406253},
      {5.0, 59.753121285589394},
      {40.0, 2.7620156242532058e+47}}},
    {"diff(J1(x), x, 3)",
     {{0.0, -0.375},
      {0.5, -0.33664425804550907},
      {2.0, 0.08820850715390943},
      {40.0, -0.0010629778548286184}}},
    {"diff(Y0(x), x, 2)",
     {{0.001, -636617.695814528},
      {0.5, -2.4984260518337797},
      {2.0, -0.5638918884202139},
      {9.5, -0.14982326837249146},
      {40.0, -0.12608125470379966},
      {600.0, -0.02399600039467137}}},
    {"diff(I1(x), x, 2)",
     {{-30.0, -744184144653.5776},
      {0.0, 0.0},
      {0.5, 0.1940820070354198},
      {40.0, 1.435341103862793e+16}}},
    {"diff(K1(x), x)",
     {{0.001, -1000003.2618448861},
      {0.5, -4.237301311234267},
      {2.0, -0.18382681365779466},
      {9.5, -3.338441486429505e-05},
      {40.0, -8.605289398971093e-19},
      {600.0, -1.3580901275250405e-262}}},
    {"sech(x)",
     {{-30.0, 1.871524593768035e-13},
      {-4.5, 0.022215251496649675},
      {-0.25, 0.9695436291402146},
      {0.001, 0.9999995000002083},
      {0.5, 0.8868188839700739},
      {2.0, 0.26580222883407967},
      {9.5, 0.00014970365893664207}}},
    {"csch(x)",
     {{-30.0, -1.871524593768035e-13},
      {-4.5, -0.02222073533307873},
      {-0.25, -3.9586351633020005},
      {0.001, 999.9998333333527},
      {0.5, 1.9190347513349437},
      {2.0, 0.2757205647717832},
      {9.5, 0.00014970366061416033}}},
    {"coth(x)",
     {{-30.0, -1.0},
      {-4.5, -1.0002468500718924},
      {-0.25, -4.082988165073597},
      {0.001, 1000.0003333333111},
      {0.5, 2.163953413738653},
      {2.0, 1.0373147207275482},
      {9.5, 1.000000011205593}}},
    {"asinh(x)",
     {{-10000000000.0, -23.7189981105004},
      {-30.0, -4.09462222433053},
      {-4.5, -2.209347708615334},
      {-0.25, -0.24746646154726346},
      {0.001, 0.0009999998333334083},
      {0.5, 0.48121182505960347},
      {2.0, 1.4436354751788103},
      {9.5, 2.947197622570033}}},
    {"acosh(x)",
     {{1.0, 0.0},
      {1.25, 0.6931471805599453},
      {9.5, 2.941657314651186},
      {10000000000.0, 23.7189981105004}}},
    {"atanh(x)",
     {{-0.9375, -1.7169936022425731},
      {-0.25, -0.25541281188299536},
      {0.001, 0.0010000003333335333},
      {0.5, 0.5493061443340549}}},
    {"erfc(x)",
     {{-4.5, 1.999999999803384},
      {-0.25, 1.276326390168237},
      {0.001, 0.9988716212090307},
      {0.5, 0.4795001221869535},
      {2.0, 0.004677734981047266},
      {9.5, 3.7692144856548797e-41},
      {20.0, 5.395865611607901e-176}}},
    {"cbrt(x)",
     {{-30.0, -3.107232505953859},
      {-4.5, -1.6509636244473134},
      {-0.25, -0.6299605249474366},
      {0.001, 0.1},
      {0.5, 0.7937005259840998},
      {2.0, 1.2599210498948732},
      {9.5, 2.1179117921274466}}},
    {"log10(x)",
     {{0.001, -3.0},
      {0.5, -0.3010299956639812},
      {2.0, 0.3010299956639812},
      {9.5, 0.9777236052888477},
      {40.0, 1.6020599913279623},
      {600.0, 2.7781512503836434}}},
    {"exp2(x)",
     {{-30.0, 9.313225746154785e-10},
      {-4.5, 0.04419417382415922},
      {-0.25, 0.8408964152537145},
      {0.001, 1.0006933874625807},
      {0.5, 1.4142135623730951},
      {2.0, 4.0},
      {9.5, 724.0773439350247}}},
    {"atan2(x, -2)",
     {{-30.0, -1.6373644905707205},
      {-4.5, -1.9890206563741257},
      {-0.25, -3.017237659043032},
      {0.001, 3.14109265363146},
      {0.5, 2.896613990462929},
      {2.0, 2.356194490192345},
      {9.5, 1.7782925532300993}}},
    {"hypot(x, 3)",
     {{-30.0, 30.14962686336267},
      {-4.5, 5.408326913195984},
      {-0.25, 3.010398644698074},
      {0.001, 3.0000001666666622},
      {0.5, 3.0413812651491097},
      {2.0, 3.605551275463989},
      {9.5, 9.962429422585638}}},
    {"expm1(x)",
     {{-30.0, -0.9999999999999064},
      {-0.25, -0.22119921692859512},
      {1e-09, 1.0000000005000001e-09},
      {2.0, 6.38905609893065}}},
    {"log1p(x)",
     {{-0.9375, -2.772588722239781},
      {1e-09, 9.999999995e-10},
      {0.5, 0.4054651081081644},
      {40.0, 3.713572066704308}}},
};

double value(const Graph& graph, Node f, double x) {
  return evaluate_scalar(graph, f, std::vector{x, 0.0});
}

TEST(SpecialFunctions, Values) {
  for (const Values& values : table) {
    Graph graph;
    const Node f = parse(graph, values.formula, plane());
    for (const auto& [x, want] : values.at) {
      EXPECT_NEAR(value(graph, f, x), want, 1e-14 * std::fabs(want)) << values.formula << x;
    }
  }
}

TEST(SpecialFunctions, OutsideTheirDomains) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = HUGE_VAL;
  EXPECT_TRUE(std::isnan(bessel_y(0, -1)));
  EXPECT_TRUE(std::isnan(bessel_k(1, -1)));
  EXPECT_EQ(bessel_y(1, 0), -infinity);
  EXPECT_EQ(bessel_k(0, 0), infinity);
  EXPECT_EQ(bessel_k(0, 1e4), 0);
  EXPECT_EQ(bessel_i(0, -1e4), infinity);
  EXPECT_EQ(bessel_i(1, -1e4), -infinity);
  EXPECT_TRUE(std::isnan(polygamma(0, -3)));
  EXPECT_EQ(polygamma(1, -3), infinity);
  EXPECT_TRUE(std::isnan(polygamma(2, -1e30)));
  EXPECT_EQ(polygamma(0, infinity), infinity);
  for (const auto function : {bessel_j, bessel_y, bessel_i, bessel_k, polygamma})
    for (const double order : {0, 1, 2}) EXPECT_TRUE(std::isnan(function(order, nan)));
}

TEST(SpecialFunctions, StepsOfTheCoordinates) {
  Graph graph;
  const Node f = parse(graph, "heaviside(x - 1)*x^2 + floor(x)", plane());
  EXPECT_EQ(value(graph, f, 0.5), 0);
  EXPECT_EQ(value(graph, f, 1), 2);
  EXPECT_EQ(value(graph, f, -0.5), -1);
  const Node slope = parse(graph, "diff(heaviside(x - 1)*x^2 + floor(x), x)", plane());
  EXPECT_EQ(value(graph, slope, 0.5), 0);
  EXPECT_EQ(value(graph, slope, 2.5), 5);
}

std::string mistake(const char* formula, const Scope& scope = plane()) {
  Graph graph;
  try {
    parse(graph, formula, scope);
  } catch (const FormulaError& error) {
    return error.what();
  }
  return "";
}

TEST(SpecialFunctions, SomeAreOfTheCoordinatesAlone) {
  Scope scope = plane();
  scope.coefficients = {"c"};
  for (const char* name :
       {"heaviside", "floor", "J0", "J1", "Y0", "Y1", "I0", "I1", "K0", "K1", "gamma"}) {
    for (const char* argument : {"(u)", "(x + 2*u_x)", "(x*c)"}) {
      EXPECT_EQ(mistake((name + std::string(argument)).c_str(), scope),
                name + std::string(" works on formulas of the coordinates only, and this part "
                                   "contains an unknown or a coefficient"));
    }
    EXPECT_EQ(mistake((name + std::string("(x*nu + 3)*u")).c_str(), scope), "");
  }
  EXPECT_NE(mistake("J0(x, y)").find("J0 does not take 2 arguments; it is used as J0(x)"),
            std::string::npos);
  EXPECT_NE(mistake("atan2(x)").find("it is used as atan2(y, x)"), std::string::npos);
}

// Files that call a constant gamma, or a function sech, mean their own.
TEST(SpecialFunctions, NamesOfTheFileGoFirst) {
  Scope scope = plane();
  scope.constants["gamma"] = 1.4;
  scope.functions["sech"] = {{"s"}, "2*s"};
  scope.functions["K1"] = {{}, "x + 1"};
  scope.unknowns.push_back("I0");
  EXPECT_NO_THROW(check_names(scope));
  Graph graph;
  EXPECT_EQ(value(graph, parse(graph, "gamma*sech(x) + K1", scope), 3), 1.4 * 6 + 4);
  EXPECT_EQ(parse(graph, "I0_x", scope), graph.jet(value_of(2).differentiated(0)));
  EXPECT_EQ(mistake("gamma(x)", scope),
            "'gamma' is not a function; multiplication is written with *");
  EXPECT_EQ(mistake("K1(x)", scope), "'K1' takes no arguments: write K1");
  EXPECT_NE(mistake("gamma"), "");  // without its arguments
  scope.constants["sin"] = 1;
  EXPECT_THROW(check_names(scope), FormulaError);
}

TEST(SpecialFunctions, AreWrittenAsInFormulas) {
  Graph graph;
  const auto written = [&](const char* formula) {
    return testing::text(graph, parse(graph, formula, plane()), plane());
  };
  EXPECT_EQ(written("K1(2*x)"), "K1(2*x)");
  EXPECT_EQ(written("diff(J0(x), x)"), "-J1(x)");
  EXPECT_EQ(written("asinh(x) + atan2(x, y)"), "asinh(x) + atan2(x, y)");
}

}  // namespace
}  // namespace engd::expr
