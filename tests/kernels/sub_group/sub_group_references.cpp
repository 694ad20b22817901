// Host references of tests/kernels/sub_group: what the size that the driver reports implies.
#include "tests/kernels/references.hpp"

#include <algorithm>

namespace heddle::test {

namespace {

struct SubGroup {
  unsigned size, maxSize, count, id, localId;
};

SubGroup subGroupOf(const Case &c, const Item &item) {
  SubGroup result;
  unsigned items = unsigned(item.localSize[0] * item.localSize[1] * item.localSize[2]);
  result.maxSize = c.subGroupSize;
  result.count = (items + c.subGroupSize - 1) / c.subGroupSize;
  result.id = unsigned(item.localLinearId) / c.subGroupSize;
  result.localId = unsigned(item.localLinearId) % c.subGroupSize;
  result.size = std::min(c.subGroupSize, items - result.id * c.subGroupSize);
  return result;
}

template <typename T> void addBlocks(References &references, const std::string &suffix) {
  for (unsigned width : {1u, 2u, 4u, 8u}) {
    auto element = [](const Case &c, const Item &item, unsigned component) {
      SubGroup own = subGroupOf(c, item);
      std::size_t number = item.groupId[0] * own.count + own.id;
      return number * own.maxSize * 8 + own.localId + component * own.maxSize;
    };
    std::string name = suffix + std::to_string(width);
    references.add("sub_group/block_io/read_" + name, [=](Case &c) {
      c.forEachItem([&](const Item &item) {
        for (unsigned k = 0; k < width; ++k)
          c.buffer<T>(0)[item.x() * width + k] = c.buffer<T>(1)[element(c, item, k)];
      });
    });
    references.add("sub_group/block_io/write_" + name, [=](Case &c) {
      c.forEachItem([&](const Item &item) {
        for (unsigned k = 0; k < width; ++k)
          c.buffer<T>(0)[element(c, item, k)] = c.buffer<T>(1)[item.x() * width + k];
      });
    });
  }
}

} // namespace

void addSubGroupReferences(References &references) {
  references.add("sub_group/queries/queries", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      SubGroup own = subGroupOf(c, item);
      const unsigned values[] = {own.size, own.maxSize, own.count, own.count, own.id, own.localId};
      std::copy_n(values, 6, c.buffer<unsigned>(0) + item.x() * 6);
    });
  });
  references.add("sub_group/queries/in_branch", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      SubGroup own = subGroupOf(c, item);
      c.buffer<unsigned>(0)[item.x()] = item.x() & 1 ? own.localId + own.size * 100 : 1000;
    });
  });
  references.add("sub_group/queries/two_dimensions", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      SubGroup own = subGroupOf(c, item);
      unsigned *out = c.buffer<unsigned>(0) + (item.x() + item.y() * c.launch.globalSize[0]) * 3;
      out[0] = own.id;
      out[1] = own.localId;
      out[2] = own.size;
    });
  });
  addBlocks<std::uint32_t>(references, "");
  addBlocks<std::uint16_t>(references, "us_");
}

} // namespace heddle::test
