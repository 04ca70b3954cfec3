#include <pliant/detectors/AutoDetector.h>
#include <pliant/detectors/BodySet.h>
#include <pliant/detectors/Error.h>
#include <pliant/detectors/RegularityTree.h>
#include <pliant/detectors/ldi/LdiDetector.h>
#include <pliant/io/writeFile.h>
#include <pliant/io/writeMesh.h>
#include <pliant/pictures/Sheet.h>
#include <pliant/pictures/drawDetected.h>
#include <pliant/pictures/drawMethods.h>
#include <pliant/pictures/drawPatches.h>
#include <pliant/pictures/drawVolumes.h>
#include <pliant/scenes/median.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <chrono>
#include <iostream>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "DetectArguments.h"
#include "DetectBodies.h"
#include "DetectReport.h"
#include "ExportFolder.h"
#include "Progress.h"
#include "commands.h"
#include "detectSteps.h"
#include "format.h"
#include "glMethods.h"
#include "methods.h"
#include "options.h"

namespace pliant::cli {
namespace {

using Clock = std::chrono::steady_clock;

double millisecondsBetween(Clock::time_point begin, Clock::time_point end) {
  return std::chrono::duration<double, std::milli>(end - begin).count();
}

/// The bodies in a BodySet, the detector and the query.
class Detection {
 public:
  Detection(const Method& method, const DetectArguments& arguments)
      : m_arguments(arguments),
        m_method(makeDetector(method, arguments.method)),
        m_drawsByGl(method.makeGl != nullptr),
        m_workers(arguments.threads) {
    if (arguments.exportFolder) m_exported.emplace(*arguments.exportFolder);
    if (arguments.stepsFolder) makeFolder(*arguments.stepsFolder);
    const bool volumes = method.answers == Answers::Volumes;
    m_query.vertexTetrahedron = method.answers == Answers::Elements;
    m_query.facePairs = !volumes;
    m_query.sharedCorners = arguments.sharedCorners;
    m_query.barycentric = arguments.coordinates;
    m_query.verticesInside = m_query.intersectionVolumes = volumes && arguments.between;
    m_query.selfIntersectionVolumes = volumes && arguments.self;
    m_query.vertexFace = arguments.margin.has_value();
    m_query.margin = arguments.margin.value_or(0);
    m_query.between = arguments.between;
    m_query.self = arguments.self;
    m_source = detectBodies(arguments);
    if (arguments.stepwise && !arguments.between && m_source->count() > 1)
      throw Error("--steps: bodies are tested with each other too; --self alone needs a single body");
    if (arguments.capHoles) {
      for (Index id = 0; id < m_source->count(); ++id) m_caps.push_back(m_source->cap(id, *arguments.capHoles));
    }
    // A new set assigns ids in ascending order, so a body id is the position on the command line.
    for (Index id = 0; id < m_source->count(); ++id) {
      try {
        m_bodies.add(m_source->view(id));
        checkBody(method, m_bodies.topology(id));
      } catch (const Error& error) {
        throw Error(m_source->name(id) + ": " + error.what());
      }
    }
    if (arguments.showPatches) {
      m_patches = m_method.detector->patches();
      m_patches->setRecordsUsedPatches(true);
    } else if (!arguments.stepwise && !arguments.showOutsideFaces) {
      m_source->keepPositionsOnly();
    }
  }

  /// Returns the name of the OpenGL renderer. Empty unless OpenGL draws all images.
  const std::string& glRenderer() const { return m_method.glRenderer; }

  void run(DetectReport& report) {
    for (Index id = 0; id < m_source->count(); ++id) {
      report.addBody(m_source->name(id), m_bodies.topology(id), m_caps.empty() ? nullptr : &m_caps[id]);
    }
    Progress progress("run", m_arguments.frames * m_arguments.repeat);
    for (std::size_t frame = 0; frame < m_arguments.frames; ++frame) {
      m_source->setFrame(frame);
      for (Index id = 0; id < m_source->count(); ++id) {
        if (m_source->moves(id)) m_bodies.setPositions(id, m_source->view(id).positions);
      }
      if (m_exported) exportFrame(frame);
      const DetectTimes ms = runFrame(progress);
      if (m_arguments.contacts)
        m_method.detector->volumes()->contacts(m_bodies, m_results.verticesInside, m_contacts, m_workers);
      report.addFrame(m_results, m_query, m_arguments.contacts ? &m_contacts : nullptr, ms);
    }
    if (const AutoDetector* const chooser = m_method.detector->chooser()) addChosen(*chooser, report);
    if (m_method.drawnBy) report.addDrawnBy(m_method.drawnBy());
  }

  void reportReplaced() const {
    if (m_exported) m_exported->reportReplaced();
  }

  /// Writes pictures of the steps of a query of the last frame.
  std::vector<WrittenStep> writeSteps() const {
    constexpr std::ptrdiff_t kStride = sizeof(PackedPosition) / sizeof(Real);
    std::vector<MethodBody> bodies;
    for (Index id = 0; id < m_source->count(); ++id) {
      const BodySet::Range vertices = m_bodies.vertices(m_bodies.index(id));
      bodies.push_back({m_source->view(id), {}, m_arguments.self});
      if (vertices.size() > 0)
        bodies.back().rest = {&m_bodies.restPositions()[vertices.begin].x, vertices.size(), kStride};
    }
    StepwiseQuery query{m_query, settingsOf(m_arguments.method, methodFamily(m_arguments.stepwise->name))};
    setAnswerer(m_method, query);
    return cli::writeSteps(*m_arguments.stepwise, query, m_bodies, bodies,
                           {m_arguments.azimuth, m_arguments.elevation, 24}, *m_arguments.stepsFolder);
  }

  /// Returns a picture of the last frame.
  Image picture() const {
    constexpr RenderSettings kPicture;
    constexpr Index kMostNamed = 12;  // more bodies are not named in the caption
    std::size_t patches = 0;
    Drawing drawing = m_patches ? drawPatches(patches) : drawDetected(m_bodies, m_results, grid());
    if (m_arguments.showOutsideFaces) addOutsideFaces(drawing);
    std::array<double, 3> min, max;
    min.fill(std::numeric_limits<double>::infinity());
    max.fill(-std::numeric_limits<double>::infinity());
    std::vector<CaptionLine> caption;
    for (Index id = 0; id < m_source->count(); ++id) {
      const Box& box = m_bodies.box(m_bodies.index(id));
      for (std::size_t k = 0; k < 3; ++k) {
        min[k] = std::min(min[k], double{box.min[k]});
        max[k] = std::max(max[k], double{box.max[k]});
      }
      if (m_source->count() <= kMostNamed)
        caption.push_back({m_source->name(id), m_patches ? kInk : toRgb(bodyColour(id))});
    }
    if (m_source->count() > kMostNamed) caption.push_back({std::to_string(m_source->count()) + " bodies"});
    double shared = 0, own = 0;
    for (const IntersectionVolume& pair : m_results.intersectionVolumes) shared += pair.volume;
    for (const SelfIntersectionVolume& body : m_results.selfIntersectionVolumes) own += body.volume;
    if (m_query.intersectionVolumes)
      caption.push_back({format("intersection volume %.4g", shared), toRgb(kIntersectionRed)});
    if (m_query.selfIntersectionVolumes)
      caption.push_back({format("self-intersection volume %.4g", own), toRgb(kSelfIntersectionGreen)});
    if (m_query.verticesInside) {
      caption.push_back({std::to_string(m_results.verticesInside.size()) + " vertices inside bodies"});
    }
    if (!m_results.vertexTetrahedron.empty() && !m_patches)
      caption.push_back({std::to_string(m_results.vertexTetrahedron.size()) + " vertices in tetrahedra",
                         toRgb(kFoundTetrahedronColour)});
    if (m_query.facePairs) {
      caption.push_back(
          {std::to_string(m_results.facePairs.size()) + " pairs of intersecting faces", toRgb(kIntersectionRed)});
    }
    if (m_patches) {
      caption.push_back({std::to_string(patches) + " patches"});
      for (CaptionLine& line : explainFates(m_query.self)) caption.push_back(std::move(line));
    }
    showBox(drawing, min, max, {m_arguments.azimuth, m_arguments.elevation, 24}, kPicture);
    return withCaption(render(drawing, kPicture), caption);
  }

 private:
  /// Returns the detector's own grid; the default one of methods without images.
  LdiGrid grid() const {
    const LdiDetector* const images = m_method.detector->volumes();
    return images == nullptr ? LdiGrid{} : images->settings().grid;
  }

  void exportFrame(std::size_t frame) const {
    for (Index id = 0; id < m_source->count(); ++id) {
      const std::string file = m_exported->file(frame, id);
      writeMesh(file, m_source->view(id).positions, m_source->faces(id), m_source->tetrahedra(id), Links::Replace);
    }
  }

  static void addChosen(const AutoDetector& chooser, DetectReport& report) {
    Json chosen = Json::array();
    for (const AutoDetector::WorkItem& item : chooser.workItems())
      chosen.push_back(choiceJson(item.bodyA, item.bodyB, item));
    if (!chosen.empty()) report.addChosen(chosen);
  }

  Drawing drawPatches(std::size_t& patches) const {
    Drawing drawing;
    for (Index id = 0; id < m_source->count(); ++id) {
      const BodyView view = m_source->view(id);
      if (view.triangles.count == 0) continue;
      std::size_t own = 0;
      drawing.surfaces.push_back(drawUsedPatches(view, *m_patches, id, &own));
      drawing.surfaces.back().smooth = false;
      patches += own;
    }
    return drawing;
  }

  void addOutsideFaces(Drawing& drawing) const {
    std::vector<MethodBody> bodies;
    for (Index id = 0; id < m_source->count(); ++id) bodies.push_back({m_source->view(id)});
    MethodPicture picture = drawOutsideFaces(bodies, grid());
    for (DrawnSurface& surface : picture.surfaces) drawing.surfaces.push_back(std::move(surface));
  }

  DetectTimes runFrame(Progress& progress) {
    m_update.clear();
    m_answer.clear();
    for (unsigned i = 0; i < m_arguments.repeat; ++i) {
      std::optional<QuietDrivers> quiet;
      if (m_drawsByGl) quiet.emplace();
      const auto start = Clock::now();
      m_bodies.update(m_workers);
      m_method.detector->update(m_bodies, m_workers);
      const auto updated = Clock::now();
      m_method.detector->query(m_bodies, m_query, m_results, m_workers);
      m_update.push_back(millisecondsBetween(start, updated));
      m_answer.push_back(millisecondsBetween(updated, Clock::now()));
      quiet.reset();
      progress.advance();
    }
    return {median(m_update), median(m_answer)};
  }

  const DetectArguments& m_arguments;
  std::optional<ExportFolder> m_exported;
  GivenDetector m_method;
  bool m_drawsByGl;
  Workers m_workers;
  Query m_query;
  std::unique_ptr<DetectBodies> m_source;
  RegularityTree* m_patches = nullptr;  ///< the detector if patches are drawn, else null
  std::vector<HoleCaps> m_caps;         ///< one per body, or empty; caps follow the file's own faces
  BodySet m_bodies;
  Results m_results;
  std::vector<InsideContact> m_contacts;
  std::vector<double> m_update, m_answer;  ///< one per repetition [ms]
};

void detect(const DetectWords& words) {
  const Method& method = findMethod(words.method);
  const DetectArguments arguments = checkArguments(words, method);
  Detection detection(method, arguments);
  const auto report = makeDetectReport(arguments.json.has_value(), method.name, detection.glRenderer());
  try {
    detection.run(*report);
  } catch (const Error&) {
    rethrowNamed("--method", method.name);
  }
  if (arguments.stepwise) report->addSteps(*arguments.stepsFolder, detection.writeSteps());
  if (arguments.json)
    writeFile(*arguments.json, report->finish());
  else
    std::cout << report->finish();
  if (arguments.screenshot) detection.picture().save(*arguments.screenshot);
  detection.reportReplaced();
}

}  // namespace

void addDetect(CLI::App& app) {
  CLI::App* const command =
      app.add_subcommand("detect", "Finds collisions between the bodies of mesh files, and within each body");
  const auto words = std::make_shared<DetectWords>();
  addOption(*command, "--method", "NAME", words->method, "Method; pliant list describes the methods (default auto)");
  command->add_flag("--self", words->self, "Test each body with itself; alone: nothing else");
  command->add_flag("--between", words->between, "Test bodies with each other; alone: nothing else (default: both)");
  command->add_flag("--shared-corners", words->sharedCorners,
                    "Add face pairs of one body that share a vertex or an edge and have another common point");
  command->add_flag("--coordinates", words->coordinates,
                    "Add the barycentric coordinates of each vertex in its tetrahedron to --json");
  addOption(*command, "--margin", "M", words->margin,
            "Add vertices at a distance of at most M from a face, in the unit of the files (default: off)");
  addOption(*command, "--resolution", "N", words->resolution,
            "ldi methods: pixels along the longest side of the image, 1 to 16384 (default: by edge length)");
  command->add_flag("--stretched", words->stretched, "ldi methods: as many pixels along the shorter side of the image");
  command->add_flag("--extended", words->extended,
                    "ldi methods: extend a volume of interest without opposite outside faces up to the outer box");
  command->add_flag("--exact-vertices", words->exactVertices, "ldi methods: decide vertices near a surface exactly");
  command->add_flag("--contacts", words->contacts,
                    "ldi methods: add the depth, nearest point and normal of each vertex inside");
  addOption(*command, "--cap-holes", "N", words->capHoles,
            "ldi methods: close holes of at most N edges first, 1 to 10000 (default: none)");
  addOption(*command, "--contour-test", "WORD", words->contourTest,
            "regularity-tree: test of contours, exact or off (default exact)");
  addSettingOption(*command, words->settings);
  addOption(*command, "--threads", "N", words->threads, "Number of threads, 1 to 1024 (default: one per core)");
  addOption(*command, "--repeat", "N", words->repeat, "Number of runs of each frame; times are medians (default 1)");
  addOption(*command, "--json", "OUT", words->json, "File for the whole result, instead of a table");
  addOption(*command, "--screenshot", "PNG", words->screenshot, "PNG file for a picture of the last frame");
  addOption(*command, "--view", "A,E", words->view, "Azimuth and elevation of pictures in degrees (default 30,20)");
  addOption(*command, "--overlay", "WORD", words->overlay,
            "What the picture shows: found, the result; parts, the visited patches of the hierarchy "
            "(regularity-tree); or voi, the result with volumes of interest and outside faces (ldi) (default found)");
  addOption(*command, "--steps", "FOLDER", words->steps,
            "Folder for a picture of each step of the last frame's query, step-01.png and so on; prints what happens");
  addOption(*command, "--scene", "NAME", words->scene,
            "Moving scene of the papers, instead of files; pliant list describes them");
  addOption(*command, "--frames", "N", words->frames,
            "Number of frames from the start to the end of the scene (default 1: the end)");
  addOption(*command, "--faces", "N", words->faces,
            "Number of faces of the scene's surface (sphere, loop, dress, soup, soups, dragon)");
  addOption(*command, "--angle", "A", words->angle,
            "soup, soups: largest deviation from the common direction in degrees, 0 to 180 (default 30)");
  addOption(*command, "--export", "FOLDER", words->exportFolder,
            "Folder for the scene's bodies in every frame, as FRAME-BODY.mesh");
  command->add_option("FILE", words->files,
                      "One body each: .obj .ply .off .stl .mesh .ele .node .vtk; FILE,FILE,... are frames of one body");
  command->footer(
      "Example: pliant detect --method spatial-hash --screenshot found.png hand.mesh ball.obj\n"
      "prints how many vertices and faces collide, and draws them; --json OUT lists them.\n"
      "Example: pliant detect --method ldi --scene hand --frames 20 --screenshot hand.png");
  command->callback([words] { detect(*words); });
}

}  // namespace pliant::cli
