// Host references of tests/kernels/sub_group_intel.
#include "tests/kernels/references.hpp"
#include "tests/kernels/sub_group/sub_groups.hpp"

#include <limits>
#include <numeric>

namespace heddle::test {

namespace {

/// What shuffles.cl calls a distance.
unsigned distance(unsigned mode, unsigned number, unsigned max) {
  const unsigned known[] = {0, 1, max - 1, max, 2 * max - 1};
  return mode < 5 ? known[mode] : number % (2 * max);
}

struct Width {
  unsigned components, at;
};
const std::vector<Width> all{{1, 0}, {2, 1}, {3, 3}, {4, 6}, {8, 10}, {16, 18}};
const std::vector<Width> scalars{{1, 0}};

template <typename T> void shuffle(Case &c, const std::vector<Width> &widths) {
  const unsigned max = c.subGroupSize, mode = c.value<unsigned>(5);
  T *out = c.buffer<T>(0), *sources[] = {c.buffer<T>(1), c.buffer<T>(2)};
  forEachSubGroup(c, [&](const std::vector<std::size_t> &members) {
    for (unsigned id = 0; id < members.size(); ++id) {
      const std::size_t item = members[id];
      if (!(c.buffer<int>(4)[item] & 1))
        continue;
      const unsigned by = distance(mode, c.buffer<unsigned>(3)[item], max);
      // Lanes 0 to Max - 1 are the first source's, those to 2 * Max - 1 the second's.
      const long lanes[] = {long(by % max), long(id) + by, long(id) + max - by,
                            long(id ^ (by % max))};
      for (unsigned function = 0; function < 4; ++function) {
        const long lane = lanes[function];
        bool isDefined = lane >= 0 && lane < 2 * long(max) && lane % max < long(members.size());
        isDefined = isDefined && (c.buffer<int>(4)[members[std::size_t(lane % max)]] & 1);
        for (const Width &width : widths)
          for (unsigned k = 0; k < width.components; ++k)
            out[item * 136 + function * 34 + width.at + k] =
                isDefined ? sources[lane / max][members[std::size_t(lane % max)] * 16 + k] : T();
      }
    }
  });
}

void addShuffles(References &references) {
  const std::string file = "sub_group_intel/shuffles/";
  references.add<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t,
                 std::uint32_t, float>(file + "vectors_",
                                       []<typename T>(Case &c) { shuffle<T>(c, all); });
  references.add<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t,
                 std::uint32_t, float, std::int64_t, std::uint64_t, Half, double>(
      file + "scalars_", []<typename T>(Case &c) { shuffle<T>(c, scalars); });
}

/// read, write and local of one element.
template <typename T>
void addBlocks(References &references, const std::string &name, unsigned greatestWidth) {
  auto forEachComponent = [=](Case &c, auto body) {
    for (unsigned width = 1; width <= greatestWidth; width *= 2)
      c.forEachItem([&](const Item &item) {
        SubGroup own = subGroupOf(c, item);
        std::size_t before = c.launch.globalSize[0] * (width - 1);
        std::size_t block = (item.groupId[0] * own.count + own.id) * own.maxSize * width;
        for (unsigned k = 0; k < width; ++k)
          body(before + item.x() * width + k, before + block + own.localId + k * own.maxSize, k);
      });
  };
  const std::string file = "sub_group_intel/blocks/";
  references.add(file + "read_" + name, [=](Case &c) {
    forEachComponent(c, [&](std::size_t own, std::size_t inBlock, unsigned) {
      c.buffer<T>(0)[own] = c.buffer<T>(1)[inBlock];
    });
  });
  references.add(file + "write_" + name, [=](Case &c) {
    forEachComponent(c, [&](std::size_t own, std::size_t inBlock, unsigned) {
      c.buffer<T>(0)[inBlock] = c.buffer<T>(1)[own];
    });
  });
  references.add(file + "local_" + name, [=](Case &c) {
    forEachComponent(c, [&](std::size_t own, std::size_t, unsigned component) {
      c.buffer<T>(0)[own] = T(c.buffer<T>(1)[own] + (component == 0));
    });
  });
}

void addSmallCollectives(References &references) {
  references.add<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t>(
      "sub_group_intel/small_collectives/collectives_", []<typename T>(Case &c) {
        const T *in = c.buffer<T>(1);
        forEachSubGroup(c, [&](const std::vector<std::size_t> &members) {
          for (std::size_t i = 0; i < members.size(); ++i) {
            T *out = c.buffer<T>(0) + members[i] * 10;
            const std::size_t ends[] = {members.size(), i + 1, i};
            for (unsigned which = 0; which < 3; ++which) {
              T sum = 0, least = std::numeric_limits<T>::max(),
                most = std::numeric_limits<T>::lowest();
              for (std::size_t k = 0; k < ends[which]; ++k) {
                sum = T(sum + in[members[k]]);
                least = std::min(least, in[members[k]]);
                most = std::max(most, in[members[k]]);
              }
              out[which * 3] = sum;
              out[which * 3 + 1] = least;
              out[which * 3 + 2] = most;
            }
            out[9] = in[members.back()];
          }
        });
      });
}

void addBroadcasts(References &references) {
  references.add<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t>(
      "sub_group_intel/small_collectives/broadcasts_", []<typename T>(Case &c) {
        forEachSubGroup(c, [&](const std::vector<std::size_t> &members) {
          const T *last = c.buffer<T>(1) + members.back() * 16;
          for (std::size_t id : members) {
            T *out = c.buffer<T>(0) + id * 33;
            for (unsigned width : {2u, 3u, 4u, 8u, 16u})
              out = std::copy_n(last, width, out);
          }
        });
      });
}

void addBallots(References &references) {
  references.add("sub_group_intel/ballot/ballots", [](Case &c) {
    const auto *in = c.buffer<std::uint32_t>(1);
    forEachSubGroup(c, [&](const std::vector<std::size_t> &members) {
      std::uint32_t all = 0, some = 0;
      for (unsigned lane = 0; lane < members.size(); ++lane) {
        const std::uint32_t word = in[members[lane]];
        all |= (word & 1) << lane;
        some |= (word >> 1 & word & 1) << lane;
      }
      for (std::size_t id : members) {
        c.buffer<std::uint32_t>(0)[id * 2] = all;
        c.buffer<std::uint32_t>(0)[id * 2 + 1] = in[id] & 2 ? some : 0;
      }
    });
  });
}

} // namespace

void addSubGroupIntelReferences(References &references) {
  addShuffles(references);
  addBlocks<std::uint32_t>(references, "plain", 8);
  addBlocks<std::uint32_t>(references, "ui", 8);
  addBlocks<std::uint8_t>(references, "uc", 16);
  addBlocks<std::uint16_t>(references, "us", 16);
  addBlocks<std::uint64_t>(references, "ul", 8);
  references.add("sub_group_intel/blocks/prefetch", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      c.buffer<std::uint64_t>(0)[item.x()] = c.buffer<std::uint64_t>(1)[item.x()];
    });
  });
  addSmallCollectives(references);
  addBroadcasts(references);
  addBallots(references);
}

} // namespace heddle::test
