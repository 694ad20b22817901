/// Sub-groups as the host references see them.
#ifndef HEDDLE_TESTS_KERNELS_SUB_GROUP_SUB_GROUPS_HPP
#define HEDDLE_TESTS_KERNELS_SUB_GROUP_SUB_GROUPS_HPP

#include "tests/kernels/harness/reference.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>
#include <vector>

namespace heddle::test {

struct SubGroup {
  unsigned size, maxSize, count, id, localId;
};

/// What the sub-group functions of OpenCL C tell a work-item.
inline SubGroup subGroupOf(const Case &c, const Item &item) {
  SubGroup result;
  unsigned items = unsigned(item.localSize[0] * item.localSize[1] * item.localSize[2]);
  result.maxSize = c.subGroupSize;
  result.count = (items + c.subGroupSize - 1) / c.subGroupSize;
  result.id = unsigned(item.localLinearId) / c.subGroupSize;
  result.localId = unsigned(item.localLinearId) % c.subGroupSize;
  result.size = std::min(c.subGroupSize, items - result.id * c.subGroupSize);
  return result;
}

/// For each sub-group of a one-dimensional launch: the global ids of its members, in order.
inline void forEachSubGroup(Case &c,
                            const std::function<void(const std::vector<std::size_t> &)> &body) {
  std::map<std::pair<std::size_t, unsigned>, std::vector<std::size_t>> groups;
  c.forEachItem([&](const Item &item) {
    groups[{item.groupId[0], subGroupOf(c, item).id}].push_back(item.x());
  });
  for (const auto &[id, members] : groups)
    body(members);
}

} // namespace heddle::test

#endif
