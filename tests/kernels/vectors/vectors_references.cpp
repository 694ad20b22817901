// Host references of tests/kernels/vectors, component by component.
#include "tests/kernels/references.hpp"

namespace heddle::test {

namespace {

template <typename T>
using Wide = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;

/// body(out, in): one work-item with its vectors of `outWidth` and `inWidth` components.
template <typename T, typename Body>
References::Function perItem(std::size_t outWidth, std::size_t inWidth, Body body) {
  return [=](Case &c) {
    c.forEachItem([&](const Item &item) {
      body(c.buffer<T>(0) + item.x() * outWidth, c.buffer<T>(1) + item.x() * inWidth);
    });
  };
}

template <typename T> void addInteger(References &references, unsigned width) {
  std::string type = typeName<T>() + std::to_string(width);
  std::string prefix = width >= 8 ? "vectors/wide_vectors/" : "vectors/vectors/";
  references.add(prefix + "integer_" + type, [width](Case &c) {
    T *out = c.buffer<T>(0), *a = c.buffer<T>(1), *b = c.buffer<T>(2);
    c.forEachItem([&](const Item &item) {
      for (unsigned k = 0; k < width; ++k) {
        std::size_t i = item.x() * width + k;
        T *o = out + item.x() * width * 6 + k;
        std::uint64_t x = std::uint64_t(a[i]), y = std::uint64_t(b[i]);
        o[0] = T(x + y);
        o[width] = T(x - y);
        o[2 * width] = T(x * y);
        o[3 * width] = T((x & y) | 3);
        o[4 * width] = T(~x ^ y);
        o[5 * width] = T((x << 3) ^ std::uint64_t(Wide<T>(b[i]) >> 2));
      }
    });
  });
  references.add(prefix + "compare_" + type, [width](Case &c) {
    T *out = c.buffer<T>(0), *a = c.buffer<T>(1), *b = c.buffer<T>(2);
    c.forEachItem([&](const Item &item) {
      for (unsigned k = 0; k < width; ++k) {
        std::size_t i = item.x() * width + k;
        T *o = out + item.x() * width * 3 + k;
        o[0] = a[i] < b[i] ? T(-1) : T(0);
        o[width] = a[i] == b[i] ? T(-1) : T(0);
        o[2 * width] = a[i] != b[i] ? a[i] : T(b[i] + 7);
      }
    });
  });
}

template <typename T> void addFloating(References &references, unsigned width) {
  std::string type = typeName<T>() + std::to_string(width);
  references.add((width == 16 ? "vectors/wide_vectors/floating_" : "vectors/vectors/floating_") +
                     type,
                 [width](Case &c) {
                   T *out = c.buffer<T>(0), *a = c.buffer<T>(1), *b = c.buffer<T>(2);
                   c.forEachItem([&](const Item &item) {
                     for (unsigned k = 0; k < width; ++k) {
                       std::size_t i = item.x() * width + k;
                       T *o = out + item.x() * width * 4 + k;
                       o[0] = a[i] + b[i];
                       T product = a[i] * b[i];
                       o[width] = product - b[i];
                       o[2 * width] = -a[i];
                       o[3 * width] = a[i] > b[i] ? a[i] : b[i];
                     }
                   });
                 });
}

template <typename T> void addVload(References &references, unsigned width, unsigned shift) {
  references.add("vectors/vectors/vload_vstore_" + std::to_string(width), [=](Case &c) {
    c.forEachItem([&](const Item &item) {
      std::size_t at = item.x() * width + shift;
      std::copy_n(c.buffer<T>(1) + at, width, c.buffer<T>(0) + at);
    });
  });
}

void addComponents(References &references) {
  const std::string prefix = "vectors/vectors/";
  auto pick = [](int *out, const int *in, std::initializer_list<int> components) {
    for (int component : components)
      *out++ = in[component];
  };
  references.add(prefix + "swizzles", perItem<int>(24, 4, [pick](int *out, const int *v) {
                   pick(out, v,
                        {3, 2, 1, 0, 0, 0, 2, 2, 1, 2, 0, 3, 1, 0, 2, 3, 0, 2, 0, 2, 1, 3, 3});
                   out[23] = 5;
                 }));
  references.add(prefix + "swizzle_stores", perItem<int>(4, 4, [](int *out, const int *v) {
                   out[1] = v[0];
                   out[3] = v[2];
                   if (v[0] & 1)
                     out[2] = 3;
                 }));
  references.add(prefix + "hi_lo_even_odd", perItem<int>(16, 8, [pick](int *out, const int *v) {
                   pick(out, v, {4, 5, 6, 7, 0, 1, 2, 3, 0, 2, 4, 6, 1, 3, 5, 7});
                 }));
  references.add(prefix + "sixteen", perItem<int>(16, 16, [](int *out, const int *v) {
                   for (int k = 0; k < 16; ++k)
                     out[k] = int(unsigned(v[15 - k]) + unsigned(v[k]));
                 }));
  references.add(prefix + "constructors", perItem<float>(12, 1, [](float *out, const float *x) {
                   const float values[] = {*x, *x, *x, *x, *x, 1, 2, *x + 1, *x, 3, 4, 4};
                   std::copy_n(values, 12, out);
                 }));
  references.add(prefix + "three_components", perItem<float>(3, 3, [](float *out, const float *v) {
                   out[0] = v[2] * 2 - 1;
                   out[1] = v[0] * 2 - 2;
                   out[2] = v[1] * 2 - 3;
                 }));
  references.add(prefix + "vector_in_branch", perItem<int>(4, 4, [pick](int *out, const int *v) {
                   if (v[0] & 1)
                     for (int k = 0; k < 4; ++k)
                       out[k] = v[(k + 1) % 4] & 0xff;
                   else if (v[1] & 1)
                     pick(out, v, {2, 3, 2, 3});
                   else
                     pick(out, v, {0, 1, 2, 3});
                 }));
  references.add(prefix + "vector_in_loop", perItem<int>(4, 4, [](int *out, const int *in) {
                   int v[4] = {in[0], in[1], in[2], in[3]};
                   for (int k = 0; k < in[0]; ++k) {
                     const int old[4] = {v[0], v[1], v[2], v[3]};
                     for (int m = 0; m < 4; ++m)
                       v[m] += old[(m + 3) % 4];
                     if (v[1] > 50)
                       break;
                     v[2] -= k;
                   }
                   std::copy_n(v, 4, out);
                 }));
}

void addOthers(References &references) {
  const std::string prefix = "vectors/vectors/";
  references.add(prefix + "scalar_with_vector", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      for (std::size_t k = 0; k < 4; ++k)
        c.buffer<float>(0)[item.x() * 4 + k] =
            c.buffer<float>(1)[item.x() * 4 + k] * c.buffer<float>(2)[item.x()] + 2;
    });
  });
  references.add(prefix + "vector_array", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      const int *in = c.buffer<int>(1) + item.x() * 4;
      int at = c.buffer<int>(2)[item.x()], a[4][4];
      for (int k = 0; k < 16; ++k)
        a[k / 4][k % 4] = in[k % 4] ^ (k / 4);
      a[at][1] = 5;
      for (int k = 0; k < 4; ++k)
        c.buffer<int>(0)[item.x() * 4 + std::size_t(k)] = a[3 - at][k] ^ a[1][k];
    });
  });
  references.add(prefix + "vector_argument", [](Case &c) {
    const int v[4] = {2, 1, 4, 3};
    c.forEachItem([&](const Item &item) {
      for (std::size_t k = 0; k < 4; ++k)
        c.buffer<int>(0)[item.x() * 4 + k] = c.buffer<int>(1)[item.x() * 4 + k] ^ v[k];
    });
  });
  references.add(prefix + "component_by_branch", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      c.buffer<int>(0)[item.x()] =
          c.buffer<int>(1)[item.x() * 4 + std::size_t(c.buffer<int>(2)[item.x()])];
    });
  });
  references.add(prefix + "dot_and_length", perItem<float>(2, 4, [](float *out, const float *in) {
                   float f[4];
                   for (int k = 0; k < 4; ++k)
                     f[k] = float(int(in[k]));
                   out[0] = 2 * (f[0] * f[3] + f[1] * f[2]);
                   out[1] = f[0] * f[0] + f[1] * f[1];
                 }));
  references.add(prefix + "gathered_vector", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      std::size_t at = std::size_t(c.buffer<int>(2)[item.x()]) * 4;
      for (std::size_t k = at; k < at + 4; ++k)
        c.buffer<int>(0)[k] = int(unsigned(c.buffer<int>(1)[k]) + 1);
    });
  });
  references.add(prefix + "shuffles", [](Case &c) {
    c.forEachItem([&](const Item &item) {
      const int *in = c.buffer<int>(1) + item.x() * 4, *wide = c.buffer<int>(3) + item.x() * 8;
      const unsigned *mask = c.buffer<unsigned>(2) + item.x() * 4;
      for (std::size_t k = 0; k < 4; ++k) {
        unsigned both = mask[k] % 8;
        c.buffer<int>(0)[item.x() * 4 + k] =
            in[mask[k] % 4] ^ (both < 4 ? in[both] : in[7 - both]) ^ wide[(mask[k] + 1) % 8];
      }
    });
  });
}

} // namespace

void addVectorsReferences(References &references) {
  addInteger<std::int8_t>(references, 2);
  addInteger<std::uint8_t>(references, 4);
  addInteger<std::int16_t>(references, 8);
  addInteger<std::uint16_t>(references, 2);
  addInteger<std::int32_t>(references, 4);
  addInteger<std::uint32_t>(references, 8);
  addInteger<std::int64_t>(references, 2);
  addInteger<std::int32_t>(references, 2);
  addInteger<std::uint32_t>(references, 16);
  addFloating<float>(references, 2);
  addFloating<float>(references, 4);
  addFloating<float>(references, 8);
  addFloating<float>(references, 16);
  addFloating<double>(references, 2);
  addFloating<double>(references, 4);
  addVload<int>(references, 2, 3);
  addVload<int>(references, 3, 1);
  addVload<std::uint8_t>(references, 4, 1);
  addVload<std::int16_t>(references, 8, 0);
  addVload<float>(references, 16, 1);
  addComponents(references);
  addOthers(references);
}

} // namespace heddle::test
