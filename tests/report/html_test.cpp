#include "report/html.h"

#include <gtest/gtest.h>

#include <cmath>

#include "common/problem_text.h"

namespace engd::report {
namespace {

TEST(HtmlTest, TextCannotBecomeMarkup) {
  EXPECT_EQ(escaped("<b a=\"1\" c='2'>&</b>"),
            "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;&lt;/b&gt;");
}

TEST(HtmlTest, NumbersReadAsInPrint) {
  EXPECT_EQ(scientific(2.4e-7), "2.4&middot;10<sup>-7</sup>");
  EXPECT_EQ(scientific(-9.96e-8), "-10.0&middot;10<sup>-8</sup>");
  EXPECT_EQ(scientific(1e-6), "1.0&middot;10<sup>-6</sup>");
  EXPECT_EQ(scientific(1.2), "1.2");
  EXPECT_EQ(scientific(0), "0");
  EXPECT_EQ(scientific(NAN), "not finite");
  EXPECT_EQ(duration(0.0038), "3.80 ms");
  EXPECT_EQ(duration(0.25), "250 ms");
  EXPECT_EQ(duration(43), "43.0 s");
  EXPECT_EQ(duration(168), "2.8 min");
  EXPECT_EQ(duration(6480), "1.8 h");
}

TEST(HtmlTest, FiguresCarryTheirBytes) {
  const testing::TemporaryFolder folder;
  const auto svg = folder.write("curve.svg", "<?xml version=\"1.0\"?>\n<svg><path/></svg>");
  const auto png = folder.write("map.png", "abc");
  EXPECT_EQ(figure(svg, "a"),
            "<figure id=\"curve\"><svg><path/></svg><figcaption>a</figcaption></figure>\n");
  EXPECT_NE(figure(png, "b").find("src=\"data:image/png;base64,YWJj\""), std::string::npos);
  EXPECT_EQ(figure(folder / "missing.png", "c"), "");
  EXPECT_EQ(figure(folder.write("broken.svg", "no picture"), "d"), "");
}

TEST(HtmlTest, TablesHaveAHead) {
  EXPECT_EQ(table({{"", "x"}, {"a", "1"}}, "c"),
            "<table>\n<caption>c</caption>\n<tr><th></th><th>x</th></tr>\n<tr><td>a</td><td>1</"
            "td></tr>\n</table>\n");
}

TEST(HtmlTest, ThePageNeedsNothingFromOutside) {
  const std::string text = page("a < b", "<p>body</p>");
  EXPECT_NE(text.find("<title>a &lt; b</title>"), std::string::npos);
  EXPECT_NE(text.find("<p>body</p>"), std::string::npos);
  EXPECT_EQ(text.find("http"), std::string::npos);
}

}  // namespace
}  // namespace engd::report
