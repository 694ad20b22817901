// Matrices of a sub-group in C++ for OpenCL: the types and functions of sycl_ext_oneapi_matrix and
// sycl_ext_intel_matrix under their own names and in their namespaces, with plain pointers in place
// of multi_ptr. docs/joint_matrix.md says what they do.
#ifndef HEDDLE_JOINT_MATRIX_HPP
#define HEDDLE_JOINT_MATRIX_HPP

#ifndef __OPENCL_CPP_VERSION__
#error "joint_matrix.hpp is for C++ for OpenCL (-cl-std=CLC++2021); OpenCL C has joint_matrix.h"
#endif

#include "joint_matrix_functions.h"

#define SYCL_EXT_ONEAPI_MATRIX 1
#define SYCL_EXT_INTEL_MATRIX 1

// What is inlined takes the line of the call, and that is where messages belong.
#define HEDDLE_INLINE __attribute__((always_inline, nodebug)) inline

namespace sycl {

/// The one that the work-item is in.
struct sub_group {};

namespace ext::oneapi {

namespace this_work_item {
HEDDLE_INLINE sub_group get_sub_group() { return {}; }
} // namespace this_work_item

/// The upper half of a float.
class bfloat16 {
public:
  bfloat16() = default;
  HEDDLE_INLINE bfloat16(float value) : bits(intel_convert_bfloat16_as_ushort(value)) {}
  HEDDLE_INLINE operator float() const { return intel_convert_as_bfloat16_float(bits); }
  HEDDLE_INLINE bfloat16 &operator+=(float x) { return *this = bfloat16(*this + x); }
  HEDDLE_INLINE bfloat16 &operator-=(float x) { return *this = bfloat16(*this - x); }
  HEDDLE_INLINE bfloat16 &operator*=(float x) { return *this = bfloat16(*this * x); }
  HEDDLE_INLINE bfloat16 &operator/=(float x) { return *this = bfloat16(*this / x); }
  static HEDDLE_INLINE bfloat16 from_bits(ushort bits) {
    bfloat16 result;
    result.bits = bits;
    return result;
  }
  HEDDLE_INLINE ushort to_bits() const { return bits; }

private:
  ushort bits;
};

namespace experimental::matrix {

enum class use { a, b, accumulator };
enum class layout { row_major, col_major, ext_intel_packed, dynamic };

namespace precision {
class tf32; // floats in memory and as values
}

HEDDLE_INLINE float round_to_tf32(float x) { return intel_convert_tfloat32_as_float(x); }

template <typename Group, typename T, use Use, size_t Rows, size_t Columns,
          layout Layout = layout::dynamic>
class joint_matrix;

namespace detail {

template <typename A, typename B> inline constexpr bool is_same = false;
template <typename A> inline constexpr bool is_same<A, A> = true;

template <typename T> T &declared();

template <typename T> struct unqualified {
  using type = T;
};
#define HEDDLE_UNQUALIFY(...)                                                                      \
  template <typename T> struct unqualified<__VA_ARGS__ T> {                                        \
    using type = T;                                                                                \
  };                                                                                               \
  template <typename T> struct unqualified<const __VA_ARGS__ T> {                                  \
    using type = T;                                                                                \
  };
HEDDLE_UNQUALIFY(__global)
HEDDLE_UNQUALIFY(__local)
HEDDLE_UNQUALIFY(__private)
HEDDLE_UNQUALIFY(__constant)
HEDDLE_UNQUALIFY(__generic)
#undef HEDDLE_UNQUALIFY

/// Value: what programs see of an element. Component: what the matrix is made of.
template <typename V, typename C, unsigned component, bool isSigned, bool isInteger>
struct element_type {
  using value = V;
  using component_type = C;
  static constexpr bool is_element = true, is_integer = isInteger, is_signed = isSigned;
  static constexpr unsigned number = component;
};
template <typename T> struct element {
  static constexpr bool is_element = false;
};
#define HEDDLE_ELEMENT(T, V, C, component, isSigned, isInteger)                                    \
  template <>                                                                                      \
  struct element<T> : element_type<V, C, HEDDLE_JOINT_MATRIX_##component, isSigned, isInteger> {};
HEDDLE_ELEMENT(char, char, char, I8, true, true)
HEDDLE_ELEMENT(signed char, signed char, char, I8, true, true)
HEDDLE_ELEMENT(uchar, uchar, uchar, I8, false, true)
HEDDLE_ELEMENT(short, short, short, I16, true, true)
HEDDLE_ELEMENT(ushort, ushort, ushort, I16, false, true)
HEDDLE_ELEMENT(int, int, int, I32, true, true)
HEDDLE_ELEMENT(uint, uint, uint, I32, false, true)
HEDDLE_ELEMENT(long, long, long, I64, true, true)
HEDDLE_ELEMENT(ulong, ulong, ulong, I64, false, true)
HEDDLE_ELEMENT(half, half, half, F16, false, false)
HEDDLE_ELEMENT(float, float, float, F32, false, false)
HEDDLE_ELEMENT(double, double, double, F64, false, false)
HEDDLE_ELEMENT(bfloat16, bfloat16, ushort, I16, false, false)
HEDDLE_ELEMENT(precision::tf32, float, float, F32, false, false)
#undef HEDDLE_ELEMENT

template <typename T> inline constexpr bool is_bfloat16 = is_same<T, bfloat16>;
template <typename T> inline constexpr bool is_tf32 = is_same<T, precision::tf32>;

template <typename T> HEDDLE_INLINE auto to_component(typename element<T>::value value) {
  if constexpr (is_bfloat16<T>)
    return value.to_bits();
  else
    return typename element<T>::component_type(value);
}
template <typename T>
HEDDLE_INLINE typename element<T>::value to_value(typename element<T>::component_type component) {
  if constexpr (is_bfloat16<T>)
    return bfloat16::from_bits(component);
  else
    return component;
}

/// Bits of bfloats may lie in any array of 16-bit integers.
template <typename T, typename Pointee>
inline constexpr bool may_lie_in =
    is_same<typename unqualified<Pointee>::type, typename element<T>::value> ||
    (is_bfloat16<T> && (is_same<typename unqualified<Pointee>::type, ushort> ||
                        is_same<typename unqualified<Pointee>::type, short>));
template <typename T, typename Pointee> HEDDLE_INLINE constexpr void check_pointer() {
  static_assert(may_lie_in<T, Pointee>,
                "the pointer is to elements of another type than those of the joint_matrix");
}

/// For what is no part of the interface.
struct access {
  template <typename M> static HEDDLE_INLINE auto *address(M &m) { return &m.handle; }
  template <typename M> static HEDDLE_INLINE uint length(M &) {
    return __heddle_joint_matrix_length(M::type);
  }
  template <typename M> static HEDDLE_INLINE auto &component(M &m, uint i) {
    return *(typename element<typename M::element_type>::component_type *)
        __heddle_joint_matrix_component(&m.handle, M::type, i);
  }
  template <typename M> static HEDDLE_INLINE auto get(M &m, uint i) {
    return to_value<typename M::element_type>(component(m, i));
  }
  template <typename M, typename V> static HEDDLE_INLINE void set(M &m, uint i, V value) {
    component(m, i) = to_component<typename M::element_type>(value);
  }
  template <typename M> static HEDDLE_INLINE uint2 coordinates(M &m, uint i) {
    return __heddle_joint_matrix_coordinates(&m.handle, M::type, i);
  }
  template <typename M> static constexpr uint type = M::type;
};

/// The number of a layout in SPIR-V.
HEDDLE_INLINE constexpr uint number(layout l) { return (uint)l; }

} // namespace detail

/// A matrix that the work-items of a sub-group hold together. `Layout` is that of its loads and
/// stores: `dynamic` where each says its own.
template <typename Group, typename T, use Use, size_t Rows, size_t Columns, layout Layout>
class joint_matrix {
  static_assert(detail::is_same<Group, sub_group>, "a joint_matrix belongs to a sycl::sub_group");
  static_assert(detail::element<T>::is_element,
                "elements of a joint_matrix are integers, half, float, double, bfloat16 or "
                "precision::tf32");
  static_assert(Rows >= 1 && Rows <= HEDDLE_JOINT_MATRIX_MAX_SIDE && Columns >= 1 &&
                    Columns <= HEDDLE_JOINT_MATRIX_MAX_SIDE,
                "a joint_matrix has 1 to 512 rows and columns");

public:
  using element_type = T;
  using value_type = typename detail::element<T>::value;

  joint_matrix() = default;
  // As in SYCL; joint_matrix_copy copies.
  joint_matrix(const joint_matrix &) = delete;
  joint_matrix &operator=(const joint_matrix &) = delete;

private:
  friend struct detail::access;
  static constexpr uint type =
      HEDDLE_JOINT_MATRIX_TYPE(detail::element<T>::number, Use, Rows, Columns);
  struct target;
  __attribute__((address_space(type))) target *handle;
};

#define HEDDLE_MATRIX_PARAMETERS                                                                   \
  typename Group, typename T, use Use, size_t Rows, size_t Columns, layout Layout
#define HEDDLE_MATRIX joint_matrix<Group, T, Use, Rows, Columns, Layout>

template <HEDDLE_MATRIX_PARAMETERS, typename V>
HEDDLE_INLINE void joint_matrix_fill(const sub_group &, HEDDLE_MATRIX &m, const V &value) {
  __heddle_joint_matrix_fill(detail::access::address(m), detail::access::type<HEDDLE_MATRIX>,
                             detail::to_component<T>(typename HEDDLE_MATRIX::value_type(value)));
}

template <HEDDLE_MATRIX_PARAMETERS, typename Pointee>
HEDDLE_INLINE void joint_matrix_load(const sub_group &, HEDDLE_MATRIX &m, Pointee *p, size_t stride,
                                     layout l) {
  static_assert(Layout == layout::dynamic,
                "joint_matrix_load takes no layout for a joint_matrix that has one");
  detail::check_pointer<T, Pointee>();
  __heddle_joint_matrix_load(detail::access::address(m), detail::access::type<HEDDLE_MATRIX>, p,
                             stride, detail::number(l));
}
template <HEDDLE_MATRIX_PARAMETERS, typename Pointee>
HEDDLE_INLINE void joint_matrix_load(const sub_group &, HEDDLE_MATRIX &m, Pointee *p,
                                     size_t stride) {
  static_assert(Layout != layout::dynamic,
                "joint_matrix_load needs the layout for a joint_matrix that has none");
  detail::check_pointer<T, Pointee>();
  __heddle_joint_matrix_load(detail::access::address(m), detail::access::type<HEDDLE_MATRIX>, p,
                             stride, detail::number(Layout));
}

template <HEDDLE_MATRIX_PARAMETERS, typename Pointee>
HEDDLE_INLINE void joint_matrix_store(const sub_group &, const HEDDLE_MATRIX &m, Pointee *p,
                                      size_t stride, layout l) {
  static_assert(Layout == layout::dynamic,
                "joint_matrix_store takes no layout for a joint_matrix that has one");
  detail::check_pointer<T, Pointee>();
  __heddle_joint_matrix_store(detail::access::address(m), detail::access::type<HEDDLE_MATRIX>, p,
                              stride, detail::number(l));
}

template <typename Group, typename TD, typename TA, typename TB, typename TC, size_t M, size_t N,
          size_t K, layout LayoutA, layout LayoutB>
HEDDLE_INLINE void joint_matrix_mad(const sub_group &,
                                    joint_matrix<Group, TD, use::accumulator, M, N> &d,
                                    const joint_matrix<Group, TA, use::a, M, K, LayoutA> &a,
                                    const joint_matrix<Group, TB, use::b, K, N, LayoutB> &b,
                                    const joint_matrix<Group, TC, use::accumulator, M, N> &c) {
  using namespace detail;
  static_assert(element<TA>::is_integer
                    ? element<TB>::is_integer && element<TC>::is_integer && element<TD>::is_integer
                    : is_same<TA, TB> && !element<TC>::is_integer && !element<TD>::is_integer,
                "joint_matrix_mad multiplies integers and adds integers, or multiplies floats of "
                "one type and adds floats");
  constexpr uint operands = (element<TA>::is_signed ? HEDDLE_JOINT_MATRIX_A_SIGNED : 0) |
                            (element<TB>::is_signed ? HEDDLE_JOINT_MATRIX_B_SIGNED : 0) |
                            (element<TC>::is_signed ? HEDDLE_JOINT_MATRIX_C_SIGNED : 0) |
                            (element<TD>::is_signed ? HEDDLE_JOINT_MATRIX_RESULT_SIGNED : 0) |
                            (is_tf32<TA> ? HEDDLE_JOINT_MATRIX_TF32 : 0) |
                            (is_bfloat16<TA> ? HEDDLE_JOINT_MATRIX_BFLOAT16 : 0) |
                            (is_bfloat16<TC> ? HEDDLE_JOINT_MATRIX_C_BFLOAT16 : 0) |
                            (is_bfloat16<TD> ? HEDDLE_JOINT_MATRIX_RESULT_BFLOAT16 : 0);
  using A = joint_matrix<Group, TA, use::a, M, K, LayoutA>;
  using B = joint_matrix<Group, TB, use::b, K, N, LayoutB>;
  using C = joint_matrix<Group, TC, use::accumulator, M, N>;
  using D = joint_matrix<Group, TD, use::accumulator, M, N>;
  __heddle_joint_matrix_mad(access::address(d), access::type<D>, access::address(a),
                            access::type<A>, access::address(b), access::type<B>,
                            access::address(c), access::type<C>, operands);
}

/// Converts the elements; the use may be another.
template <typename Group, typename From, typename To, use UseFrom, use UseTo, size_t Rows,
          size_t Columns, layout LayoutFrom, layout LayoutTo>
HEDDLE_INLINE void
joint_matrix_copy(const sub_group &,
                  joint_matrix<Group, From, UseFrom, Rows, Columns, LayoutFrom> &from,
                  joint_matrix<Group, To, UseTo, Rows, Columns, LayoutTo> &to) {
  using detail::access;
  if constexpr (detail::is_same<From, To> && UseFrom == UseTo) {
    using M = joint_matrix<Group, To, UseTo, Rows, Columns, LayoutTo>;
    __heddle_joint_matrix_copy(access::address(from), access::address(to), access::type<M>);
  } else {
    for (uint i = 0; i < access::length(from); ++i) {
      const auto value = access::get(from, i);
      if constexpr (detail::is_tf32<To>)
        access::set(to, i, round_to_tf32((float)value));
      else
        access::set(to, i, typename detail::element<To>::value(value));
    }
  }
}

/// f(T &) for each element of the work-item's part.
template <HEDDLE_MATRIX_PARAMETERS, typename F>
HEDDLE_INLINE auto joint_matrix_apply(const sub_group &, HEDDLE_MATRIX &m, F &&f)
    -> decltype((void)f(detail::declared<typename HEDDLE_MATRIX::value_type>())) {
  using detail::access;
  for (uint i = 0; i < access::length(m); ++i) {
    auto value = access::get(m, i);
    f(value);
    access::set(m, i, value);
  }
}
/// f(T0 &, T1 &) for each element of two matrices of one size and use.
template <typename Group, typename T0, typename T1, use Use, size_t Rows, size_t Columns,
          layout Layout0, layout Layout1, typename F>
HEDDLE_INLINE void
joint_matrix_apply(const sub_group &, joint_matrix<Group, T0, Use, Rows, Columns, Layout0> &m0,
                   joint_matrix<Group, T1, Use, Rows, Columns, Layout1> &m1, F &&f) {
  using detail::access;
  for (uint i = 0; i < access::length(m0); ++i) {
    auto value0 = access::get(m0, i);
    auto value1 = access::get(m1, i);
    f(value0, value1);
    access::set(m0, i, value0);
    access::set(m1, i, value1);
  }
}

template <size_t Rows, size_t Columns, typename Pointee>
HEDDLE_INLINE void joint_matrix_prefetch(const sub_group &, Pointee *p, size_t stride, layout l) {
  using T = typename detail::unqualified<Pointee>::type;
  static_assert(detail::element<T>::is_element, "this type is not one of elements");
  __heddle_joint_matrix_prefetch(detail::element<T>::number, Rows, Columns, p, stride,
                                 detail::number(l), 0);
}

} // namespace experimental::matrix
} // namespace ext::oneapi

namespace ext::intel::experimental::matrix {

using oneapi::experimental::matrix::joint_matrix;
using oneapi::experimental::matrix::layout;
using oneapi::experimental::matrix::use;
namespace detail = oneapi::experimental::matrix::detail;

/// Matrices of use a and b, whose layout is in their type.
template <HEDDLE_MATRIX_PARAMETERS, typename Pointee>
HEDDLE_INLINE void joint_matrix_store(const sub_group &, const HEDDLE_MATRIX &m, Pointee *p,
                                      size_t stride) {
  static_assert(Layout != layout::dynamic,
                "joint_matrix_store needs the layout for a joint_matrix that has none");
  detail::check_pointer<T, Pointee>();
  __heddle_joint_matrix_store(detail::access::address(m), detail::access::type<HEDDLE_MATRIX>, p,
                              stride, detail::number(Layout));
}

/// f(T &, size_t row, size_t column) for each element of the work-item's part.
template <HEDDLE_MATRIX_PARAMETERS, typename F>
HEDDLE_INLINE auto joint_matrix_apply(const sub_group &, HEDDLE_MATRIX &m, F &&f)
    -> decltype((void)f(detail::declared<typename HEDDLE_MATRIX::value_type>(), size_t(),
                        size_t())) {
  using detail::access;
  for (uint i = 0; i < access::length(m); ++i) {
    auto value = access::get(m, i);
    const uint2 at = access::coordinates(m, i);
    f(value, size_t(at.x), size_t(at.y));
    access::set(m, i, value);
  }
}

// The checked forms: the matrix is at (x, y) of a region of height x width elements, x and height
// counted in lines of memory, y and width in elements of a line. What lies outside is 0, or is not
// stored.
template <HEDDLE_MATRIX_PARAMETERS, typename V>
HEDDLE_INLINE void joint_matrix_fill_checked(const sub_group &, HEDDLE_MATRIX &m, const V &value,
                                             size_t height, size_t width, size_t x, size_t y) {
  __heddle_joint_matrix_fill_checked(
      detail::access::address(m), detail::access::type<HEDDLE_MATRIX>,
      detail::to_component<T>(typename HEDDLE_MATRIX::value_type(value)), height, width, x, y);
}
template <HEDDLE_MATRIX_PARAMETERS, typename Pointee>
HEDDLE_INLINE void joint_matrix_load_checked(const sub_group &, HEDDLE_MATRIX &m, Pointee *p,
                                             size_t stride, layout l, size_t height, size_t width,
                                             size_t x, size_t y) {
  static_assert(Layout == layout::dynamic,
                "joint_matrix_load_checked takes no layout for a joint_matrix that has one");
  detail::check_pointer<T, Pointee>();
  __heddle_joint_matrix_load_checked(detail::access::address(m),
                                     detail::access::type<HEDDLE_MATRIX>, p, stride,
                                     detail::number(l), height, width, x, y);
}
template <HEDDLE_MATRIX_PARAMETERS, typename Pointee>
HEDDLE_INLINE void joint_matrix_load_checked(const sub_group &, HEDDLE_MATRIX &m, Pointee *p,
                                             size_t stride, size_t height, size_t width, size_t x,
                                             size_t y) {
  static_assert(Layout != layout::dynamic,
                "joint_matrix_load_checked needs the layout for a joint_matrix that has none");
  detail::check_pointer<T, Pointee>();
  __heddle_joint_matrix_load_checked(detail::access::address(m),
                                     detail::access::type<HEDDLE_MATRIX>, p, stride,
                                     detail::number(Layout), height, width, x, y);
}
template <HEDDLE_MATRIX_PARAMETERS, typename Pointee>
HEDDLE_INLINE void joint_matrix_store_checked(const sub_group &, const HEDDLE_MATRIX &m, Pointee *p,
                                              size_t stride, layout l, size_t height, size_t width,
                                              size_t x, size_t y) {
  static_assert(Layout == layout::dynamic,
                "joint_matrix_store_checked takes no layout for a joint_matrix that has one");
  detail::check_pointer<T, Pointee>();
  __heddle_joint_matrix_store_checked(detail::access::address(m),
                                      detail::access::type<HEDDLE_MATRIX>, p, stride,
                                      detail::number(l), height, width, x, y);
}
template <HEDDLE_MATRIX_PARAMETERS, typename Pointee>
HEDDLE_INLINE void joint_matrix_store_checked(const sub_group &, const HEDDLE_MATRIX &m, Pointee *p,
                                              size_t stride, size_t height, size_t width, size_t x,
                                              size_t y) {
  static_assert(Layout != layout::dynamic,
                "joint_matrix_store_checked needs the layout for a joint_matrix that has none");
  detail::check_pointer<T, Pointee>();
  __heddle_joint_matrix_store_checked(detail::access::address(m),
                                      detail::access::type<HEDDLE_MATRIX>, p, stride,
                                      detail::number(Layout), height, width, x, y);
}

/// One element of the work-item's part.
template <HEDDLE_MATRIX_PARAMETERS> class wi_element {
public:
  using value_type = typename HEDDLE_MATRIX::value_type;
  struct coordinates {
    size_t row, column;
  };

  HEDDLE_INLINE wi_element(HEDDLE_MATRIX &m, uint i) : m(m), i(i) {}
  HEDDLE_INLINE operator value_type() const { return detail::access::get(m, i); }
  HEDDLE_INLINE wi_element &operator=(value_type value) {
    detail::access::set(m, i, value);
    return *this;
  }
  HEDDLE_INLINE wi_element &operator=(const wi_element &other) { return *this = value_type(other); }
  HEDDLE_INLINE wi_element &operator+=(value_type x) { return *this = value_type(*this) + x; }
  HEDDLE_INLINE wi_element &operator-=(value_type x) { return *this = value_type(*this) - x; }
  HEDDLE_INLINE wi_element &operator*=(value_type x) { return *this = value_type(*this) * x; }
  HEDDLE_INLINE wi_element &operator/=(value_type x) { return *this = value_type(*this) / x; }
  HEDDLE_INLINE coordinates get_coord() const {
    const uint2 at = detail::access::coordinates(m, i);
    return {at.x, at.y};
  }

private:
  HEDDLE_MATRIX &m;
  uint i;
};

/// The work-item's part of a matrix.
template <HEDDLE_MATRIX_PARAMETERS> class wi_data {
public:
  HEDDLE_INLINE explicit wi_data(HEDDLE_MATRIX &m) : m(m) {}
  HEDDLE_INLINE size_t length() const { return detail::access::length(m); }
  HEDDLE_INLINE wi_element<Group, T, Use, Rows, Columns, Layout> operator[](size_t i) const {
    return {m, (uint)i};
  }

private:
  HEDDLE_MATRIX &m;
};

template <HEDDLE_MATRIX_PARAMETERS>
HEDDLE_INLINE wi_data<Group, T, Use, Rows, Columns, Layout> get_wi_data(const sub_group &,
                                                                        HEDDLE_MATRIX &m) {
  return wi_data<Group, T, Use, Rows, Columns, Layout>(m);
}

} // namespace ext::intel::experimental::matrix
} // namespace sycl

#undef HEDDLE_MATRIX_PARAMETERS
#undef HEDDLE_MATRIX
#undef HEDDLE_INLINE

#endif
