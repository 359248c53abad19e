// Pages as a browser shows them: headless Chromium lays them out on a narrow and on a wide screen
// and says what it sees; a screenshot shows that something was painted.
#include <cstdlib>
#include <regex>

#include "app_test.h"
#include "formats/base64.h"
#include "report/html.h"

namespace engd::testing {
namespace {

/// Shows the page in frames of two widths and writes down, for each, how wide the content became,
/// the size of every figure, and the text that can be read. A headless window is at least 500 wide.
constexpr const char* probe = R"html(<!DOCTYPE html><meta charset="utf-8">
<iframe style="width:400px;height:800px" src="report.html"></iframe>
<iframe style="width:1400px;height:800px" src="report.html"></iframe>
<pre id="seen"></pre>
<script>
onload = () => {
  const seen = [...document.querySelectorAll('iframe')].map(frame => {
    const page = frame.contentDocument;
    return {
      window: frame.clientWidth,
      content: page.documentElement.scrollWidth,
      text: page.body.innerText,
      figures: [...page.querySelectorAll('figure')].map(figure => {
        const box = figure.querySelector('svg, img').getBoundingClientRect();
        const letters = [...figure.querySelectorAll('text')].map(t => t.getBoundingClientRect());
        return {name: figure.id, width: box.width, height: box.height,
                inside: letters.every(t => t.left >= box.left - 1 && t.right <= box.right + 1 &&
                                           t.top >= box.top - 1 && t.bottom <= box.bottom + 1),
                letters: Math.min(99, ...letters.map(t => t.height))};
      })};
  });
  document.getElementById('seen').textContent = btoa(unescape(encodeURIComponent(JSON.stringify(seen))));
};
</script>
)html";

class BrowserTest : public AppTest {
 protected:
  void SetUp() override {
    if (std::system("command -v gnuplot >/dev/null 2>&1") != 0)
      GTEST_SKIP() << "gnuplot is not installed";
    if (std::system("command -v chromium >/dev/null 2>&1") != 0)
      GTEST_SKIP() << "chromium is not installed: pages are not looked at in a browser";
    setting.environment.clear();
  }

  /// Runs Chromium in the folder of the test, where it may write; false when it fails or hangs.
  bool chromium(const std::string& arguments) const {
    return std::system(
               ("cd '" + folder.path().string() +
                "' && HOME=\"$PWD\" timeout 60 chromium --headless --no-sandbox --disable-gpu "
                "--disable-dev-shm-usage --no-first-run --disable-extensions "
                "--allow-file-access-from-files --hide-scrollbars "
                "--user-data-dir=\"$PWD/browser\" " +
                arguments + " 2>browser.log")
                   .c_str()) == 0;
  }

  /// What the probe writes down about the page of a folder.
  nlohmann::json seen(const std::string& run) {
    folder.write(run + "/probe.html", probe);
    EXPECT_TRUE(chromium("--window-size=1500,900 --dump-dom 'file://" +
                         (folder / run / "probe.html").string() + "' >dom.html"))
        << text_of("browser.log");
    const std::string dom = text_of("dom.html");
    std::smatch match;
    EXPECT_TRUE(
        std::regex_search(dom, match, std::regex("<pre id=\"seen\">([A-Za-z0-9+/=]+)</pre>")))
        << dom.substr(0, 2000);
    const auto bytes = formats::from_base64(match[1].str());
    EXPECT_TRUE(bytes);
    return nlohmann::json::parse(reinterpret_cast<const char*>(bytes->data()),
                                 reinterpret_cast<const char*>(bytes->data()) + bytes->size());
  }

  /// A screenshot of the page, and how many of its pixels are of each colour asked for.
  std::vector<long> painted(const std::string& run, const std::string& colours) {
    EXPECT_TRUE(chromium("--window-size=1400,2800 --screenshot=shot.png 'file://" +
                         (folder / run / "report.html").string() + "' >/dev/null"))
        << text_of("browser.log");
    folder.write("count.py", R"py(import sys
from vtkmodules.vtkIOImage import vtkPNGReader
from vtkmodules.util.numpy_support import vtk_to_numpy
import numpy
reader = vtkPNGReader()
reader.SetFileName('shot.png')
reader.Update()
pixels = vtk_to_numpy(reader.GetOutput().GetPointData().GetScalars())[:, :3].astype(numpy.int16)
for colour in sys.argv[1:]:
    want = [int(colour[k:k + 2], 16) for k in (0, 2, 4)]
    print(numpy.count_nonzero(numpy.abs(pixels - want).max(axis=1) <= 24))
)py");
    EXPECT_EQ(std::system(("cd '" + folder.path().string() + "' && /usr/bin/python3 count.py " +
                           colours + " >counts")
                              .c_str()),
              0);
    std::istringstream text(text_of("counts"));
    std::vector<long> counts;
    for (long count; text >> count;) counts.push_back(count);
    return counts;
  }

  void expect_laid_out(const nlohmann::json& views, const std::vector<std::string>& figures) {
    ASSERT_EQ(views.size(), 2u);
    for (const auto& view : views) {
      SCOPED_TRACE(view["window"].dump());
      EXPECT_LE(view["content"], view["window"]) << "the page must not scroll sideways";
      std::vector<std::string> names;
      for (const auto& figure : view["figures"]) {
        names.push_back(figure["name"]);
        EXPECT_GT(figure["width"], 240) << names.back();
        EXPECT_GT(figure["height"], 150) << names.back();
        EXPECT_TRUE(figure["inside"].get<bool>()) << "letters are cut off in " << names.back();
        EXPECT_GT(figure["letters"], 6) << "letters too small to read in " << names.back();
      }
      EXPECT_EQ(names, figures);
    }
  }

  /// A number as the page shows it, without tags.
  static std::string shown(double value) {
    return std::regex_replace(report::scientific(value), std::regex("<[^>]*>"), "");
  }
};

TEST_F(BrowserTest, ShowsARun) {
  const Outcome outcome = engd({"solve", "poisson2d", "--out", "run", "--seeds", "0..1", "--set",
                                "optimizer.iterations=30", "--set", "network.layers=[20]"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto views = seen("run");
  expect_laid_out(views, {"solution_u", "error_u", "loss_iterations", "error_iterations",
                          "loss_time", "error_time"});
  const auto found = summary("run");
  for (const auto& view : views) {
    const std::string text = view["text"];
    for (const auto& seed : found["seeds"])
      for (const char* name : {"rel_l2", "rel_h1", "loss"})
        EXPECT_NE(text.find(shown(seed[name])), std::string::npos) << name << seed;
    for (const char* name : {"median", "min", "max"})
      EXPECT_NE(text.find(shown(found["rel_l2"][name])), std::string::npos) << name;
    EXPECT_NE(text.find("laplacian(u) + f = 0"), std::string::npos);
    EXPECT_NE(text.find("--set optimizer.iterations=30"), std::string::npos);
  }
  // The ends of the map of the solution, and the two curves of errors.
  const auto counts = painted("run", "fde725 2d1e5f 2f7fc1 d9822b");
  ASSERT_EQ(counts.size(), 4u);
  EXPECT_GT(counts[0], 500);
  EXPECT_GT(counts[1], 500);
  EXPECT_GT(counts[2], 200);
  EXPECT_GT(counts[3], 200);
}

TEST_F(BrowserTest, ShowsAReproduction) {
  const Outcome outcome = engd({"reproduce", "poisson2d", "--optimizers", "bfgs", "--seeds", "0..1",
                                "--out", "paper", "--quiet"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto views = seen("paper");
  expect_laid_out(views, {"poisson2d_l2_iterations", "poisson2d_l2_time", "poisson2d_h1_iterations",
                          "poisson2d_h1_time", "poisson2d_push_error", "poisson2d_push_natural",
                          "poisson2d_push_gradient"});
  for (const auto& view : views) {
    const std::string text = view["text"];
    EXPECT_NE(text.find(shown(4.4e-4)), std::string::npos) << "the paper's median";
    for (const char* seed : {"seed_0", "seed_1"}) {  // least and greatest of two
      const auto found = summary(std::string("paper/cases/poisson2d/bfgs/") + seed);
      EXPECT_NE(text.find(shown(found["rel_l2"]["median"])), std::string::npos) << seed;
    }
  }
  const auto counts = painted("paper", "2e8b57 30478f");  // BFGS, and the maps
  ASSERT_EQ(counts.size(), 2u);
  EXPECT_GT(counts[0], 200);
  EXPECT_GT(counts[1], 500);
}

}  // namespace
}  // namespace engd::testing
