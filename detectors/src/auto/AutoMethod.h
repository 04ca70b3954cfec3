#pragma once

#include <pliant/detectors/AutoDetector.h>
#include <pliant/detectors/Patches.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "buckettree/SurfaceBuckets.h"
#include "core/Vec3d.h"
#include "regularitytree/RegularitySearch.h"
#include "spatialhash/HashMethod.h"
#include "surfaces/SurfaceMethod.h"

namespace pliant::detail {

/// The method of AutoDetector. A rule chooses another method for each work item, and that one collects the pairs.
class AutoMethod final : public SurfaceMethod {
 public:
  using Method = AutoDetector::Method;
  using Reason = AutoDetector::Reason;
  using WorkItem = AutoDetector::WorkItem;

  AutoDetector::Settings settings;

  AutoMethod();
  void setMethod(Index body, std::optional<Method> method);
  std::optional<Method> method(Index body) const;

  void beginQuery(const BodySet& bodies) override;
  void collect(const SurfaceSearch& search, const surface::WorkItems& items) override;
  void update(const BodySet& bodies, Workers& workers) override { m_hash.update(bodies, workers); }
  bool answersTetrahedra() const override { return true; }
  void queryTetrahedra(const BodySet& bodies, const Query& query, Results& results, Workers& workers) override {
    m_hash.queryTetrahedra(bodies, query, results, workers);
  }
  /// Returns true if the bodies that are not calm have many faces, and no method is set.
  bool hasManyFaces(const BodySet& bodies) const;
  /// Returns true if the other methods have not been used for long: their memory has just been freed.
  bool gatherByPatches(const BodySet& bodies, const CandidateQuery& query, Candidates& candidates, Counters& counters,
                       Workers& workers);
  std::span<const WorkItem> workItems() const { return m_items; }
  std::size_t memory() const override;

 private:
  struct Choice {
    Method method;
    Reason reason;
  };
  struct ItemsOfMethod {
    std::vector<std::pair<Index, Index>> pairs;
    std::vector<Index> selves;
  };
  /// Numbers of elements of a body, and the update since which they are unchanged.
  struct Body {
    Index id, vertices, faces, openEdges;
    std::uint64_t since;
    bool built = false;  // true if it had a hierarchy of its faces at the last call of ensureHierarchy()
  };

  static Vec3d commonMotion(const BodySet& bodies);
  std::optional<Method> methodFor(const BodySet& bodies, Index indexA, Index indexB) const;
  bool ensureHierarchy(const BodySet& bodies, Index index);
  void remember();
  void freeSearches();
  Choice choose(const BodySet& bodies, Index indexA, Index indexB);

  HashMethod m_hash;
  SurfaceBuckets m_buckets;
  std::unique_ptr<RegularitySearch> m_trees;
  Patches m_patches;
  int m_gathersByPatches = 0;  // in a row
  std::uint64_t m_revision = ~std::uint64_t{0};
  std::vector<Body> m_bodies;  // sorted by id
  std::size_t m_facesBuilt = 0;
  ItemsOfMethod m_itemsOf[AutoDetector::kMethods];      // in the order of Method
  std::unordered_map<Index, Method> m_methodOf;         // set by the user, by body id
  std::vector<WorkItem> m_items, m_searched, m_merged;  // m_searched: of this search
};

}  // namespace pliant::detail
