// Named barriers, which only SPIR-V has: two sub-groups of four meet at one in a loop, as often as
// they like, while the other two are at a barrier of the work-group already.
#include "tests/kernels/harness/driver.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace heddle::test {
namespace {

constexpr unsigned lanes = 16, localSize = 64, groups = 3;
constexpr cl_uint untouched = 0xA5A5A5A5;

/// Numbers of the SPIR-V specification.
enum Opcode : std::uint32_t {
  opMemoryModel = 14,
  opEntryPoint = 15,
  opExecutionMode = 16,
  opCapability = 17,
  opTypeVoid = 19,
  opTypeBool = 20,
  opTypeInt = 21,
  opTypeVector = 23,
  opTypePointer = 32,
  opTypeFunction = 33,
  opConstant = 43,
  opFunction = 54,
  opFunctionParameter = 55,
  opFunctionEnd = 56,
  opVariable = 59,
  opLoad = 61,
  opStore = 62,
  opInBoundsPtrAccessChain = 70,
  opDecorate = 71,
  opCompositeExtract = 81,
  opUConvert = 113,
  opIAdd = 128,
  opISub = 130,
  opIMul = 132,
  opUDiv = 134,
  opULessThan = 176,
  opBitwiseXor = 198,
  opControlBarrier = 224,
  opPhi = 245,
  opLabel = 248,
  opBranch = 249,
  opBranchConditional = 250,
  opReturn = 253,
  opTypeNamedBarrier = 327,
  opNamedBarrierInitialize = 328,
  opMemoryNamedBarrier = 329,
};
constexpr std::uint32_t inputClass = 1, crossWorkgroupClass = 5, builtInDecoration = 11;
constexpr std::uint32_t globalInvocationId = 28, subgroupId = 40, kernelModel = 6;
constexpr std::uint32_t subgroupSizeMode = 35;

enum Id : std::uint32_t {
  none, // no id is 0
  voidType,
  boolType,
  uintType,
  ulongType,
  vectorType,
  barrierType,
  vectorPointer,
  inputPointer,
  globalPointer,
  kernelType,
  globalIds,
  subGroupIds,
  zero,
  one,
  two,
  three,
  seven,
  flipNeighbour,
  flipPartner,
  groupSize,
  semantics,
  kernel,
  box,
  out,
  leastRounds,
  entry,
  before,
  loop,
  meet,
  after,
  barrier,
  ids,
  index64,
  index,
  subGroup,
  fromFirst,
  isMeeting,
  group,
  rounds,
  mine,
  partner,
  theirs,
  value,
  nextValue,
  round,
  nextRound,
  isLeft,
  received,
  tripled,
  result,
  neighbour,
  neighbours,
  seen,
  weighted,
  sum,
  place,
  bound,
};

class Words {
public:
  void op(Opcode opcode, std::initializer_list<std::uint32_t> operands) {
    words.push_back(std::uint32_t(operands.size() + 1) << 16 | opcode);
    words.insert(words.end(), operands);
  }
  std::vector<std::uint32_t> words = {0x07230203, 0x00010100, 0, bound, 0};
};

/// kernel void k(global uint *box, global uint *out, uint leastRounds):
///
///   named barrier b of 2 sub-groups
///   v = g, the global id
///   in sub-groups 1 and 2, leastRounds + group id times with i from 0:
///     box[g] = v; wait at b; u = box[g of the other one]; wait at b; v = 3 * u + i
///   box[g] = v; barrier of the work-group; out[g] = 7 * v + box[g of the sub-group beside it]
std::vector<std::uint32_t> module() {
  Words m;
  // Addresses, Kernel, Int64, SubgroupDispatch, NamedBarrier.
  for (std::uint32_t capability : {4, 6, 11, 58, 59})
    m.op(opCapability, {capability});
  m.op(opMemoryModel, {2, 2}); // Physical64, OpenCL
  m.op(opEntryPoint, {kernelModel, kernel, 'k', globalIds, subGroupIds});
  m.op(opExecutionMode, {kernel, subgroupSizeMode, lanes});
  m.op(opDecorate, {globalIds, builtInDecoration, globalInvocationId});
  m.op(opDecorate, {subGroupIds, builtInDecoration, subgroupId});

  m.op(opTypeVoid, {voidType});
  m.op(opTypeBool, {boolType});
  m.op(opTypeInt, {uintType, 32, 0});
  m.op(opTypeInt, {ulongType, 64, 0});
  m.op(opTypeVector, {vectorType, ulongType, 3});
  m.op(opTypeNamedBarrier, {barrierType});
  m.op(opTypePointer, {vectorPointer, inputClass, vectorType});
  m.op(opTypePointer, {inputPointer, inputClass, uintType});
  m.op(opTypePointer, {globalPointer, crossWorkgroupClass, uintType});
  m.op(opTypeFunction, {kernelType, voidType, globalPointer, globalPointer, uintType});
  m.op(opVariable, {vectorPointer, globalIds, inputClass});
  m.op(opVariable, {inputPointer, subGroupIds, inputClass});
  const std::pair<Id, std::uint32_t> constants[] = {
      {zero, 0},
      {one, 1},
      {two, 2},
      {three, 3},
      {seven, 7},
      {flipNeighbour, lanes},
      {flipPartner, 3 * lanes}, // 1 and 2 in the place of the sub-group's id
      {groupSize, localSize},
      {semantics, 0x208}, // AcquireRelease, CrossWorkgroupMemory
  };
  for (const auto &[id, number] : constants)
    m.op(opConstant, {uintType, id, number});

  m.op(opFunction, {voidType, kernel, 0, kernelType});
  m.op(opFunctionParameter, {globalPointer, box});
  m.op(opFunctionParameter, {globalPointer, out});
  m.op(opFunctionParameter, {uintType, leastRounds});
  m.op(opLabel, {entry});
  m.op(opNamedBarrierInitialize, {barrierType, barrier, two});
  m.op(opLoad, {vectorType, ids, globalIds});
  m.op(opCompositeExtract, {ulongType, index64, ids, 0});
  m.op(opUConvert, {uintType, index, index64});
  m.op(opLoad, {uintType, subGroup, subGroupIds});
  m.op(opUDiv, {uintType, group, index, groupSize});
  m.op(opIAdd, {uintType, rounds, leastRounds, group});
  m.op(opInBoundsPtrAccessChain, {globalPointer, mine, box, index});
  m.op(opISub, {uintType, fromFirst, subGroup, one});
  m.op(opULessThan, {boolType, isMeeting, fromFirst, two});
  m.op(opBranchConditional, {isMeeting, before, after});

  m.op(opLabel, {before});
  m.op(opBitwiseXor, {uintType, partner, index, flipPartner});
  m.op(opInBoundsPtrAccessChain, {globalPointer, theirs, box, partner});
  m.op(opBranch, {loop});

  m.op(opLabel, {loop});
  m.op(opPhi, {uintType, value, index, before, nextValue, meet});
  m.op(opPhi, {uintType, round, zero, before, nextRound, meet});
  m.op(opULessThan, {boolType, isLeft, round, rounds});
  m.op(opBranchConditional, {isLeft, meet, after});

  m.op(opLabel, {meet});
  m.op(opStore, {mine, value});
  m.op(opMemoryNamedBarrier, {barrier, two, semantics});
  m.op(opLoad, {uintType, received, theirs});
  m.op(opMemoryNamedBarrier, {barrier, two, semantics});
  m.op(opIMul, {uintType, tripled, received, three});
  m.op(opIAdd, {uintType, nextValue, tripled, round});
  m.op(opIAdd, {uintType, nextRound, round, one});
  m.op(opBranch, {loop});

  m.op(opLabel, {after});
  m.op(opPhi, {uintType, result, index, entry, value, loop});
  m.op(opStore, {mine, result});
  m.op(opControlBarrier, {two, two, semantics});
  m.op(opBitwiseXor, {uintType, neighbour, index, flipNeighbour});
  m.op(opInBoundsPtrAccessChain, {globalPointer, neighbours, box, neighbour});
  m.op(opLoad, {uintType, seen, neighbours});
  m.op(opIMul, {uintType, weighted, result, seven});
  m.op(opIAdd, {uintType, sum, weighted, seen});
  m.op(opInBoundsPtrAccessChain, {globalPointer, place, out, index});
  m.op(opStore, {place, sum});
  m.op(opReturn, {});
  m.op(opFunctionEnd, {});
  return m.words;
}

std::vector<cl_uint> expected(unsigned leastRounds) {
  std::vector<cl_uint> values(groups * localSize), results;
  for (unsigned g = 0; g < values.size(); ++g)
    values[g] = g;
  for (unsigned group = 0; group < groups; ++group)
    for (unsigned i = 0; i < leastRounds + group; ++i) {
      const std::vector<cl_uint> earlier = values;
      for (unsigned l = lanes; l < 3 * lanes; ++l)
        values[group * localSize + l] = 3 * earlier[group * localSize + (l ^ 3 * lanes)] + i;
    }
  for (unsigned g = 0; g < values.size(); ++g)
    results.push_back(7 * values[g] + values[g ^ lanes]);
  return results;
}

class NamedBarriers : public testing::TestWithParam<unsigned> {};

TEST_P(NamedBarriers, LetTwoSubGroupsMeetWhileOthersAreAtTheWorkGroupBarrier) {
  std::string error;
  cl_device_id device = findDevice(error);
  ASSERT_NE(device, nullptr) << error;
  cl_int status = CL_SUCCESS;
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &status);
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, nullptr, &status);
  ASSERT_EQ(status, CL_SUCCESS);
  const std::vector<std::uint32_t> words = module();
  cl_program program = clCreateProgramWithIL(context, words.data(), 4 * words.size(), &status);
  ASSERT_EQ(status, CL_SUCCESS);
  ASSERT_EQ(clBuildProgram(program, 1, &device, "", nullptr, nullptr), CL_SUCCESS)
      << buildLog(program, device);
  cl_kernel k = clCreateKernel(program, "k", &status);
  ASSERT_EQ(status, CL_SUCCESS);

  std::vector<cl_uint> results(groups * localSize, untouched);
  std::array<cl_mem, 2> buffers;
  for (cl_uint i = 0; i < buffers.size(); ++i) {
    buffers[i] =
        clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, 4 * results.size(), results.data(), &status);
    ASSERT_EQ(status, CL_SUCCESS);
    clSetKernelArg(k, i, sizeof(cl_mem), &buffers[i]);
  }
  const cl_uint number = GetParam();
  clSetKernelArg(k, 2, sizeof number, &number);
  const std::size_t global = results.size(), local = localSize;
  EXPECT_EQ(clEnqueueNDRangeKernel(queue, k, 1, nullptr, &global, &local, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clEnqueueReadBuffer(queue, buffers[1], CL_TRUE, 0, 4 * results.size(), results.data(),
                                0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(results, expected(number));

  for (cl_mem buffer : buffers)
    clReleaseMemObject(buffer);
  clReleaseKernel(k);
  clReleaseProgram(program);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
}

INSTANTIATE_TEST_SUITE_P(Rounds, NamedBarriers, testing::Values(0u, 1u, 2u, 9u));

} // namespace
} // namespace heddle::test
