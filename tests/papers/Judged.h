#pragma once

#include <pliant/papers/Run.h>
#include <pliant_catch.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "../demo/ScratchFolder.h"

namespace pliant::papers {

/// A run that writes into a temporary folder, and the claims that parts add to it.
struct Judged {
  ScratchFolder folder;
  Run run{folder.path(""), {}, true};
  std::vector<Claim> claims;

  Judged() { std::filesystem::create_directories(folder.path("papers")); }

  /// Takes the claims that were added. Each has a reason, and texts that fit into a cell of the page.
  void take() {
    claims = run.takeClaims();
    for (const Claim& claim : claims) {
      INFO(claim.claim);
      CHECK_FALSE(claim.reason.empty());
      CHECK_FALSE(claim.reason.starts_with(". "));
      for (const std::string* text : {&claim.place, &claim.claim, &claim.paper, &claim.ours, &claim.reason}) {
        INFO(*text);
        CHECK(text->size() <= 160);
      }
    }
  }
  /// Returns the claim whose text contains a part.
  const Claim& claim(const std::string& part) const {
    const auto found =
        std::find_if(claims.begin(), claims.end(), [&](const Claim& one) { return contains(one.claim, part); });
    INFO(part);
    REQUIRE(found != claims.end());
    return *found;
  }
  papers::Verdict verdict(const std::string& part) const { return claim(part).verdict; }
  std::string reason(const std::string& part) const { return claim(part).reason; }

  static bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  }
};

}  // namespace pliant::papers
