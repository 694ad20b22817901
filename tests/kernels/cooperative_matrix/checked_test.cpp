// Checked loads, stores and constructions of SPV_INTEL_joint_matrix: elements outside of a region
// of memory are zeros and are not stored. X and Height count lines, Y and Width elements in a line.
#include "tests/kernels/cooperative_matrix/matrix_case.hpp"

#include <cstring>
#include <limits>

namespace heddle::test {
namespace {

using namespace spv;
using Id = SpirvModule::Id;
using Words = SpirvModule::Words;

struct Kind {
  Use use;
  Layout layout;
  Component component;
  unsigned rows, columns;
  std::string numberType = "int"; ///< of coordinates, sizes and stride
};

/// A region of memory and where in it a matrix begins, in lines and elements.
struct Position {
  int lines, width, x, y;
};

class CooperativeMatrixChecked : public CooperativeMatrixTest {
protected:
  /// Numbers of a kernel: X, Y, the region's offsets in both buffers, its height and its width.
  enum Number { x, y, inOffset, outOffset, height, width, numberCount };

  /// loads a region's part and stores it unchecked, stores another matrix there, fills a third one.
  void add(const Kind &kind) {
    MatrixCase &k =
        begin("checked_" + nameOf(kind.use) + nameOf(kind.layout) + nameOf(kind.component) +
                  std::to_string(kind.rows) + "x" + std::to_string(kind.columns) + kind.numberType,
              16, numberCount);
    const HostMatrix written = HostMatrix::anyBits(kind.rows, kind.columns, kind.component, 1);
    const HostMatrix unknown(kind.rows, kind.columns, kind.component);
    const Id type = m.matrix(written, kind.use), object = k.load(written, kind.use);
    const Id integer = m.type(kind.numberType), layout = m.layout(kind.layout);
    const Id stride = m.constantOf(kind.numberType, strideOf(kind));
    const auto number = [&](Number which) {
      return kind.numberType == "int" ? k.numbers[which]
                                      : m.value(opSConvert, integer, {k.numbers[which]});
    };
    const Id lines = number(height), elements = number(width), line = number(x),
             element = number(y);
    const auto place = [&](Id buffer, Number offset) {
      const Id bytes =
          m.value(opInBoundsPtrAccessChain, m.pointerTo("char"), {buffer, k.numbers[offset]});
      const std::string pointee = typeName(kind.component);
      return pointee == "char" ? bytes : m.value(opBitcast, m.pointerTo(pointee), {bytes});
    };
    const Id loaded =
        m.value(opCooperativeMatrixLoadChecked, type,
                {place(k.in, inOffset), line, element, layout, lines, elements, stride});
    k.expect("loaded", loaded, unknown, kind.use);
    m.instruction(opCooperativeMatrixStoreChecked, {place(k.out, outOffset), line, element, object,
                                                    layout, lines, elements, stride});
    // Rows and columns: the same as in a row-major accumulator.
    const Id filled = m.value(opCooperativeMatrixConstructChecked, type,
                              {line, element, lines, elements, m.constantOf(kind.component, 3)});
    k.expect("filled", filled, unknown, kind.use);
    k.end();
    addLaunches(k, kind, written);
  }

private:
  /// More than the widest region.
  static unsigned strideOf(const Kind &kind) {
    return 2 * Placement(kind.rows, kind.columns, kind.component, kind.use, kind.layout).width() +
           8;
  }

  static void addLaunches(MatrixCase &k, const Kind &kind, const HostMatrix &written) {
    const Placement tile(kind.rows, kind.columns, kind.component, kind.use, kind.layout);
    const int tileLines = int(tile.height()), tileWidth = int(tile.width());
    const int lines = 2 * tileLines + 3, widest = 2 * tileWidth + 5;
    constexpr int far = std::numeric_limits<int>::max();
    const Position positions[] = {{lines, widest, 0, 0},
                                  {lines, widest, 2, 3},
                                  {lines, widest, -1, 2},
                                  {lines, widest, 3, -2},
                                  {lines, widest, lines - 1, 4},
                                  {lines, widest, 1, widest - 1},
                                  {lines, widest, -tileLines / 2, -tileWidth / 2},
                                  {lines, widest, lines - tileLines / 2, widest - tileWidth / 2},
                                  {lines, widest, lines - tileLines, widest - tileWidth},
                                  {lines, widest, lines, 0},
                                  {lines, widest, 0, widest},
                                  {lines, widest, -tileLines, 0},
                                  {lines, widest, 0, -tileWidth},
                                  {lines, widest, far, far},
                                  {lines, widest, -far - 1, 0},
                                  {1, 1, 0, 0},
                                  {2, 3, -1, -1}};
    const Launch pattern = k.launches.front();
    k.launches.clear();
    for (const Position &position : positions)
      addLaunch(k, kind, written, position, pattern);
  }

  static void addLaunch(MatrixCase &k, const Kind &kind, const HostMatrix &written,
                        const Position &position, const Launch &pattern) {
    Launch &launch = k.launches.emplace_back(pattern);
    launch.what = "at " + std::to_string(position.x) + ", " + std::to_string(position.y) + " of " +
                  std::to_string(position.lines) + " x " + std::to_string(position.width);
    const HostMatrix region =
        HostMatrix::anyBits(unsigned(position.lines), unsigned(position.width), kind.component, 2);
    const std::size_t stride = strideOf(kind);
    const Placement inRegion(region.rows, region.columns, kind.component, Use::a, Layout::rowMajor,
                             stride);
    const Placement tile(kind.rows, kind.columns, kind.component, kind.use, kind.layout, stride);
    const unsigned bytes = bytesOf(kind.component);

    // What is outside of a region before its begin would be in front of the buffer.
    const bool isFirst = position.x < 0 || position.y < 0;
    const std::size_t from =
        isFirst ? launch.in.addAtBegin(inRegion.bytes()) : launch.in.add(inRegion.bytes(), bytes);
    writeElements(region, inRegion, launch.in.at(from));
    const std::size_t to =
        isFirst ? launch.out.addAtBegin(inRegion.bytes()) : launch.out.add(inRegion.bytes(), bytes);

    HostMatrix loaded(kind.rows, kind.columns, kind.component), filled = loaded;
    for (unsigned r = 0; r < kind.rows; ++r)
      for (unsigned c = 0; c < kind.columns; ++c) {
        const auto isInside = [&](std::int64_t line, std::int64_t element) {
          return line >= 0 && line < position.lines && element >= 0 && element < position.width;
        };
        const std::int64_t line = position.x + std::int64_t(tile.index(r, c) / stride),
                           element = position.y + std::int64_t(tile.index(r, c) % stride);
        if (isInside(line, element)) {
          loaded.at(r, c) = region.at(unsigned(line), unsigned(element));
          std::memcpy(launch.out.at(to) +
                          std::size_t(line * std::int64_t(stride) + element) * bytes,
                      &written.at(r, c), bytes);
        }
        if (isInside(std::int64_t(position.x) + r, std::int64_t(position.y) + c))
          filled.at(r, c) = encode(kind.component, 3);
      }
    const auto expectRegion = [&](Launch::Region &expected, const HostMatrix &matrix) {
      expected.matrix = matrix;
      writeElements(matrix, expected.placement, launch.out.at(expected.offset));
    };
    expectRegion(launch.regions[0], loaded);
    expectRegion(launch.regions[1], filled);
    launch.numbers = {position.x, position.y,     cl_int(from),
                      cl_int(to), position.lines, position.width};
  }
};

TEST_F(CooperativeMatrixChecked, LeavesOutWhatIsOutsideOfA) {
  for (Layout layout : {Layout::rowMajor, Layout::columnMajor}) {
    add({Use::a, layout, Component::i8, 16, 64});
    add({Use::a, layout, Component::bf16, 8, 16});
    add({Use::a, layout, Component::f32, 7, 13});
  }
  runAll();
}

TEST_F(CooperativeMatrixChecked, LeavesOutWhatIsOutsideOfB) {
  for (Layout layout : {Layout::rowMajor, Layout::columnMajor, Layout::packed}) {
    add({Use::b, layout, Component::i8, 64, 16});
    add({Use::b, layout, Component::bf16, 16, 16});
    add({Use::b, layout, Component::bf16, 13, 7});
    add({Use::b, layout, Component::f32, 8, 16});
  }
  runAll();
}

TEST_F(CooperativeMatrixChecked, LeavesOutWhatIsOutsideOfAccumulators) {
  for (Layout layout : {Layout::rowMajor, Layout::columnMajor}) {
    add({Use::accumulator, layout, Component::f32, 16, 16});
    add({Use::accumulator, layout, Component::i32, 5, 19});
    add({Use::accumulator, layout, Component::f64, 8, 16});
    add({Use::accumulator, layout, Component::f16, 1, 64});
  }
  runAll();
}

TEST_F(CooperativeMatrixChecked, TakesCoordinatesOf64Bits) {
  add({Use::a, Layout::rowMajor, Component::bf16, 8, 16, "long"});
  add({Use::b, Layout::packed, Component::i8, 32, 16, "long"});
  add({Use::accumulator, Layout::columnMajor, Component::f32, 8, 16, "long"});
  runAll();
}

} // namespace
} // namespace heddle::test
