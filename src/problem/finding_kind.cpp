#include "problem/finding_kind.h"

#include <algorithm>

namespace engd::problem {

const std::vector<std::pair<std::string, FindingKind>>& finding_kinds() {
  static const std::vector<std::pair<std::string, FindingKind>> kinds{
      {"solution", FindingKind::solution},
      {"initial", FindingKind::initial},
      {"boundary", FindingKind::boundary},
      {"overdetermined", FindingKind::overdetermined},
      {"corner", FindingKind::corner},
      {"penalty", FindingKind::penalty},
      {"ill-posed", FindingKind::ill_posed},
      {"constant", FindingKind::constant},
      {"undetermined", FindingKind::undetermined},
      {"few-points", FindingKind::few_points},
      {"solver", FindingKind::solver},
      {"not-finite", FindingKind::not_finite},
      {"scales", FindingKind::scales},
      {"units", FindingKind::units},
      {"unused", FindingKind::unused}};
  return kinds;
}

const std::string& name(FindingKind kind) {
  return std::ranges::find(finding_kinds(), kind, &std::pair<std::string, FindingKind>::second)
      ->first;
}

}  // namespace engd::problem
