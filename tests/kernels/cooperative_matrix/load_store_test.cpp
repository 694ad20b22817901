// OpCooperativeMatrixLoadKHR and OpCooperativeMatrixStoreKHR: what is loaded in one layout is
// stored in another, bit for bit, and nothing beside it is touched.
#include "tests/kernels/cooperative_matrix/matrix_case.hpp"

namespace heddle::test {
namespace {

using namespace spv;
using Id = SpirvModule::Id;
using Words = SpirvModule::Words;

class CooperativeMatrixLoadStore : public CooperativeMatrixTest {
protected:
  /// A kernel that loads in each layout and stores each of these matrices in each layout, or, of a
  /// large matrix, in the next one.
  void addLayoutPairs(Component component, unsigned rows, unsigned columns, Use use,
                      unsigned subGroupSize = 16) {
    MatrixCase &k =
        begin(nameOf(component) + "_" + std::to_string(rows) + "x" + std::to_string(columns) + "_" +
                  nameOf(use) + "_" + std::to_string(subGroupSize),
              subGroupSize);
    std::vector<Layout> layouts = {Layout::rowMajor, Layout::columnMajor};
    if (use == Use::b && bytesOf(component) <= 4)
      layouts.push_back(Layout::packed);
    const bool isLarge = rows * columns > 512;
    // In memory only as much as it takes; or with lines apart.
    unsigned spread = rows + columns;
    const auto access = [&](Layout layout) {
      const Placement dense(rows, columns, component, use, layout);
      return Access{.layout = layout, .stride = dense.stride() + spread++ % 3 * 5};
    };
    for (std::size_t from = 0; from < layouts.size(); ++from) {
      const HostMatrix host = HostMatrix::anyBits(rows, columns, component, spread);
      const Id matrix = k.load(host, use, access(layouts[from]));
      for (std::size_t to = 0; to < layouts.size(); ++to)
        if (!isLarge || to == (from + 1) % layouts.size())
          k.expect(nameOf(layouts[from]) + "To" + nameOf(layouts[to]), matrix, host, use,
                   access(layouts[to]));
    }
    k.end();
  }
};

TEST_F(CooperativeMatrixLoadStore, KeepsTheBitsOfEachComponentType) {
  for (Component component : {Component::i8, Component::i16, Component::i32, Component::i64,
                              Component::f16, Component::f32, Component::f64})
    for (Use use : {Use::a, Use::b, Use::accumulator})
      addLayoutPairs(component, use == Use::b ? 13 : 7, use == Use::b ? 7 : 13, use);
  runAll();
}

TEST_F(CooperativeMatrixLoadStore, KeepsTheBitsOfEachShape) {
  struct Shape {
    unsigned rows, columns;
  };
  const Shape shapes[] = {{1, 1}, {8, 16}, {16, 16}, {1, 64}, {3, 5}, {17, 18}, {16, 8}, {5, 40}};
  unsigned number = 0;
  for (const Shape &shape : shapes)
    for (Component component : {Component::i8, Component::f16, Component::f32})
      addLayoutPairs(component, shape.rows, shape.columns, Use(number++ / 2 % 3));
  for (Component component : {Component::i64, Component::f64})
    addLayoutPairs(component, 8, 16, Use::accumulator);
  runAll();
}

TEST_F(CooperativeMatrixLoadStore, KeepsTheBitsInSubGroupsOfEverySize) {
  for (const unsigned size : {8U, 32U})
    for (Component component : {Component::i8, Component::i16, Component::f32, Component::i64}) {
      addLayoutPairs(component, 7, 13, Use::b, size);
      addLayoutPairs(component, 3, 20, Use::accumulator, size);
      addLayoutPairs(component, 16, 8, Use::b, size);
    }
  runAll();
}

TEST_F(CooperativeMatrixLoadStore, KeepsTheBitsOfLargeShapes) {
  addLayoutPairs(Component::i8, 16, 64, Use::a);
  addLayoutPairs(Component::i8, 64, 16, Use::b);
  addLayoutPairs(Component::f16, 16, 32, Use::a);
  addLayoutPairs(Component::f16, 32, 16, Use::b);
  addLayoutPairs(Component::f16, 16, 64, Use::b);
  addLayoutPairs(Component::i8, 32, 64, Use::accumulator);
  addLayoutPairs(Component::f32, 32, 32, Use::accumulator);
  runAll();
}

TEST_F(CooperativeMatrixLoadStore, BroadcastsALineWithStrideZero) {
  const auto add = [&](Component component, unsigned rows, unsigned columns, Use use,
                       Layout layout) {
    MatrixCase &k = begin(nameOf(component) + nameOf(use) + nameOf(layout) + std::to_string(rows) +
                          "x" + std::to_string(columns));
    const bool isColumnMajor = layout == Layout::columnMajor;
    const Placement placement(rows, columns, component, use, layout);
    // One line in memory; element (r, c) is its element `within`.
    const HostMatrix line = HostMatrix::anyBits(1, placement.width(), component, rows + columns);
    HostMatrix expected(rows, columns, component);
    for (unsigned r = 0; r < rows; ++r)
      for (unsigned c = 0; c < columns; ++c)
        expected.at(r, c) =
            line.at(0, isColumnMajor ? r : unsigned(placement.index(r, c)) % placement.width());
    const Id loaded = m.value(opCooperativeMatrixLoad, m.matrix(expected, use),
                              {k.input(line, Use::a), m.layout(layout), m.constantOf("long", 0)});
    k.expect("broadcast", loaded, expected, use);
    k.end();
  };
  for (Layout layout : {Layout::rowMajor, Layout::columnMajor}) {
    add(Component::i8, 8, 32, Use::a, layout);
    add(Component::bf16, 16, 16, Use::b, layout);
    add(Component::i8, 7, 13, Use::b, layout);
    add(Component::f32, 8, 16, Use::accumulator, layout);
    add(Component::f64, 5, 3, Use::accumulator, layout);
  }
  add(Component::bf16, 16, 16, Use::b, Layout::packed);
  add(Component::i8, 64, 16, Use::b, Layout::packed);
  runAll();
}

TEST_F(CooperativeMatrixLoadStore, CountsStridesInUnitsOfThePointee) {
  struct Pointee {
    Component component;
    std::string type;
    std::size_t stride; // in components
  };
  for (const Pointee &p :
       {Pointee{Component::i8, "int4", 32}, Pointee{Component::i8, "int", 20},
        Pointee{Component::i8, "short", 18}, Pointee{Component::i16, "long2", 24},
        Pointee{Component::f16, "int4", 16}, Pointee{Component::f32, "float4", 20},
        Pointee{Component::f32, "char", 17}, Pointee{Component::i32, "short", 18},
        Pointee{Component::f64, "int", 19}, Pointee{Component::i8, "char4", 16}}) {
    MatrixCase &k = begin(nameOf(p.component) + "_behind_" + p.type);
    for (Use use : {Use::a, Use::b, Use::accumulator}) {
      const HostMatrix host = HostMatrix::anyBits(16, 16, p.component, 1);
      const Id matrix = k.load(host, use, {.stride = p.stride, .pointee = p.type});
      k.expect("RowMajor" + nameOf(use), matrix, host, use,
               {.stride = p.stride, .pointee = p.type});
      k.expect("ColumnMajor" + nameOf(use), matrix, host, use,
               {.layout = Layout::columnMajor, .stride = p.stride, .pointee = p.type});
    }
    k.end();
  }
  runAll();
}

TEST_F(CooperativeMatrixLoadStore, TakesStridesOfAnyIntegerType) {
  for (const std::string strideType : {"char", "short", "int", "long"}) {
    MatrixCase &k = begin("stride_" + strideType);
    for (Layout layout : {Layout::rowMajor, Layout::columnMajor}) {
      const HostMatrix host = HostMatrix::anyBits(8, 16, Component::i16, 2);
      const Access access = {.layout = layout, .stride = 100, .strideType = strideType};
      k.expect(nameOf(layout), k.load(host, Use::a, access), host, Use::a, access);
    }
    k.end();
  }
  runAll();
}

TEST_F(CooperativeMatrixLoadStore, TakesGenericPointers) {
  MatrixCase &k = begin("generics");
  for (Layout layout : {Layout::rowMajor, Layout::columnMajor, Layout::packed}) {
    const HostMatrix host = HostMatrix::anyBits(16, 16, Component::i16, 3);
    const Access access = {.layout = layout, .storageClass = generic};
    k.expect(nameOf(layout), k.load(host, Use::b, access), host, Use::b, access);
  }
  k.end();
  runAll();
}

// The kernels have no parameter for it: the variable belongs to the module.
TEST_F(CooperativeMatrixLoadStore, ReachesLocalMemory) {
  for (Component component : {Component::i8, Component::bf16, Component::f32}) {
    const std::string typeOfIt = typeName(component);
    const Id array = m.newType(opTypeArray, {m.type(typeOfIt), m.constant(600)});
    const Id local = m.newGlobal(opVariable, m.pointerTo(array, workgroup), {workgroup});
    MatrixCase &k = begin("local_" + nameOf(component));
    const Id first =
        m.value(opInBoundsAccessChain, m.pointerTo(typeOfIt, workgroup), {local, m.constant(3)});
    const Id asGeneric = m.value(opPtrCastToGeneric, m.pointerTo(typeOfIt, generic), {first});
    const HostMatrix host = HostMatrix::anyBits(16, 32, component, 4);
    const Id type = m.matrix(host, Use::a), stride = m.constantOf("long", 35);
    const Id rows = m.layout(Layout::rowMajor), columns = m.layout(Layout::columnMajor);
    m.instruction(opCooperativeMatrixStore, {first, k.load(host, Use::a), rows, stride});
    const Id again = m.value(opCooperativeMatrixLoad, type, {asGeneric, rows, stride});
    k.expect("rows", again, host, Use::a);
    const Id short17 = m.constantOf("long", 17);
    m.instruction(opCooperativeMatrixStore, {asGeneric, again, columns, short17});
    k.expect("columns", m.value(opCooperativeMatrixLoad, type, {first, columns, short17}), host,
             Use::a);
    k.end();
  }
  runAll();
}

TEST_F(CooperativeMatrixLoadStore, TakesLayoutsAndStridesFromElsewhere) {
  // The layout from a specialization constant, the stride from an argument.
  const Id layout = m.specConstant(7, std::uint32_t(Layout::rowMajor));
  MatrixCase &k = begin("specialized", 16, 1);
  const HostMatrix host = HostMatrix::anyBits(8, 16, Component::f32, 5);
  const Access columns = {.layout = Layout::columnMajor, .stride = 11};
  const Id type = m.matrix(host, Use::accumulator);
  const Id loaded = m.value(opCooperativeMatrixLoad, type,
                            {k.input(host, Use::accumulator, columns), layout, k.numbers[0]});
  k.expect("loaded", loaded, host, Use::accumulator);
  k.end();
  k.launches.front().numbers = {11};
  runAll({{7, std::uint32_t(Layout::columnMajor)}});
}

// A prefetch has no effect but on speed, and may go far beyond the memory.
TEST_F(CooperativeMatrixLoadStore, PrefetchesAsProducersWriteIt) {
  MatrixCase &k = begin("prefetches");
  const HostMatrix host = HostMatrix::anyBits(16, 16, Component::i16, 6);
  const Id place = k.input(host, Use::a), layout = m.layout(Layout::rowMajor);
  const Id rows = m.constant(16), columns = m.constant(16), stride = m.constantOf("long", 16);
  for (std::uint32_t level : {0U, 1U, 3U})
    m.instruction(opCooperativeMatrixPrefetch, {place, rows, columns, level, layout, stride});
  m.instruction(opCooperativeMatrixPrefetch, {place, m.constant(1000), m.constant(1000), 0, layout,
                                              m.constantOf("long", 1 << 20)});
  k.expect("loaded",
           m.value(opCooperativeMatrixLoad, m.matrix(host, Use::a), {place, layout, stride}), host,
           Use::a);
  k.end();
  runAll();
}

TEST_F(CooperativeMatrixLoadStore, PrefetchesWithoutStride) {
  MatrixCase &k = begin("prefetches");
  const HostMatrix host = HostMatrix::anyBits(16, 16, Component::i16, 6);
  const Id place = k.input(host, Use::a), layout = m.layout(Layout::rowMajor);
  m.instruction(opCooperativeMatrixPrefetch, {place, m.constant(16), m.constant(16), 0, layout});
  const Id stride = m.constantOf("long", 16);
  k.expect("loaded",
           m.value(opCooperativeMatrixLoad, m.matrix(host, Use::a), {place, layout, stride}), host,
           Use::a);
  k.end();
  runAll();
}

TEST_F(CooperativeMatrixLoadStore, PrefetchesWithTheOffsetsOfTheDraft) {
  MatrixCase &k = begin("prefetches");
  const HostMatrix host = HostMatrix::anyBits(16, 16, Component::i16, 6);
  const Id place = k.input(host, Use::a), layout = m.layout(Layout::rowMajor);
  const Id rows = m.constant(16), columns = m.constant(16), stride = m.constantOf("long", 16);
  m.instruction(opCooperativeMatrixPrefetch,
                {place, m.constant(0), m.constant(8), rows, columns, 0, layout, stride});
  m.instruction(opCooperativeMatrixPrefetch, {place, m.constant(1 << 20), m.constant(-8u), rows,
                                              columns, 1, layout, m.constantOf("long", 1 << 20)});
  k.expect("loaded",
           m.value(opCooperativeMatrixLoad, m.matrix(host, Use::a), {place, layout, stride}), host,
           Use::a);
  k.end();
  runAll();
}

TEST_F(CooperativeMatrixLoadStore, LoadsAndStoresAtOffsets) {
  for (Component component : {Component::i8, Component::bf16, Component::f32})
    for (Layout layout : {Layout::rowMajor, Layout::columnMajor}) {
      MatrixCase &k = begin("offset_" + nameOf(component) + nameOf(layout), 16, 2);
      const Use use = component == Component::f32 ? Use::accumulator : Use::a;
      // The whole, and the part of 8 x 16 at (row, column).
      const unsigned height = 20, width = 40, row = 9, column = 21;
      const HostMatrix whole = HostMatrix::anyBits(height, width, component, 7);
      HostMatrix part(8, 16, component);
      for (unsigned r = 0; r < part.rows; ++r)
        for (unsigned c = 0; c < part.columns; ++c)
          part.at(r, c) = whole.at(row + r, column + c);
      const Access access = {.layout = layout};
      const Id source = k.input(whole, use, access), stride = k.strideOf(whole, use, access);
      const Id loaded = m.value(opCooperativeMatrixLoadOffset, m.matrix(part, use),
                                {source, k.numbers[0], k.numbers[1], m.layout(layout), stride});
      k.expect("loaded", loaded, part, use);
      // Stored into a place whose begin lies (row, column) before it.
      const Access strided = {.layout = layout, .stride = layout == Layout::rowMajor ? 40U : 20U};
      const Id target = k.output("stored", part, use, strided);
      const std::size_t back = Placement(height, width, component, use, layout).index(row, column);
      const Id begin = m.value(opInBoundsPtrAccessChain, m.pointerTo(typeName(component)),
                               {target, m.constantOf("long", -std::uint64_t(back))});
      m.instruction(opCooperativeMatrixStoreOffset,
                    {begin, k.numbers[0], k.numbers[1], loaded, m.layout(layout), stride, 0});
      k.end();
      k.launches.front().numbers = {row, column};
    }
  runAll();
}

struct MemoryOperands {
  std::string name;
  Words words;
};

void PrintTo(const MemoryOperands &operands, std::ostream *os) { *os << operands.name; }

class CooperativeMatrixMemoryOperands : public CooperativeMatrixTest,
                                        public testing::WithParamInterface<MemoryOperands> {};

TEST_P(CooperativeMatrixMemoryOperands, AreTaken) {
  MatrixCase &k = begin("operands");
  const HostMatrix host = HostMatrix::anyBits(16, 16, Component::f32, 3);
  const Access access = {.memoryOperands = GetParam().words};
  k.expect("stored", k.load(host, Use::accumulator, access), host, Use::accumulator, access);
  k.end();
  runAll();
}

INSTANTIATE_TEST_SUITE_P(Of, CooperativeMatrixMemoryOperands,
                         testing::Values(MemoryOperands{"None", {0}},
                                         MemoryOperands{"Volatile", {1}},
                                         MemoryOperands{"Aligned", {2, 4}},
                                         MemoryOperands{"VolatileAligned", {3, 4}},
                                         MemoryOperands{"Nontemporal", {4}}),
                         [](const auto &info) { return info.param.name; });

} // namespace
} // namespace heddle::test
