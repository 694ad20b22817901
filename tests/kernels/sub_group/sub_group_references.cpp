// Host references of tests/kernels/sub_group: what the size that the driver reports implies.
#include "tests/kernels/references.hpp"
#include "tests/kernels/sub_group/sub_groups.hpp"

#include <algorithm>
#include <numeric>
#include <type_traits>
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

void addRows(References &references) {
  // body: the numbers of each row that lie in the sub-group, in which everything is the same for
  // all members; what it stores is for each.
  auto addTyped = [&](const std::string &name, std::size_t width, auto body) {
    references.add<std::int32_t, std::uint32_t, float>(
        "sub_group/rows/" + name + "_", [=]<typename T>(Case &c) {
          forEachSubGroup(c, [&](const std::vector<std::size_t> &members) {
            body(c, members, [&](std::size_t member, std::size_t row, T value) {
              c.buffer<T>(0)[member * width + row] = value;
            });
          });
        });
  };
  // Of component `at` of `of` that each member has.
  struct Row {
    int sum = 0, least = 1000, most = -1000;
    unsigned unsignedLeast = ~0u, unsignedMost = 0;
  };
  auto rowOf = [](Case &c, const std::vector<std::size_t> &members, std::size_t of,
                  std::size_t at) {
    Row row;
    for (std::size_t member : members) {
      const int x = c.buffer<int>(1)[member * of + at];
      row.sum += x;
      row.least = std::min(row.least, x);
      row.most = std::max(row.most, x);
      row.unsignedLeast = std::min(row.unsignedLeast, unsigned(x));
      row.unsignedMost = std::max(row.unsignedMost, unsigned(x));
    }
    return row;
  };
  references.add<std::int32_t, std::uint32_t, float>(
      "sub_group/rows/least_and_most_", [=]<typename T>(Case &c) {
        forEachSubGroup(c, [&](const std::vector<std::size_t> &members) {
          for (std::size_t r = 0; r < 8; ++r) {
            const Row row = rowOf(c, members, 8, r);
            for (std::size_t member : members)
              c.buffer<T>(0)[member * 8 + r] = std::is_unsigned_v<T>
                                                   ? T(row.unsignedMost - row.unsignedLeast)
                                                   : T(row.most - row.least);
          }
        });
      });
  addTyped("running", 8, [=](Case &c, const std::vector<std::size_t> &members, auto store) {
    for (std::size_t r = 0; r < 8; ++r) {
      int most = 0, sum = 0;
      for (std::size_t step = 0; step < 3; ++step) {
        const Row row = rowOf(c, members, 24, step * 8 + r);
        const int now = std::max(most, row.most);
        sum = sum * 3 + (now - most) * 2 + 1 + now * int(members.size()) - row.sum;
        most = now;
      }
      for (std::size_t member : members)
        store(member, r, sum + int(r));
    }
  });
  addTyped("sixteen", 16, [=](Case &c, const std::vector<std::size_t> &members, auto store) {
    for (std::size_t r = 0; r < 16; ++r)
      for (std::size_t member : members)
        store(member, r, rowOf(c, members, 16, r).sum + int(r));
  });
  addTyped("five", 5, [=](Case &c, const std::vector<std::size_t> &members, auto store) {
    for (std::size_t r = 0; r < 5; ++r)
      for (std::size_t member : members)
        store(member, r, rowOf(c, members, 5, r).sum - c.buffer<int>(1)[member * 5 + r]);
  });
  addTyped("chained", 4, [=](Case &c, const std::vector<std::size_t> &members, auto store) {
    int before = 0;
    for (std::size_t r = 0; r < 4; ++r) {
      before += rowOf(c, members, 4, r).most;
      for (std::size_t member : members)
        store(member, r, before * int(members.size()));
    }
  });
  addTyped("some_lanes", 4, [=](Case &c, const std::vector<std::size_t> &members, auto store) {
    std::vector<std::size_t> active;
    for (std::size_t lane = 0; lane < members.size(); ++lane)
      if (lane % 3 != 1)
        active.push_back(members[lane]);
    for (std::size_t r = 0; r < 4; ++r)
      for (std::size_t lane = 0; lane < members.size(); ++lane)
        store(members[lane], r, lane % 3 != 1 ? rowOf(c, active, 4, r).sum : 1);
  });
}

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
  addRows(references);
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
