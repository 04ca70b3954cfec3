#pragma once

#if __cplusplus < 202002L && !(defined(_MSVC_LANG) && _MSVC_LANG >= 202002L)
#error "Pliant needs C++20"
#endif

#include <pliant/detectors/AutoDetector.h>
#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/BodyView.h>
#include <pliant/detectors/BruteForce.h>
#include <pliant/detectors/BucketSettings.h>
#include <pliant/detectors/BucketTree.h>
#include <pliant/detectors/Candidates.h>
#include <pliant/detectors/Detector.h>
#include <pliant/detectors/Error.h>
#include <pliant/detectors/InsideVertex.h>
#include <pliant/detectors/Patches.h>
#include <pliant/detectors/RegularityTree.h>
#include <pliant/detectors/Results.h>
#include <pliant/detectors/Scalar.h>
#include <pliant/detectors/SpatialHash.h>
#include <pliant/detectors/Statistics.h>
#include <pliant/detectors/SurfaceContacts.h>
#include <pliant/detectors/SurfaceDetector.h>
#include <pliant/detectors/Topology.h>
#include <pliant/detectors/Types.h>
#include <pliant/detectors/UsedPatches.h>
#include <pliant/detectors/Workers.h>
#include <pliant/detectors/buckettree/BucketDescent.h>
#include <pliant/detectors/buckettree/BucketOctree.h>
#include <pliant/detectors/buckettree/Buckets.h>
#include <pliant/detectors/buckettree/SortedAxis.h>
#include <pliant/detectors/buckettree/primitives.h>
#include <pliant/detectors/capHoles.h>
#include <pliant/detectors/corners.h>
#include <pliant/detectors/facePatches.h>
#include <pliant/detectors/ldi/InsideContact.h>
#include <pliant/detectors/ldi/LayeredDepthImage.h>
#include <pliant/detectors/ldi/LdiBackend.h>
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant/detectors/ldi/LdiOverlap.h>
#include <pliant/detectors/ldi/LdiQueries.h>
#include <pliant/detectors/ldi/LdiRenderer.h>
#include <pliant/detectors/ldi/SoftwareLdi.h>
#include <pliant/detectors/ldi/VolumeOfInterest.h>
#include <pliant/detectors/methods.h>
#include <pliant/detectors/predicates.h>
#include <pliant/detectors/response/Penetration.h>
#include <pliant/detectors/response/PenetrationDepth.h>
#include <pliant/detectors/response/SurfaceTangles.h>
