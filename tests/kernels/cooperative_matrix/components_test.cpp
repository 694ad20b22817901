// The components that a work-item owns: how many, where they are, and one by one. Which element is
// whose is up to the compiler: no test here knows.
#include "tests/kernels/cooperative_matrix/matrix_case.hpp"

#include <span>

namespace heddle::test {
namespace {

using namespace spv;
using Id = SpirvModule::Id;
using Words = SpirvModule::Words;
using enum Component;

class CooperativeMatrixComponents : public CooperativeMatrixTest {
protected:
  CooperativeMatrixComponents() { buildOptions.emplace_back("-cl-opt-disable"); }

  struct Kind {
    Component component;
    unsigned rows, columns;
    Use use;
  };
  /// Among them sizes that no sub-group shares evenly.
  static constexpr Kind kinds[] = {{i32, 8, 16, Use::accumulator},
                                   {f32, 16, 16, Use::accumulator},
                                   {i8, 16, 64, Use::a},
                                   {bf16, 32, 16, Use::b},
                                   {i32, 7, 13, Use::accumulator},
                                   {f32, 3, 5, Use::a},
                                   {i8, 7, 29, Use::a},
                                   {f16, 8, 16, Use::accumulator},
                                   {f64, 5, 17, Use::b},
                                   {i64, 1, 64, Use::accumulator},
                                   {i16, 1, 1, Use::a}};

  /// All with the usual size.
  static std::span<const Kind> kindsFor(unsigned subGroupSize) {
    return std::span(kinds).last(subGroupSize == 16 ? std::size(kinds) : 6);
  }

  std::string nameOfKind(const std::string &prefix, const Kind &kind) {
    return prefix + "_" + nameOf(kind.component) + std::to_string(kind.rows) + "x" +
           std::to_string(kind.columns);
  }
  Id addNumber(Component component, Id x, Id y) {
    return m.value(isFloat(component) && component != bf16 ? opFAdd : opIAdd,
                   m.type(typeName(component)), {x, y});
  }
  /// For each component of the matrix in a variable, body(index).
  void forEachComponent(Id matrixType, const std::function<void(Id index)> &body) {
    m.loop(m.length(matrixType), {}, [&](Id index, const Words &) {
      body(index);
      return Words();
    });
  }
  void addToComponent(Id variable, Component component, Id index, Id number) {
    const Id place = m.component(variable, component, index);
    const Id old = m.load(m.type(typeName(component)), place);
    m.store(place, addNumber(component, old, number));
  }
};

/// bf16 as the integers that SPIR-V has for it.
Component asInteger(Component component) { return component == bf16 ? i16 : component; }

TEST_F(CooperativeMatrixComponents, AreAllReachedByALoopOverTheLength) {
  for (const unsigned size : {8U, 16U, 32U})
    for (const Kind &kind : kindsFor(size)) {
      const Component component = asInteger(kind.component);
      MatrixCase &k = begin(nameOfKind("add" + std::to_string(size), kind), size);
      const HostMatrix host = HostMatrix::numbers(kind.rows, kind.columns, component, 1, -9, 9);
      const Id type = m.matrix(host, kind.use), place = m.variable(type);
      m.store(place, k.load(host, kind.use));
      forEachComponent(type, [&](Id index) {
        addToComponent(place, component, index, m.constantOf(component, 1));
      });
      k.expect("sum", m.load(type, place), host.mapped(component, [](double x) { return x + 1; }),
               kind.use);
      k.end();
    }
  runAll();
}

// Lanes that are odd, then those that are even: together each element once.
TEST_F(CooperativeMatrixComponents, AreReachedByTheActiveLanesAlone) {
  for (const Kind &kind : kinds) {
    const Component component = asInteger(kind.component);
    MatrixCase &k = begin(nameOfKind("some", kind));
    const HostMatrix host = HostMatrix::numbers(kind.rows, kind.columns, component, 1, -9, 9);
    const Id type = m.matrix(host, kind.use), integer = m.type("int");
    const Id odd = m.variable(type), even = m.variable(type), both = m.variable(type);
    const Id loaded = k.load(host, kind.use);
    for (Id place : {odd, even, both})
      m.store(place, loaded);
    const Id parity = m.value(opUMod, integer, {m.laneNumber(), m.constant(2)});
    const Id one = m.constantOf(component, 1), two = m.constantOf(component, 2);
    const auto change = [&](unsigned wanted, Id place, Id number) {
      m.ifTrue(m.value(opIEqual, m.type("bool"), {parity, m.constant(wanted)}), [&] {
        forEachComponent(type, [&](Id index) {
          addToComponent(place, component, index, number);
          addToComponent(both, component, index, number);
        });
      });
    };
    change(1, odd, one);
    change(0, even, two);
    k.expect("both minus one of them",
             m.value(isFloat(component) ? opFSub : opISub, type,
                     {m.value(isFloat(component) ? opFAdd : opIAdd, type,
                              {m.load(type, odd), m.load(type, even)}),
                      m.load(type, both)}),
             host, kind.use);
    // even - odd is 2 where an even lane owns the element, else -1: its square minus itself is 2.
    const Id difference = m.value(isFloat(component) ? opFSub : opISub, type,
                                  {m.load(type, even), m.load(type, odd)});
    const Id square = m.value(isFloat(component) ? opFMul : opIMul, type, {difference, difference});
    k.expect("difference squared minus difference",
             m.value(isFloat(component) ? opFSub : opISub, type, {square, difference}),
             HostMatrix::splat(kind.rows, kind.columns, component, 2), kind.use);
    k.end();
  }
  runAll();
}

// In one turn of a loop a lane is active and in the next it is not.
TEST_F(CooperativeMatrixComponents, ChangeInNonUniformLoops) {
  MatrixCase &k = begin("turns");
  const HostMatrix host = HostMatrix::numbers(16, 16, f32, 1, -9, 9);
  const Id type = m.matrix(host, Use::accumulator), place = m.variable(type);
  m.store(place, k.load(host, Use::accumulator));
  // Lane l adds 1 to each of its components in turns 0 … l, and takes l + 1 from them at last.
  const Id turns = m.add(m.laneNumber(), m.constant(1));
  m.loop(turns, {}, [&](Id, const Words &) {
    forEachComponent(type,
                     [&](Id index) { addToComponent(place, f32, index, m.constantOf(f32, 1)); });
    return Words();
  });
  const Id back =
      m.value(opFNegate, m.type("float"), {m.value(opConvertUToF, m.type("float"), {turns})});
  forEachComponent(type, [&](Id index) { addToComponent(place, f32, index, back); });
  k.expect("as before", m.load(type, place), host, Use::accumulator);
  k.end();
  runAll();
}

TEST_F(CooperativeMatrixComponents, ComeOutOfValuesAndGoIntoThem) {
  // As many for each lane of 16: other sizes would have surplus ones.
  for (const Kind &kind : {Kind{i32, 8, 16, Use::accumulator}, Kind{f32, 16, 16, Use::a},
                           Kind{i8, 8, 32, Use::b}, Kind{f16, 2, 16, Use::accumulator}}) {
    MatrixCase &k = begin(nameOfKind("extract", kind));
    const HostMatrix host = HostMatrix::numbers(kind.rows, kind.columns, kind.component, 1, -9, 9);
    const Id type = m.matrix(host, kind.use), scalar = m.type(typeName(kind.component));
    const Id loaded = k.load(host, kind.use);
    Id changed = loaded, reversed = loaded;
    const unsigned length = kind.rows * kind.columns / 16;
    for (unsigned i = 0; i < length; ++i) {
      const Id old = m.value(opCompositeExtract, scalar, {changed, i});
      changed =
          m.value(opCompositeInsert, type,
                  {addNumber(kind.component, old, m.constantOf(kind.component, 1)), changed, i});
      // There and back: component i at length - 1 - i.
      reversed =
          m.value(opCompositeInsert, type,
                  {m.value(opCompositeExtract, scalar, {loaded, length - 1 - i}), reversed, i});
    }
    Id again = reversed;
    for (unsigned i = 0; i < length; ++i)
      again = m.value(opCompositeInsert, type,
                      {m.value(opCompositeExtract, scalar, {reversed, length - 1 - i}), again, i});
    k.expect("one more", changed, host.mapped(kind.component, [](double x) { return x + 1; }),
             kind.use);
    k.expect("as before", again, host, kind.use);
    k.end();
  }
  runAll();
}

TEST_F(CooperativeMatrixComponents, KnowTheirCoordinates) {
  for (const unsigned size : {8U, 16U, 32U})
    for (const Kind &kind : kindsFor(size)) {
      MatrixCase &k = begin(nameOfKind("coordinates" + std::to_string(size), kind), size);
      // Matrices of this size with 32-bit components, and one more with the kind's own.
      HostMatrix coordinates(kind.rows, kind.columns, i32);
      HostMatrix own(kind.rows, kind.columns, asInteger(kind.component));
      for (unsigned r = 0; r < kind.rows; ++r)
        for (unsigned c = 0; c < kind.columns; ++c) {
          coordinates.at(r, c) = 1000 * r + c;
          own.at(r, c) = encode(own.component, r + c);
        }
      const Id integer = m.type("int"), type = m.matrix(coordinates, kind.use),
               ownType = m.matrix(own, kind.use), place = m.variable(type),
               ownPlace = m.variable(ownType);
      m.store(place, m.splat(type, m.constant(0)));
      m.store(ownPlace, m.newGlobal(opConstantNull, ownType, {}));
      const Id memory = k.output("through coordinates", coordinates, kind.use);
      const auto coordinate = [&](Id matrix, Id index) {
        const Id pair =
            m.value(opCooperativeMatrixGetElementCoord, m.type("int2"), {matrix, index});
        return std::pair(m.value(opCompositeExtract, integer, {pair, 0}),
                         m.value(opCompositeExtract, integer, {pair, 1}));
      };
      forEachComponent(type, [&](Id index) {
        const auto [row, column] = coordinate(m.load(type, place), index);
        const Id number = m.add(m.multiply(row, m.constant(1000)), column);
        m.store(m.component(place, i32, index), number);
        const Id at = m.add(m.multiply(row, m.constant(kind.columns)), column);
        m.store(m.value(opInBoundsPtrAccessChain, m.pointerTo("int"), {memory, at}), number);
      });
      k.expect("in the matrix", m.load(type, place), coordinates, kind.use);
      forEachComponent(ownType, [&](Id index) {
        const auto [row, column] = coordinate(m.load(ownType, ownPlace), index);
        const Id sum = m.add(row, column), scalar = m.type(typeName(own.component));
        m.store(m.component(ownPlace, own.component, index),
                own.component == i32     ? sum
                : isFloat(own.component) ? m.value(opConvertUToF, scalar, {sum})
                                         : m.value(opUConvert, scalar, {sum}));
      });
      k.expect("as own components", m.load(ownType, ownPlace), own, kind.use);
      k.end();
    }
  runAll();
}

// Surplus components are zero after a load: whoever sums over components needs not know of them.
TEST_F(CooperativeMatrixComponents, SumToTheSumOfTheElements) {
  m.require(18); // Groups
  for (const Kind &kind : {Kind{i32, 7, 13, Use::accumulator}, Kind{i32, 16, 16, Use::accumulator},
                           Kind{i32, 3, 5, Use::a}, Kind{i32, 5, 17, Use::b}}) {
    MatrixCase &k = begin(nameOfKind("sum", kind));
    const HostMatrix host = HostMatrix::numbers(kind.rows, kind.columns, i32, 1, -1000, 1000);
    const Id type = m.matrix(host, kind.use), place = m.variable(type), integer = m.type("int");
    m.store(place, k.load(host, kind.use));
    const Id own =
        m.loop(m.length(type), {{integer, m.constant(0)}}, [&](Id index, const Words &sums) {
          return Words{m.add(sums[0], m.load(integer, m.component(place, i32, index)))};
        })[0];
    constexpr std::uint16_t opGroupIAdd = 264;
    const Id sum = m.value(opGroupIAdd, integer, {m.constant(subgroupScope), 0, own});
    HostMatrix expected(1, 1, i32);
    for (std::uint64_t element : host.bits)
      expected.bits[0] = std::uint32_t(expected.bits[0] + element);
    m.store(k.output("sum", expected, kind.use), sum);
    k.end();
  }
  runAll();
}

} // namespace
} // namespace heddle::test
