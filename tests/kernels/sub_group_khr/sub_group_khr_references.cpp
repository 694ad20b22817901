// Host references of tests/kernels/sub_group_khr: each says what one work-item gets, given those of
// its sub-group that are at the same place.
#include "tests/kernels/references.hpp"
#include "tests/kernels/sub_group/sub_groups.hpp"

#include <cmath>
#include <limits>
#include <type_traits>

namespace heddle::test {

namespace {

using Members = std::vector<std::size_t>;

/// The members of a sub-group that are at one place of the program, as lanes and global ids.
struct Active {
  std::vector<unsigned> lanes;
  Members ids;

  bool has(unsigned lane) const {
    return std::find(lanes.begin(), lanes.end(), lane) != lanes.end();
  }
};

Active activeOf(const Members &members, const std::function<bool(std::size_t id)> &isThere) {
  Active active;
  for (unsigned lane = 0; lane < members.size(); ++lane)
    if (isThere(members[lane])) {
      active.lanes.push_back(lane);
      active.ids.push_back(members[lane]);
    }
  return active;
}

/// For each sub-group, those whose flag in buffer `argument` is odd.
void forEachActive(Case &c, std::size_t argument,
                   const std::function<void(const Active &, const Members &)> &body) {
  forEachSubGroup(c, [&](const Members &members) {
    body(activeOf(members, [&](std::size_t id) { return c.buffer<int>(argument)[id] & 1; }),
         members);
  });
}

enum class Operation { add, min, max, mul, bitAnd, bitOr, bitXor };

template <typename T> T limit(bool greatest) {
  if constexpr (std::is_integral_v<T>)
    return greatest ? std::numeric_limits<T>::max() : std::numeric_limits<T>::min();
  else
    return T(greatest ? HUGE_VAL : -HUGE_VAL);
}

template <typename T> T identity(Operation operation) {
  switch (operation) {
  case Operation::min:
    return limit<T>(true);
  case Operation::max:
    return limit<T>(false);
  case Operation::mul:
    return T(1);
  case Operation::bitAnd:
    if constexpr (std::is_integral_v<T>)
      return T(~T(0));
    [[fallthrough]];
  default:
    return T(0);
  }
}

template <typename T> T combine(Operation operation, T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    using Wide = std::uint64_t;
    switch (operation) {
    case Operation::add:
      return T(Wide(a) + Wide(b));
    case Operation::mul:
      return T(Wide(a) * Wide(b));
    case Operation::bitAnd:
      return T(a & b);
    case Operation::bitOr:
      return T(a | b);
    case Operation::bitXor:
      return T(a ^ b);
    case Operation::min:
      return std::min(a, b);
    case Operation::max:
      return std::max(a, b);
    }
  } else {
    const double x = double(a), y = double(b);
    switch (operation) {
    case Operation::add:
      return T(x + y);
    case Operation::mul:
      return T(x * y);
    case Operation::min:
      return T(std::min(x, y));
    default:
      return T(std::max(x, y));
    }
  }
  return a;
}

/// reduce, inclusive and exclusive scan for the active work-item number `own`.
template <typename T>
void reductions(Operation operation, const std::vector<T> &values, std::size_t own, T *out) {
  const std::size_t ends[] = {values.size(), own + 1, own};
  for (unsigned which = 0; which < 3; ++which) {
    T result = identity<T>(operation);
    for (std::size_t i = 0; i < ends[which]; ++i)
      result = combine(operation, result, values[i]);
    out[which] = result;
  }
}

/// What the kernels give to an operation. Those of floats read integers.
template <typename T> T operandOf(Case &c, std::size_t id, Operation operation) {
  if constexpr (std::is_integral_v<T>) {
    return c.buffer<T>(1)[id];
  } else {
    const int x = c.buffer<int>(1)[id];
    return operation == Operation::mul ? T(x > 12 ? 2.0 : x > 8 ? 0.5 : 1.0) : T(x);
  }
}

template <typename T> constexpr unsigned operationCount = std::is_integral_v<T> ? 7 : 4;

template <typename T> void arithmetic(Case &c) {
  constexpr unsigned count = operationCount<T>;
  forEachActive(c, 2, [&](const Active &active, const Members &) {
    for (unsigned k = 0; k < count; ++k) {
      std::vector<T> values;
      for (std::size_t id : active.ids)
        values.push_back(operandOf<T>(c, id, Operation(k)));
      for (std::size_t own = 0; own < values.size(); ++own)
        reductions(Operation(k), values, own, c.buffer<T>(0) + active.ids[own] * count * 3 + k * 3);
    }
  });
}

template <typename T> void clustered(Case &c) {
  constexpr unsigned count = operationCount<T>;
  forEachActive(c, 2, [&](const Active &active, const Members &) {
    for (unsigned k = 0; k < count; ++k)
      for (unsigned number = 0; number < 6 && 1u << number <= c.subGroupSize; ++number)
        for (std::size_t own = 0; own < active.ids.size(); ++own) {
          T result = identity<T>(Operation(k));
          for (std::size_t i = 0; i < active.ids.size(); ++i)
            if (active.lanes[i] >> number == active.lanes[own] >> number)
              result = combine(Operation(k), result, operandOf<T>(c, active.ids[i], Operation(k)));
          c.buffer<T>(0)[(active.ids[own] * count + k) * 6 + number] = result;
        }
  });
}

/// and, or, xor of truth values, for those of `values` that `isMember` says.
int logical(unsigned which, const std::vector<int> &values,
            const std::function<bool(std::size_t)> &isMember) {
  int result = which == 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (isMember(i))
      result = which == 0   ? result & values[i]
               : which == 1 ? result | values[i]
                            : result ^ values[i];
  return result;
}

std::vector<int> truths(Case &c, const Active &active, unsigned which) {
  std::vector<int> values;
  for (std::size_t id : active.ids)
    values.push_back(which == 1 ? c.buffer<int>(1)[id] == 1 : c.buffer<int>(1)[id] != 0);
  return values;
}

void addArithmetic(References &references) {
  const std::string file = "sub_group_khr/arithmetic/", clusters = "sub_group_khr/clustered/";
  references.addIntegers(file + "integers_", []<typename T>(Case &c) { arithmetic<T>(c); });
  references.add<Half, float, double>(file + "floats_",
                                      []<typename T>(Case &c) { arithmetic<T>(c); });
  references.addIntegers(clusters + "integers_", []<typename T>(Case &c) { clustered<T>(c); });
  references.add<Half, float, double>(clusters + "floats_",
                                      []<typename T>(Case &c) { clustered<T>(c); });
  references.add(file + "logical", [](Case &c) {
    forEachActive(c, 2, [&](const Active &active, const Members &) {
      for (unsigned which = 0; which < 3; ++which) {
        const std::vector<int> values = truths(c, active, which);
        for (std::size_t own = 0; own < values.size(); ++own) {
          int *out = c.buffer<int>(0) + active.ids[own] * 9 + which * 3;
          out[0] = logical(which, values, [](std::size_t) { return true; });
          out[1] = logical(which, values, [&](std::size_t i) { return i <= own; });
          out[2] = logical(which, values, [&](std::size_t i) { return i < own; });
        }
      }
    });
  });
  references.add(clusters + "logical", [](Case &c) {
    forEachActive(c, 2, [&](const Active &active, const Members &) {
      for (unsigned which = 0; which < 3; ++which) {
        const std::vector<int> values = truths(c, active, which);
        for (unsigned number = 0; number < 6 && 1u << number <= c.subGroupSize; ++number)
          for (std::size_t own = 0; own < values.size(); ++own)
            c.buffer<int>(0)[(active.ids[own] * 3 + which) * 6 + number] =
                logical(which, values, [&](std::size_t i) {
                  return active.lanes[i] >> number == active.lanes[own] >> number;
                });
      }
    });
  });
}

void addDivergence(References &references) {
  const std::string file = "sub_group_khr/arithmetic/";
  auto in = [](Case &c, std::size_t id) { return c.buffer<int>(1)[id]; };
  auto on = [](Case &c, std::size_t id) { return c.buffer<int>(2)[id]; };
  auto sumOf = [=](Case &c, const Members &ids) {
    int sum = 0;
    for (std::size_t id : ids)
      sum += in(c, id);
    return sum;
  };
  auto greatestOf = [=](Case &c, const Members &ids) {
    int greatest = std::numeric_limits<int>::min();
    for (std::size_t id : ids)
      greatest = std::max(greatest, in(c, id));
    return greatest;
  };

  references.add(file + "in_loops", [=](Case &c) {
    forEachSubGroup(c, [&](const Members &members) {
      std::vector<int> sum(members.size()), last(members.size(), -1), scanned(members.size());
      std::vector<bool> hasLeft(members.size());
      for (int k = 0; k < 8; ++k) {
        std::vector<std::size_t> inLoop;
        for (std::size_t m = 0; m < members.size(); ++m)
          if (!hasLeft[m] && k < on(c, members[m]))
            inLoop.push_back(m);
        int total = 0;
        for (std::size_t m : inLoop)
          total += in(c, members[m]) + k;
        int greatest = std::numeric_limits<int>::min();
        for (std::size_t m : inLoop) {
          last[m] = total;
          sum[m] += total;
          if (total & 1)
            continue;
          scanned[m] += greatest = std::max(greatest, in(c, members[m]));
          if (on(c, members[m]) == 5 && k == 2)
            hasLeft[m] = true;
        }
      }
      for (std::size_t m = 0; m < members.size(); ++m) {
        int *out = c.buffer<int>(0) + members[m] * 3;
        out[0] = sum[m];
        out[1] = last[m];
        out[2] = scanned[m];
      }
    });
  });
  references.add(file + "in_nested_branches", [=](Case &c) {
    forEachSubGroup(c, [&](const Members &members) {
      auto where = [&](auto condition) { return activeOf(members, condition).ids; };
      const Members odd = where([&](std::size_t id) { return on(c, id) & 1; }),
                    even = where([&](std::size_t id) { return !(on(c, id) & 1); }),
                    second = where([&](std::size_t id) { return (on(c, id) & 3) == 3; });
      for (std::size_t id : even)
        c.buffer<int>(0)[id] = sumOf(c, even);
      int before = 0;
      for (std::size_t id : odd) {
        int r = sumOf(c, odd);
        if (on(c, id) & 2) {
          r += sumOf(c, second) * 100;
        } else if (on(c, id) & 4) {
          r += before * 10000;
          before += in(c, id);
        }
        c.buffer<int>(0)[id] = r;
      }
    });
  });
  references.add(file + "after_return", [=](Case &c) {
    forEachSubGroup(c, [&](const Members &members) {
      const Members rest = activeOf(members, [&](std::size_t id) { return on(c, id) != 0; }).ids;
      for (std::size_t id : members)
        c.buffer<int>(0)[id * 2] = greatestOf(c, members);
      for (std::size_t id : rest)
        c.buffer<int>(0)[id * 2 + 1] = greatestOf(c, rest);
    });
  });
  references.add(file + "in_function", [=](Case &c) {
    forEachSubGroup(c, [&](const Members &members) {
      for (std::size_t id : members) {
        const int rounds = on(c, id) & 3;
        int r = rounds ? 0 : -1;
        for (int k = 0; k < rounds; ++k)
          r += greatestOf(
                   c, activeOf(members, [&](std::size_t other) { return (on(c, other) & 3) > k; })
                          .ids) -
               k;
        c.buffer<int>(0)[id] = r;
      }
    });
  });
}

template <typename T> void shuffles(Case &c) {
  const unsigned max = c.subGroupSize;
  const int far = c.buffer<int>(2)[0] % 100;
  forEachActive(c, 3, [&](const Active &active, const Members &members) {
    for (std::size_t own = 0; own < active.ids.size(); ++own) {
      const unsigned id = active.lanes[own];
      const unsigned by = unsigned(c.buffer<int>(2)[active.ids[own]]) % max;
      const unsigned from[] = {by,
                               id ^ by,
                               id - by,
                               id + by,
                               (id + unsigned(far)) & (max - 1),
                               (id & ~3u) + ((id + unsigned(far)) & 3),
                               (id - 3) & (max - 1),
                               id ^ 1,
                               id + 1,
                               (id & ~7u) + ((id + 5) & 7)};
      for (unsigned function = 0; function < 10; ++function)
        if ((function != 5 || max >= 4) && (function != 9 || max >= 8))
          c.buffer<T>(0)[active.ids[own] * 10 + function] =
              active.has(from[function]) ? c.buffer<T>(1)[members[from[function]]] : T(0);
    }
  });
}

unsigned bitsBelow(unsigned count) { return count >= 32 ? ~0u : (1u << count) - 1; }
unsigned countBits(unsigned bits) { return unsigned(__builtin_popcount(bits)); }

void ballots(Case &c) {
  const unsigned all = bitsBelow(c.subGroupSize);
  forEachActive(c, 2, [&](const Active &active, const Members &members) {
    unsigned ballot = 0;
    bool isAll = true, isAny = false, isEqual = true;
    for (std::size_t i = 0; i < active.ids.size(); ++i) {
      const int x = c.buffer<int>(1)[active.ids[i]];
      ballot |= unsigned(x != 0) << active.lanes[i];
      isAll &= x != 0;
      isAny |= x == 2;
      isEqual &= x == c.buffer<int>(1)[active.ids[0]];
    }
    for (std::size_t i = 0; i < active.ids.size(); ++i) {
      const unsigned lane = active.lanes[i], own = 1u << lane, below = own - 1;
      unsigned *out = c.buffer<unsigned>(0) + active.ids[i] * 38;
      std::fill_n(out, 38, 0u);
      out[0] = ballot;
      out[4] = i == 0;
      out[5] = isAll;
      out[6] = isAny;
      out[7] = isEqual;
      out[8] = ballot >> lane & 1;
      out[9] = ballot >> (members.size() - 1) & 1;
      out[10] = countBits(ballot);
      out[11] = countBits(ballot & (below | own));
      out[12] = countBits(ballot & below);
      out[13] = ballot ? unsigned(__builtin_ctz(ballot)) : 0;
      out[14] = ballot ? unsigned(31 - __builtin_clz(ballot)) : 0;
      out[15] = c.subGroupSize;
      out[16] = c.subGroupSize - 1;
      out[17] = lane + 1;
      out[18] = own;
      out[22] = all & ~below;
      out[26] = all & ~below & ~own;
      out[30] = below | own;
      out[34] = below;
    }
  });
}

template <typename T> void values(Case &c) {
  forEachActive(c, 2, [&](const Active &active, const Members &) {
    if (active.ids.empty())
      return;
    auto valuesOf = [&](std::size_t id) { return c.buffer<T>(1) + id * 16; };
    const T *last = valuesOf(active.ids.back());
    bool isEqual = true;
    for (std::size_t id : active.ids)
      isEqual &= valuesOf(id)[0] == valuesOf(active.ids[0])[0];
    for (std::size_t id : active.ids) {
      T *out = c.buffer<T>(0) + id * 24;
      out[0] = valuesOf(active.ids[0])[0];
      out[1] = T(isEqual);
      out[2] = last[0];
      out[3] = last[1];
      out[4] = last[2];
      out[5] = last[3];
      out[6] = last[7];
      std::copy_n(last, 16, out + 8);
    }
  });
}

void addBallots(References &references) {
  const std::string file = "sub_group_khr/ballots/";
  references.add(file + "ballots", ballots);
  references.addIntegers(file + "values_", []<typename T>(Case &c) { values<T>(c); });
  references.add<Half, float, double>(file + "values_", []<typename T>(Case &c) { values<T>(c); });
  references.add(file + "elect_in_loop", [](Case &c) {
    forEachSubGroup(c, [&](const Members &members) {
      for (std::size_t own = 0; own < members.size(); ++own) {
        int rounds = 0;
        for (int k = 0; k < c.buffer<int>(1)[members[own]]; ++k) {
          const Active active =
              activeOf(members, [&](std::size_t id) { return c.buffer<int>(1)[id] > k; });
          rounds += active.ids[0] == members[own] ? 100 : 1;
        }
        c.buffer<int>(0)[members[own] * 2] = int(own);
        c.buffer<int>(0)[members[own] * 2 + 1] = rounds;
      }
    });
  });
  references.add(file + "equal_floats", [](Case &c) {
    forEachActive(c, 2, [&](const Active &active, const Members &) {
      bool isEqual = true;
      for (std::size_t id : active.ids)
        isEqual &= c.buffer<float>(1)[id] == c.buffer<float>(1)[active.ids[0]];
      for (std::size_t id : active.ids) {
        int *out = c.buffer<int>(0) + id * 3;
        out[0] = isEqual;
        out[1] = 1;
        out[2] = 0;
      }
    });
  });
}

void addExtendedTypes(References &references) {
  const std::string file = "sub_group_khr/extended_types/";
  references.add<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t>(
      file + "collectives_", []<typename T>(Case &c) {
        forEachSubGroup(c, [&](const Members &members) {
          std::vector<T> in;
          for (std::size_t id : members)
            in.push_back(c.buffer<T>(1)[id]);
          for (std::size_t own = 0; own < members.size(); ++own) {
            T *out = c.buffer<T>(0) + members[own] * 10;
            for (unsigned k = 0; k < 3; ++k) {
              T three[3];
              reductions(Operation(k), in, own, three);
              for (unsigned which = 0; which < 3; ++which)
                out[which * 3 + k] = three[which];
            }
            out[9] = in.back();
          }
        });
      });
  auto vectors = []<typename T>(Case &c) {
    forEachSubGroup(c, [&](const Members &members) {
      const T *last = c.buffer<T>(1) + members.back() * 16;
      for (std::size_t id : members) {
        T *out = c.buffer<T>(0) + id * 33;
        for (unsigned width : {2u, 3u, 4u, 8u, 16u})
          out = std::copy_n(last, width, out);
      }
    });
  };
  references.addIntegers(file + "vectors_", vectors);
  references.add<Half, float, double>(file + "vectors_", vectors);
}

} // namespace

void addSubGroupKhrReferences(References &references) {
  addArithmetic(references);
  addDivergence(references);
  references.addIntegers("sub_group_khr/shuffles/shuffle_",
                         []<typename T>(Case &c) { shuffles<T>(c); });
  references.add<Half, float, double>("sub_group_khr/shuffles/shuffle_",
                                      []<typename T>(Case &c) { shuffles<T>(c); });
  addBallots(references);
  addExtendedTypes(references);
}

} // namespace heddle::test
