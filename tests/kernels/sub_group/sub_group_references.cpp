// Host references of tests/kernels/sub_group: what the size that the driver reports implies.
#include "tests/kernels/references.hpp"
#include "tests/kernels/sub_group/sub_groups.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace heddle::test {

namespace {

void addCollectives(References &references) {
  const std::string prefix = "sub_group/collectives/";
  auto addTyped = [&](const std::string &name, auto body) {
    references.add<std::int32_t, std::uint32_t, std::int64_t, std::uint64_t, Half, float, double>(
        prefix + name, [body]<typename T>(Case &c) {
          forEachSubGroup(c, [&](const std::vector<std::size_t> &members) {
            std::vector<int> in;
            for (std::size_t member : members)
              in.push_back(c.buffer<int>(1)[member]);
            for (std::size_t i = 0; i < members.size(); ++i)
              body(in, i, [&](std::size_t width, std::size_t at, int value) {
                c.buffer<T>(0)[members[i] * width + at] = T(value);
              });
          });
        });
  };
  auto sumOf = [](const std::vector<int> &v, std::size_t end) {
    return std::accumulate(v.begin(), v.begin() + long(end), 0);
  };
  auto leastOf = [](const std::vector<int> &v, std::size_t end) {
    return end ? *std::min_element(v.begin(), v.begin() + long(end)) : 0;
  };
  auto mostOf = [](const std::vector<int> &v, std::size_t end) {
    return end ? *std::max_element(v.begin(), v.begin() + long(end)) : 0;
  };
  addTyped("reduce_", [=](const std::vector<int> &v, std::size_t, auto store) {
    store(3, 0, sumOf(v, v.size()));
    store(3, 1, leastOf(v, v.size()));
    store(3, 2, mostOf(v, v.size()));
  });
  addTyped("scans_", [=](const std::vector<int> &v, std::size_t i, auto store) {
    for (std::size_t exclusive : {0u, 1u}) {
      store(6, exclusive * 3, sumOf(v, i + 1 - exclusive));
      store(6, exclusive * 3 + 1, leastOf(v, i + 1 - exclusive));
      store(6, exclusive * 3 + 2, mostOf(v, i + 1 - exclusive));
    }
  });
  addTyped("broadcast_", [=](const std::vector<int> &v, std::size_t, auto store) {
    store(1, 0, v.back() * 20 + v.front());
  });
  addTyped("in_loop_", [=](const std::vector<int> &v, std::size_t i, auto store) {
    int sum = 0;
    for (int k = 0; k < 3; ++k)
      sum += sumOf(v, i + 1) + k * int(i + 1) - leastOf(v, v.size());
    store(1, 0, sum);
  });
  references.add(prefix + "votes", [=](Case &c) {
    forEachSubGroup(c, [&](const std::vector<std::size_t> &members) {
      bool allSmall = true, anyThree = false;
      for (std::size_t member : members) {
        allSmall &= c.buffer<int>(1)[member] < 11;
        anyThree |= c.buffer<int>(1)[member] == 3;
      }
      for (std::size_t member : members)
        c.buffer<int>(0)[member] = allSmall + 2 * anyThree + 4;
    });
  });
}

} // namespace

namespace {

// Every work-item writes 1; two kernels leave traces of what their sub-groups said to one another.
void addForwardProgress(References &references) {
  auto writeOnes = [](Case &c) {
    c.forEachItem([&](const Item &item) { c.buffer<int>(0)[item.x()] = 1; });
  };
  for (const char *kernel :
       {"chain", "spin_barrier", "ticket_lock", "exchange_lock", "test_and_set", "semaphore",
        "lane_waits", "in_function", "looks_in_function", "beside_barriers", "private_array",
        "not_by_itself"})
    references.add(std::string("sub_group/forward_progress/") + kernel, writeOnes);
  references.add("sub_group/forward_progress/global_chain", [=](Case &c) {
    writeOnes(c);
    c.forEachItem([&](const Item &item) {
      c.buffer<int>(1)[item.groupId[0]] = int(subGroupOf(c, item).count);
    });
  });
  references.add("sub_group/forward_progress/ring", [=](Case &c) {
    writeOnes(c);
    c.forEachItem([&](const Item &item) {
      if (subGroupOf(c, item).count == 1)
        return;
      int *memory = c.buffer<int>(1) + item.groupId[0] * 10;
      for (int i = 92; i < 100; ++i)
        memory[i & 7] = i * i;
      memory[8] = memory[9] = 100;
    });
  });
}

} // namespace

void addSubGroupReferences(References &references) {
  addCollectives(references);
  addForwardProgress(references);
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
}

} // namespace heddle::test
