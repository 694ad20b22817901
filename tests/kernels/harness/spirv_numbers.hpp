// Numbers of the SPIR-V specification and of extensions, as far as tests write them.
#ifndef HEDDLE_TESTS_KERNELS_HARNESS_SPIRV_NUMBERS_HPP
#define HEDDLE_TESTS_KERNELS_HARNESS_SPIRV_NUMBERS_HPP

#include <cstdint>

namespace heddle::test::spv {

enum Opcode : std::uint16_t {
  opExtension = 10,
  opExtInstImport = 11,
  opExtInst = 12,
  opMemoryModel = 14,
  opEntryPoint = 15,
  opExecutionMode = 16,
  opCapability = 17,
  opTypeVoid = 19,
  opTypeBool = 20,
  opTypeInt = 21,
  opTypeFloat = 22,
  opTypeVector = 23,
  opTypeArray = 28,
  opTypeStruct = 30,
  opTypePointer = 32,
  opTypeFunction = 33,
  opConstant = 43,
  opConstantComposite = 44,
  opConstantNull = 46,
  opSpecConstantOp = 52,
  opFunction = 54,
  opFunctionParameter = 55,
  opFunctionEnd = 56,
  opFunctionCall = 57,
  opVariable = 59,
  opLoad = 61,
  opStore = 62,
  opCopyMemory = 63,
  opCopyMemorySized = 64,
  opInBoundsAccessChain = 66,
  opInBoundsPtrAccessChain = 70,
  opDecorate = 71,
  opCompositeExtract = 81,
  opUConvert = 113,
  opPtrCastToGeneric = 121,
  opGenericCastToPtr = 122,
  opGenericCastToPtrExplicit = 123,
  opBitcast = 124,
  opIAdd = 128,
  opISub = 130,
  opIMul = 132,
  opUDiv = 134,
  opUMod = 137,
  opSelect = 169,
  opIEqual = 170,
  opULessThan = 176,
  opBitwiseXor = 198,
  opControlBarrier = 224,
  opAtomicLoad = 227,
  opAtomicStore = 228,
  opAtomicExchange = 229,
  opAtomicCompareExchange = 230,
  opAtomicIIncrement = 232,
  opAtomicIAdd = 234,
  opAtomicUMax = 239,
  opAtomicFlagTestAndSet = 318,
  opAtomicFlagClear = 319,
  opPhi = 245,
  opLabel = 248,
  opBranch = 249,
  opBranchConditional = 250,
  opReturn = 253,
  opLifetimeStart = 256,
  opLifetimeStop = 257,
  opTypeNamedBarrier = 327,
  opNamedBarrierInitialize = 328,
  opMemoryNamedBarrier = 329,
  opPtrEqual = 401,
  opPtrDiff = 403,
  opTypeUntypedPointer = 4417,
  opUntypedVariable = 4418,
  opUntypedAccessChain = 4419,
  opUntypedInBoundsAccessChain = 4420,
  opUntypedPtrAccessChain = 4423,
  opUntypedInBoundsPtrAccessChain = 4424,
  opUntypedPrefetch = 4426,
  opSubgroupMatrixMultiplyAccumulate = 6237,
  opSubgroupScaledMatrixMultiplyAccumulate = 6264,
};

// Storage classes.
constexpr std::uint32_t uniformConstant = 0, input = 1, workgroup = 4, crossWorkgroup = 5,
                        functionStorage = 7, generic = 8;
// Decorations, and the built-in variables.
constexpr std::uint32_t builtInDecoration = 11, constantDecoration = 22, linkageDecoration = 41,
                        alignmentDecoration = 44;
constexpr std::uint32_t localInvocationId = 27, globalInvocationId = 28, subgroupId = 40;
constexpr std::uint32_t importLinkage = 1;
// Capabilities.
constexpr std::uint32_t namedBarrierCapability = 59, untypedPointersCapability = 4473;
// Scopes and memory semantics.
constexpr std::uint32_t deviceScope = 1, workgroupScope = 2, subgroupScope = 3;
constexpr std::uint32_t acquireRelease = 8, workgroupMemory = 0x100, crossWorkgroupMemory = 0x200;

} // namespace heddle::test::spv

#endif
