#include "BodyLife.h"

#include <atomic>
#include <bit>
#include <type_traits>

#include "core/BodyElements.h"

namespace pliant::detail {
namespace {

/// Returns a new mark. Marks are odd, so that they differ from all pointers of a host.
void* newMark() {
  static std::atomic<std::uintptr_t> last{1};
  return reinterpret_cast<void*>(last.fetch_add(2));
}

/// FNV-1a hash (Fowler, Noll, Vo) over whole numbers instead of bytes.
class Hash {
 public:
  void add(Real number) {
    using Bits = std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t>;
    m_value = (m_value ^ std::bit_cast<Bits>(number)) * 0x100000001b3u;
    m_value ^= m_value >> 32;  // multiplication carries bits upwards only
  }
  std::uint64_t value() const { return m_value; }

 private:
  std::uint64_t m_value = 0xcbf29ce484222325u;
};

}  // namespace

BodyLife BodyLife::of(const btSoftBody& body) {
  if (!body.internalGetExtensionPointer()) const_cast<btSoftBody&>(body).internalSetExtensionPointer(newMark());
  return known(body);
}

BodyLife BodyLife::known(const btSoftBody& body) {
  return {&body, body.internalGetExtensionPointer()};
}

BodyState BodyState::arraysOf(const btSoftBody& body) {
  return {addressOf(body.m_nodes), addressOf(body.m_links), addressOf(body.m_faces),
          body.m_nodes.size(),     body.m_links.size(),     body.m_faces.size()};
}

BodyState BodyState::of(const btSoftBody& body) {
  Hash hash;
  for (int i = 0; i < body.m_nodes.size(); ++i)
    for (int k = 0; k < 3; ++k) hash.add(body.m_nodes[i].m_x[k]);
  BodyState state = arraysOf(body);
  state.positions = hash.value();
  return state;
}

std::uint64_t BodyState::hash(const std::vector<Real>& positions) {
  Hash hash;
  for (const Real x : positions) hash.add(x);
  return hash.value();
}

}  // namespace pliant::detail
