#include "report/svg.h"

#include <gtest/gtest.h>

namespace engd::report {
namespace {

// The parts of a file of gnuplot 5.4 in their order.
std::string file_with(const std::string& drawing) {
  return "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<svg\n viewBox=\"0 0 480 360\"\n"
         " xmlns=\"http://www.w3.org/2000/svg\"\n xmlns:xlink=\"http://www.w3.org/1999/xlink\"\n>\n"
         "<title>Gnuplot</title>\n<desc>Produced by GNUPLOT</desc>\n<g id=\"gnuplot_canvas\">\n"
         "<defs>\n<circle id='gpDot'/>\n</defs>\n" +
         drawing + "</g>\n</svg>\n";
}

TEST(SvgTest, NothingStaysThatTwoPicturesWouldShare) {
  const std::string svg = inlined_svg(file_with("<path d='M0,0'/>\n"));
  EXPECT_TRUE(svg.starts_with("<svg")) << svg;
  EXPECT_TRUE(svg.ends_with("</svg>")) << svg;
  for (const char* gone : {"http", "id=", "<title>", "<desc>", "<defs>", "<?xml"})
    EXPECT_EQ(svg.find(gone), std::string::npos) << gone;
  EXPECT_NE(svg.find("viewBox=\"0 0 480 360\""), std::string::npos);
  EXPECT_NE(svg.find("<path d='M0,0'/>"), std::string::npos);
}

TEST(SvgTest, SymbolsInUseStay) {
  EXPECT_NE(inlined_svg(file_with("<use xlink:href='#gpDot'/>")).find("id='gpDot'"),
            std::string::npos);
  EXPECT_NE(inlined_svg(file_with("<text filter='url(#textbox)'/>")).find("<defs>"),
            std::string::npos);
}

TEST(SvgTest, OtherTextIsNoPicture) {
  EXPECT_EQ(inlined_svg(""), "");
  EXPECT_EQ(inlined_svg("<svg> half a file"), "");
}

}  // namespace
}  // namespace engd::report
