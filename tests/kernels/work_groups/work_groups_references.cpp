// Host references of tests/kernels/work_groups: one work-group at a time, barrier by barrier.
#include "tests/kernels/references.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace heddle::test {

namespace {

using Ints = std::vector<int>;
using Group = std::vector<Item>;

// Calls the function with the work-items of each work-group, in linear order.
void forEachGroup(const Case &c, const std::function<void(const Group &)> &function) {
  Group group;
  c.forEachItem([&](const Item &item) {
    if (!group.empty() && group.front().groupId != item.groupId) {
      function(group);
      group.clear();
    }
    group.push_back(item);
  });
  function(group);
}

// A kernel over one-dimensional work-groups: `own` holds in[global id] of each work-item and
// becomes what it writes.
void addExchange(References &references, const std::string &name,
                 std::function<void(Case &, const Group &, Ints &own)> body) {
  references.add("work_groups/barriers/" + name, [body](Case &c) {
    forEachGroup(c, [&](const Group &group) {
      Ints own;
      for (const Item &item : group)
        own.push_back(c.buffer<int>(1)[item.x()]);
      body(c, group, own);
      for (std::size_t l = 0; l < group.size(); ++l)
        c.buffer<int>(0)[group[l].x()] = own[l];
    });
  });
}

Ints rotated(const Ints &values, std::size_t distance) {
  Ints result;
  for (std::size_t l = 0; l < values.size(); ++l)
    result.push_back(values[(l + distance) % values.size()]);
  return result;
}

Ints reversed(const Ints &values) { return {values.rbegin(), values.rend()}; }

void addLoops(References &references) {
  addExchange(references, "sum_tree", [](Case &, const Group &, Ints &own) {
    int sum = 0;
    for (int value : own)
      sum += value;
    for (std::size_t l = 0; l < own.size(); ++l)
      own[l] = sum + int(l);
  });
  addExchange(references, "rotate_rounds", [](Case &c, const Group &, Ints &own) {
    for (int i = 0; i < c.value<int>(3); ++i) {
      own = rotated(own, 1);
      for (int &value : own)
        value += i;
    }
  });
  addExchange(references, "nested_loops", [](Case &c, const Group &, Ints &own) {
    for (int i = 0; i < c.value<int>(3); ++i) {
      for (int k = i; k < 4; ++k) {
        Ints next = rotated(own, k);
        for (std::size_t l = 0; l < own.size(); ++l)
          if ((i + k) % 2 == 0)
            own[l] = own[l] * 3 + next[l];
      }
      for (int &value : own)
        value += i;
    }
  });
  addExchange(references, "bound_from_memory", [](Case &, const Group &, Ints &own) {
    Ints scratch = own, sum(own.size(), 0);
    const int rounds = scratch[0] & 3;
    for (int i = 0; i < rounds; ++i)
      for (std::size_t l = 0; l < own.size(); ++l)
        sum[l] += scratch[(l + i) % own.size()] + i * (i - 1) / 2;
    own = sum;
  });
}

void addBranches(References &references) {
  addExchange(references, "in_branch", [](Case &c, const Group &, Ints &own) {
    if (c.value<int>(3))
      own = reversed(own);
    else
      for (int &value : own)
        value = -value;
  });
  addExchange(references, "in_cases", [](Case &, const Group &group, Ints &own) {
    const Ints scratch = own;
    const std::size_t which = group.front().groupId[0] % 3, size = own.size();
    for (std::size_t l = 0; l < size; ++l) {
      if (which == 0)
        own[l] = scratch[(l + 1) % size];
      if (which == 1)
        own[l] += scratch[(l + 2) % size];
      if (which != 0)
        own[l] ^= scratch[(l + 3) % size];
    }
  });
  addExchange(references, "divergent_between", [](Case &, const Group &, Ints &own) {
    for (int round = 0; round < 2; ++round) {
      Ints scratch;
      for (int value : own) {
        int steps = 0;
        for (int left = value & 63; left > 0 && left != 14; left -= 7)
          ++steps;
        scratch.push_back(value & 1 ? steps : -value);
      }
      for (std::size_t l = 0; l < own.size(); ++l)
        own[l] += scratch[(l + 5) % own.size()];
    }
  });
}

void addValues(References &references) {
  for (const char *name : {"reverse", "reverse_static"})
    addExchange(references, name, [](Case &, const Group &, Ints &own) { own = reversed(own); });
  references.add("work_groups/barriers/keeps_values", [](Case &c) {
    const int *in = c.buffer<int>(1);
    forEachGroup(c, [&](const Group &group) {
      for (std::size_t l = 0; l < group.size(); ++l) {
        const std::size_t i = group[l].x();
        const int own = in[i];
        const int sum = (own & 15) + (own & 31) * 2 + (own & 63) * 3 + 1;
        c.buffer<std::int64_t>(0)[i] = (std::int64_t(own) << 20) + std::int16_t(own) +
                                       (own & 1 ? 1000 : 2000) + sum + (own & 1 ? own : in[0]) +
                                       in[group[group.size() - 1 - l].x()];
      }
    });
  });
  addExchange(references, "keeps_private_array", [](Case &, const Group &, Ints &own) {
    Ints scratch, result;
    for (std::size_t l = 0; l < own.size(); ++l)
      scratch.push_back(own[l] * int(l % 8));
    for (std::size_t l = 0; l < own.size(); ++l) {
      int values[8], sum = 0;
      for (int i = 0; i < 8; ++i)
        values[i] = own[l] * i;
      values[(l + 1) % 8] += scratch[own.size() - 1 - l];
      for (int i = 0; i < 8; ++i)
        sum += values[(i + l) % 8] * (i + 1);
      result.push_back(sum);
    }
    own = result;
  });
  addExchange(references, "through_functions", [](Case &, const Group &, Ints &own) {
    own = rotated(own, 1);
    Ints doubled;
    for (int value : own)
      doubled.push_back(value * 2);
    doubled = rotated(doubled, 3);
    for (std::size_t l = 0; l < own.size(); ++l)
      own[l] += doubled[l];
    own = rotated(own, 2);
  });
  references.add("work_groups/barriers/through_global", [](Case &c) {
    forEachGroup(c, [&](const Group &group) {
      Ints own;
      for (const Item &item : group)
        own.push_back(c.buffer<int>(0)[item.x()]);
      own = rotated(own, 1);
      for (std::size_t l = 0; l < group.size(); ++l)
        c.buffer<int>(0)[group[l].x()] = own[l] + 1;
    });
  });
}

void addEarlyEnd(References &references) {
  references.add("work_groups/early_end/guard", [](Case &c) {
    const int *in = c.buffer<int>(1), n = c.value<int>(3);
    forEachGroup(c, [&](const Group &group) {
      for (std::size_t l = 0; l < group.size(); ++l) {
        const std::size_t partner = group[group.size() - 1 - l].x();
        c.buffer<int>(0)[group[l].x()] = int(group[l].x()) >= n ? -1
                                         : int(partner) >= n    ? 7
                                                                : in[partner];
      }
    });
  });
  references.add("work_groups/early_end/guard_in_loop", [](Case &c) {
    const int *in = c.buffer<int>(1), n = c.value<int>(3);
    forEachGroup(c, [&](const Group &group) {
      Ints scratch;
      for (const Item &item : group)
        scratch.push_back(int(item.x()));
      std::vector<bool> ended(group.size());
      for (int round = 0; round < 3; ++round) {
        const Ints other = rotated(scratch, 1);
        for (std::size_t l = 0; l < group.size(); ++l) {
          const int i = int(group[l].x());
          if (ended[l])
            continue;
          c.buffer<int>(0)[i] = other[l] + round;
          ended[l] = i >= n - round * 8;
          if (!ended[l])
            scratch[l] = other[l] + in[i];
        }
      }
    });
  });
}

void addShapes(References &references) {
  auto linear = [](const Case &c, const Item &item) {
    return item.x() + c.launch.globalSize[0] * (item.y() + c.launch.globalSize[1] * item.z());
  };
  references.add("work_groups/shapes/transpose_group", [=](Case &c) {
    forEachGroup(c, [&](const Group &group) {
      for (std::size_t l = 0; l < group.size(); ++l)
        c.buffer<int>(0)[linear(c, group[l])] =
            int(linear(c, group[(l * 7 + 3) % group.size()])) * 2 + int(group[l].localId[1]);
    });
  });
  references.add("work_groups/shapes/sums_of_group", [=](Case &c) {
    forEachGroup(c, [&](const Group &group) {
      int sum = 0;
      for (const Item &item : group)
        c.buffer<int>(0)[linear(c, item)] = sum += int(linear(c, item)) & 15;
    });
  });
}

int place(const Case &c, const Item &item) {
  const Launch &launch = c.launch;
  return int((item.z() * (launch.globalSize[1] + launch.globalOffset[1]) + item.y()) *
                 (launch.globalSize[0] + launch.globalOffset[0]) +
             item.x());
}

/// The first number, hundred times the second, ten thousand times the third.
int packed(const std::array<std::size_t, 3> &numbers) {
  return int(numbers[0] + 100 * numbers[1] + 10000 * numbers[2]);
}

void addIdsOfSmallGroups(References &references) {
  references.add("work_groups/small_groups/ids", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      int *own = c.buffer<int>(0) + place(c, item) * 8;
      own[0] = int(item.groupId[0]);
      own[1] = int(item.groupId[1] * 10000 + item.groupId[2]);
      own[2] = packed(item.localId);
      own[3] = packed(item.localSize);
      own[4] = packed(c.launch.localSize);
      own[5] = int(c.launch.numGroups(0) + 7 * c.launch.numGroups(1) + 11 * c.launch.numGroups(2));
      own[6] = int(item.localLinearId);
      own[7] = int(item.groupId[0] * item.localSize[0] + item.localId[0]);
    });
  });
  references.add("work_groups/small_groups/of_group", [](Case &c) {
    const int *in = c.buffer<int>(1);
    c.forEachItem([&](const Item &item) {
      const int i = place(c, item),
                group = int(item.groupId[0] + item.groupId[1] + item.groupId[2]);
      int sum = 0;
      for (int round = 0; round < in[item.groupId[0]]; ++round) {
        sum += int(item.localId[0]) * round + group;
        if ((group & 3) == round)
          break;
        sum ^= in[i];
      }
      c.buffer<int>(0)[i] = sum + (group % 3 ? int(item.localSize[0]) : -1);
    });
  });
}

/// As addExchange, with the number of the work-group.
void addOfSmallGroup(References &references, const std::string &name,
                     std::function<Ints(Case &, int group, const Ints &own)> body,
                     const std::string &file = "small_groups") {
  references.add("work_groups/" + file + "/" + name, [body](Case &c) {
    forEachGroup(c, [&](const Group &group) {
      Ints own;
      for (const Item &item : group)
        own.push_back(c.buffer<int>(1)[item.x()]);
      const Ints result = body(c, int(group.front().groupId[0]), own);
      for (std::size_t l = 0; l < group.size(); ++l)
        c.buffer<int>(0)[group[l].x()] = result[l];
    });
  });
}

void addCopies(References &references) {
  const std::string file = "small_group_copies";
  addOfSmallGroup(
      references, "copied_table",
      [](Case &c, int, Ints own) {
        const auto in = [&](int k) { return c.buffer<int>(1)[k < 37 ? k : (k - 37) * 2]; };
        for (int &value : own)
          value = in(value & 63) * 3 + in(value % 37);
        return own;
      },
      file);
  addOfSmallGroup(
      references, "copied_rows",
      [](Case &, int, const Ints &own) {
        Ints result;
        for (std::size_t l = 0; l < own.size(); ++l)
          result.push_back(own[own.size() - 1 - l] * 3 + int(l));
        return result;
      },
      file);
}

void addSmallGroups(References &references) {
  references.add("work_groups/small_groups/two_variables", [](Case &c) {
    forEachGroup(c, [&](const Group &group) {
      const int *in = c.buffer<int>(1), size = int(group.size());
      Ints sums;
      for (int l = 0; l < size; ++l)
        sums.push_back(l + in[group[size - 1 - l].x()] - in[group[(l + 1) % size].x()] * 3 +
                       int(group[std::min(2, size - 1)].x()));
      sums = rotated(sums, 1);
      for (int l = 0; l < size; ++l)
        c.buffer<int>(0)[group[l].x()] = sums[l];
    });
  });
  addOfSmallGroup(references, "loops_of_groups", [](Case &c, int group, Ints own) {
    for (int round = 0; round < c.buffer<int>(1)[group]; ++round) {
      const Ints next = rotated(own, 1);
      for (std::size_t l = 0; l < own.size(); ++l) {
        own[l] += next[l] * (round + 1);
        if (own[l] == 12345)
          own[l] = 0;
      }
    }
    return own;
  });
  addOfSmallGroup(references, "branches_of_groups", [](Case &c, int group, Ints own) {
    const int size = int(own.size()), kind = c.buffer<int>(1)[group];
    if (kind == 0)
      return reversed(own);
    for (int l = 0; l < size; ++l)
      own[l] = kind == 1 ? own[l] + (l + 1) % size : own[l] * 2;
    const int first = own[0];
    if (kind == 1)
      for (int &value : own)
        value -= first;
    return own;
  });
  addOfSmallGroup(references, "group_ends", [](Case &, int group, Ints own) {
    if (group % 3 == 1)
      return Ints(own.size(), -1);
    own = rotated(own, 1);
    for (std::size_t l = 0; l < own.size(); ++l)
      own[l] += int(l);
    return reversed(own);
  });
  addOfSmallGroup(references, "counts", [](Case &, int, const Ints &own) {
    int count[4] = {};
    for (std::size_t l = 0; l < own.size(); ++l)
      count[own[l] & 3] += 1 + (l == 0);
    return Ints(own.size(), count[0] + 100 * count[1] + 10000 * count[2] + 1000000 * count[3]);
  });
  addOfSmallGroup(references, "through_pointers", [](Case &, int, const Ints &own) {
    const int size = int(own.size());
    Ints result;
    for (int l = 0; l < size; ++l)
      result.push_back(own[(l + 1) % size] +
                       (own[l] & 1   ? 1
                        : own[l] & 2 ? 2
                                     : 0) +
                       own[size - 1 - l] + 1 + l);
    return result;
  });
  addOfSmallGroup(references, "own_table", [](Case &, int group, Ints own) {
    for (int &value : own)
      for (int round = 0; round < 3; ++round)
        value = (value * 5 + (value & 63) * (value & 63) + group) & 1023;
    return own;
  });
  addOfSmallGroup(references, "large_table", [](Case &, int group, const Ints &own) {
    Ints result;
    for (std::size_t l = 0; l < own.size(); ++l)
      result.push_back(std::int16_t((own[l] & 1023) * 7 + group) -
                       std::int16_t(((own[l] + int(l)) & 1023) * 7 + group));
    return result;
  });
  addOfSmallGroup(references, "equal_table", [](Case &c, int group, Ints own) {
    for (int &value : own)
      value = group % 5 == 3 ? -1 : c.buffer<int>(1)[value & 63] + (value & 63);
    return own;
  });
  addOfSmallGroup(references, "equal_rounds", [](Case &c, int group, const Ints &own) {
    const int rounds = c.buffer<int>(1)[group];
    Ints result;
    for (int l = 0; l < int(own.size()); ++l) {
      int sum = 0;
      for (int round = 0; round < rounds; ++round) {
        const int k = (l + round) & 7;
        sum += round == 0 ? -k : (round - 1) * 100 + k;
      }
      result.push_back(sum * 1000 + (rounds == 0 ? -(l & 7) : (rounds - 1) * 100 + (l & 7)));
    }
    return result;
  });
  addOfSmallGroup(references, "table_of_some", [](Case &c, int group, Ints own) {
    for (int &value : own)
      value = group & 1 ? value & 15 : c.buffer<int>(1)[value & 15];
    return own;
  });
  references.add("work_groups/small_groups/rows_of_group", [](Case &c) {
    forEachGroup(c, [&](const Group &group) {
      for (std::size_t l = 0; l < group.size(); ++l) {
        const std::array<std::size_t, 3> &id = group[l].localId;
        c.buffer<int>(0)[place(c, group[l])] =
            c.buffer<int>(1)[place(c, group[group.size() - 1 - l])] * 3 + int(id[0]) - int(id[1]) +
            int(id[2]);
      }
    });
  });
}

} // namespace

void addWorkGroupsReferences(References &references) {
  addLoops(references);
  addBranches(references);
  addValues(references);
  addEarlyEnd(references);
  addShapes(references);
  addIdsOfSmallGroups(references);
  addSmallGroups(references);
  addCopies(references);
}

} // namespace heddle::test
