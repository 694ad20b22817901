// Which cooperative matrices a matrix unit multiplies, at compile time, for host programs: the
// query of sycl_ext_oneapi_matrix under its names, for programs that write their kernels in
// OpenCL C, C++ for OpenCL or SPIR-V. C++20 and nothing else.
//
//   using namespace heddle::matrix;
//
//   // Default sizes: here 8, 16 and 16.
//   using params = matrix_params<architecture::intel_gpu_pvc, bfloat16, bfloat16, float>;
//   const std::size_t groups = rows / params::M;
//
//   // Validation: does not compile for sizes or types that the unit does not have.
//   using small = matrix_params<architecture::intel_cpu_spr, std::int8_t, std::int8_t,
//   std::int32_t,
//                               std::int32_t, 4, 16, 64>;
//   // … and as a question.
//   static_assert(!is_supported<architecture::intel_cpu_spr, half, half, float>);
//
//   // Everything.
//   for (const combination &entry : matrix_params<architecture::intel_cpu_spr>::combinations) …
//
// Heddle runs kernels with all of these matrices on every CPU that it runs on, and with others;
// what one device reports is asked by heddle/cl_khr_cooperative_matrix.h.
#ifndef HEDDLE_MATRIX_PARAMS_HPP
#define HEDDLE_MATRIX_PARAMS_HPP

#include <array>
#include <cstddef>
#include <cstdint>

namespace heddle::matrix {

enum class architecture {
#define HEDDLE_MATRIX_ARCHITECTURE(name, units) name,
#include "heddle/matrix_combinations.def"
};

enum class matrix_type {
  bf16,
  fp16,
  tf32,
  fp32,
  fp64,
  sint8,
  sint16,
  sint32,
  sint64,
  uint8,
  uint16,
  uint32,
  uint64
};

/// The numbers are those of SPIR-V.
enum class use { a = 0, b = 1, accumulator = 2 };

/// For types that C++20 does not have. Nothing is stored in them.
struct half;
struct bfloat16;
namespace precision {
struct tf32;
}

/// The matrix_type of a type of C++; to be specialized for types of one's own.
template <typename T> struct type_of;
template <matrix_type Type> struct type_is {
  static constexpr matrix_type value = Type;
};
template <> struct type_of<bfloat16> : type_is<matrix_type::bf16> {};
template <> struct type_of<half> : type_is<matrix_type::fp16> {};
template <> struct type_of<precision::tf32> : type_is<matrix_type::tf32> {};
template <> struct type_of<float> : type_is<matrix_type::fp32> {};
template <> struct type_of<double> : type_is<matrix_type::fp64> {};
template <> struct type_of<std::int8_t> : type_is<matrix_type::sint8> {};
template <> struct type_of<std::int16_t> : type_is<matrix_type::sint16> {};
template <> struct type_of<std::int32_t> : type_is<matrix_type::sint32> {};
template <> struct type_of<std::int64_t> : type_is<matrix_type::sint64> {};
template <> struct type_of<std::uint8_t> : type_is<matrix_type::uint8> {};
template <> struct type_of<std::uint16_t> : type_is<matrix_type::uint16> {};
template <> struct type_of<std::uint32_t> : type_is<matrix_type::uint32> {};
template <> struct type_of<std::uint64_t> : type_is<matrix_type::uint64> {};

/// Of an element in memory.
constexpr std::size_t size_of(matrix_type type) {
  switch (type) {
  case matrix_type::sint8:
  case matrix_type::uint8:
    return 1;
  case matrix_type::bf16:
  case matrix_type::fp16:
  case matrix_type::sint16:
  case matrix_type::uint16:
    return 2;
  case matrix_type::tf32:
  case matrix_type::fp32:
  case matrix_type::sint32:
  case matrix_type::uint32:
    return 4;
  default:
    return 8;
  }
}

/// In each direction either a maximum, and every size from 1 to it is there, or one size; the other
/// is 0.
struct combination {
  std::size_t max_msize, max_nsize, max_ksize;
  std::size_t msize, nsize, ksize;
  matrix_type atype, btype, ctype, dtype;

  constexpr bool has_types(matrix_type a, matrix_type b, matrix_type c, matrix_type d) const {
    return atype == a && btype == b && ctype == c && dtype == d;
  }
  constexpr bool has_sizes(std::size_t m, std::size_t n, std::size_t k) const {
    return has_size(m, max_msize, msize) && has_size(n, max_nsize, nsize) &&
           has_size(k, max_ksize, ksize);
  }
  /// The largest size.
  constexpr std::size_t m() const { return max_msize ? max_msize : msize; }
  constexpr std::size_t n() const { return max_nsize ? max_nsize : nsize; }
  constexpr std::size_t k() const { return max_ksize ? max_ksize : ksize; }

private:
  static constexpr bool has_size(std::size_t size, std::size_t most, std::size_t exact) {
    return most ? size >= 1 && size <= most : size == exact;
  }
};

namespace detail {

/// Kinds of matrix units, as bits.
inline constexpr unsigned spr = 1, gnr = 2, dmr = 4, xmx16 = 8, xmx8 = 16;
/// Types that have their shapes in common.
enum class kind { int8, bf16, fp16, tf32 };

constexpr unsigned units_of(architecture wanted) {
  switch (wanted) {
#define HEDDLE_MATRIX_ARCHITECTURE(name, units)                                                    \
  case architecture::name:                                                                         \
    return units;
#include "heddle/matrix_combinations.def"
  }
  return 0;
}

struct shape_row {
  unsigned units;
  kind of;
  std::size_t max_msize, max_nsize, max_ksize, msize, nsize, ksize;
};
inline constexpr shape_row shapes[] = {
#define HEDDLE_MATRIX_SHAPE(units, of, max_m, max_n, max_k, m, n, k)                               \
  {units, kind::of, max_m, max_n, max_k, m, n, k},
#include "heddle/matrix_combinations.def"
};

struct types_row {
  unsigned units;
  kind of;
  matrix_type a, b, c, d;
};
inline constexpr types_row types[] = {
#define HEDDLE_MATRIX_TYPES(units, of, a, b, c, d)                                                 \
  {units, kind::of, matrix_type::a, matrix_type::b, matrix_type::c, matrix_type::d},
#include "heddle/matrix_combinations.def"
};

/// Calls function(combination) for each.
template <typename Function> constexpr void for_each(architecture of, Function function) {
  const unsigned units = units_of(of);
  for (const types_row &row : types)
    for (const shape_row &shape : shapes)
      if (row.of == shape.of && (row.units & units) != 0 && (shape.units & units) != 0)
        function(combination{shape.max_msize, shape.max_nsize, shape.max_ksize, shape.msize,
                             shape.nsize, shape.ksize, row.a, row.b, row.c, row.d});
}

template <architecture Arch> constexpr auto list() {
  constexpr std::size_t count = [] {
    std::size_t number = 0;
    for_each(Arch, [&](const combination &) { ++number; });
    return number;
  }();
  std::array<combination, count> result{};
  std::size_t next = 0;
  for_each(Arch, [&](const combination &entry) { result[next++] = entry; });
  return result;
}

/// Without sizes: the default; with sizes: one that holds them. All sizes 0 when there is none.
template <architecture Arch, typename Ta, typename Tb, typename Tc, typename Td>
constexpr combination find(std::size_t m, std::size_t n, std::size_t k) {
  combination found{};
  bool done = false;
  for_each(Arch, [&](const combination &entry) {
    if (!done &&
        entry.has_types(type_of<Ta>::value, type_of<Tb>::value, type_of<Tc>::value,
                        type_of<Td>::value) &&
        ((m == 0 && n == 0 && k == 0) || entry.has_sizes(m, n, k))) {
      found = entry;
      done = true;
    }
  });
  return found;
}

} // namespace detail

/// What a kernel calls a matrix: for sizes of buffers and for build options.
template <typename T, use Use, std::size_t Rows, std::size_t Cols> struct joint_matrix {
  using element_type = T;
  static constexpr matrix_type type = type_of<T>::value;
  static constexpr use matrix_use = Use;
  static constexpr std::size_t rows = Rows, cols = Cols;
  /// Row after row, column after column, or packed: the same.
  static constexpr std::size_t size_bytes = Rows * Cols * size_of(type);
};

/// Whether the unit has these types, and these sizes unless they are 0.
template <architecture Arch, typename Ta, typename Tb, typename Tc, typename Td = Tc,
          std::size_t M = 0, std::size_t N = 0, std::size_t K = 0>
inline constexpr bool is_supported = detail::find<Arch, Ta, Tb, Tc, Td>(M, N, K).m() != 0;

/// Validation when all is given, default sizes without sizes.
template <architecture Arch, typename Ta = void, typename Tb = void, typename Tc = void,
          typename Td = Tc, std::size_t sM = 0, std::size_t sN = 0, std::size_t sK = 0>
struct matrix_params {
  static_assert((sM == 0) == (sN == 0) && (sN == 0) == (sK == 0),
                "matrix_params: either all three sizes or none");
  static_assert(is_supported<Arch, Ta, Tb, Tc, Td>,
                "matrix_params: this architecture does not multiply matrices of these types");
  static_assert(!is_supported<Arch, Ta, Tb, Tc, Td> ||
                    is_supported<Arch, Ta, Tb, Tc, Td, sM, sN, sK>,
                "matrix_params: this architecture has these types, but not in these sizes");

private:
  static constexpr combination found = detail::find<Arch, Ta, Tb, Tc, Td>(sM, sN, sK);

public:
  static constexpr std::size_t M = sM ? sM : found.m();
  static constexpr std::size_t N = sN ? sN : found.n();
  static constexpr std::size_t K = sK ? sK : found.k();

  using joint_matrix_a = joint_matrix<Ta, use::a, M, K>;
  using joint_matrix_b = joint_matrix<Tb, use::b, K, N>;
  using joint_matrix_c = joint_matrix<Tc, use::accumulator, M, N>;
  using joint_matrix_d = joint_matrix<Td, use::accumulator, M, N>;
};

/// All that the unit has.
template <architecture Arch> struct matrix_params<Arch, void, void, void, void, 0, 0, 0> {
  static constexpr auto combinations = detail::list<Arch>();
  static constexpr std::size_t num_combinations = combinations.size();
  /// Tiles at hand at a time; 0 where matrices are in ordinary registers.
  static constexpr std::size_t numtiles =
      detail::units_of(Arch) & (detail::spr | detail::gnr | detail::dmr) ? 8 : 0;
};

} // namespace heddle::matrix

#endif
