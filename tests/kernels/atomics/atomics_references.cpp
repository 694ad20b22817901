// Host references of tests/kernels/atomics: the work-items one after another.
#include "tests/kernels/references.hpp"

#include <algorithm>

namespace heddle::test {

void addC11AtomicsReferences(References &references);

void addAtomicsReferences(References &references) {
  addC11AtomicsReferences(references);
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
}

} // namespace heddle::test
