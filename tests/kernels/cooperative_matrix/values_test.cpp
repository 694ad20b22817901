// Matrices as values of the language: in variables, arrays and structures, through phis, selects
// and functions, and of sizes that specialization constants say.
#include "tests/kernels/cooperative_matrix/matrix_case.hpp"

namespace heddle::test {
namespace {

using namespace spv;
using Id = SpirvModule::Id;
using Words = SpirvModule::Words;
using enum Component;

constexpr std::uint32_t inlineControl = 1, dontInline = 2;

class CooperativeMatrixValues : public CooperativeMatrixTest {
protected:
  CooperativeMatrixValues() { buildOptions.emplace_back("-cl-opt-disable"); }

  const HostMatrix a = HostMatrix::numbers(16, 32, bf16, 1, -2, 2),
                   b = HostMatrix::numbers(32, 16, bf16, 2, -2, 2),
                   c = HostMatrix::numbers(16, 16, f32, 3, -9, 9),
                   d = HostMatrix::numbers(16, 16, f32, 4, -9, 9);

  Id product(Id loadedA, Id loadedB, Id loadedC) {
    return m.multiplyAdd(m.matrix(c, Use::accumulator), loadedA, loadedB, loadedC, bf16Factors);
  }
  Id booleanOf(Id number) { return m.value(opIEqual, m.type("bool"), {number, m.constant(1)}); }
};

TEST_F(CooperativeMatrixValues, LieInVariables) {
  MatrixCase &k = begin("variables");
  const Id place = m.variable(m.matrix(c, Use::accumulator)),
           other = m.variable(m.matrix(c, Use::accumulator));
  m.store(place, k.load(c, Use::accumulator));
  m.store(other, m.load(m.matrix(c, Use::accumulator), place));
  m.store(place, k.load(d, Use::accumulator));
  const Id loadedA = k.load(a, Use::a), loadedB = k.load(b, Use::b);
  m.store(other, product(loadedA, loadedB, m.load(m.matrix(c, Use::accumulator), other)));
  k.expect("product", m.load(m.matrix(c, Use::accumulator), other), multiplyAdd(a, b, c, f32),
           Use::accumulator);
  k.expect("second", m.load(m.matrix(c, Use::accumulator), place), d, Use::accumulator);
  k.end();
  runAll();
}

TEST_F(CooperativeMatrixValues, LieInArraysWithRunTimeIndices) {
  MatrixCase &k = begin("arrays", 16, 1);
  const Id type = m.matrix(c, Use::accumulator);
  const Id row = m.newType(opTypeArray, {type, m.constant(2)}),
           array = m.newType(opTypeArray, {row, m.constant(3)});
  const Id place = m.variable(array), pointer = m.pointerTo(type, functionStorage);
  const auto element = [&](Id i, Id j) {
    return m.value(opInBoundsAccessChain, pointer, {place, i, j});
  };
  // Element (i, j) is filled with 2 i + j, and number n of them gets c besides.
  m.loop(m.constant(3), {}, [&](Id i, const Words &) {
    m.loop(m.constant(2), {}, [&](Id j, const Words &) {
      const Id number = m.value(opConvertUToF, m.type("float"), {m.add(m.add(i, i), j)});
      m.store(element(i, j), m.splat(type, number));
      return Words();
    });
    return Words();
  });
  const Id which = k.numbers[0], one = m.constant(1);
  const Id loaded = k.load(c, Use::accumulator);
  m.store(element(which, one), m.value(opFAdd, type, {m.load(type, element(which, one)), loaded}));
  for (unsigned i = 0; i < 3; ++i)
    for (unsigned j = 0; j < 2; ++j)
      k.expect(std::to_string(i) + std::to_string(j),
               m.load(type, element(m.constant(i), m.constant(j))),
               i == 2 && j == 1 ? c.mapped(f32, [](double x) { return x + 5; })
                                : HostMatrix::splat(16, 16, f32, 2 * i + j),
               Use::accumulator);
  // A component of an element of the array.
  const Id inside = m.value(opInBoundsAccessChain, m.pointerTo("float", functionStorage),
                            {place, which, one, m.constant(3)});
  m.store(inside, m.value(opFAdd, m.type("float"),
                          {m.load(m.type("float"), inside), m.constantOf(f32, 0)}));
  k.expect("again", m.load(type, element(which, one)),
           c.mapped(f32, [](double x) { return x + 5; }), Use::accumulator);
  k.end();
  k.launches.front().numbers = {2};
  runAll();
}

TEST_F(CooperativeMatrixValues, BeginAsNullOrUndefined) {
  MatrixCase &k = begin("nulls", 16, 1);
  const Id type = m.matrix(c, Use::accumulator);
  const Id array = m.newType(opTypeArray, {type, m.constant(2)});
  const Id place = m.value(opVariable, m.pointerTo(array, functionStorage),
                           {functionStorage, m.newGlobal(opConstantNull, array, {})});
  k.expect("element",
           m.load(type, m.value(opInBoundsAccessChain, m.pointerTo(type, functionStorage),
                                {place, k.numbers[0]})),
           HostMatrix(16, 16, f32), Use::accumulator);
  // What is not chosen need not be anything.
  constexpr std::uint16_t opUndef = 1;
  const Id unknown = m.value(opUndef, type, {});
  k.expect("chosen",
           m.value(opSelect, type, {booleanOf(k.numbers[0]), unknown, k.load(c, Use::accumulator)}),
           c, Use::accumulator);
  k.end();
  k.launches.front().numbers = {0};
  runAll();
}

TEST_F(CooperativeMatrixValues, BeginAsConstantSplats) {
  MatrixCase &k = begin("splats", 16, 1);
  const Id type = m.matrix(c, Use::accumulator);
  const Id array = m.newType(opTypeArray, {type, m.constant(2)});
  const Id three = m.newGlobal(opConstantComposite, type, {m.constantOf(f32, 3)}),
           zeros = m.newGlobal(opConstantNull, type, {}),
           pair = m.newGlobal(opConstantComposite, array, {zeros, three});
  const auto variableOf = [&](Id pointee, Id initial) {
    return m.value(opVariable, m.pointerTo(pointee, functionStorage), {functionStorage, initial});
  };
  const Id single = variableOf(type, three), both = variableOf(array, pair);
  k.expect("variable", m.load(type, single), HostMatrix::splat(16, 16, f32, 3), Use::accumulator);
  k.expect("array",
           m.load(type, m.value(opInBoundsAccessChain, m.pointerTo(type, functionStorage),
                                {both, k.numbers[0]})),
           HostMatrix::splat(16, 16, f32, 3), Use::accumulator);
  k.end();
  k.launches.front().numbers = {1};
  runAll();
}

TEST_F(CooperativeMatrixValues, LieInStructuresOfSeveralKinds) {
  MatrixCase &k = begin("structures");
  const Id typeA = m.matrix(a, Use::a), typeC = m.matrix(c, Use::accumulator);
  const Id inner = m.newType(opTypeStruct, {typeA, m.type("int")}),
           outer = m.newType(opTypeStruct, {m.type("float"), inner, typeC});
  const Id place = m.variable(outer);
  const auto member = [&](Id type, const std::vector<unsigned> &path) {
    Words operands = {place};
    for (unsigned index : path)
      operands.push_back(m.constant(index));
    return m.value(opInBoundsAccessChain, m.pointerTo(type, functionStorage), operands);
  };
  m.store(member(typeA, {1, 0}), k.load(a, Use::a));
  m.store(member(m.type("int"), {1, 1}), m.constant(77));
  m.store(member(typeC, {2}), k.load(c, Use::accumulator));
  // The structure as one value, whose matrix is exchanged.
  const Id whole = m.load(outer, place);
  const Id sum = m.value(
      opFAdd, typeC, {m.value(opCompositeExtract, typeC, {whole, 2}), k.load(d, Use::accumulator)});
  m.store(place, m.value(opCompositeInsert, outer, {sum, whole, 2}));
  const Id loadedB = k.load(b, Use::b);
  k.expect(
      "product",
      product(m.load(typeA, member(typeA, {1, 0})), loadedB, m.load(typeC, member(typeC, {2}))),
      [&] {
        HostMatrix both = c;
        for (std::size_t i = 0; i < c.bits.size(); ++i)
          both.bits[i] = encode(f32, decode(f32, c.bits[i]) + decode(f32, d.bits[i]));
        return multiplyAdd(a, b, both, f32);
      }(),
      Use::accumulator);
  HostMatrix number(1, 1, i32);
  number.bits[0] = 77;
  m.store(k.output("number", number, Use::accumulator),
          m.load(m.type("int"), member(m.type("int"), {1, 1})));
  k.end();
  runAll();
}

TEST_F(CooperativeMatrixValues, AreChosenByPhisAndSelects) {
  MatrixCase &k = begin("choices", 16, 1);
  const Id type = m.matrix(c, Use::accumulator);
  const Id first = k.load(c, Use::accumulator), second = k.load(d, Use::accumulator);
  const Id condition = booleanOf(k.numbers[0]);
  const Id selected = m.value(opSelect, type, {condition, first, second});
  const Id left = m.newId(), right = m.newId(), after = m.newId();
  m.instruction(opBranchConditional, {condition, left, right});
  m.instruction(opLabel, {left});
  const Id loadedA = k.load(a, Use::a), loadedB = k.load(b, Use::b);
  const Id summed = product(loadedA, loadedB, first);
  m.instruction(opBranch, {after});
  m.instruction(opLabel, {right});
  const Id negated = m.value(opFNegate, type, {second});
  m.instruction(opBranch, {after});
  m.instruction(opLabel, {after});
  const Id phi = m.value(opPhi, type, {summed, left, negated, right});
  k.expect("selected", selected, d, Use::accumulator);
  k.expect("phi", phi, d.mapped(f32, [](double x) { return -x; }), Use::accumulator);
  k.end();
  Launch other = k.launches.front();
  k.launches.front().numbers = {0};
  other.numbers = {1};
  const HostMatrix expected[] = {c, multiplyAdd(a, b, c, f32)};
  for (unsigned i = 0; i < 2; ++i) {
    Launch::Region &region = other.regions[i];
    region.matrix = expected[i];
    writeElements(expected[i], region.placement, other.out.at(region.offset));
  }
  k.launches.push_back(other);
  runAll();
}

// C = A * B in steps of 32, with the sum in a phi; and with a pair of sums that change places.
TEST_F(CooperativeMatrixValues, AreSumsOfLoops) {
  const unsigned depth = 96;
  const HostMatrix longA = HostMatrix::numbers(16, depth, bf16, 5, -2, 2),
                   longB = HostMatrix::numbers(depth, 16, bf16, 6, -2, 2);
  const Id type = m.matrix(c, Use::accumulator), shortPointer = m.pointerTo("short");
  MatrixCase &k = begin("sums", 16, 1);
  const Id placeA = k.input(longA, Use::a), placeB = k.input(longB, Use::b);
  const Id row = m.layout(Layout::rowMajor);
  const Id zero = m.newGlobal(opConstantNull, type, {}), start = k.load(c, Use::accumulator);
  const auto step = [&](Id index, Id sum) {
    const Id atA = m.value(opInBoundsPtrAccessChain, shortPointer,
                           {placeA, m.multiply(index, m.constant(32))});
    const Id atB = m.value(opInBoundsPtrAccessChain, shortPointer,
                           {placeB, m.multiply(index, m.constant(32 * 16))});
    const Id loadedA = m.value(opCooperativeMatrixLoad, m.matrix(a, Use::a),
                               {atA, row, m.constantOf("long", depth)});
    const Id loadedB =
        m.value(opCooperativeMatrixLoad, m.matrix(b, Use::b), {atB, row, m.constantOf("long", 16)});
    return product(loadedA, loadedB, sum);
  };
  const Id sum = m.loop(k.numbers[0], {{type, start}}, [&](Id index, const Words &sums) {
    return Words{step(index, sums[0])};
  })[0];
  k.expect("sum", sum, multiplyAdd(longA, longB, c, f32), Use::accumulator);
  // After an odd number of turns, the first is what was added to in turns 1 (of 0, 1, 2).
  const Words pair =
      m.loop(k.numbers[0], {{type, start}, {type, zero}},
             [&](Id index, const Words &sums) { return Words{sums[1], step(index, sums[0])}; });
  const auto part = [&](unsigned turn, const HostMatrix &from) {
    HostMatrix partA(16, 32, bf16), partB(32, 16, bf16);
    for (unsigned i = 0; i < 16; ++i)
      for (unsigned j = 0; j < 32; ++j) {
        partA.at(i, j) = longA.at(i, 32 * turn + j);
        partB.at(j, i) = longB.at(32 * turn + j, i);
      }
    return multiplyAdd(partA, partB, from, f32);
  };
  k.expect("first", pair[0], part(1, HostMatrix(16, 16, f32)), Use::accumulator);
  k.expect("second", pair[1], part(2, part(0, c)), Use::accumulator);
  k.end();
  k.launches.front().numbers = {3};
  runAll();
}

TEST_F(CooperativeMatrixValues, ArePassedToFunctionsAndReturned) {
  const Id type = m.matrix(c, Use::accumulator), typeA = m.matrix(a, Use::a),
           typeB = m.matrix(b, Use::b);
  const Id pointer = m.pointerTo(type, functionStorage);
  Words functions, inPlace;
  for (std::uint32_t control : {0u, inlineControl, dontInline}) {
    const Words f = m.beginFunction({type, typeA, typeB, type}, control);
    functions.push_back(f[0]);
    m.endFunction(product(f[1], f[2], f[3]));
    // Through a pointer to a variable, and with a number beside it.
    const Words g = m.beginFunction({m.type("int"), pointer, typeA, typeB}, control);
    inPlace.push_back(g[0]);
    m.store(g[1], product(g[2], g[3], m.load(type, g[1])));
    m.endFunction(m.length(type));
  }
  MatrixCase &k = begin("functions");
  const Id place = m.variable(type);
  const Id loadedA = k.load(a, Use::a), loadedB = k.load(b, Use::b),
           start = k.load(c, Use::accumulator);
  const HostMatrix once = multiplyAdd(a, b, c, f32);
  for (std::size_t i = 0; i < functions.size(); ++i) {
    const Id returned = m.value(opFunctionCall, type, {functions[i], loadedA, loadedB, start});
    k.expect("returned" + std::to_string(i), returned, once, Use::accumulator);
    m.store(place, returned);
    m.value(opFunctionCall, m.type("int"), {inPlace[i], place, loadedA, loadedB});
    k.expect("in place" + std::to_string(i), m.load(type, place), multiplyAdd(a, b, once, f32),
             Use::accumulator);
  }
  k.end();
  runAll();
}

TEST_F(CooperativeMatrixValues, AreReturnedInStructures) {
  const Id type = m.matrix(c, Use::accumulator);
  const Id pair = m.newType(opTypeStruct, {type, type});
  const Words f = m.beginFunction({pair, type, type}, dontInline);
  m.endFunction(m.value(opCompositeConstruct, pair, {f[2], f[1]}));
  MatrixCase &k = begin("pairs");
  const Id swapped = m.value(opFunctionCall, pair,
                             {f[0], k.load(c, Use::accumulator), k.load(d, Use::accumulator)});
  k.expect("first", m.value(opCompositeExtract, type, {swapped, 0}), d, Use::accumulator);
  k.expect("second", m.value(opCompositeExtract, type, {swapped, 1}), c, Use::accumulator);
  k.end();
  runAll();
}

TEST_F(CooperativeMatrixValues, HaveSizesThatSpecializationConstantsSay) {
  // Compiled for 16 x 16 x 32 and specialized to the 8 x 16 x 16 that the host knows of.
  const Id rows = m.specConstant(0, 16), columns = m.specConstant(1, 16),
           depth = m.specConstant(2, 32);
  // Depth 16 is also what half of a constant says.
  const Id sixteen = m.newGlobal(opSpecConstantOp, m.type("int"), {opUDiv, depth, m.constant(2)});
  const Id word = m.type("short");
  const Id typeA = m.matrixOf(word, rows, sixteen, Use::a),
           typeB = m.matrixOf(word, sixteen, columns, Use::b),
           typeC = m.matrixOf(m.type("float"), rows, columns, Use::accumulator);
  MatrixCase &k = begin("specialized");
  const HostMatrix hostA = HostMatrix::numbers(8, 16, bf16, 1, -2, 2),
                   hostB = HostMatrix::numbers(16, 48, bf16, 2, -2, 2),
                   hostC = HostMatrix::numbers(8, 48, f32, 3, -9, 9);
  const Id layout = m.layout(Layout::rowMajor);
  const auto load = [&](Id type, const HostMatrix &host, Use use) {
    return m.value(opCooperativeMatrixLoad, type,
                   {k.input(host, use), layout, m.constantOf("long", host.columns)});
  };
  const Id loadedA = load(typeA, hostA, Use::a), loadedB = load(typeB, hostB, Use::b),
           loadedC = load(typeC, hostC, Use::accumulator);
  const Id result = m.multiplyAdd(typeC, loadedA, loadedB, loadedC, bf16Factors);
  k.expect("product", result, multiplyAdd(hostA, hostB, hostC, f32), Use::accumulator);
  // So many components has each of 16 lanes.
  HostMatrix length(1, 1, i32);
  length.bits[0] = 8 * 48 / 16;
  m.store(k.output("length", length, Use::accumulator), m.length(typeC));
  k.end();
  runAll({{0, 8}, {1, 48}, {2, 32}});
}

} // namespace
} // namespace heddle::test
