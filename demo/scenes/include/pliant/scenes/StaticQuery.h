#pragma once

#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Results.h>
#include <pliant/detectors/Workers.h>
#include <pliant/detectors/ldi/LayeredDepthImage.h>
#include <pliant/scenes/Simulation.h>

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace pliant {

/// Returns the depth complexity of an image as in the papers: the most layers of a pixel within the volume of interest.
/// Entries before and behind it are not counted: they are clamped to its ends here and clipped in the papers.
std::size_t layersWithin(const LayeredDepthImage& image);

/// Answer to a StaticQuery. A count without a value was not asked for.
struct StaticAnswer {
  double updateMs = 0;  ///< wall time: reading the positions, update of the method's structures [ms]
  double queryMs = 0;   ///< wall time of the query [ms]
  Counters counters;
  std::optional<std::size_t> vertexTetrahedra;  ///< pairs of a vertex and a tetrahedron around it
  std::size_t ownTetrahedra = 0;                ///< those of them that are of one body
  std::optional<std::size_t> facePairs;         ///< pairs of intersecting faces
  std::optional<std::size_t> facesCut;          ///< number of faces in these pairs
  std::optional<std::size_t> verticesInside;    ///< pairs of a vertex and a closed surface around it
  std::optional<double> volume, selfVolume;     ///< sums of intersection and self-intersection volumes [length³]
  std::optional<ImageWork> lastImage;           ///< see GivenDetector::lastImage
  /// layersWithin() of the images of two closed bodies in their volume of interest, at kPairPixels; empty if there are
  /// fewer or more such bodies, or if they are apart. Not part of the times.
  std::optional<std::array<std::size_t, 2>> pairLayers;
  bool isSampled = false;  ///< true: verticesInside may be off within a pixel of a surface
  bool leavesOut = false;  ///< true: the method does not test bodies without faces

  /// Returns true if the method has found something.
  bool found() const;
};

/// The question of the papers: what meets at the present positions, without motion and without margins. It has a set of
/// bodies and a detector of its own, so it does not change the steps of the simulation. All bodies are tested with each
/// other and with themselves.
/// - A method for volumes: vertices inside, intersection and self-intersection volumes. Bodies that are not closed are
///   tested by their vertices.
/// - A method that knows tetrahedra: vertices in tetrahedra; pairs of faces if a body has faces alone.
/// - Other methods: pairs of faces.
class StaticQuery {
 public:
  static constexpr Index kPairPixels = 128;  ///< width and height of the images of Heidelberger 2003, table 1

  /// `given` as in Simulation::Settings. Throws Error if the detector is unknown or is stock Bullet's, or as
  /// checkMethodValues().
  StaticQuery(const std::string& detector, const std::function<GivenDetector()>& given, const MethodValues& values);

  /// Throws Error if the detector fails.
  StaticAnswer ask(const Simulation& simulation);

  /// Returns what is asked about the bodies of the last ask().
  const Query& query() const { return m_query; }
  /// Returns the detector that answers.
  const GivenDetector& given() const { return m_given; }

 private:
  void read(const Simulation& simulation);
  void findPairLayers(StaticAnswer& answer);

  GivenDetector m_given;
  Answers m_answers = Answers::Volumes;
  BodySet m_set;
  std::vector<Index> m_ids;
  std::vector<SoftMesh> m_known;  ///< the meshes that were read, one per id
  Workers m_workers;
  bool m_hasCloud = false;  ///< true if a body consists of vertices only
  Query m_query;
  Results m_results;
};

}  // namespace pliant
