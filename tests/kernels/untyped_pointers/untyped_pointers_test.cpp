// SPV_KHR_untyped_pointers, written word by word: variables of every storage class, access chains
// of each form, loads and stores that see other types than the variable has, atomics, copies,
// casts, comparisons, and functions with pointers to what they return.
#include "tests/kernels/harness/module_kernel.hpp"
#include "tests/kernels/harness/spirv_module.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>

namespace heddle::test {
namespace {

using namespace spv;
using Id = SpirvModule::Id;
using Words = SpirvModule::Words;

constexpr std::size_t items = 64, localItems = 16;
constexpr std::size_t bufferWords = 64 * 16;

/// A module whose kernel k has two untyped global pointers and an untyped local one.
class UntypedModule : public SpirvModule {
public:
  UntypedModule() {
    require(untypedPointersCapability, "SPV_KHR_untyped_pointers");
    require(12); // Int64Atomics
    require(38); // GenericPointer
  }

  Id untyped(std::uint32_t storageClass) {
    Id &id = untypedTypes[storageClass];
    return id ? id : id = newType(opTypeUntypedPointer, {storageClass});
  }

  void begin() {
    const Words parameters = beginKernel(
        "k", {untyped(crossWorkgroup), untyped(crossWorkgroup), untyped(workgroup)}, 16);
    in = parameters[0];
    out = parameters[1];
    local = parameters[2];
    index = globalIndex();
  }

  /// p + element * the size of `base`, then into it.
  Id chain(Id pointer, Id base, Id element, const Words &indexes = {},
           std::uint32_t storageClass = crossWorkgroup,
           std::uint16_t opcode = opUntypedPtrAccessChain) {
    Words operands = {base, pointer, element};
    operands.insert(operands.end(), indexes.begin(), indexes.end());
    return value(opcode, untyped(storageClass), operands);
  }
  Id load(const std::string &typeName, Id pointer) {
    return value(opLoad, type(typeName), {pointer});
  }
  /// out[index] = stored, of a type of one word.
  void store(Id stored) { instruction(opStore, {chain(out, type("int"), index), stored}); }
  Id operation(std::uint16_t opcode, Id left, Id right) {
    return value(opcode, type("int"), {left, right});
  }
  void barrier() {
    instruction(opControlBarrier,
                {constant(workgroupScope), constant(workgroupScope),
                 constant(acquireRelease | workgroupMemory | crossWorkgroupMemory)});
  }

  Id in = 0, out = 0, local = 0, index = 0;

private:
  std::map<std::uint32_t, Id> untypedTypes;
};

using Buffer = std::vector<cl_uint>;

Buffer inputs() {
  Buffer result(bufferWords);
  for (std::size_t i = 0; i < result.size(); ++i)
    result[i] = cl_uint(i * 2654435761u + 12345);
  return result;
}

class UntypedPointers : public testing::Test {
protected:
  /// Runs k of the module; the words of `out`, which was zero.
  static Buffer run(const UntypedModule &module, const Buffer &input = inputs()) {
    ModuleKernel kernel(module.words());
    kernel.addBuffer(input);
    cl_mem output = kernel.addBuffer(Buffer(bufferWords));
    kernel.addLocal(4096);
    kernel.run(items, localItems);
    return kernel.read(output, bufferWords);
  }

  static void expectEach(const Buffer &output, const std::function<cl_uint(std::size_t)> &value) {
    for (std::size_t i = 0; i < items; ++i)
      EXPECT_EQ(output[i], value(i)) << "work-item " << i;
  }
};

TEST_F(UntypedPointers, ChainsOverVectorsStepByVectors) {
  UntypedModule m;
  const Id vector = m.type("int4"), two = m.constant(2);
  m.begin();
  m.store(m.load("int", m.chain(m.in, vector, m.index, {two})));
  m.endKernel();
  const Buffer in = inputs();
  expectEach(run(m), [&](std::size_t i) { return in[4 * i + 2]; });
}

TEST_F(UntypedPointers, ChainsWalkStructuresAndArrays) {
  UntypedModule m;
  // struct { int; struct { short; int4 }[3]; char }: 16 + 3 * 32 + 16 bytes.
  const Id inner = m.newType(opTypeStruct, {m.type("short"), m.type("int4")});
  const Id array = m.newType(opTypeArray, {inner, m.constant(3)});
  const Id outer = m.newType(opTypeStruct, {m.type("int"), array, m.type("char")});
  const Id zero = m.constant(0), one = m.constant(1), three = m.constant(3);
  m.begin();
  const Id third =
      m.value(opUMod, m.type("long"), {m.index, m.value(opUConvert, m.type("long"), {three})});
  const Id element = m.chain(m.in, outer, zero, {one, third});
  // A chain without an element goes on from there.
  const Id component =
      m.value(opUntypedInBoundsAccessChain, m.untyped(crossWorkgroup), {inner, element, one, one});
  m.store(m.load("int", component));
  m.endKernel();
  const Buffer in = inputs();
  expectEach(run(m), [&](std::size_t i) { return in[(16 + (i % 3) * 32 + 16 + 4) / 4]; });
}

TEST_F(UntypedPointers, LoadsAndStoresSeeWhatTheySay) {
  UntypedModule m;
  const Id vector = m.type("short2"), zero = m.constant(0), one = m.constant(1);
  m.begin();
  const Id place = m.chain(m.in, m.type("int"), m.index);
  const Id halves = m.value(opLoad, vector, {place});
  const Id low = m.value(opCompositeExtract, m.type("short"), {halves, 0});
  const Id high = m.value(opCompositeExtract, m.type("short"), {halves, 1});
  const Id target = m.chain(m.out, m.type("int"), m.index);
  // The halves change places, as two stores of 16 bits.
  m.instruction(opStore, {m.chain(target, m.type("short"), zero), high});
  m.instruction(opStore, {m.chain(target, m.type("short"), one), low});
  m.endKernel();
  const Buffer in = inputs();
  expectEach(run(m), [&](std::size_t i) { return in[i] << 16 | in[i] >> 16; });
}

TEST_F(UntypedPointers, PrivateVariables) {
  UntypedModule m;
  const Id array = m.newType(opTypeArray, {m.type("int"), m.constant(4)});
  const Id four = m.constant(4), seven = m.constant(7), zero = m.constant(0);
  const Id filled = m.newGlobal(opConstantComposite, array, {seven, seven, seven, seven});
  const Id pointer = m.untyped(functionStorage);
  m.begin();
  const Id variable = m.value(opUntypedVariable, pointer, {functionStorage, array, filled});
  const Id kept = m.value(opUntypedVariable, pointer, {functionStorage, pointer});
  m.instruction(opLifetimeStart, {kept, 0});
  const Id number = m.value(opUConvert, m.type("int"), {m.index});
  const Id slot = m.operation(opUMod, number, four);
  m.instruction(opStore, {m.chain(variable, m.type("int"), slot, {}, functionStorage), number});
  // A pointer in memory, one chosen at run time.
  m.instruction(opStore, {kept, variable});
  const Id loaded = m.value(opLoad, pointer, {kept});
  const Id isZero = m.value(opIEqual, m.type("bool"), {slot, zero});
  const Id chosen = m.value(opSelect, pointer, {isZero, variable, loaded});
  const Id first = m.load("int", chosen);
  const Id last =
      m.load("int", m.value(opUntypedAccessChain, pointer, {array, chosen, m.constant(3)}));
  m.store(m.operation(opIAdd, m.operation(opIMul, first, m.constant(1000)), last));
  m.instruction(opLifetimeStop, {kept, 0});
  m.endKernel();
  expectEach(run(m), [](std::size_t i) {
    const cl_uint n = cl_uint(i);
    return 1000 * (n % 4 == 0 ? n : 7) + (n % 4 == 3 ? n : 7);
  });
}

TEST_F(UntypedPointers, VariablesOfTheProgram) {
  UntypedModule m;
  const Id array = m.newType(opTypeArray, {m.type("int"), m.constant(4)});
  const Id numbers = m.newGlobal(opConstantComposite, array,
                                 {m.constant(3), m.constant(5), m.constant(7), m.constant(11)});
  const Id table =
      m.newGlobal(opUntypedVariable, m.untyped(uniformConstant), {uniformConstant, array, numbers});
  m.decorate(table, constantDecoration);
  m.decorate(table, alignmentDecoration, {16});
  // A global one, a pointer to one of its elements, and one in local memory.
  const Id global =
      m.newGlobal(opUntypedVariable, m.untyped(crossWorkgroup), {crossWorkgroup, array, numbers});
  const Id element = m.newGlobal(opSpecConstantOp, m.untyped(crossWorkgroup),
                                 {opUntypedInBoundsAccessChain, array, global, m.constant(2)});
  const Id pointer = m.newGlobal(opUntypedVariable, m.untyped(crossWorkgroup),
                                 {crossWorkgroup, m.untyped(crossWorkgroup), element});
  const Id shared =
      m.newGlobal(opUntypedVariable, m.untyped(workgroup),
                  {workgroup, m.newType(opTypeArray, {m.type("int"), m.constant(16)})});
  const Id localIds = m.builtIn(localInvocationId, "long3");
  const Id four = m.constant(4), fifteen = m.constant(15);
  m.begin();
  const Id ids = m.load("long3", localIds);
  const Id lane =
      m.value(opUConvert, m.type("int"), {m.value(opCompositeExtract, m.type("long"), {ids, 0})});
  const Id entry = m.chain(table, m.type("int"), m.operation(opUMod, lane, four), {},
                           uniformConstant, opUntypedInBoundsPtrAccessChain);
  m.instruction(opStore,
                {m.chain(shared, m.type("int"), lane, {}, workgroup), m.load("int", entry)});
  m.barrier();
  const Id other = m.operation(opISub, fifteen, lane);
  const Id found = m.load("int", m.chain(shared, m.type("int"), other, {}, workgroup));
  const Id seven = m.load("int", m.value(opLoad, m.untyped(crossWorkgroup), {pointer}));
  m.store(m.operation(opIMul, found, seven));
  m.endKernel();
  expectEach(run(m), [](std::size_t i) {
    const cl_uint numbers[] = {3, 5, 7, 11};
    return 7 * numbers[(15 - i % 16) % 4];
  });
}

TEST_F(UntypedPointers, Atomics) {
  UntypedModule m;
  const Id one = m.constant(1), zero = m.constant(0), scope = m.constant(deviceScope);
  const Id semantics = m.constant(acquireRelease | crossWorkgroupMemory);
  const Id relaxed = m.constant(0);
  m.begin();
  const auto place = [&](std::uint32_t word) {
    return m.chain(m.out, m.type("int"), m.constant(word));
  };
  const Id number = m.value(opUConvert, m.type("int"), {m.index});
  m.value(opAtomicIAdd, m.type("int"), {place(0), scope, semantics, number});
  m.value(opAtomicIIncrement, m.type("int"), {place(1), scope, semantics});
  m.value(opAtomicUMax, m.type("int"), {place(2), scope, semantics, number});
  m.value(opAtomicCompareExchange, m.type("int"), {place(3), scope, semantics, relaxed, one, zero});
  // 64 bits at the same pointer type.
  m.value(opAtomicIAdd, m.type("long"), {place(4), scope, semantics, m.index});
  // Flags: one work-item of all sees it clear.
  const Id wasSet = m.value(opAtomicFlagTestAndSet, m.type("bool"), {place(6), scope, semantics});
  const Id first = m.value(opSelect, m.type("int"), {wasSet, zero, one});
  m.value(opAtomicIAdd, m.type("int"), {place(7), scope, semantics, first});
  // Each work-item its own.
  const Id own = m.chain(m.chain(m.out, m.type("int"), m.constant(64)), m.type("int"), m.index);
  m.instruction(opAtomicStore, {own, scope, semantics, number});
  const Id loaded = m.value(opAtomicLoad, m.type("int"), {own, scope, semantics});
  const Id earlier = m.value(opAtomicExchange, m.type("int"),
                             {own, scope, semantics, m.operation(opIAdd, loaded, one)});
  m.instruction(
      opStore,
      {m.chain(m.chain(m.out, m.type("int"), m.constant(128)), m.type("int"), m.index), earlier});
  m.endKernel();
  const Buffer out = run(m);
  EXPECT_EQ(out[0], items * (items - 1) / 2);
  EXPECT_EQ(out[1], items);
  EXPECT_EQ(out[2], items - 1);
  EXPECT_EQ(out[3], 1u);
  EXPECT_EQ(out[4], items * (items - 1) / 2);
  EXPECT_EQ(out[5], 0u);
  EXPECT_EQ(out[7], 1u);
  for (cl_uint i = 0; i < items; ++i) {
    EXPECT_EQ(out[64 + i], i + 1);
    EXPECT_EQ(out[128 + i], i);
  }
}

TEST_F(UntypedPointers, Copies) {
  UntypedModule m;
  const Id vector = m.type("int4"), bytes = m.constant(8);
  const Id typed = m.pointerTo("int4");
  m.begin();
  const Id from = m.chain(m.in, vector, m.index), to = m.chain(m.out, vector, m.index);
  // A copy of 16 bytes by the type of one pointer, and of 8 bytes by a number.
  m.instruction(opCopyMemory, {m.value(opBitcast, typed, {to}), from});
  m.instruction(opCopyMemorySized, {to, m.chain(from, m.type("int"), m.constant(2)), bytes});
  m.endKernel();
  const Buffer in = inputs(), out = run(m);
  for (std::size_t i = 0; i < items; ++i)
    for (std::size_t c = 0; c < 4; ++c)
      EXPECT_EQ(out[4 * i + c], in[4 * i + (c < 2 ? c + 2 : c)]) << i << ", " << c;
}

TEST_F(UntypedPointers, CastsAndComparisons) {
  UntypedModule m;
  const Id pointer = m.untyped(crossWorkgroup), anything = m.untyped(generic);
  const Id one = m.constant(1), zero = m.constant(0);
  const Id typed = m.pointerTo("short");
  m.begin();
  const Id place = m.chain(m.in, m.type("int"), m.index);
  const Id general = m.value(opPtrCastToGeneric, anything, {place});
  const Id back = m.value(opGenericCastToPtr, pointer, {general});
  const Id checked = m.value(opGenericCastToPtrExplicit, pointer, {general, crossWorkgroup});
  const Id same = m.value(opPtrEqual, m.type("bool"), {back, checked});
  // Against a typed one, too; and a distance, in bytes.
  const Id alike = m.value(opPtrEqual, m.type("bool"), {m.value(opBitcast, typed, {place}), back});
  const Id distance = m.value(opPtrDiff, m.type("long"), {back, m.in});
  const Id sum = m.operation(
      opIAdd, m.value(opSelect, m.type("int"), {same, one, zero}),
      m.operation(
          opIAdd, m.value(opSelect, m.type("int"), {alike, m.constant(10), zero}),
          m.operation(opIMul, m.constant(100), m.value(opUConvert, m.type("int"), {distance}))));
  const Id viaGeneric = m.load("int", general);
  m.store(m.operation(opBitwiseXor, sum, viaGeneric));
  m.endKernel();
  const Buffer in = inputs();
  expectEach(run(m), [&](std::size_t i) { return (11 + 400 * cl_uint(i)) ^ in[i]; });
}

TEST_F(UntypedPointers, FunctionsThatReturnThroughPointers) {
  UntypedModule m;
  const Id set = m.importSet("OpenCL.std");
  const Id pointer = m.untyped(functionStorage);
  constexpr std::uint32_t fract = 30, frexp = 31, vloadn = 171, vstoren = 172;
  const Id word3 = m.constant(192);
  m.begin();
  const Id whole = m.value(opUntypedVariable, pointer, {functionStorage, m.type("float")});
  const Id exponent = m.value(opUntypedVariable, pointer, {functionStorage, m.type("int")});
  const Id x = m.load("float", m.chain(m.in, m.type("float"), m.index));
  const Id part = m.value(opExtInst, m.type("float"), {set, fract, x, whole});
  const Id mantissa = m.value(opExtInst, m.type("float"), {set, frexp, x, exponent});
  const auto put = [&](std::uint32_t offset, Id stored) {
    m.instruction(opStore, {m.chain(m.chain(m.out, m.type("int"), m.constant(offset)),
                                    m.type("int"), m.index),
                            stored});
  };
  put(0, m.load("float", whole));
  put(64, m.load("int", exponent));
  put(128, m.value(opIAdd, m.type("int"),
                   {m.value(opBitcast, m.type("int"), {part}),
                    m.value(opBitcast, m.type("int"), {mantissa})}));
  const Id three3 = m.value(opExtInst, m.type("int3"), {set, vloadn, m.index, m.in, 3});
  m.instruction(opExtInst, {m.type("void"), m.newId(), set, vstoren, three3, m.index,
                            m.chain(m.out, m.type("int"), word3)});
  m.endKernel();

  Buffer in(bufferWords);
  for (std::size_t i = 0; i < in.size(); ++i) {
    const float number = float(i) * 0.375f - 3;
    std::memcpy(&in[i], &number, 4);
  }
  const Buffer out = run(m, in);
  const auto bits = [](float number) {
    cl_uint word;
    std::memcpy(&word, &number, 4);
    return word;
  };
  for (std::size_t i = 0; i < items; ++i) {
    const float number = float(i) * 0.375f - 3;
    int exponent = 0;
    const float mantissa = std::frexp(number, &exponent);
    EXPECT_EQ(out[i], bits(std::floor(number))) << i;
    EXPECT_EQ(out[64 + i], cl_uint(exponent)) << i;
    EXPECT_EQ(out[128 + i], bits(number - std::floor(number)) + bits(mantissa)) << i;
    for (std::size_t c = 0; c < 3; ++c)
      EXPECT_EQ(out[192 + 3 * i + c], in[3 * i + c]) << i;
  }
}

TEST_F(UntypedPointers, LocalArgumentsAndPrefetches) {
  UntypedModule m;
  const Id localIds = m.builtIn(localInvocationId, "long3");
  const Id fifteen = m.constant(15), bytes = m.constant(64);
  m.begin();
  const Id ids = m.load("long3", localIds);
  const Id lane =
      m.value(opUConvert, m.type("int"), {m.value(opCompositeExtract, m.type("long"), {ids, 0})});
  m.instruction(opUntypedPrefetch, {m.in, bytes});
  m.instruction(opUntypedPrefetch, {m.in, bytes, m.constant(0), m.constant(3), m.constant(1)});
  const Id read = m.load("int", m.chain(m.in, m.type("int"), m.index));
  m.instruction(opStore, {m.chain(m.local, m.type("int"), lane, {}, workgroup), read});
  m.barrier();
  m.store(m.load(
      "int", m.chain(m.local, m.type("int"), m.operation(opISub, fifteen, lane), {}, workgroup)));
  m.endKernel();
  const Buffer in = inputs();
  expectEach(run(m), [&](std::size_t i) { return in[i / 16 * 16 + 15 - i % 16]; });
}

} // namespace
} // namespace heddle::test
