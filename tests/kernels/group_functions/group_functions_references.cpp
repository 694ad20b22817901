// Host references of tests/kernels/group_functions: a work-group's values in the order of their
// linear local ids.
#include "tests/kernels/references.hpp"

#include <algorithm>
#include <array>
#include <map>

namespace heddle::test {

namespace {

struct Member {
  Item item;
  std::size_t linear; ///< global linear id
};

/// The members of each work-group, in linear local order.
void forEachGroup(Case &c, const std::function<void(const std::vector<Member> &)> &function) {
  std::map<std::array<std::size_t, 3>, std::vector<Member>> groups;
  c.forEachItem([&](const Item &item) {
    const std::size_t linear =
        (item.z() * c.launch.globalSize[1] + item.y()) * c.launch.globalSize[0] + item.x();
    groups[{item.groupId[2], item.groupId[1], item.groupId[0]}].push_back({item, linear});
  });
  for (auto &[id, members] : groups) {
    std::sort(members.begin(), members.end(), [](const Member &a, const Member &b) {
      return a.item.localLinearId < b.item.localLinearId;
    });
    function(members);
  }
}

/// Collectives on floats are tested with whole numbers.
template <typename T> T whole(T value) { return value; }
inline float whole(float value) { return float(int(value)); }
inline double whole(double value) { return double(int(value)); }
template <typename T> std::vector<T> wholes(std::vector<T> values) {
  for (T &value : values)
    value = whole(value);
  return values;
}

/// out[i] from the values of the group and the place in it, for kernels (out, in, …).
template <typename T>
void fromGroup(Case &c, const std::function<T(const std::vector<T> &, std::size_t)> &function) {
  forEachGroup(c, [&](const std::vector<Member> &members) {
    std::vector<T> values;
    for (const Member &member : members)
      values.push_back(c.buffer<T>(1)[member.linear]);
    for (std::size_t i = 0; i < members.size(); ++i)
      c.buffer<T>(0)[members[i].linear] = function(values, i);
  });
}

template <typename T> T sumBelow(const std::vector<T> &values, std::size_t end) {
  T sum = 0;
  for (std::size_t i = 0; i < end; ++i)
    sum += values[i];
  return sum;
}
template <typename T> T total(const std::vector<T> &values) {
  return sumBelow(values, values.size());
}
template <typename T> T least(const std::vector<T> &values, std::size_t end) {
  return *std::min_element(values.begin(), values.begin() + end);
}
template <typename T> T most(const std::vector<T> &values, std::size_t end) {
  return *std::max_element(values.begin(), values.begin() + end);
}

void addCollectives(References &references) {
  const std::string prefix = "group_functions/collectives/";
  references.add<std::int32_t, std::uint32_t, std::int64_t, std::uint64_t, float, double>(
      prefix + "reduce_", []<typename T>(Case &c) {
        fromGroup<T>(c, [](const std::vector<T> &values, std::size_t) {
          const std::vector<T> v = wholes(values);
          return total(v) * 1000 + least(v, v.size()) * 200 + most(v, v.size());
        });
      });
  references.add<std::int32_t, std::uint32_t, std::int64_t, std::uint64_t, float, double>(
      prefix + "scans_", []<typename T>(Case &c) {
        forEachGroup(c, [&](const std::vector<Member> &members) {
          std::vector<T> v;
          for (const Member &member : members)
            v.push_back(whole(c.buffer<T>(3)[member.linear]));
          for (std::size_t i = 0; i < v.size(); ++i) {
            const std::size_t at = members[i].linear;
            c.buffer<T>(0)[at] = sumBelow(v, i + 1) * 3 + sumBelow(v, i);
            c.buffer<T>(1)[at] = least(v, i + 1) + (i ? least(v, i) * 200 : T(0));
            c.buffer<T>(2)[at] = most(v, i + 1) + (i ? most(v, i) * 200 : T(0));
          }
        });
      });
  references.add<std::int32_t, std::uint32_t, std::int64_t, std::uint64_t, float, double>(
      prefix + "broadcast_", []<typename T>(Case &c) {
        fromGroup<T>(c, [](const std::vector<T> &values, std::size_t) {
          const std::vector<T> v = wholes(values);
          return v.back() * 200 + v[(v.size() - 1) / 2];
        });
      });
  references.add(prefix + "votes", [](Case &c) {
    fromGroup<int>(c, [](const std::vector<int> &v, std::size_t) {
      const bool small = most(v, v.size()) < 20;
      return int(small) + 2 * int(std::count(v.begin(), v.end(), 19) > 0) + 4;
    });
  });
  references.add(prefix + "in_loop", [](Case &c) {
    fromGroup<int>(c, [](const std::vector<int> &v, std::size_t i) {
      int sum = 0;
      for (int k = 0; k < 5; ++k)
        sum = sum * 2 + total(v) + k * int(v.size()) + sumBelow(v, i);
      return sum;
    });
  });
  references.add(prefix + "in_uniform_branch", [](Case &c) {
    const bool chosen = c.value<int>(2) != 0;
    fromGroup<int>(c, [=](const std::vector<int> &v, std::size_t i) {
      return chosen ? most(v, v.size()) + sumBelow(v, i + 1) : v[i];
    });
  });
  references.add(prefix + "with_local_memory", [](Case &c) {
    fromGroup<int>(c, [](const std::vector<int> &v, std::size_t i) { return total(v) + 3 * v[i]; });
  });
  references.add(prefix + "required_size", [](Case &c) {
    fromGroup<int>(c, [](const std::vector<int> &v, std::size_t i) {
      return total(v) * 1000 + sumBelow(v, i + 1);
    });
  });
  references.add(prefix + "reduce_2d", [](Case &c) {
    fromGroup<int>(c, [](const std::vector<int> &v, std::size_t i) {
      return total(v) * 100 + sumBelow(v, i);
    });
  });
  auto placeOf = [](Case &c, std::size_t x, std::size_t y, std::size_t z) {
    return (z * c.launch.localSize[1] + y) * c.launch.localSize[0] + x;
  };
  references.add(prefix + "broadcast_2d", [=](Case &c) {
    const std::size_t place = placeOf(c, 2, 1, 0);
    fromGroup<int>(c, [=](const std::vector<int> &v, std::size_t) { return v[place]; });
  });
  references.add(prefix + "broadcast_3d", [=](Case &c) {
    const std::size_t a = placeOf(c, 1, 1, 1), b = placeOf(c, 0, 1, 0);
    fromGroup<int>(c, [=](const std::vector<int> &v, std::size_t) {
      return int(unsigned(v[a]) - unsigned(v[b]));
    });
  });
}

struct FourInts {
  int x[4];
};

void addCopies(References &references) {
  const std::string prefix = "group_functions/copies/";
  references.add<std::int8_t, std::int16_t, std::int32_t, std::int64_t, float, double>(
      prefix + "there_and_back_", []<typename T>(Case &c) {
        fromGroup<T>(c, [](const std::vector<T> &v, std::size_t i) { return v[v.size() - 1 - i]; });
      });
  references.add(prefix + "strided_in", [](Case &c) {
    forEachGroup(c, [&](const std::vector<Member> &members) {
      const std::size_t first = members[0].linear, n = members.size();
      for (std::size_t i = 0; i < n; ++i)
        c.buffer<int>(0)[first + i] = c.buffer<int>(1)[3 * (first + n - 1 - i)];
    });
  });
  references.add(prefix + "strided_out", [](Case &c) {
    forEachGroup(c, [&](const std::vector<Member> &members) {
      const std::size_t first = members[0].linear, n = members.size();
      for (std::size_t i = 0; i < n; ++i)
        c.buffer<int>(0)[3 * (first + i)] = c.buffer<int>(1)[first + n - 1 - i];
    });
  });
  for (const char *name : {"of_vectors", "of_three", "of_sixteen"})
    references.add(prefix + name, [](Case &c) {
      fromGroup<FourInts>(
          c, [](const std::vector<FourInts> &v, std::size_t i) { return v[v.size() - 1 - i]; });
    });
  references.add(prefix + "two_events", [](Case &c) {
    forEachGroup(c, [&](const std::vector<Member> &members) {
      const std::size_t first = members[0].linear, n = members.size();
      for (std::size_t i = 0; i < n; ++i)
        c.buffer<int>(0)[first + i] =
            c.buffer<int>(1)[first + n - 1 - i] ^ c.buffer<int>(2)[first + i];
    });
  });
  references.add(prefix + "events_in_functions", [](Case &c) {
    fromGroup<int>(c, [](const std::vector<int> &v, std::size_t i) { return v[v.size() - 1 - i]; });
  });
  references.add(prefix + "in_loop", [](Case &c) {
    fromGroup<int>(c, [](const std::vector<int> &v, std::size_t i) {
      unsigned sum = 0;
      for (unsigned round = 0; round < 4; ++round)
        sum = sum * 3 + unsigned(v[(i + round) % v.size()]);
      return int(sum);
    });
  });
  references.add(prefix + "odd_counts", [](Case &c) {
    fromGroup<unsigned char>(c, [](const std::vector<unsigned char> &v, std::size_t i) {
      return i == 0 || i == v.size() - 1 ? 77 : v[i - 1];
    });
  });
  references.add(prefix + "with_prefetch", [](Case &c) {
    fromGroup<int>(c, [](const std::vector<int> &v, std::size_t i) { return v[i]; });
  });
}

void addBarriers(References &references) {
  const std::string prefix = "group_functions/barriers/";
  references.add(prefix + "every_barrier", [](Case &c) {
    fromGroup<int>(c,
                   [](const std::vector<int> &v, std::size_t i) { return v[(i + 5) % v.size()]; });
  });
  references.add(prefix + "split_barrier", [](Case &c) {
    fromGroup<int>(c, [](const std::vector<int> &v, std::size_t i) {
      const std::size_t n = v.size(), j = (i + 1) % n;
      return v[(j + 1) % n] ^ (v[j] & 15);
    });
  });
}

void addInFunctions(References &references) {
  const std::string prefix = "group_functions/in_functions/";
  references.add(prefix + "totals", [](Case &c) {
    fromGroup<int>(c, [](const std::vector<int> &v, std::size_t) {
      const int n = int(v.size());
      int x = total(v) + (total(v) + n) * 2 + (total(v) + 2 * n) * 3;
      if (x > 100)
        x += most(v, v.size()) > 5 ? 1000 : 2000;
      return x + n;
    });
  });
  references.add(prefix + "turns", [](Case &c) {
    fromGroup<int>(
        c, [](const std::vector<int> &v, std::size_t i) { return v[(i + 4) % v.size()] * 2 + 3; });
  });
  references.add(prefix + "copies_back", [](Case &c) {
    fromGroup<int>(c, [](const std::vector<int> &v, std::size_t i) { return v[v.size() - 1 - i]; });
  });
  references.add(prefix + "keeps_private_array", [](Case &c) {
    fromGroup<int>(c, [](const std::vector<int> &v, std::size_t own) {
      std::vector<std::array<int, 12>> arrays(v.size());
      for (std::size_t i = 0; i < v.size(); ++i)
        for (int j = 0; j < 12; ++j)
          arrays[i][j] = v[i] * j;
      for (int round = 0; round < 3; ++round) {
        std::vector<int> shown;
        for (std::size_t i = 0; i < v.size(); ++i)
          shown.push_back(arrays[i][(v[i] + 1) % 12]);
        for (std::size_t i = 0; i < v.size(); ++i)
          arrays[i][(v[i] + round) % 12] += shown[(i + 1) % v.size()];
      }
      int sum = 0;
      for (int x : arrays[own])
        sum = sum * 3 + x;
      return sum;
    });
  });
  references.add(prefix + "where_pointers_lead", [](Case &c) {
    fromGroup<int>(c, [](const std::vector<int> &v, std::size_t i) {
      const int x = v[i], first = x > 4 ? 40 : x & 1 ? 2 : 1, second = x > 4 ? 20 : 4;
      return first + second * 100 + x * 10000;
    });
  });
  references.add(prefix + "halves", [](Case &c) {
    forEachGroup(c, [&](const std::vector<Member> &members) {
      std::vector<int> v;
      for (const Member &member : members)
        v.push_back(c.buffer<int>(1)[member.linear]);
      for (std::size_t i = 0; i < v.size(); ++i) {
        Half *out = c.buffer<Half>(0) + members[i].linear * 3;
        out[0] = Half(total(v));
        out[1] = Half(v[i] + most(v, i + 1) - least(v, v.size()));
        out[2] = Half(v[v.size() / 2]);
      }
    });
  });
}

/// Reduction, inclusive and exclusive scan, at out[linear * stride + place].
template <typename T, typename Out, typename Value, typename Combine>
void threeOf(Case &c, std::size_t stride, std::size_t place, T neutral, Value valueOf,
             Combine combine) {
  forEachGroup(c, [&](const std::vector<Member> &members) {
    T all = neutral;
    for (const Member &member : members)
      all = combine(all, valueOf(member.linear));
    T before = neutral;
    for (const Member &member : members) {
      Out *out = c.buffer<Out>(0) + member.linear * stride + place;
      out[2] = Out(before);
      before = combine(before, valueOf(member.linear));
      out[1] = Out(before);
      out[0] = Out(all);
    }
  });
}

void addUniformArithmetic(References &references) {
  const std::string prefix = "group_functions/uniform_arithmetic/";
  references.add<std::int32_t, std::uint32_t, std::int64_t, std::uint64_t>(
      prefix + "products_", []<typename T>(Case &c) {
        // Products of signed integers wrap around as those of unsigned ones.
        using U = std::make_unsigned_t<T>;
        threeOf<U, T>(
            c, 3, 0, U(1), [&](std::size_t i) { return U(c.buffer<T>(1)[i] | 1); },
            [](U a, U b) { return U(a * b); });
      });
  references.add<std::int32_t, std::uint32_t, std::int64_t, std::uint64_t>(
      prefix + "bits_", []<typename T>(Case &c) {
        using U = std::make_unsigned_t<T>;
        const T *in = c.buffer<T>(1);
        const auto left = [&](std::size_t i, int by) { return T(U(in[i]) << by); };
        threeOf<T, T>(
            c, 9, 0, T(-1), [&](std::size_t i) { return T(in[i] | left(i, 1) | in[i] >> 2); },
            [](T a, T b) { return T(a & b); });
        threeOf<T, T>(
            c, 9, 3, T(0), [&](std::size_t i) { return T(in[i] & in[i] >> 1 & left(i, 3)); },
            [](T a, T b) { return T(a | b); });
        threeOf<T, T>(
            c, 9, 6, T(0), [&](std::size_t i) { return in[i]; }, [](T a, T b) { return T(a ^ b); });
      });
  references.add(prefix + "truths", [](Case &c) {
    const auto isTrue = [&](std::size_t i) { return c.buffer<int>(1)[i] != 0; };
    threeOf<bool, int>(c, 9, 0, true, isTrue, [](bool a, bool b) { return a && b; });
    threeOf<bool, int>(c, 9, 3, false, isTrue, [](bool a, bool b) { return a || b; });
    threeOf<bool, int>(c, 9, 6, false, isTrue, [](bool a, bool b) { return a != b; });
  });
  const auto multiply = [](auto a, auto b) { return a * b; };
  references.add(prefix + "of_floats", [=](Case &c) {
    constexpr float factors[] = {1, -1, 2, 0.5f};
    threeOf<float, float>(
        c, 3, 0, 1.0f, [&](std::size_t i) { return factors[c.buffer<int>(1)[i] & 3]; }, multiply);
  });
  references.add(prefix + "of_doubles", [=](Case &c) {
    constexpr double factors[] = {1, -1, 2, 0.5};
    threeOf<double, double>(
        c, 3, 0, 1.0, [&](std::size_t i) { return factors[c.buffer<int>(1)[i] & 3]; }, multiply);
  });
  references.add(prefix + "of_halves", [=](Case &c) {
    threeOf<float, float>(
        c, 3, 0, 1.0f, [&](std::size_t i) { return c.buffer<int>(1)[i] & 1 ? -1.0f : 1.0f; },
        multiply);
  });
}

} // namespace

void addGroupFunctionsReferences(References &references) {
  addInFunctions(references);
  addCollectives(references);
  addCopies(references);
  addBarriers(references);
  addUniformArithmetic(references);
}

} // namespace heddle::test
