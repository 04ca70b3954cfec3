#include <pliant/detectors/buckettree/SortedAxis.h>
#include <pliant/pictures/Sheet.h>
#include <pliant/pictures/bucketArrays.h>
#include <pliant/pictures/lines.h>

#include <algorithm>
#include <numeric>
#include <string>

namespace pliant {
namespace {

using Places = std::span<const std::array<Real, 3>>;

// Sizes in pixels of the picture, which is drawn at twice the size.
constexpr int kMostPlaces = 12;  // number of cells, so few that numbers of four digits can be read in a panel
constexpr int kArrayCell = 60, kHigh = 26, kBetween = 48, kPointer = 40, kLeft = 92, kText = 24, kArrayGap = 18;
constexpr int kArrayWidth = kLeft + kMostPlaces * kArrayCell + 16;
constexpr Rgb kOrange{226, 96, 10}, kPlaceGrey{140, 144, 150}, kPlaceFrame{70, 74, 80};
constexpr Rgb kBuckets[] = {{198, 219, 244}, {252, 221, 184}, {205, 233, 200}, {238, 208, 232},
                            {247, 240, 176}, {206, 232, 234}, {232, 214, 200}, {220, 220, 224}};

void sortAlong(SortedAxis& axis, Places places, std::size_t k, std::span<const Index> newcomers, std::size_t buckets) {
  axis.sort(places.front().data() + k, 3, {}, newcomers);
  Real low = places.front()[k], high = low;
  for (const auto& p : places) {
    low = std::min(low, p[k]);
    high = std::max(high, p[k]);
  }
  axis.follow(low, high, buckets);
}

std::vector<Index> orderOf(const SortedAxis& axis) {
  std::vector<Index> order;
  for (std::size_t i = 0; i < axis.size(); ++i) order.push_back(axis[i]);
  return order;
}

/// Returns the bucket of a position in the array.
std::size_t bucketAt(const std::vector<Index>& starts, std::size_t place) {
  const auto next = std::upper_bound(starts.begin(), starts.end() - 1, static_cast<Index>(place));
  return static_cast<std::size_t>(next - starts.begin()) - 1;
}

/// Draws one axis, with its upper edge at `top`.
class AxisPicture {
 public:
  AxisPicture(Image& image, const AxisArray& array, ArraysShown shown, int top)
      : m_image(image), m_array(array), m_shown(shown), m_top(top), m_bucket(array.before.size()) {
    for (std::size_t place = 0; place < array.before.size(); ++place)
      m_bucket[array.before[place]] = bucketAt(array.startsBefore, place);
    m_count = std::min<std::size_t>(array.before.size(), kMostPlaces);
    const std::size_t middle = array.startsBefore[array.startsBefore.size() / 2];
    m_first = std::min(middle - std::min<std::size_t>(middle, kMostPlaces / 2), array.before.size() - m_count);
  }

  void draw(char axis) {
    const AxisArray& a = m_array;
    std::string title(1, axis);
    title.append(" array: ")
        .append(a.fullSort ? "sorted anew" : std::to_string(a.swaps) + (a.swaps == 1 ? " swap" : " swaps"));
    if (a.before.size() > m_count)
      title.append("; places ")
          .append(std::to_string(m_first))
          .append(" to ")
          .append(std::to_string(m_first + m_count - 1))
          .append(" of ")
          .append(std::to_string(a.before.size()));
    write(8, m_top, title, kInk);
    const int upper = upperRow(), lower = lowerRow();
    write(8, upper + 6, "before", kPlaceFrame);
    write(8, lower + 6, "after", kPlaceFrame);
    std::vector<std::size_t> place(a.after.size());
    for (std::size_t i = 0; i < a.after.size(); ++i) place[a.after[i]] = i;
    for (std::size_t i = m_first; i < m_first + m_count; ++i) {
      const double from = middleOf(i),
                   to = std::clamp(middleOf(place[a.before[i]]), double{kLeft}, double{kArrayWidth});
      drawLine(m_image, {2 * from, 2.0 * (upper + kHigh)}, {2 * to, 2.0 * lower}, 3,
               place[a.before[i]] == i ? kPlaceGrey : kPlaceFrame);
      cell(i, upper, a.before[i]);
      cell(i, lower, a.after[i]);
    }
    if (m_shown != ArraysShown::Pointers) return;
    for (std::size_t b = 0; b + 1 < a.startsBefore.size(); ++b) {
      pointer(b, a.startsBefore[b], upper - kPointer, upper, kPlaceFrame);
      pointer(b, a.startsAfter[b], lower + kHigh + kPointer, lower + kHigh,
              a.startsAfter[b] == a.startsBefore[b] ? kPlaceFrame : kOrange);
    }
  }

  static int height(ArraysShown shown) {
    return kText + 2 * kHigh + kBetween + (shown == ArraysShown::Pointers ? 2 * kPointer + 8 : 0) + kArrayGap;
  }

 private:
  int upperRow() const { return m_top + kText + (m_shown == ArraysShown::Pointers ? kPointer : 0); }
  int lowerRow() const { return upperRow() + kHigh + kBetween; }
  double edgeOf(std::size_t place) const {
    return kLeft + kArrayCell * (static_cast<double>(place) - static_cast<double>(m_first));
  }
  double middleOf(std::size_t place) const { return edgeOf(place) + kArrayCell / 2.0; }
  void write(int x, int y, const std::string& text, Rgb colour) { m_image.write(2 * x, 2 * y, text, colour, 4); }

  void cell(std::size_t place, int y, Index primitive) {
    const int x = static_cast<int>(edgeOf(place));
    m_image.fill(2 * x, 2 * y, 2 * kArrayCell, 2 * kHigh, kPlaceFrame);
    m_image.fill(2 * x + 2, 2 * y + 2, 2 * kArrayCell - 4, 2 * kHigh - 4,
                 kBuckets[m_bucket[primitive] % std::size(kBuckets)]);
    const std::string text = std::to_string(primitive);
    const int scale = Image::textWidth(text, 2) + 4 <= kArrayCell ? 4 : 2;
    m_image.write(2 * x + kArrayCell - Image::textWidth(text, scale) / 2, 2 * y + kHigh - 4 * scale + scale, text, kInk,
                  scale);
  }

  /// Draws the pointer of a bucket, unless it points outside of the drawn part. Pointers to one place are side by side.
  void pointer(std::size_t bucket, std::size_t place, int from, int to, Rgb colour) {
    if (place < m_first || place > m_first + m_count) return;
    const double x = edgeOf(place) + 6;
    const std::string name = std::string("B").append(std::to_string(bucket));
    int& beside = from < to ? m_upper[place - m_first] : m_lower[place - m_first];
    const bool above = from < to;
    if (beside == 0) drawArrow(m_image, {2 * x, 2.0 * (from + (above ? 16 : -2))}, {2 * x, 2.0 * to}, 3, 14, colour);
    m_image.write(static_cast<int>(2 * x) - 10 + beside, 2 * (above ? from : from + 2), name, colour, 3);
    beside += Image::textWidth(name, 3) + 10;
  }

  Image& m_image;
  const AxisArray& m_array;
  ArraysShown m_shown;
  int m_top;
  std::vector<std::size_t> m_bucket;  // of each primitive, before the motion
  std::size_t m_first = 0, m_count = 0;
  std::array<int, kMostPlaces + 1> m_upper{}, m_lower{};  // width of the names at each place
};

}  // namespace

BucketArrays bucketArrays(Places before, Places after, unsigned levels) {
  BucketArrays arrays{levels, {}};
  if (before.empty()) return arrays;
  std::vector<Index> all(before.size());
  std::iota(all.begin(), all.end(), Index{0});
  for (std::size_t k = 0; k < 3; ++k) {
    SortedAxis axis;
    AxisArray& array = arrays.axes[k];
    sortAlong(axis, before, k, all, std::size_t{1} << levels);
    array.before = orderOf(axis);
    array.startsBefore.assign(axis.starts().begin(), axis.starts().end());
    sortAlong(axis, after, k, {}, std::size_t{1} << levels);
    array.after = orderOf(axis);
    array.startsAfter.assign(axis.starts().begin(), axis.starts().end());
    array.fullSort = axis.moves() == SortedAxis::kNoMoves;
    array.swaps = array.fullSort ? 0 : axis.moves();
  }
  return arrays;
}

Image drawArrays(const BucketArrays& arrays, ArraysShown shown) {
  if (arrays.axes[0].before.empty()) return {};
  const int height = AxisPicture::height(shown);
  Image image(2 * kArrayWidth, 2 * (3 * height + 8), kPaper);
  for (std::size_t k = 0; k < 3; ++k)
    AxisPicture(image, arrays.axes[k], shown, 8 + static_cast<int>(k) * height).draw("XYZ"[k]);
  return image.halved();
}

}  // namespace pliant
