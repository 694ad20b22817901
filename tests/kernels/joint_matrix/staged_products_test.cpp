// Products whose factors a work-group copies to local memory: the compiler may read them where they
// come from, in any layout, and must not where it is wrong.
#include "tests/kernels/joint_matrix/joint_matrix_fixture.hpp"

#include <ostream>

namespace heddle::test {
namespace {

enum class Element { bfloat16, half, tf32, i8 };

struct Staging {
  Element element;
  unsigned rows, columns, depth; ///< of one operation
  unsigned layoutA, layoutB;     ///< 0 row-major, 1 column-major, 2 packed
  unsigned buffers, padding, vector;

  bool isInteger() const { return element == Element::i8; }
  unsigned bytes() const { return isInteger() ? 1 : element == Element::tf32 ? 4 : 2; }
  /// Rows of B in a word where it is packed.
  unsigned packing() const { return layoutB == 2 ? 4 / bytes() : 1; }

  std::string options() const {
    constexpr const char *types[] = {"bfloat16", "half", "tf32", "char"};
    constexpr const char *memory[] = {"ushort", "half", "float", "char"};
    constexpr const char *layouts[] = {"layout_row_major", "layout_col_major",
                                       "layout_ext_intel_packed"};
    const auto define = [](const char *name, const auto &value) {
      return std::string(" -D") + name + "=" + value;
    };
    const auto number = [&](const char *name, unsigned value) {
      return define(name, std::to_string(value));
    };
    return "-cl-uniform-work-group-size" + define("TYPE", types[unsigned(element)]) +
           define("ELEMENT", memory[unsigned(element)]) +
           define("SUM", isInteger() ? "int" : "float") + number("ROWS", rows) +
           number("COLUMNS", columns) + number("DEPTH", depth) + define("LA", layouts[layoutA]) +
           define("LB", layouts[layoutB]) + number("COLUMN_A", layoutA == 1) +
           number("COLUMN_B", layoutB == 1) + number("PACKING", packing()) +
           number("BUFFERS", buffers) + number("PADDING", padding) + number("VECTOR", vector);
  }
};

std::ostream &operator<<(std::ostream &out, const Staging &staging) {
  return out << staging.options();
}

// Both tiles hold lines of LINE_… elements, as the layout has them in memory.
const char product[] = R"(
#define GROUP_ROWS (4 * ROWS)
#define GROUP_COLUMNS (4 * COLUMNS)
#define BLOCK (2 * DEPTH)
#define LINES_A (COLUMN_A ? BLOCK : GROUP_ROWS)
#define LINE_A (COLUMN_A ? GROUP_ROWS : BLOCK)
#define LINES_B (COLUMN_B ? GROUP_COLUMNS : BLOCK / PACKING)
#define LINE_B (COLUMN_B ? BLOCK : GROUP_COLUMNS * PACKING)
#define CAT_(x, y) x##y
#define CAT(x, y) CAT_(x, y)
#define VLOAD CAT(vload, VECTOR)
#define VSTORE CAT(vstore, VECTOR)

void copy(local ELEMENT *tile, const global ELEMENT *from, int lines, int line, int pitch) {
  for (int i = get_local_id(0); i < lines * line / VECTOR; i += 64) {
    const int row = i / (line / VECTOR), column = i % (line / VECTOR) * VECTOR;
#if VECTOR == 1
    tile[row * (line + PADDING) + column] = from[row * pitch + column];
#else
    VSTORE(VLOAD(0, from + row * pitch + column), 0, tile + row * (line + PADDING) + column);
#endif
  }
}

#define STAGE(first, number)                                                                       \
  copy(tile_a[number], a + (COLUMN_A ? (first) * m + row : row * k + (first)), LINES_A, LINE_A,    \
       COLUMN_A ? m : k);                                                                          \
  copy(tile_b[number],                                                                             \
       b + (COLUMN_B ? column * k + (first)                                                        \
                     : (first) / PACKING * n * PACKING + column * PACKING),                        \
       LINES_B, LINE_B, COLUMN_B ? k : n * PACKING)

__attribute__((intel_reqd_sub_group_size(16))) SIZED kernel void
product(const global ELEMENT *a, const global ELEMENT *b, global SUM *c, int m, int n, int k) {
  local ELEMENT tile_a[BUFFERS][LINES_A * (LINE_A + PADDING)];
  local ELEMENT tile_b[BUFFERS][LINES_B * (LINE_B + PADDING)];
  const int row = get_group_id(1) * GROUP_ROWS, column = get_group_id(0) * GROUP_COLUMNS;
  const int part_row = get_local_id(0) / 32 * 2 * ROWS;
  const int part_column = get_local_id(0) / 16 % 2 * 2 * COLUMNS;
  joint_matrix(SUM, use_accumulator, ROWS, COLUMNS) sum[2][2];
  joint_matrix(TYPE, use_a, ROWS, DEPTH) x[2];
  joint_matrix(TYPE, use_b, DEPTH, COLUMNS) y[2];
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      joint_matrix_fill(sum[i][j], 0);
#if BUFFERS == 2
  STAGE(0, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
  for (int first = 0; first < k; first += BLOCK) {
#if BUFFERS == 2
    const int now = first / BLOCK & 1;
    if (first + BLOCK < k) {
      STAGE(first + BLOCK, now ^ 1);
    }
#else
    const int now = 0;
    STAGE(first, 0);
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    for (int s = 0; s < BLOCK; s += DEPTH) {
      for (int i = 0; i < 2; ++i) {
        const int r = part_row + i * ROWS;
        joint_matrix_load(x[i], tile_a[now] + (COLUMN_A ? s * (LINE_A + PADDING) + r
                                                        : r * (LINE_A + PADDING) + s),
                          LINE_A + PADDING, LA);
      }
      for (int j = 0; j < 2; ++j) {
        const int l = part_column + j * COLUMNS;
        joint_matrix_load(y[j],
                          tile_b[now] + (COLUMN_B ? l * (LINE_B + PADDING) + s
                                                  : s / PACKING * (LINE_B + PADDING) + l * PACKING),
                          LINE_B + PADDING, LB);
      }
      for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
          joint_matrix_mad(sum[i][j], x[i], y[j], sum[i][j]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      joint_matrix_store(sum[i][j],
                         c + (row + part_row + i * ROWS) * n + column + part_column + j * COLUMNS,
                         n, layout_row_major);
}
)";

class StagedProductsTest : public MatrixDeviceTest, public testing::WithParamInterface<Staging> {
protected:
  /// Two work-groups across, three down, and three rounds; small integers in all types.
  void check(const std::string &sized) {
    const Staging staging = GetParam();
    const unsigned m = 12 * staging.rows, n = 8 * staging.columns, k = 6 * staging.depth;
    std::vector<int> a(m * k), b(k * n);
    for (unsigned i = 0; i < a.size(); ++i)
      a[i] = int(i * 7 % 11) - 5;
    for (unsigned i = 0; i < b.size(); ++i)
      b[i] = int(i * 5 % 13) - 6;
    std::vector<int> storedA(a.size()), storedB(b.size());
    for (unsigned row = 0; row < m; ++row)
      for (unsigned i = 0; i < k; ++i)
        storedA[staging.layoutA == 1 ? i * m + row : row * k + i] = a[row * k + i];
    const unsigned packing = staging.packing();
    for (unsigned i = 0; i < k; ++i)
      for (unsigned column = 0; column < n; ++column)
        storedB[staging.layoutB == 1 ? column * k + i
                                     : i / packing * n * packing + column * packing + i % packing] =
            b[i * n + column];
    const BuiltProgram built =
        device().buildSource("#include <joint_matrix.h>\n#define SIZED " + sized + "\n" + product,
                             "-cl-std=CL3.0 " + staging.options());
    ASSERT_EQ(built.error, CL_SUCCESS) << built.log;
    const std::vector<std::uint32_t> sums = valuesOf<std::uint32_t>(
        device().run(built.program, "product", {elements(storedA), elements(storedB)}, m * n * 4,
                     {n / staging.columns / 4 * 64, m / staging.rows / 4}, {64, 1}, {m, n, k}));
    ASSERT_EQ(sums.size(), m * n);
    for (unsigned row = 0; row < m; ++row)
      for (unsigned column = 0; column < n; ++column) {
        int sum = 0;
        for (unsigned i = 0; i < k; ++i)
          sum += a[row * k + i] * b[i * n + column];
        const std::uint32_t bits = sums[row * n + column];
        float asFloat = 0;
        std::memcpy(&asFloat, &bits, sizeof bits);
        ASSERT_EQ(staging.isInteger() ? int(bits) : int(asFloat), sum)
            << "row " << row << ", column " << column;
      }
  }

private:
  /// Integers of up to 6, as the type has them.
  static Bytes elements(const std::vector<int> &values) {
    switch (GetParam().element) {
    case Element::i8:
      return bytesOf(std::vector<std::int8_t>(values.begin(), values.end()));
    case Element::tf32:
      return bytesOf(std::vector<float>(values.begin(), values.end()));
    default:
      break;
    }
    std::vector<std::uint16_t> result;
    for (const int value : values) {
      const float asFloat = float(value);
      std::uint32_t bits = 0;
      std::memcpy(&bits, &asFloat, sizeof bits);
      const bool isHalf = GetParam().element == Element::half && value != 0;
      // The exponent of a half begins at 15 in place of 127, and it has ten bits behind it.
      result.push_back(
          std::uint16_t(isHalf ? (bits >> 16 & 0x8000) | ((bits & 0x7fffffff) - (112u << 23)) >> 13
                               : bits >> 16));
    }
    return bytesOf(result);
  }
};

TEST_P(StagedProductsTest, RequiredSize) {
  check("__attribute__((reqd_work_group_size(64, 1, 1)))");
}

TEST_P(StagedProductsTest, SizeOfTheLaunch) { check(""); }

using E = Element;
INSTANTIATE_TEST_SUITE_P(, StagedProductsTest,
                         testing::Values(Staging{E::bfloat16, 8, 16, 16, 0, 0, 1, 0, 1},
                                         Staging{E::bfloat16, 8, 16, 16, 0, 2, 2, 0, 8},
                                         Staging{E::bfloat16, 16, 16, 32, 0, 1, 1, 8, 4},
                                         Staging{E::bfloat16, 16, 32, 16, 1, 0, 2, 8, 8},
                                         Staging{E::bfloat16, 7, 16, 10, 0, 0, 1, 0, 1},
                                         Staging{E::half, 16, 16, 16, 0, 0, 2, 0, 4},
                                         Staging{E::half, 8, 16, 16, 1, 1, 1, 2, 2},
                                         Staging{E::tf32, 8, 16, 8, 0, 0, 1, 0, 4},
                                         Staging{E::tf32, 16, 16, 8, 1, 1, 2, 0, 1},
                                         Staging{E::i8, 8, 16, 32, 0, 0, 1, 0, 16},
                                         Staging{E::i8, 8, 16, 32, 0, 2, 2, 16, 4},
                                         Staging{E::i8, 16, 16, 64, 0, 1, 2, 0, 8},
                                         Staging{E::i8, 12, 16, 16, 1, 0, 1, 4, 1}));

} // namespace
} // namespace heddle::test
