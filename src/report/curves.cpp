#include "report/curves.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "report/gnuplot.h"
#include "report/range.h"

namespace engd::report {

namespace {

constexpr std::size_t most_lines = 30;  ///< more thin lines than this are a smear

double clipped(double value) {
  return std::clamp(value, 1e-300, 1e30);
}

/// Leaves out points that cannot be told from the one before on a logarithmic axis.
class Thinning {
 public:
  explicit Thinning(const Range& x) : ratio_(std::pow(x.upper / x.lower, 1.0 / 250)) {}
  bool keeps(double x, bool is_last) {
    if (!(x >= last_ * ratio_) && !is_last) return false;
    last_ = x;
    return true;
  }

 private:
  double ratio_, last_ = 0;
};

/// x positive; the start, iteration 0, has no place on a logarithmic axis.
std::string band_block(const std::string& block, const std::vector<Band>& bands, bool over_time,
                       const Range& x) {
  std::string text = fmt::format("${} << EOD\n", block);
  Thinning thinning(x);
  for (const Band& band : bands) {
    const double at = over_time ? band.seconds : band.iteration;
    if (!(at > 0 && band.median > 0) || !thinning.keeps(at, &band == &bands.back())) continue;
    text += fmt::format("{:.6g} {:.6g} {:.6g} {:.6g}\n", at, clipped(band.low),
                        clipped(band.median), clipped(band.high));
  }
  return text + "EOD\n";
}

std::string seed_block(const std::string& block, const std::vector<Trace>& seeds, bool over_time,
                       const Range& x) {
  std::string text = fmt::format("${} << EOD\n", block);
  for (const Trace& seed : seeds) {
    Thinning thinning(x);
    for (std::size_t k = 0; k < seed.value.size(); ++k) {
      const double at = over_time ? seed.seconds[k] : seed.iteration[k];
      if (!(at > 0 && seed.value[k] > 0) || !thinning.keeps(at, k + 1 == seed.value.size()))
        continue;
      text += fmt::format("{:.6g} {:.6g}\n", at, clipped(seed.value[k]));
    }
    text += '\n';
  }
  return text + "EOD\n";
}

/// Powers of ten where there are many; minor tics only where they do not run together.
std::string axis_format(const char* axis, const Range& range) {
  const double decades = std::log10(range.upper / range.lower);
  const bool plain = range.upper <= 1e4 && range.lower >= 1e-2;
  return fmt::format("set format {0} '{1}'\nset m{0}tics {2}\n", axis, plain ? "%g" : "10^{%T}",
                     decades < 5 ? 10 : 1);
}

}  // namespace

std::string series_colour(std::size_t k) {
  static constexpr std::array colours{"#2f7fc1", "#d9822b", "#2e9e6b", "#a463c4",
                                      "#d1495b", "#18a0a6", "#9c7a3c", "#7d8b99"};
  return colours[k % colours.size()];
}

std::string curve_script(const CurvePlot& plot) {
  std::vector<std::vector<Band>> bands;
  Range x, y;
  for (const Curve& curve : plot.curves) {
    bands.push_back(quartiles(curve.seeds));
    for (const Band& band : bands.back()) {
      const double at = plot.over_time ? band.seconds : band.iteration;
      if (!(at > 0 && band.median > 0)) continue;
      x.include(at);
    }
    for (const Trace& seed : curve.seeds)
      for (double value : seed.value)
        if (value > 0) y.include(clipped(value));
  }
  if (!(x.lower < x.upper)) return {};
  std::string data, thin, thick;
  for (std::size_t c = 0; c < plot.curves.size(); ++c) {
    const Curve& curve = plot.curves[c];
    if (bands[c].empty()) continue;
    const std::string block = fmt::format("c{}", c);
    const bool several = curve.seeds.size() > 1;
    data += band_block(block, bands[c], plot.over_time, x);
    if (several)
      thin += fmt::format(
          "${} using 1:2:4 with filledcurves fs transparent solid 0.22 noborder lc rgb '{}' "
          "notitle, ",
          block, curve.colour);
    if (several && plot.seed_lines && curve.seeds.size() <= most_lines) {
      data += seed_block(block + "s", curve.seeds, plot.over_time, x);
      thin += fmt::format("${}s using 1:2 with lines lw 0.5 lc rgb '{}' notitle, ", block,
                          curve.colour);
    }
    thick += fmt::format("{}${} using 1:3 with lines lw {} lc rgb '{}' title {}",
                         thick.empty() ? "" : ", ", block, curve.wide ? 5 : 2, curve.colour,
                         in_quotes(curve.title));
  }
  return data + fmt::format(
                    "set logscale xy\nset xrange [{:.6g}:{:.6g}]\n{}{}set grid lt 1 lw 0.5 lc rgb "
                    "'#d9e0e6'\n"
                    "set xlabel '{}' offset 0,0.4\nset ylabel {} offset 1,0\nset tics "
                    "nomirror\nset border 3\n"
                    "set key top center outside horizontal noenhanced samplen 2\nplot {}{}\n",
                    x.lower, x.upper, axis_format("x", x), axis_format("y", y),
                    plot.over_time ? "seconds" : "iterations", in_quotes(plot.y_label), thin,
                    thick);
}

}  // namespace engd::report
