#include <pliant/benchmarks/Table.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace pliant::benchmarks {
namespace {

constexpr double kWidth = 900, kHeight = 440, kLeft = 70, kRight = 180, kTop = 40, kBottom = 55;
constexpr double kSwatch = 22, kLegendLine = 20;  // the legend is to the right of the axes
constexpr std::array<const char*, 6> kColours{"#1f5fa8", "#c4452d", "#3c8c4c", "#8a5fb0", "#b8860b", "#444444"};

std::string format(const char* pattern, double a, double b = 0, double c = 0, double d = 0) {
  char buffer[256];
  std::snprintf(buffer, sizeof buffer, pattern, a, b, c, d);
  return buffer;
}

std::string escaped(const std::string& text) {
  std::string out;
  for (char c : text) {
    out += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
  }
  return out;
}

/// Returns 1, 2 or 5 times a power of ten, so that about six ticks cover the range.
double tickFor(double range) {
  const double rough = range / 6, power = std::pow(10, std::floor(std::log10(rough)));
  for (double factor : {1.0, 2.0, 5.0}) {
    if (rough <= factor * power) return factor * power;
  }
  return 10 * power;
}

std::vector<double> ticksUpTo(double most) {
  const double tick = tickFor(most);
  std::vector<double> ticks;
  for (int i = 0; i * tick <= most; ++i) ticks.push_back(i * tick);
  return ticks;
}

std::string label(double x, double y, const char* anchor, const std::string& text) {
  return format("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"", x, y) + anchor + "\">" + escaped(text) + "</text>\n";
}

std::string line(double x1, double y1, double x2, double y2, const std::string& attributes) {
  return format("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" ", x1, y1, x2, y2) + attributes + "/>\n";
}

}  // namespace

void SvgPlot::add(const std::vector<double>& x, const std::vector<double>& y) {
  for (std::size_t c = 0; c < curves.size(); ++c) curves[c].points.emplace_back(x.at(c), y.at(c));
}

std::string SvgPlot::svg() const {
  double mostX = 0, mostY = 0;
  for (const Curve& curve : curves) {
    for (const auto& [x, y] : curve.points) {
      mostX = std::max(mostX, x);
      mostY = std::max(mostY, y);
    }
  }
  if (!(mostX > 0)) mostX = 1;
  if (!(mostY > 0)) mostY = 1;
  mostY *= 1.05;
  const auto px = [&](double x) { return kLeft + x / mostX * (kWidth - kLeft - kRight); };
  const auto py = [&](double y) { return kHeight - kBottom - y / mostY * (kHeight - kTop - kBottom); };

  std::string out =
      format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\"", kWidth, kHeight) +
      " font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n";
  const double middle = (kLeft + kWidth - kRight) / 2;
  out += label(middle, 22, "middle", title) + label(middle, kHeight - 12, "middle", xLabel);
  out += format("<g transform=\"translate(16 %.1f) rotate(-90)\">", kHeight / 2) + label(0, 0, "middle", yLabel) +
         "</g>\n";
  for (const double x : ticksUpTo(mostX)) {
    out += line(px(x), py(0), px(x), py(mostY), "stroke=\"#ddd\"");
    out += label(px(x), py(0) + 16, "middle", format("%g", x));
  }
  for (const double y : ticksUpTo(mostY)) {
    out += line(px(0), py(y), px(mostX), py(y), "stroke=\"#ddd\"");
    out += label(px(0) - 6, py(y) + 4, "end", format("%g", y));
  }
  for (const Mark& mark : marks) {
    out += line(px(mark.x), py(0), px(mark.x), py(mostY), "stroke=\"#444\" stroke-dasharray=\"5 4\"");
    out += label(px(mark.x) + 5, kTop + 12, "start", mark.name);
  }
  for (std::size_t c = 0; c < curves.size(); ++c) {
    const std::string colour = kColours[c % kColours.size()];
    out += "<polyline fill=\"none\" stroke=\"" + colour + "\" stroke-width=\"1.5\" points=\"";
    for (const auto& [x, y] : curves[c].points) out += format("%.2f,%.2f ", px(x), py(y));
    out += "\"/>\n";
    for (const auto& [x, y] : curves[c].points) {
      out += format("<circle cx=\"%.2f\" cy=\"%.2f\" r=\"2\" fill=\"", px(x), py(y)) + colour + "\"/>\n";
    }
    const double left = kWidth - kRight + 16, row = kTop + 10 + kLegendLine * static_cast<double>(c);
    out += line(left, row, left + kSwatch, row, "stroke-width=\"2\" stroke=\"" + colour + "\"");
    out += label(left + kSwatch + 6, row + 4, "start", curves[c].name);
  }
  out += line(px(0), py(0), px(mostX), py(0), "stroke=\"#444\"");
  out += line(px(0), py(0), px(0), py(mostY), "stroke=\"#444\"");
  return out + "</svg>\n";
}

}  // namespace pliant::benchmarks
