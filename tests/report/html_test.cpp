#include "report/html.h"

#include <gtest/gtest.h>

#include <cmath>

#include "common/temporary_folder.h"

namespace engd::report {
namespace {

TEST(HtmlTest, TextCannotBecomeMarkup) {
  EXPECT_EQ(escaped("<b a=\"1\" c='2'>&</b>"),
            "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;&lt;/b&gt;");
}

TEST(HtmlTest, NumbersReadAsInPrint) {
  EXPECT_EQ(scientific(2.4e-7), "<span class=\"e\">2.4·10<sup>−7</sup></span>");
  EXPECT_EQ(scientific(-9.96e-8), "<span class=\"e\">−1.0·10<sup>−7</sup></span>");
  EXPECT_EQ(scientific(1e-6), "<span class=\"e\">1.0·10<sup>−6</sup></span>");
  EXPECT_EQ(scientific(1234), "<span class=\"e\">1.2·10<sup>3</sup></span>");
  EXPECT_EQ(scientific(1.2), "<span class=\"p\">1.2</span>");
  EXPECT_EQ(scientific(-0.123), "<span class=\"p\">−0.12</span>");
  EXPECT_EQ(scientific(123.4), "<span class=\"p\">123</span>");
  EXPECT_EQ(scientific(9.96), "<span class=\"p\">10</span>");
  EXPECT_EQ(scientific(0), "0");
  EXPECT_EQ(scientific(NAN), "not finite");
  EXPECT_EQ(duration(0.0038), "3.80 ms");
  EXPECT_EQ(duration(0.25), "250 ms");
  EXPECT_EQ(duration(43), "43.0 s");
  EXPECT_EQ(duration(168), "2.8 min");
  EXPECT_EQ(duration(6480), "1.8 h");
  EXPECT_EQ(duration(INFINITY), "not finite");
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

TEST(HtmlTest, FiguresStandBesideEachOther) {
  EXPECT_EQ(figures({"<figure/>", ""}), "<div class=\"figures\">\n<figure/></div>\n");
  EXPECT_EQ(figures({"<figure/>"}, 3), "<div class=\"figures three\">\n<figure/></div>\n");
  EXPECT_EQ(figures({"", ""}), "");
}

TEST(HtmlTest, TablesHaveAHeadABodyAndAFoot) {
  Table table;
  table.groups = {{"", 1}, {"g", 2}};
  table.head = {"", "x", "why"};
  table.body = {{"a", "1", "b"}};
  table.foot = {{"sum", "1", ""}};
  table.text_columns = {2};
  table.caption = "c";
  EXPECT_EQ(html(table),
            "<div class=\"wide\"><table>\n<caption>c</caption>\n<thead>\n"
            "<tr><th class=\"group\" colspan=\"1\"></th><th class=\"group\" colspan=\"2\">g</th>"
            "</tr>\n<tr><th></th><th>x</th><th class=\"text\">why</th></tr>\n</thead>\n"
            "<tbody>\n<tr><td>a</td><td>1</td><td class=\"text\">b</td></tr>\n</tbody>\n"
            "<tfoot>\n<tr><td>sum</td><td>1</td><td class=\"text\"></td></tr>\n</tfoot>\n"
            "</table></div>\n");
}

TEST(HtmlTest, FactsAreLists) {
  EXPECT_EQ(facts({{"a & b", "<b>1</b>"}}),
            "<dl class=\"facts\">\n<dt>a &amp; b</dt><dd><b>1</b></dd>\n</dl>\n");
  EXPECT_EQ(cards({}), "");
}

TEST(HtmlTest, ThePageNeedsNothingFromOutside) {
  const std::string text = page("a < b", "<p>body</p>");
  EXPECT_NE(text.find("<title>a &lt; b</title>"), std::string::npos);
  EXPECT_NE(text.find("<p>body</p>"), std::string::npos);
  EXPECT_EQ(text.find("http"), std::string::npos);
}

}  // namespace
}  // namespace engd::report
