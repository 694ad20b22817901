// Host references of tests/kernels/relational.
#include "tests/kernels/references.hpp"

#include <cmath>

namespace heddle::test {

void addRelationalReferences(References &references) {
  const std::string prefix = "relational/relational/";
  references.add<float, double>(prefix + "classes_", []<class T>(Case &c) {
    c.forEachItem([&](const Item &item) {
      T x = c.buffer<T>(1)[item.x()];
      const int values[] = {std::isnan(x),
                            std::isinf(x),
                            std::isfinite(x),
                            std::isnormal(x),
                            std::isnan(x) ? 0 : std::signbit(x),
                            !std::isnan(x)};
      std::copy_n(values, 6, c.buffer<int>(0) + item.x() * 6);
    });
  });
  references.add<float, double>(prefix + "pairs_", []<class T>(Case &c) {
    c.forEachItem([&](const Item &item) {
      T a = c.buffer<T>(1)[item.x()], b = c.buffer<T>(2)[item.x()];
      const int values[] = {a == b, a != b, a > b,          a >= b,
                            a < b,  a <= b, a < b || a > b, std::isunordered(a, b)};
      std::copy_n(values, 8, c.buffer<int>(0) + item.x() * 8);
    });
  });
  references.add<float, double>(prefix + "select_", []<class T>(Case &c) {
    c.forEachItem([&](const Item &item) {
      std::size_t i = item.x();
      c.buffer<T>(0)[i] = c.buffer<T>(c.buffer<int>(3)[i] & 1 ? 2 : 1)[i];
    });
  });
  references.add(prefix + "select_int", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      std::size_t i = item.x();
      int a = c.buffer<int>(1)[i], b = c.buffer<int>(2)[i], choice = c.buffer<int>(3)[i];
      c.buffer<int>(0)[i * 2] = choice & 2 ? b : a;
      c.buffer<int>(0)[i * 2 + 1] = choice > 0 ? a : b;
    });
  });
  references.add(prefix + "select_vector", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      for (std::size_t k = 0; k < 4; ++k) {
        std::size_t i = item.x() * 4 + k;
        int a = c.buffer<int>(1)[i], b = c.buffer<int>(2)[i];
        bool chosen = c.buffer<int>(3)[i] < 0;
        c.buffer<int>(0)[item.x() * 8 + k] = chosen ? b : a;
        c.buffer<int>(0)[item.x() * 8 + 4 + k] = chosen ? a : b;
      }
    });
  });
  references.add(prefix + "bitselect_uint", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      std::size_t i = item.x();
      unsigned mask = c.buffer<unsigned>(3)[i];
      c.buffer<unsigned>(0)[i] =
          (c.buffer<unsigned>(1)[i] & ~mask) | (c.buffer<unsigned>(2)[i] & mask);
    });
  });
  references.add(prefix + "any_all", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      const int *v = c.buffer<int>(1) + item.x() * 4;
      c.buffer<int>(0)[item.x() * 2] = v[0] < 0 || v[1] < 0 || v[2] < 0 || v[3] < 0;
      c.buffer<int>(0)[item.x() * 2 + 1] = v[0] < 0 && v[1] < 0;
    });
  });
  references.add(prefix + "vector_classes", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      const float *v = c.buffer<float>(1) + item.x() * 4;
      for (std::size_t k = 0; k < 4; ++k) {
        c.buffer<int>(0)[item.x() * 8 + k] = std::isnan(v[k]) ? -1 : 0;
        c.buffer<int>(0)[item.x() * 8 + 4 + k] = v[k] < v[k ^ 1] ? -1 : 0;
      }
    });
  });
}

} // namespace heddle::test
