// What compilers for Intel's GPUs write into modules, word by word: vectors of one component and of
// any number, predicated loads and stores, cache controls, OpenCL C functions imported by name.
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
using Buffer = std::vector<cl_uint>;

constexpr std::uint32_t vectorAny = 5619, predicatedIo = 6257, cacheControls = 6441,
                        genericPointers = 38;
constexpr std::uint16_t opVectorExtractDynamic = 77, opVectorInsertDynamic = 78,
                        opVectorShuffle = 79, opVectorTimesScalar = 142, opAny = 154,
                        opFOrdLessThan = 184, opPredicatedLoad = 6258, opPredicatedStore = 6259;
/// What LLVM 22 writes for the last two.
constexpr std::uint16_t opPredicatedLoadOfLlvm = 6528, opPredicatedStoreOfLlvm = 6529;

constexpr std::size_t items = 64;

float floatOf(cl_uint bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}
cl_uint bitsOf(float value) {
  cl_uint bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

/// Kernel k(in, out) of pointers to `pointee`.
class Module : public SpirvModule {
public:
  void begin(Id pointee, unsigned subGroupSize = 0) {
    element = pointee;
    const Words parameters =
        beginKernel("k", {pointerTo(pointee), pointerTo(pointee)}, subGroupSize);
    in = parameters[0];
    out = parameters[1];
    index = globalIndex();
  }
  Id at(Id pointer) {
    return value(opInBoundsPtrAccessChain, pointerTo(element), {pointer, index});
  }
  Id load() { return value(opLoad, element, {at(in)}); }
  void store(Id stored) { instruction(opStore, {at(out), stored}); }

  Id element = 0, in = 0, out = 0, index = 0;
};

Buffer numbers(std::size_t count) {
  Buffer result(count);
  for (std::size_t i = 0; i < count; ++i)
    result[i] = bitsOf(float(i) * 0.75f - 20);
  return result;
}

Buffer run(const Words &words, const Buffer &input, std::size_t outputs = items) {
  ModuleKernel kernel(words);
  kernel.addBuffer(input);
  cl_mem output = kernel.addBuffer(Buffer(outputs, 0xA5A5A5A5));
  kernel.run(items, 16);
  return kernel.read(output, outputs);
}

TEST(SingleVectors, ComeApartAndTogether) {
  Module m;
  m.require(vectorAny, "SPV_INTEL_vector_compute");
  const Id scalar = m.type("float"), single = m.type("float1"), pair = m.type("float2");
  const Id four = m.newGlobal(opConstant, scalar, {bitsOf(4)});
  const Id singleFour = m.newGlobal(opConstantComposite, single, {four});
  const Id integer = m.type("int"), singleInteger = m.type("int1");
  m.begin(single);
  const Id v = m.load();
  const Id sum = m.value(opFAdd, single, {v, singleFour});
  // {v, v + 4}, then its second component, from either side of a shuffle.
  const Id both = m.value(opVectorShuffle, pair, {v, sum, 0, 1});
  const Id second = m.value(opVectorShuffle, single, {both, both, 3});
  const Id extracted = m.value(opCompositeExtract, scalar, {second, 0});
  const Id doubled = m.value(opFMul, scalar, {extracted, extracted});
  const Id again = m.value(opCompositeConstruct, single, {doubled});
  const Id bits = m.value(opBitcast, singleInteger, {again});
  const Id word = m.value(opBitcast, integer, {bits});
  const Id number = m.value(opBitcast, single, {word});
  m.store(m.value(opFAdd, single, {number, v}));
  m.endKernel();
  const Buffer in = numbers(items), out = run(m.words(), in);
  for (std::size_t i = 0; i < items; ++i) {
    const float x = floatOf(in[i]);
    EXPECT_EQ(floatOf(out[i]), (x + 4) * (x + 4) + x) << i;
  }
}

TEST(SingleVectors, AreShuffledIntoLongerOnes) {
  Module m;
  m.require(vectorAny);
  const Id scalar = m.type("float"), single = m.type("float1"), quad = m.type("float4");
  m.begin(single);
  const Id v = m.load();
  const Id twice = m.value(opFAdd, single, {v, v});
  const Id vector = m.value(opVectorShuffle, quad, {v, twice, 1, 0, 1, ~0u});
  Id sum = m.value(opCompositeExtract, scalar, {vector, 0});
  for (std::uint32_t i : {1u, 2u})
    sum = m.value(opFAdd, scalar, {sum, m.value(opCompositeExtract, scalar, {vector, i})});
  m.store(m.value(opCompositeConstruct, single, {sum}));
  m.endKernel();
  const Buffer in = numbers(items), out = run(m.words(), in);
  for (std::size_t i = 0; i < items; ++i)
    EXPECT_EQ(floatOf(out[i]), 5 * floatOf(in[i])) << i;
}

TEST(SingleVectors, LieInStructuresAndArrays) {
  Module m;
  m.require(vectorAny);
  const Id scalar = m.type("float"), single = m.type("float1"), zero = m.constant(0);
  const Id array = m.newType(opTypeArray, {single, m.constant(3)});
  const Id structure = m.newType(opTypeStruct, {m.type("int"), array});
  const Id pointer = m.pointerTo(structure, functionStorage);
  const Id toSingle = m.pointerTo(single, functionStorage),
           toScalar = m.pointerTo(scalar, functionStorage);
  m.begin(single);
  const Id variable = m.newId();
  m.instruction(opVariable, {pointer, variable, functionStorage});
  const Id v = m.load();
  // The member as a vector, the other one's component.
  m.instruction(
      opStore,
      {m.value(opInBoundsAccessChain, toSingle, {variable, m.constant(1), m.constant(2)}), v});
  const Id component =
      m.value(opInBoundsAccessChain, toScalar, {variable, m.constant(1), m.constant(2), zero});
  const Id loaded = m.value(opLoad, scalar, {component});
  const Id whole = m.value(opLoad, structure, {variable});
  const Id changed = m.value(opCompositeInsert, structure, {loaded, whole, 1, 0, 0});
  const Id first = m.value(opCompositeExtract, single, {changed, 1, 0});
  const Id last = m.value(opCompositeExtract, scalar, {changed, 1, 2, 0});
  const Id dynamic = m.value(opVectorExtractDynamic, scalar, {first, zero});
  const Id inserted = m.value(opVectorInsertDynamic, single,
                              {first, m.value(opFAdd, scalar, {dynamic, last}), zero});
  const Id own = m.value(opCompositeInsert, single,
                         {m.value(opCompositeExtract, scalar, {inserted, 0}), v, 0});
  m.store(m.value(opVectorTimesScalar, single, {own, loaded}));
  m.endKernel();
  const Buffer in = numbers(items), out = run(m.words(), in);
  for (std::size_t i = 0; i < items; ++i)
    EXPECT_EQ(floatOf(out[i]), 2 * floatOf(in[i]) * floatOf(in[i])) << i;
}

TEST(SingleVectors, OfConditionsSelect) {
  Module m;
  m.require(vectorAny);
  const Id single = m.type("float1"), condition = m.type("bool1"), boolean = m.type("bool");
  const Id null = m.newGlobal(opConstantNull, single, {});
  m.begin(single);
  const Id v = m.load();
  const Id isNegative = m.value(opFOrdLessThan, condition, {v, null});
  const Id any = m.value(opAny, boolean, {isNegative});
  const Id chosen = m.value(opSelect, single, {isNegative, null, v});
  m.store(m.value(opSelect, single, {any, m.value(opFAdd, single, {v, v}), chosen}));
  m.endKernel();
  const Buffer in = numbers(items), out = run(m.words(), in);
  for (std::size_t i = 0; i < items; ++i) {
    const float x = floatOf(in[i]);
    EXPECT_EQ(floatOf(out[i]), x < 0 ? 2 * x : x) << i;
  }
}

TEST(AnyVectors, HaveAnyNumberOfComponents) {
  for (const std::uint32_t count : {5u, 6u, 7u, 9u, 12u, 24u, 32u, 64u}) {
    Module m;
    m.require(vectorAny);
    const Id integer = m.type("int"), vector = m.type("int" + std::to_string(count));
    m.begin(integer);
    const Id x = m.load();
    Words components;
    for (std::uint32_t i = 0; i < count; ++i)
      components.push_back(m.value(opIAdd, integer, {x, m.constant(i)}));
    Id v = m.value(opCompositeConstruct, vector, components);
    v = m.value(opIMul, vector, {v, v});
    Words reversed = {v, v};
    for (std::uint32_t i = 0; i < count; ++i)
      reversed.push_back(count - 1 - i);
    v = m.value(opVectorShuffle, vector, reversed);
    Id sum = m.constant(0);
    for (std::uint32_t i = 0; i < count; ++i)
      sum = m.value(opIAdd, integer,
                    {m.value(opIMul, integer, {sum, m.constant(3)}),
                     m.value(opCompositeExtract, integer, {v, i})});
    m.store(sum);
    m.endKernel();
    Buffer in(items);
    for (std::size_t i = 0; i < items; ++i)
      in[i] = cl_uint(i * 2654435761u);
    const Buffer out = run(m.words(), in);
    for (std::size_t i = 0; i < items; ++i) {
      cl_uint wanted = 0;
      for (std::uint32_t k = count; k-- > 0;)
        wanted = wanted * 3 + (in[i] + k) * (in[i] + k);
      EXPECT_EQ(out[i], wanted) << count << " components, work-item " << i;
    }
  }
}

TEST(PredicatedIo, LoadsAndStoresWhereTheConditionHolds) {
  struct Form {
    std::uint16_t load, store;
    Words memoryOperands;
  };
  const Form forms[] = {{opPredicatedLoad, opPredicatedStore, {}},
                        {opPredicatedLoad, opPredicatedStore, {2, 4}}, // Aligned 4
                        {opPredicatedLoad, opPredicatedStore, {0}},
                        {opPredicatedLoadOfLlvm, opPredicatedStoreOfLlvm, {}}};
  for (const char *type : {"int", "int4"})
    for (const Form &form : forms) {
      Module m;
      m.require(predicatedIo, "SPV_INTEL_predicated_io");
      const Id element = m.type(type), boolean = m.type("bool"), integer = m.type("int");
      const bool isVector = element != integer;
      Words ones(4, m.constant(1));
      const Id fallback =
          isVector ? m.newGlobal(opConstantComposite, element, ones) : m.constant(1);
      m.begin(element);
      const Id small = m.value(opUConvert, integer, {m.index});
      const Id isEven = m.value(opIEqual, boolean,
                                {m.value(opUMod, integer, {small, m.constant(2)}), m.constant(0)});
      const Id isLow = m.value(opULessThan, boolean, {small, m.constant(40)});
      // Where nothing is to be loaded, the address leads nowhere.
      const Id far =
          m.value(opSelect, m.type("long"),
                  {isEven, m.index, m.value(opIMul, m.type("long"), {m.index, m.index})});
      const Id place = m.value(opInBoundsPtrAccessChain, m.pointerTo(element), {m.in, far});
      Words load = {place, isEven, fallback};
      load.insert(load.end(), form.memoryOperands.begin(), form.memoryOperands.end());
      const Id loaded = m.value(form.load, element, load);
      Words store = {m.at(m.out), m.value(opIAdd, element, {loaded, fallback}), isLow};
      store.insert(store.end(), form.memoryOperands.begin(), form.memoryOperands.end());
      m.instruction(form.store, store);
      m.endKernel();
      const std::size_t width = isVector ? 4 : 1;
      Buffer in(items * width);
      for (std::size_t i = 0; i < in.size(); ++i)
        in[i] = cl_uint(i * 17 + 3);
      const Buffer out = run(m.words(), in, items * width);
      for (std::size_t i = 0; i < in.size(); ++i) {
        const std::size_t item = i / width;
        EXPECT_EQ(out[i], item >= 40 ? 0xA5A5A5A5u
                          : item % 2 ? 2u
                                     : in[i] + 1)
            << type << ", word " << i;
      }
    }
}

TEST(CacheControls, AreHints) {
  Module m;
  m.require(cacheControls, "SPV_INTEL_cache_controls");
  const Id integer = m.type("int");
  m.begin(integer);
  const Id from = m.at(m.in), to = m.at(m.out);
  m.decorate(from, 6442, {0, 1}); // CacheControlLoadINTEL, level, Cached
  m.decorate(from, 6442, {1, 2});
  m.decorate(to, 6443, {0, 3}); // CacheControlStoreINTEL
  m.instruction(opStore, {to, m.value(opLoad, integer, {from})});
  m.endKernel();
  const Buffer in = numbers(items);
  EXPECT_EQ(run(m.words(), in), in);
}

TEST(ImportedNames, OfOpenCLFunctionsAreResolved) {
  Module m;
  m.require(genericPointers);
  const Id integer = m.type("int"), wide = m.type("long"), number = m.type("float"),
           nothing = m.type("void"), quad = m.type("float4");
  const Id globalId = m.importedFunction("_Z13get_global_idj", {wide, integer});
  const Id localId = m.importedFunction("_Z12get_local_idj", {wide, integer});
  const Id root = m.importedFunction("_Z4sqrtf", {number, number});
  const Id most = m.importedFunction("_Z4fmaxff", {number, number, number});
  const Id clamp = m.importedFunction("_Z5clampiii", {integer, integer, integer, integer});
  const Id product = m.importedFunction("_Z3dotDv4_fS_", {number, quad, quad});
  const Id barrier = m.importedFunction("_Z7barrierj", {nothing, integer});
  const Id shuffle = m.importedFunction("_Z17sub_group_shufflefj", {number, number, integer});
  const Id lane = m.importedFunction("_Z22get_sub_group_local_idv", {integer});
  const Id zero = m.constant(0), one = m.constant(1);
  m.begin(number, 16);
  const auto call = [&](Id type, Id function, Words operands) {
    operands.insert(operands.begin(), function);
    return m.value(opFunctionCall, type, operands);
  };
  const Id id = call(wide, globalId, {zero});
  const Id place = m.value(opInBoundsPtrAccessChain, m.pointerTo(number), {m.in, id});
  const Id x = m.value(opLoad, number, {place});
  const Id rooted = call(number, root, {call(number, most, {x, m.value(opFMul, number, {x, x})})});
  const Id vector = m.value(opCompositeConstruct, quad, {rooted, rooted, x, x});
  const Id dotted = call(number, product, {vector, vector});
  // The value of the first lanes: 0, 0, 1, 2, 3, 3, …
  const Id below = m.value(opISub, integer, {call(integer, lane, {}), one});
  const Id source = call(integer, clamp, {below, zero, m.constant(3)});
  const Id shuffled = call(number, shuffle, {dotted, source});
  call(nothing, barrier, {one});
  const Id local = m.value(opUConvert, integer, {call(wide, localId, {zero})});
  m.store(m.value(opFAdd, number, {shuffled, m.value(opConvertUToF, number, {local})}));
  m.endKernel();
  const Buffer in = numbers(items), out = run(m.words(), in);
  for (std::size_t i = 0; i < items; ++i) {
    const std::size_t from = std::size_t(std::min(std::max(int(i % 16) - 1, 0), 3));
    const float y = floatOf(in[i / 16 * 16 + from]), rooted16 = std::sqrt(std::max(y, y * y));
    const float wanted = 2 * rooted16 * rooted16 + 2 * y * y + float(i % 16);
    EXPECT_NEAR(floatOf(out[i]), wanted, 1e-5 * std::fabs(wanted) + 1e-5) << i;
  }
}

TEST(Versions, OneDotFourIsRead) {
  Module m;
  m.begin(m.type("int"));
  m.store(m.load());
  m.endKernel();
  Words words = m.words();
  words[1] = 0x00010400;
  const Buffer in = numbers(items);
  EXPECT_EQ(run(words, in), in);
}

} // namespace
} // namespace heddle::test
