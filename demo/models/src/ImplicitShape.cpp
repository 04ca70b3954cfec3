#include <pliant/models/ImplicitShape.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace pliant::models {
namespace {

/// Returns the minimum, rounded off if the values differ by less than `blend`.
double blended(double a, double b, double blend) {
  const double near = std::max(0.0, blend - std::abs(a - b));
  return std::min(a, b) - (blend > 0 ? near * near / (4 * blend) : 0);
}

double between(double before, double from, double to, double after, double t) {
  return from +
         t / 2 * (to - before + t * (2 * before - 5 * from + 4 * to - after + t * (3 * (from - to) + after - before)));
}

Limb throughAll(const Limb& through, int steps, bool closed) {
  const auto last = static_cast<std::ptrdiff_t>(through.size()) - 1;
  const auto at = [&](std::ptrdiff_t i) -> const Ball& {
    if (closed) return through[static_cast<std::size_t>((i + last) % last)];
    return through[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(i, 0, last))];
  };
  Limb limb;
  for (std::ptrdiff_t i = 0; i < last; ++i) {
    const Ball &a = at(i - 1), &b = at(i), &c = at(i + 1), &d = at(i + 2);
    for (int s = 0; s < steps; ++s) {
      const double t = double(s) / steps;
      limb.push_back({between(a.x, b.x, c.x, d.x, t), between(a.y, b.y, c.y, d.y, t), between(a.z, b.z, c.z, d.z, t),
                      between(a.radius, b.radius, c.radius, d.radius, t)});
    }
  }
  limb.push_back(at(last));
  return limb;
}

}  // namespace

Limb curved(const Limb& through, int steps) {
  return throughAll(through, steps, false);
}

Limb ring(const Limb& through, int steps) {
  return throughAll(through, steps, true);
}

Limb mirrored(Limb limb) {
  for (Ball& ball : limb) ball.z = -ball.z;
  return limb;
}

void ImplicitShape::add(const std::vector<Limb>& limbs, double blend, Joined joined, const Flat& flat) {
  Part part{0, blend, joined, flat, {}};
  const double size = std::hypot(flat.normal[0], flat.normal[1], flat.normal[2]);
  for (double& x : part.flat.normal) x /= size;
  const Ball &first = limbs.front().front(), &last = limbs.front().back();
  part.middle = {(first.x + last.x) / 2, (first.y + last.y) / 2, (first.z + last.z) / 2};
  for (const Limb& limb : limbs) {
    for (std::size_t i = 0; i == 0 || i + 1 < limb.size(); ++i) {
      const Ball &a = limb[i], &b = limb[std::min(i + 1, limb.size() - 1)];
      const Point from = flattened(part, {a.x, a.y, a.z}), to = flattened(part, {b.x, b.y, b.z});
      const Point along = {to[0] - from[0], to[1] - from[1], to[2] - from[2]};
      const double length2 = along[0] * along[0] + along[1] * along[1] + along[2] * along[2];
      const double more = b.radius - a.radius;
      m_slope = std::max(m_slope, std::sqrt(1 + (length2 > 0 ? more * more / length2 : 0)));
      m_pieces.push_back({from, along, length2 > 0 ? 1 / length2 : 0, a.radius, more});
    }
  }
  part.end = static_cast<std::uint32_t>(m_pieces.size());
  m_parts.push_back(part);
}

ImplicitShape& ImplicitShape::part(const std::vector<Limb>& limbs, double blend, Joined joined) {
  add(limbs, blend, joined, {});
  return *this;
}

ImplicitShape& ImplicitShape::flatPart(const Limb& limb, const Flat& flat, double blend) {
  add({limb}, blend, Joined::Added, flat);
  return *this;
}

ImplicitShape& ImplicitShape::relief(double height, double frequency) {
  m_height = height;
  m_frequency = frequency;
  return *this;
}

Point ImplicitShape::flattened(const Part& part, const Point& p) const {
  if (part.flat.factor == 1) return p;
  const Point& n = part.flat.normal;
  double off = 0;
  for (std::size_t k = 0; k < 3; ++k) off += (p[k] - part.middle[k]) * n[k];
  off *= part.flat.factor - 1;
  return {p[0] + off * n[0], p[1] + off * n[1], p[2] + off * n[2]};
}

double ImplicitShape::distance(const Piece& piece, const Point& p) {
  const Point off = {p[0] - piece.from[0], p[1] - piece.from[1], p[2] - piece.from[2]};
  const double along = (off[0] * piece.along[0] + off[1] * piece.along[1] + off[2] * piece.along[2]) * piece.perLength2;
  const double t = std::clamp(along, 0.0, 1.0);
  const double x = off[0] - t * piece.along[0], y = off[1] - t * piece.along[1], z = off[2] - t * piece.along[2];
  return std::sqrt(x * x + y * y + z * z) - piece.radius - t * piece.more;
}

ImplicitShape::Selection ImplicitShape::everything() const {
  Selection all;
  for (std::uint32_t i = 0; i < m_pieces.size(); ++i) all.pieces.push_back(i);
  for (const Part& part : m_parts) all.ends.push_back(part.end);
  return all;
}

void ImplicitShape::narrow(const Selection& wide, const Point& centre, double radius, Selection& narrowed) const {
  narrowed.pieces.clear();
  narrowed.ends.clear();
  std::uint32_t begin = 0;
  for (std::size_t i = 0; i < m_parts.size(); ++i) {
    const Point p = flattened(m_parts[i], centre);
    const double reach = 2 * m_slope * m_parts[i].flat.factor * radius;
    double nearest = std::numeric_limits<double>::infinity();
    for (std::uint32_t k = begin; k < wide.ends[i]; ++k) {
      nearest = std::min(nearest, distance(m_pieces[wide.pieces[k]], p));
    }
    for (std::uint32_t k = begin; k < wide.ends[i]; ++k) {
      const std::uint32_t piece = wide.pieces[k];
      if (distance(m_pieces[piece], p) <= nearest + reach) narrowed.pieces.push_back(piece);
    }
    begin = wide.ends[i];
    narrowed.ends.push_back(static_cast<std::uint32_t>(narrowed.pieces.size()));
  }
}

double ImplicitShape::value(const Point& p, const Selection& near) const {
  double value = std::numeric_limits<double>::infinity();
  std::uint32_t begin = 0;
  for (std::size_t i = 0; i < m_parts.size(); ++i) {
    const Part& part = m_parts[i];
    const Point q = flattened(part, p);
    double own = std::numeric_limits<double>::infinity();
    for (std::uint32_t k = begin; k < near.ends[i]; ++k) own = std::min(own, distance(m_pieces[near.pieces[k]], q));
    begin = near.ends[i];
    own /= part.flat.factor;
    if (i == 0) {
      value = own;
    } else if (part.joined == Joined::Added) {
      value = blended(value, own, part.blend);
    } else {
      value = -blended(-value, own, part.blend);
    }
  }
  if (m_height == 0) return value;
  const double w = m_frequency;
  return value + m_height * std::sin(w * p[0]) * std::sin(w * p[1] + 1) * std::sin(w * p[2] + 2);
}

void ImplicitShape::bounds(Point& low, Point& high) const {
  low.fill(std::numeric_limits<double>::infinity());
  high.fill(-std::numeric_limits<double>::infinity());
  std::uint32_t begin = 0;
  for (const Part& part : m_parts) {
    for (std::uint32_t i = begin; i < part.end; ++i) {
      const Piece& piece = m_pieces[i];
      // The stretched position of a flattened part is farther out than the part, so the box is large enough.
      const double r = std::max(piece.radius, piece.radius + piece.more) + part.blend + m_height;
      for (std::size_t k = 0; k < 3; ++k) {
        const double back = part.flat.factor == 1 ? 0 : std::abs(piece.from[k] - part.middle[k]);
        low[k] = std::min(low[k], std::min(piece.from[k], piece.from[k] + piece.along[k]) - r - back);
        high[k] = std::max(high[k], std::max(piece.from[k], piece.from[k] + piece.along[k]) + r + back);
      }
    }
    begin = part.end;
  }
}

}  // namespace pliant::models
