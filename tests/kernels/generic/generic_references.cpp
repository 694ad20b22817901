// Host references of tests/kernels/generic: pointers.cl itself, compiled as C++; the others written
// out.
#include "tests/kernels/references.hpp"

#include "tests/kernels/harness/host_opencl.hpp"

#include <cmath>

namespace heddle::test::host {

#include "tests/kernels/harness/host_opencl_keywords.hpp"

namespace pointers {
#include "tests/kernels/generic/pointers.cl"
} // namespace pointers

#include "tests/kernels/harness/host_opencl_end.hpp"

} // namespace heddle::test::host

namespace heddle::test {

namespace {

constexpr int inGlobal = 1, inLocal = 2, inPrivate = 4;

void addQueries(References &references) {
  const std::string prefix = "generic/queries/";
  references.add(prefix + "visible", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      c.buffer<int>(0)[item.x()] = inGlobal + 10 * inLocal + 100 * inPrivate + 3000;
    });
  });
  references.add(prefix + "hidden", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      const int which = c.buffer<int>(2)[item.x()];
      const int places[3] = {inGlobal, inLocal, inPrivate};
      const int others[3] = {inLocal, inGlobal, inPrivate};
      int sum = places[which] + 10 * places[(which + 1) % 3] + 100 * others[which];
      sum += which == 0 ? 3000 : 1000;
      if (which == 0) {
        c.buffer<int>(1)[item.x()] = 3000;
        sum += 10000;
      }
      c.buffer<int>(0)[item.x()] = sum + (which == 2 ? 1000 : 30);
    });
  });
  references.add(prefix + "null_pointers", [](Case &c) {
    c.forEachItem([&](const Item &item) { c.buffer<int>(0)[item.x()] = 3; });
  });
  references.add(prefix + "second_results", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      const float x = c.buffer<float>(2)[item.x()];
      float whole;
      float sum = std::modf(x * 0.25f, &whole);
      sum += whole;
      const float floor = std::floor(x * 0.125f);
      sum += x * 0.125f - floor;
      sum += floor;
      c.buffer<float>(0)[item.x()] = sum;
      if (!(int(x) & 1))
        c.buffer<float>(1)[item.x()] = floor;
    });
  });
  references.add(prefix + "second_integers", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      const float x = c.buffer<float>(2)[item.x()];
      int second;
      const float mantissa = std::frexp(x, &second);
      const int sum = int(mantissa * 64.0f) + 1000 * second;
      const float rest = std::remquo(x, 4.0f, &second);
      c.buffer<int>(0)[item.x()] = sum + int(rest) * 100000 + (second & 7) * 10000000;
      if (!(int(x) & 1))
        c.buffer<int>(1)[item.x()] = second;
    });
  });
  references.add(prefix + "vectors", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      const int x = c.buffer<int>(1)[item.x()];
      c.buffer<int>(0)[item.x()] = x + 2 + 6 + 12 + (x & 1 ? x : 1);
    });
  });
}

} // namespace

void addGenericReferences(References &references) {
#define HOST(name) references.add("generic/pointers/" #name, host::hostKernel(host::pointers::name))
  HOST(through_functions);
  HOST(chosen_at_run_time);
  HOST(stores_into_private);
  HOST(array_of_pointers);
  HOST(walking);
  HOST(pointer_in_struct);
  HOST(swapped);
  HOST(bytes_of);
  HOST(own_local_slot);
  HOST(program_variables);
#undef HOST
  addQueries(references);
}

} // namespace heddle::test
