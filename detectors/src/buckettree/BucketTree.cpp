#include <pliant/detectors/BucketTree.h>

#include "buckettree/SurfaceBuckets.h"

namespace pliant {
namespace {

detail::SurfaceBuckets& bucketsOf(detail::SurfaceMethod& method) {
  return static_cast<detail::SurfaceBuckets&>(method);
}

}  // namespace

BucketTree::Settings BucketTree::defaults() {
  Settings settings;
  settings.few = 32;
  settings.crowded = 64;
  return settings;
}

BucketTree::BucketTree() : BucketTree(defaults()) {}

BucketTree::BucketTree(const Settings& settings) : SurfaceDetector(std::make_unique<detail::SurfaceBuckets>()) {
  setSettings(settings);
}

const BucketTree::Settings& BucketTree::settings() const {
  return bucketsOf(method()).settings();
}

void BucketTree::setSettings(const Settings& settings) {
  Buckets::check(settings);
  bucketsOf(method()).setSettings(settings);
}

std::string_view BucketTree::name() const {
  return "bucket-tree";
}

}  // namespace pliant
