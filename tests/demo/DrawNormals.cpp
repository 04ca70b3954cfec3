// Tests the drawing of contacts' normals, under Pliant and under stock Bullet.

#include <pliant/pictures/drawScene.h>
#include <pliant/scenes/Scene.h>
#include <pliant_catch.h>

#include <vector>

#include "DrawnRods.h"

using namespace pliant;
using pictures::distance, pictures::Rod, pictures::rodsOf;

TEST_CASE("normals: from the point on A along the normal, the longer the deeper") {
  SoftContact contact;
  contact.pointOnA = btVector3(1, 2, 3);
  contact.normal = btVector3(btScalar(0.6), 0, btScalar(-0.8));
  contact.contactDistance = btScalar(0.02);
  double longest = 0;
  for (const double depth : {-0.02, -0.01, 0.0, 0.3}) {
    contact.depth = btScalar(depth);
    const double length = normalLength(contact, 1);
    CHECK(length > longest);
    longest = length;
    const std::vector<Rod> rods = rodsOf(drawNormals(std::vector<SoftContact>{contact}, 1));
    REQUIRE(rods.size() == 1);
    CHECK(distance(rods[0].from, {1, 2, 3}) < 1e-5);
    CHECK(distance(rods[0].to, {1 + 0.6 * length, 2, 3 - 0.8 * length}) < 1e-5);
  }
  // Contacts within reach but without penetration are visible, too.
  contact.depth = btScalar(-0.025);
  CHECK(normalLength(contact, 1) > 0.01);
  CHECK(normalLength(contact, 10) > 0.1);
  CHECK(drawNormals({}, 1).mesh.faces.empty());
  for (const std::size_t count : {kMostNormals, kMostNormals + 1, 5 * kMostNormals}) {
    const std::size_t drawn = rodsOf(drawNormals(std::vector<SoftContact>(count, contact), 1)).size();
    CHECK(drawn <= kMostNormals);
    CHECK(drawn > kMostNormals / 2);
  }
}

TEST_CASE("contacts of stock Bullet: its vertices and faces, along its normals") {
  Simulation simulation(*findScene("sheetonsheet"), {.detector = "bullet"});
  while (simulation.contacts() == 0 && simulation.steps() < 200) simulation.step();
  const std::vector<SoftContact> contacts = contactsOf(simulation);
  REQUIRE(contacts.size() == simulation.contacts());
  REQUIRE(!contacts.empty());
  for (const SoftContact& contact : contacts) {
    CHECK(contact.bodyA != contact.bodyB);
    CHECK((contact.bodyB == simulation.bodies()[0].body || contact.bodyB == simulation.bodies()[1].body));
    CHECK(double{contact.normal.length()} == Approx(1).epsilon(1e-3));
    CHECK(double{(contact.pointOnA - contact.pointOnB).length()} < 1);
  }
  const Drawing none = drawScene(simulation, {}, parseOverlay("none")),
                dots = drawScene(simulation, {}, parseOverlay("contacts")),
                rods = drawScene(simulation, {}, parseOverlay("normals"));
  CHECK(dots.points.size() == none.points.size() + contacts.size());
  REQUIRE(contacts.size() <= kMostNormals);
  CHECK(rodsOf(rods.surfaces.back()).size() == contacts.size());
}
