// Host references of tests/kernels/atomics: the work-items one after another.
#include "tests/kernels/references.hpp"

#include <algorithm>
#include <type_traits>

namespace heddle::test {

namespace {

void addFloatRows(References &references) {
  const std::string prefix = "atomics/float_rows/";
  // body: the words, the operand, the work-item and the first word.
  auto addTyped = [&](const std::string &name, auto body) {
    references.add<float, double>(prefix + name + "_", [body]<typename T>(Case &c) {
      const int from = c.value<int>(2);
      c.forEachItem([&](const Item &item) {
        body(c, c.buffer<T>(0), c.buffer<T>(1)[item.x()], item.x(), from);
      });
    });
  };
  addTyped("add",
           [](Case &, auto *words, auto x, std::size_t i, int from) { words[i + from] += x; });
  addTyped("least_and_most", [](Case &, auto *words, auto x, std::size_t i, int from) {
    words[i + from] = std::max(words[i + from], x);
  });
  addTyped("some_lanes", [](Case &, auto *words, auto x, std::size_t i, int from) {
    words[i + from] += x > 0 ? x : 0;
  });
  addTyped("overlapping", [](Case &, auto *words, auto x, std::size_t i, int) {
    for (int k = 0; k < 5; ++k)
      words[i + k] += x + k;
  });
  addTyped("apart",
           [](Case &, auto *words, auto x, std::size_t i, int from) { words[3 * i + from] += x; });
  addTyped("one_word",
           [](Case &, auto *words, auto x, std::size_t, int from) { words[from] += x; });
  addTyped("old", [](Case &c, auto *words, auto x, std::size_t i, int from) {
    c.buffer<decltype(x)>(3)[i] = words[i + from];
    words[i + from] += x;
  });
}

void addAccesses(References &references) {
  // body: what is written, what is read, the work-item, their number and an offset.
  auto addTyped = [&](const std::string &name, auto body) {
    references.add<std::int32_t, float, std::int64_t>(
        "atomics/accesses/" + name + "_", [body]<typename T>(Case &c) {
          const std::size_t count = c.launch.globalSize[0];
          c.forEachItem([&](const Item &item) {
            body(c.buffer<T>(0), c.buffer<T>(1), item, count, std::size_t(c.value<int>(2)));
          });
        });
  };
  using std::size_t;
  addTyped("rows", [](auto *out, auto *in, const Item &item, size_t, size_t from) {
    out[item.x() + from] = in[item.x()];
  });
  addTyped("apart", [](auto *out, auto *in, const Item &item, size_t, size_t from) {
    out[3 * item.x() + from] = in[3 * item.x() + 1];
  });
  addTyped("some_lanes", [](auto *out, auto *in, const Item &item, size_t, size_t from) {
    if (in[item.x()] > 0)
      out[item.x() + from] = in[item.x() + from];
  });
  addTyped("backwards", [](auto *out, auto *in, const Item &item, size_t n, size_t from) {
    out[n - 1 - item.x()] = in[n - 1 - item.x()] + in[from];
  });
  addTyped("permuted", [](auto *out, auto *in, const Item &item, size_t n, size_t from) {
    out[item.x()] = in[item.x() * (n / 2 | 1) % n + from];
    out[n + item.x() % 9] = in[n];
  });
  addTyped("exchanges", [](auto *out, auto *in, const Item &item, size_t, size_t from) {
    out[item.x() + from] = in[item.x()];
  });
  addTyped("through_local", [](auto *out, auto *in, const Item &item, size_t, size_t) {
    const size_t size = item.localSize[0];
    out[item.x()] = in[item.groupId[0] * size + size - 1 - item.localId[0]];
  });
}

void addContention(References &references) {
  const std::string prefix = "atomics/contention/";
  references.add(prefix + "sums", [](Case &c) {
    std::int32_t *a = c.buffer<std::int32_t>(0);
    std::int64_t *b = c.buffer<std::int64_t>(1);
    std::uint32_t *words = c.buffer<std::uint32_t>(2);
    c.forEachItem([&](const Item &item) {
      const int i = int(item.x());
      a[0] += 4 * (i & 7);
      a[1] += 4;
      if (i & 1)
        a[2] -= 12;
      b[0] += std::int64_t(i) * 4 << 32;
      b[1] = std::max(b[1], std::int64_t(i) << 33);
      words[0] = std::max(words[0], std::uint32_t(i));
      words[1] = std::min(words[1], std::uint32_t(i) + 5);
      words[2] |= 1u << (i & 31);
    });
  });
  references.add(prefix + "tickets", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      c.buffer<std::uint32_t>(1)[item.x()] = std::uint32_t(item.x()) + 1;
      c.buffer<std::uint32_t>(0)[0] += 1;
      c.buffer<std::uint32_t>(0)[1] += 3;
    });
  });
  references.add(prefix + "float_sum", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      c.buffer<float>(0)[0] += float(item.x() & 3);
      c.buffer<double>(1)[0] += double(item.x());
    });
  });
  references.add(prefix + "neighbours", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      c.buffer<int>(0)[item.x() * 7 % 64] += 1;
      c.buffer<int>(0)[item.x() / 3 % 64] += int(item.x() & 15);
    });
  });
  references.add(prefix + "through_local", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      c.buffer<int>(0)[item.x() * 5 & 7] += 1;
      if (item.x() % 3 == 0)
        c.buffer<int>(0)[item.x() & 7] += int(item.x() & 63);
    });
  });
  references.add(prefix + "lock", [](Case &c) {
    int *words = c.buffer<int>(1);
    c.forEachItem([&](const Item &item) {
      if (item.localId[0] != 0)
        return;
      words[1] += words[0] & 1;
      words[2] = words[0] + 1 + words[1];
      ++words[0];
    });
  });
  references.add(prefix + "everybodys_lock", [](Case &c) {
    int *words = c.buffer<int>(1);
    c.forEachItem([&](const Item &) {
      words[1] += words[0] & 1;
      words[2] = words[0] + 1 + words[1];
      ++words[0];
    });
  });
  references.add(prefix + "bucket_locks", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      c.buffer<float>(1)[item.x() * 5 / 3 & 7] += float(item.x() & 15);
    });
  });
  references.add(prefix + "returns_with_lock", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      if (item.x() % 3 == 0)
        c.buffer<int>(1)[0] += int(item.x());
      else
        c.buffer<int>(1)[1] += 1;
    });
  });
}

void addLocks(References &references) {
  auto add = [&](const std::string &file, std::initializer_list<const char *> kernels) {
    for (const char *kernel : kernels)
      references.add("atomics/" + file + "/" + kernel, [](Case &c) {
        c.forEachItem([&](const Item &item) { c.buffer<int>(0)[item.x()] = 1; });
      });
  };
  add("locks",
      {"until_done", "spin", "exchange_spin", "until_break", "do_while", "flags", "test_first",
       "try_first", "volatile_release", "buckets", "buckets_in_turn", "uneven_rounds", "both_sides",
       "two_in_order", "held_elsewhere", "hand_over_hand", "in_functions", "values_across"});
  add("claims", {"slots", "slots_downwards", "slots_of_some", "slots_if_asked", "one_owner",
                 "one_exchange", "in_rounds", "turns"});
  add("waiting",
      {"waits_inside", "ticket", "tickets_on_both_sides", "turns_backwards", "neighbours",
       "rounds_of_neighbours", "other_branch", "sorted_list", "in_noinline_functions",
       "generic_pointers", "gotos", "switches", "readers_and_writers", "beside_barriers",
       "first_lanes", "conditional", "work_group_sums"});
}

template <typename T> void addSharedExchanges(References &references, const char *type) {
  struct Exchange {
    const char *name;
    std::size_t itemsOfWord;
    bool onlyOdd, expectsZero;
  };
  constexpr std::size_t all = 1000;
  for (const Exchange &exchange :
       {Exchange{"one_word", all, false, false}, Exchange{"once", all, false, true},
        Exchange{"some", all, true, false}, Exchange{"quotients", 32, false, false}})
    references.add(std::string("atomics/shared_exchanges/") + exchange.name + "_" + type,
                   [exchange](Case &c) {
                     c.forEachItem([&](const Item &item) {
                       T &word = c.buffer<T>(0)[item.x() / exchange.itemsOfWord];
                       const T desired = c.buffer<T>(2)[item.x()];
                       T expected = exchange.expectsZero ? 0 : c.buffer<T>(3)[item.x()];
                       bool done = false;
                       if (!exchange.onlyOdd || desired & 1) {
                         done = word == expected;
                         expected = word;
                         if (done)
                           word = desired;
                       }
                       c.buffer<T>(1)[item.x()] = expected * 2 + done;
                     });
                   });
}

template <typename T> void addSharedWords(References &references, const char *type) {
  using Operation = T (*)(T word, T operand);
  const auto add = [&](const char *name, Operation operation) {
    references.add(std::string("atomics/shared_words/") + name + "_" + type, [=](Case &c) {
      c.forEachItem([&](const Item &item) {
        T &word = c.buffer<T>(0)[c.buffer<unsigned>(3)[item.x()]];
        c.buffer<T>(1)[item.x()] = word;
        word = operation(word, c.buffer<T>(2)[item.x()]);
      });
    });
  };
  using Bits = std::make_unsigned_t<T>; // wraps
  add("add", [](T word, T x) { return T(Bits(word) + Bits(x)); });
  add("subtract", [](T word, T x) { return T(Bits(word) - Bits(x)); });
  add("or", [](T word, T x) { return T(word | x); });
  add("xor", [](T word, T x) { return T(word ^ x); });
  add("and", [](T word, T x) { return T(word & x); });
  add("min", [](T word, T x) { return std::min(word, x); });
  add("max", [](T word, T x) { return std::max(word, x); });
  add("exchange", [](T, T x) { return x; });
  const std::string prefix = "atomics/shared_words/";
  references.add(prefix + "some_" + type, [](Case &c) {
    c.forEachItem([&](const Item &item) {
      T &word = c.buffer<T>(0)[c.buffer<unsigned>(3)[item.x()]];
      const T x = c.buffer<T>(2)[item.x()];
      c.buffer<T>(1)[item.x()] = x & 4 ? word : 0;
      word ^= x & 4 ? x : 0;
    });
  });
  references.add(prefix + "unseen_" + type, [](Case &c) {
    c.forEachItem([&](const Item &item) {
      T &word = c.buffer<T>(0)[c.buffer<unsigned>(3)[item.x()]];
      const T x = c.buffer<T>(2)[item.x()];
      word = T(Bits(word) + Bits(x));
      c.buffer<T>(1)[item.x()] = x;
    });
  });
  references.add(prefix + "quotient_" + type, [](Case &c) {
    c.forEachItem([&](const Item &item) {
      T &word = c.buffer<T>(0)[item.x() / 32];
      c.buffer<T>(1)[item.x()] = word;
      word ^= c.buffer<T>(2)[item.x()];
    });
  });
  references.add(prefix + "one_word_" + type, [](Case &c) {
    c.forEachItem([&](const Item &item) {
      T &word = c.buffer<T>(0)[0];
      c.buffer<T>(1)[item.x()] = word;
      word |= T(Bits(c.buffer<T>(2)[item.x()]) << (c.buffer<unsigned>(3)[item.x()] & 15));
    });
  });
}

} // namespace

void addAtomicsReferences(References &references) {
  addC11AtomicsReferences(references);
  addAccesses(references);
  addLocks(references);
  addSharedWords<std::int32_t>(references, "int");
  addSharedExchanges<std::int32_t>(references, "int");
  addSharedWords<std::uint32_t>(references, "uint");
  addSharedExchanges<std::uint32_t>(references, "uint");
  addSharedWords<std::int64_t>(references, "long");
  addSharedExchanges<std::int64_t>(references, "long");
  const std::string prefix = "atomics/atomics/";
  references.add(prefix + "counters", [](Case &c) {
    int *out = c.buffer<int>(0);
    c.forEachItem([&](const Item &item) {
      int x = c.buffer<int>(1)[item.x()];
      out[0] += x;
      out[1] -= x;
      out[2] += 1;
      out[3] -= 1;
      out[4] = std::min(out[4], x);
      out[5] = std::max(out[5], x);
      out[6] += 3;
      out[7] += x * 2;
    });
  });
  references.add(prefix + "extended", [](Case &c) {
    unsigned *out = c.buffer<unsigned>(0);
    c.forEachItem([&](const Item &item) {
      unsigned x = c.buffer<unsigned>(1)[item.x()];
      out[0] |= x & 0xff;
      out[1] &= x | 0xff0;
      out[2] = std::min(out[2], x);
      out[3] = std::max(out[3], x);
      out[4] ^= x;
    });
  });
  references.add(prefix + "divergent_counters", [](Case &c) {
    c.forEachItem(
        [&](const Item &item) { c.buffer<int>(0)[c.buffer<int>(1)[item.x()]] += int(item.x()); });
  });
  references.add(prefix + "in_branch", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      int x = c.buffer<int>(1)[item.x()];
      if (x > 4)
        c.buffer<int>(0)[0] += x;
      else if (x == 2)
        c.buffer<int>(0)[1] += 1;
    });
  });
  references.add(prefix + "in_loop", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      for (int k = 0; k < c.buffer<int>(1)[item.x()]; ++k)
        c.buffer<int>(0)[k & 3] += k + 1;
    });
  });
  references.add(prefix + "unique_tickets", [](Case &c) {
    c.forEachItem([&](const Item &) { c.buffer<int>(1)[c.buffer<int>(0)[0]++] += 1; });
  });
  references.add(prefix + "exchange_own", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      c.buffer<int>(1)[item.x()] = c.buffer<int>(0)[item.x()];
      c.buffer<int>(0)[item.x()] = c.buffer<int>(2)[item.x()];
    });
  });
  references.add(prefix + "compare_exchange_own", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      int &data = c.buffer<int>(0)[item.x()];
      c.buffer<int>(1)[item.x()] = data;
      data = data == 2 ? 77 : data;
    });
  });
  references.add(prefix + "compare_exchange_loop", [](Case &c) {
    c.forEachItem([&](const Item &item) { c.buffer<int>(0)[0] += c.buffer<int>(1)[item.x()]; });
  });
  references.add(prefix + "exchange_float", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      c.buffer<float>(1)[item.x()] = c.buffer<float>(0)[item.x()];
      c.buffer<float>(0)[item.x()] = 2.5f;
    });
  });
  references.add(prefix + "local_counter", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      int x = c.buffer<int>(1)[item.x()];
      int slot = 5 + x;
      if (x & 1)
        slot ^= 0x40;
      c.buffer<int>(0)[item.x()] = slot + std::max(slot, 7);
    });
  });
  addFloatRows(references);
  addContention(references);
}

} // namespace heddle::test
