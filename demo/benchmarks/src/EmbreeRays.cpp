#include <pliant/benchmarks/EmbreeRays.h>
#include <pliant/detectors/Error.h>

#if PLIANT_WITH_EMBREE == 4
#include <embree4/rtcore.h>
#elif PLIANT_WITH_EMBREE == 3
#include <embree3/rtcore.h>
#endif
#if PLIANT_WITH_EMBREE && defined(__SSE2__)
#include <xmmintrin.h>
#endif

#include <limits>

namespace pliant::benchmarks {

#if PLIANT_WITH_EMBREE

namespace {

constexpr float kEndless = std::numeric_limits<float>::infinity();

/// Sets the flags that flush denormal numbers to zero. Embree recommends them for threads that trace rays.
class FlushedToZero {
 public:
#if defined(__SSE2__)
  FlushedToZero() : m_before(_mm_getcsr()) {
    _mm_setcsr(m_before | kBoth);
  }
  ~FlushedToZero() {
    _mm_setcsr(m_before);
  }

 private:
  static constexpr unsigned kBoth = 0x8040;  // results (FTZ) and operands (DAZ)
  unsigned m_before;
#else
  FlushedToZero() = default;
  ~FlushedToZero() = default;
#endif
 public:
  FlushedToZero(const FlushedToZero&) = delete;
  FlushedToZero& operator=(const FlushedToZero&) = delete;
};

/// Sum over all hits of a ray: +1 if the ray leaves, -1 if it enters.
struct Winding {
  int axis = 0, sum = 0;
};

/// Counts the hit and rejects it, so that the ray continues.
void countHit(const RTCFilterFunctionNArguments* arguments) {
  auto& winding = *static_cast<Winding*>(arguments->geometryUserPtr);
  const float along = winding.axis == 0   ? RTCHitN_Ng_x(arguments->hit, arguments->N, 0)
                      : winding.axis == 1 ? RTCHitN_Ng_y(arguments->hit, arguments->N, 0)
                                          : RTCHitN_Ng_z(arguments->hit, arguments->N, 0);
  winding.sum += along > 0 ? 1 : -1;
  arguments->valid[0] = 0;
}

}  // namespace

struct EmbreeRays::Impl {
  const BodySet& bodies;
  RTCDevice device = nullptr;
  RTCScene scene = nullptr;
  RTCGeometry geometry = nullptr;
  Winding winding;
  std::vector<float> copies;  ///< positions in the double-precision build, four scalars each

  explicit Impl(const BodySet& set) : bodies(set) {}
  ~Impl() {
    if (geometry != nullptr) rtcReleaseGeometry(geometry);
    if (scene != nullptr) rtcReleaseScene(scene);
    if (device != nullptr) rtcReleaseDevice(device);
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  /// Returns the positions in single precision, 16 bytes apart.
  const void* positions() {
#if PLIANT_DOUBLE_PRECISION
    copies.resize(4 * bodies.positions().size());
    for (std::size_t v = 0; v < bodies.positions().size(); ++v) {
      const PackedPosition& p = bodies.positions()[v];
      copies[4 * v] = static_cast<float>(p.x);
      copies[4 * v + 1] = static_cast<float>(p.y);
      copies[4 * v + 2] = static_cast<float>(p.z);
    }
    return copies.data();
#else
    return bodies.positions().data();
#endif
  }

  void commit() {
    rtcCommitGeometry(geometry);
    rtcCommitScene(scene);
    const RTCError code = rtcGetDeviceError(device);
    if (code != RTC_ERROR_NONE) throw Error("Embree failed with code " + std::to_string(code));
  }
};

bool EmbreeRays::available() {
  return true;
}

std::string EmbreeRays::version() {
  return "Embree " RTC_VERSION_STRING;
}

EmbreeRays::EmbreeRays(const BodySet& bodies, bool robust) : m_impl(std::make_unique<Impl>(bodies)) {
  const FlushedToZero flushed;
  m_impl->device = rtcNewDevice("threads=1");
  if (m_impl->device == nullptr) throw Error("Embree can't create a device");
  m_impl->scene = rtcNewScene(m_impl->device);
  rtcSetSceneFlags(m_impl->scene, robust ? RTC_SCENE_FLAG_DYNAMIC | RTC_SCENE_FLAG_ROBUST : RTC_SCENE_FLAG_DYNAMIC);
  // A higher quality rebuilds the scene's tree at every commit, whatever the geometry's quality is.
  rtcSetSceneBuildQuality(m_impl->scene, RTC_BUILD_QUALITY_LOW);
  m_impl->geometry = rtcNewGeometry(m_impl->device, RTC_GEOMETRY_TYPE_TRIANGLE);
  rtcSetGeometryBuildQuality(m_impl->geometry, RTC_BUILD_QUALITY_REFIT);
  rtcSetSharedGeometryBuffer(m_impl->geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, m_impl->positions(), 0, 16,
                             bodies.vertices(0).size());
  rtcSetSharedGeometryBuffer(m_impl->geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3, bodies.faces().data(), 0,
                             sizeof(Triangle), bodies.faces(0).size());
  rtcSetGeometryUserData(m_impl->geometry, &m_impl->winding);
  rtcSetGeometryOccludedFilterFunction(m_impl->geometry, countHit);
  rtcCommitGeometry(m_impl->geometry);
  rtcAttachGeometry(m_impl->scene, m_impl->geometry);
  m_impl->commit();
}

void EmbreeRays::refit() {
  const FlushedToZero flushed;
  m_impl->positions();
  rtcUpdateGeometryBuffer(m_impl->geometry, RTC_BUFFER_TYPE_VERTEX, 0);
  m_impl->commit();
}

void EmbreeRays::pointsInside(std::span<const PackedPosition> points, int axis, std::vector<Index>& inside) const {
  const FlushedToZero flushed;
  inside.clear();
  m_impl->winding.axis = axis;
#if PLIANT_WITH_EMBREE == 3
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
#endif
  for (Index i = 0; i < points.size(); ++i) {
    RTCRay ray{};
    ray.org_x = static_cast<float>(points[i].x);
    ray.org_y = static_cast<float>(points[i].y);
    ray.org_z = static_cast<float>(points[i].z);
    (axis == 0 ? ray.dir_x : axis == 1 ? ray.dir_y : ray.dir_z) = 1;
    ray.tfar = kEndless;
    ray.mask = ~0u;
    m_impl->winding.sum = 0;
#if PLIANT_WITH_EMBREE == 3
    rtcOccluded1(m_impl->scene, &context, &ray);
#else
    rtcOccluded1(m_impl->scene, &ray);
#endif
    if (m_impl->winding.sum >= 1) inside.push_back(i);
  }
}

#else

struct EmbreeRays::Impl {};

bool EmbreeRays::available() {
  return false;
}

std::string EmbreeRays::version() {
  return "Embree: not in this build; install libembree-dev (version 3 or 4) and configure again";
}

EmbreeRays::EmbreeRays(const BodySet&, bool) {
  throw Error(version());
}

void EmbreeRays::refit() {}

void EmbreeRays::pointsInside(std::span<const PackedPosition>, int, std::vector<Index>& inside) const {
  inside.clear();
}

#endif

EmbreeRays::~EmbreeRays() = default;

}  // namespace pliant::benchmarks
