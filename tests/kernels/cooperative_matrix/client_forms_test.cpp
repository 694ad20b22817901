// Modules in the form that compilers of SYCL emit: a structure around each matrix, arrays of these
// in Function storage, generic pointers to everything, element functions with a pointer to `this`.
#include "tests/kernels/cooperative_matrix/matrix_case.hpp"

namespace heddle::test {
namespace {

using namespace spv;
using Id = SpirvModule::Id;
using Words = SpirvModule::Words;
using enum Component;

class CooperativeMatrixClientForms : public CooperativeMatrixTest {
protected:
  CooperativeMatrixClientForms() { buildOptions.emplace_back("-cl-opt-disable"); }

  /// struct joint_matrix { matrix; }, one for each kind.
  Id wrapped(Id matrixType) {
    Id &id = structures[matrixType];
    return id ? id : id = m.newType(opTypeStruct, {matrixType});
  }
  Id toGeneric(Id pointer, Id pointee) {
    return m.value(opPtrCastToGeneric, m.pointerTo(pointee, generic), {pointer});
  }
  /// The matrix in a structure behind a generic pointer.
  Id memberOf(Id structure, Id matrixType) {
    return m.value(opInBoundsPtrAccessChain, m.pointerTo(matrixType, generic),
                   {structure, m.constantOf("long", 0), m.constant(0)});
  }

private:
  std::map<Id, Id> structures;
};

// 2 x 2 tiles in [2 x [2 x struct]], as examples of joint_matrix have them. Lifetimes are marked.
TEST_F(CooperativeMatrixClientForms, MultiplyArraysOfWrappedMatrices) {
  constexpr unsigned tiles = 2, tileRows = 8, tileColumns = 16, tileDepth = 16, depth = 64;
  constexpr unsigned rows = tiles * tileRows, columns = tiles * tileColumns;
  const HostMatrix a = HostMatrix::numbers(rows, depth, bf16, 1, -2, 2),
                   b = HostMatrix::numbers(depth, columns, bf16, 2, -2, 2),
                   c = HostMatrix::numbers(rows, columns, f32, 3, -9, 9);
  for (Layout layoutB : {Layout::rowMajor, Layout::packed}) {
    const Id typeA = m.matrix(bf16, tileRows, tileDepth, Use::a),
             typeB = m.matrix(bf16, tileDepth, tileColumns, Use::b),
             typeC = m.matrix(f32, tileRows, tileColumns, Use::accumulator);
    const Id two = m.constant(tiles);
    const auto grid = [&](Id matrixType) {
      return m.newType(opTypeArray, {m.newType(opTypeArray, {wrapped(matrixType), two}), two});
    };
    const Id lineA = m.newType(opTypeArray, {wrapped(typeA), two}),
             lineB = m.newType(opTypeArray, {wrapped(typeB), two}), gridC = grid(typeC);
    MatrixCase &k = begin("wrapped" + nameOf(layoutB));
    const Id placeA = m.variable(lineA), placeB = m.variable(lineB), placeC = m.variable(gridC);
    for (Id place : {placeA, placeB, placeC})
      m.instruction(opLifetimeStart, {place, 0});
    const auto element = [&](Id array, Id matrixType, const Words &indices) {
      Words operands = {array};
      operands.insert(operands.end(), indices.begin(), indices.end());
      const Id structure = m.value(opInBoundsAccessChain,
                                   m.pointerTo(wrapped(matrixType), functionStorage), operands);
      return memberOf(toGeneric(structure, wrapped(matrixType)), matrixType);
    };
    const Access generics = {.storageClass = generic},
                 genericsB = {.layout = layoutB, .storageClass = generic};
    const Id memoryA = k.input(a, Use::a, generics), memoryB = k.input(b, Use::b, genericsB),
             memoryC = k.input(c, Use::accumulator, generics);
    const Id memoryD = k.output("product", multiplyAdd(a, b, c, f32), Use::accumulator, generics);
    const Id row = m.layout(Layout::rowMajor);
    const Id strideA = m.constantOf("long", depth), strideC = m.constantOf("long", columns),
             strideB = k.strideOf(b, Use::b, genericsB);
    const auto at = [&](Id memory, const std::string &type, Id offset) {
      return m.value(opInBoundsPtrAccessChain, m.pointerTo(type, generic), {memory, offset});
    };
    const auto offsetC = [&](Id i, Id j) {
      return m.add(m.multiply(i, m.constant(tileRows * columns)),
                   m.multiply(j, m.constant(tileColumns)));
    };
    const auto forEachTile = [&](const std::function<void(Id, Id)> &body) {
      m.loop(two, {}, [&](Id i, const Words &) {
        m.loop(two, {}, [&](Id j, const Words &) {
          body(i, j);
          return Words();
        });
        return Words();
      });
    };
    forEachTile([&](Id i, Id j) {
      m.store(element(placeC, typeC, {i, j}),
              m.value(opCooperativeMatrixLoad, typeC,
                      {at(memoryC, "float", offsetC(i, j)), row, strideC}));
    });
    m.loop(m.constant(depth / tileDepth), {}, [&](Id step, const Words &) {
      m.loop(two, {}, [&](Id i, const Words &) {
        const Id offset = m.add(m.multiply(i, m.constant(tileRows * depth)),
                                m.multiply(step, m.constant(tileDepth)));
        m.store(element(placeA, typeA, {i}), m.value(opCooperativeMatrixLoad, typeA,
                                                     {at(memoryA, "short", offset), row, strideA}));
        const unsigned factor = layoutB == Layout::packed ? 2 : 1;
        const Id offsetB = m.add(m.multiply(i, m.constant(tileColumns * factor)),
                                 m.multiply(step, m.constant(tileDepth * columns)));
        m.store(element(placeB, typeB, {i}),
                m.value(opCooperativeMatrixLoad, typeB,
                        {at(memoryB, "short", offsetB), m.layout(layoutB), strideB}));
        return Words();
      });
      forEachTile([&](Id i, Id j) {
        const Id sum = element(placeC, typeC, {i, j});
        m.store(sum, m.multiplyAdd(typeC, m.load(typeA, element(placeA, typeA, {i})),
                                   m.load(typeB, element(placeB, typeB, {j})), m.load(typeC, sum),
                                   bf16Factors));
      });
      return Words();
    });
    forEachTile([&](Id i, Id j) {
      m.instruction(opCooperativeMatrixStore,
                    {at(memoryD, "float", offsetC(i, j)),
                     m.load(typeC, element(placeC, typeC, {i, j})), row, strideC});
    });
    for (Id place : {placeA, placeB, placeC})
      m.instruction(opLifetimeStop, {place, 0});
    k.end();
  }
  runAll();
}

// joint_matrix_fill, _load, _mad and _store as functions of pointers to structures.
TEST_F(CooperativeMatrixClientForms, CallFunctionsWithPointersToWrappedMatrices) {
  const HostMatrix a = HostMatrix::anyBits(8, 32, i8, 1), b = HostMatrix::anyBits(32, 16, i8, 2),
                   c = HostMatrix::splat(8, 16, i32, 5);
  const Id typeA = m.matrix(a, Use::a), typeB = m.matrix(b, Use::b),
           typeC = m.matrix(c, Use::accumulator);
  const Id none = m.type("void"), toA = m.pointerTo(wrapped(typeA), generic),
           toB = m.pointerTo(wrapped(typeB), generic), toC = m.pointerTo(wrapped(typeC), generic);
  const auto endVoid = [&] {
    m.instruction(opReturn, {});
    m.instruction(opFunctionEnd, {});
  };
  const Words fill = m.beginFunction({none, toC, m.type("int")});
  m.store(memberOf(fill[1], typeC), m.splat(typeC, fill[2]));
  endVoid();
  const Words loadA = m.beginFunction({none, toA, m.pointerTo("char", generic), m.type("long")});
  m.store(memberOf(loadA[1], typeA), m.value(opCooperativeMatrixLoad, typeA,
                                             {loadA[2], m.layout(Layout::rowMajor), loadA[3]}));
  endVoid();
  const Words loadB = m.beginFunction({none, toB, m.pointerTo("char", generic), m.type("long")});
  m.store(memberOf(loadB[1], typeB),
          m.value(opCooperativeMatrixLoad, typeB, {loadB[2], m.layout(Layout::packed), loadB[3]}));
  endVoid();
  const Words multiply = m.beginFunction({none, toC, toA, toB, toC}, 2); // not inlined
  m.store(memberOf(multiply[1], typeC),
          m.multiplyAdd(typeC, m.load(typeA, memberOf(multiply[2], typeA)),
                        m.load(typeB, memberOf(multiply[3], typeB)),
                        m.load(typeC, memberOf(multiply[4], typeC)), signedA | signedB));
  endVoid();

  MatrixCase &k = begin("functions");
  const Id placeA = m.variable(wrapped(typeA)), placeB = m.variable(wrapped(typeB)),
           placeC = m.variable(wrapped(typeC)), placeD = m.variable(wrapped(typeC));
  const Id genericA = toGeneric(placeA, wrapped(typeA)),
           genericB = toGeneric(placeB, wrapped(typeB)),
           genericC = toGeneric(placeC, wrapped(typeC)),
           genericD = toGeneric(placeD, wrapped(typeC));
  const Access generics = {.storageClass = generic},
               packed = {.layout = Layout::packed, .storageClass = generic};
  m.value(opFunctionCall, none, {fill[0], genericC, m.constant(5)});
  m.value(opFunctionCall, none,
          {loadA[0], genericA, k.input(a, Use::a, generics), k.strideOf(a, Use::a, generics)});
  m.value(opFunctionCall, none,
          {loadB[0], genericB, k.input(b, Use::b, packed), k.strideOf(b, Use::b, packed)});
  m.value(opFunctionCall, none, {multiply[0], genericD, genericA, genericB, genericC});
  k.expect("product", m.load(typeC, memberOf(genericD, typeC)), multiplyAdd(a, b, c, i32),
           Use::accumulator);
  k.end();
  runAll();
}

// get_wi_data and joint_matrix_apply: a component through a generic pointer to the matrix, with a
// 64-bit index, handed by reference to a function.
TEST_F(CooperativeMatrixClientForms, ApplyFunctionsToComponents) {
  const HostMatrix c = HostMatrix::numbers(16, 16, f32, 1, -9, 9);
  const Id typeC = m.matrix(c, Use::accumulator), real = m.type("float"), none = m.type("void"),
           toFloat = m.pointerTo("float", generic);
  // x = max(x, 0) + row - column
  const Words relu = m.beginFunction({none, toFloat, m.type("int"), m.type("int")});
  {
    constexpr std::uint16_t opFOrdGreaterThan = 186;
    const Id x = m.load(real, relu[1]), zero = m.constantOf(f32, 0);
    const Id positive =
        m.value(opSelect, real, {m.value(opFOrdGreaterThan, m.type("bool"), {x, zero}), x, zero});
    const Id row = m.value(opConvertUToF, real, {relu[2]}),
             column = m.value(opConvertUToF, real, {relu[3]});
    m.store(relu[1], m.value(opFSub, real, {m.value(opFAdd, real, {positive, row}), column}));
    m.instruction(opReturn, {});
    m.instruction(opFunctionEnd, {});
  }
  MatrixCase &k = begin("apply");
  const Id place = m.variable(wrapped(typeC));
  const Id structure = toGeneric(place, wrapped(typeC));
  m.store(memberOf(structure, typeC), k.load(c, Use::accumulator));
  m.loop(m.length(typeC), {}, [&](Id index, const Words &) {
    const Id wide = m.value(opUConvert, m.type("long"), {index});
    const Id component =
        m.value(opInBoundsAccessChain, toFloat, {memberOf(structure, typeC), wide});
    const Id coordinates = m.value(opCooperativeMatrixGetElementCoord, m.type("int2"),
                                   {m.load(typeC, memberOf(structure, typeC)), index});
    m.value(opFunctionCall, none,
            {relu[0], component, m.value(opCompositeExtract, m.type("int"), {coordinates, 0}),
             m.value(opCompositeExtract, m.type("int"), {coordinates, 1})});
    return Words();
  });
  HostMatrix expected = c;
  for (unsigned r = 0; r < 16; ++r)
    for (unsigned column = 0; column < 16; ++column)
      expected.at(r, column) =
          encode(f32, std::max(c.real(r, column), 0.0) + double(r) - double(column));
  k.expect("applied", m.load(typeC, memberOf(structure, typeC)), expected, Use::accumulator);
  k.end();
  runAll();
}

// joint_matrix_copy: component by component into a matrix of another type and use.
TEST_F(CooperativeMatrixClientForms, CopyComponentsIntoAnotherType) {
  const HostMatrix c = HostMatrix::numbers(16, 16, f32, 1, -9, 9);
  const HostMatrix half = c.mapped(f16, [](double x) { return x; });
  const Id from = m.matrix(c, Use::accumulator), to = m.matrix(half, Use::accumulator);
  MatrixCase &k = begin("copy");
  const Id source = m.variable(wrapped(from)), target = m.variable(wrapped(to));
  const Id genericSource = toGeneric(source, wrapped(from)),
           genericTarget = toGeneric(target, wrapped(to));
  m.store(memberOf(genericSource, from), k.load(c, Use::accumulator));
  m.loop(m.length(from), {}, [&](Id index, const Words &) {
    const Id x = m.value(opInBoundsAccessChain, m.pointerTo("float", generic),
                         {memberOf(genericSource, from), index});
    const Id y = m.value(opInBoundsAccessChain, m.pointerTo("half", generic),
                         {memberOf(genericTarget, to), index});
    m.store(y, m.value(opFConvert, m.type("half"), {m.load(m.type("float"), x)}));
    return Words();
  });
  k.expect("copied", m.load(to, memberOf(genericTarget, to)), half, Use::accumulator);
  k.end();
  runAll();
}

} // namespace
} // namespace heddle::test
