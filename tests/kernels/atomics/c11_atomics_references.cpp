// Host references of tests/kernels/atomics/c11_atomics.cl: the work-items one after another.
#include "tests/kernels/references.hpp"

#include <algorithm>

namespace heddle::test {

namespace {

const std::string prefix = "atomics/c11_atomics/";

// Both fetch_ and atom_: `step` is what the last counter gets from each work-item.
template <typename T> void combineAll(Case &c, int step) {
  T *out = c.buffer<T>(0);
  c.forEachItem([&](const Item &item) {
    const T x = c.buffer<T>(1)[item.x()];
    out[0] += x;
    out[1] -= x;
    out[2] |= x;
    out[3] ^= x;
    out[4] &= x | 0x80;
    out[5] = std::min(out[5], x);
    out[6] = std::max(out[6], x);
    out[7] += T(step);
  });
}

void addIntegers(References &references) {
  references.add<std::int32_t, std::uint32_t, std::int64_t, std::uint64_t>(
      prefix + "fetch_", []<typename T>(Case &c) { combineAll<T>(c, 2); });
  references.add<std::int32_t, std::uint32_t, std::int64_t, std::uint64_t>(
      prefix + "atom_", []<typename T>(Case &c) { combineAll<T>(c, 2); });
  // The old value depends on the order, whether it is large does not: values below 100 are added.
  references.add<std::int32_t, std::uint32_t, std::int64_t, std::uint64_t>(
      prefix + "old_", []<typename T>(Case &c) {
        T *out = c.buffer<T>(0);
        c.forEachItem([&](const Item &item) {
          const T x = c.buffer<T>(1)[item.x()];
          out[0] += x;
          out[2] = std::max(out[2], x);
        });
      });
  references.add<std::int32_t, std::uint32_t, std::int64_t, std::uint64_t>(
      prefix + "exchanges_", []<typename T>(Case &c) {
        c.forEachItem([&](const Item &item) {
          T &data = c.buffer<T>(0)[item.x()];
          const bool done = data == 2;
          T expected = data;
          if (done)
            data = c.buffer<T>(2)[item.x()];
          const T now = data;
          if (!done) {
            expected += 40;
            data = 9;
          }
          c.buffer<T>(1)[item.x()] = expected * 3 + now + T(done);
        });
      });
}

void addTickets(References &references) {
  references.add(prefix + "tickets", [](Case &c) {
    c.forEachItem([&](const Item &) { c.buffer<int>(1)[c.buffer<int>(0)[0]++] += 1; });
  });
  references.add(prefix + "divergent_tickets", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      if (c.buffer<int>(3)[item.x()] & 1)
        c.buffer<int>(1)[c.buffer<int>(0)[0]++] += 1;
      else
        c.buffer<int>(2)[-c.buffer<int>(0)[1]--] += 1;
    });
  });
}

} // namespace

void addC11AtomicsReferences(References &references) {
  addIntegers(references);
  addTickets(references);
  references.add<float, double>(prefix + "floats_", []<typename T>(Case &c) {
    c.forEachItem([&](const Item &item) {
      T &data = c.buffer<T>(0)[item.x()];
      const T now = c.buffer<T>(2)[item.x()];
      c.buffer<T>(1)[item.x()] = data + now + ((now + 1) + 100);
      data = now + 2;
    });
  });
  references.add(prefix + "flags", [](Case &c) {
    int *flags = c.buffer<int>(0);
    flags[0] = flags[1] = 1;
    c.buffer<int>(1)[0] = 1;
  });
  references.add(prefix + "orders_and_scopes", [](Case &c) {
    c.forEachItem([&](const Item &item) { c.buffer<int>(0)[0] += 5 * c.buffer<int>(1)[item.x()]; });
  });
  references.add(prefix + "generic_places", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      const int x = c.buffer<int>(2)[item.x()];
      c.buffer<int>(0)[0] += x;
      if (!(x & 1))
        c.buffer<int>(0)[1] += 1;
      c.buffer<int>(1)[item.x()] = 300 + 3 + x + (x & 1);
    });
  });
  references.add(prefix + "weak_loop", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      c.buffer<std::uint64_t>(0)[0] += std::uint64_t(c.buffer<int>(1)[item.x()]);
    });
  });
  references.add(prefix + "local_atomics", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      const int x = c.buffer<int>(1)[item.x()];
      const int large = x & 1 ? 5 + x : 5, small = x & 1 ? 7 : std::max(7, x + 6);
      c.buffer<std::int64_t>(0)[item.x()] = large * 10 + small;
    });
  });
  references.add(prefix + "sizes", [](Case &c) {
    std::int64_t *out = c.buffer<std::int64_t>(0);
    c.forEachItem([&](const Item &) {
      out[0] += 1;
      out[1] += 2;
      out[2] += 3;
      out[3] |= 4;
    });
  });
  references.add(prefix + "fences", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      int &data = c.buffer<int>(0)[item.x()];
      data = int(unsigned(data) + 1);
      c.buffer<int>(1)[item.x()] = int(unsigned(data) * 2);
    });
  });
}

} // namespace heddle::test
