#include "tests/kernels/cooperative_matrix/matrix_case.hpp"

#include "tests/kernels/block_2d/guarded_memory.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>

namespace heddle::test {

using namespace spv;

namespace {

constexpr std::size_t gap = 64;

/// A buffer between pages that nobody may touch.
class GuardedBuffer {
public:
  explicit GuardedBuffer(cl_context context) : memory(Arena::capacity) {
    cl_int error = CL_SUCCESS;
    buffer = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, memory.size(), memory.begin(), &error);
    EXPECT_EQ(error, CL_SUCCESS);
  }
  ~GuardedBuffer() { clReleaseMemObject(buffer); }
  GuardedBuffer(const GuardedBuffer &) = delete;
  GuardedBuffer &operator=(const GuardedBuffer &) = delete;

  /// Calls function(memory) while the host has it.
  template <typename Function> void withHost(cl_command_queue queue, const Function &function) {
    cl_int error = CL_SUCCESS;
    void *mapped = clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                                      memory.size(), 0, nullptr, nullptr, &error);
    ASSERT_EQ(mapped, memory.begin()) << error;
    function(memory.begin());
    EXPECT_EQ(clEnqueueUnmapMemObject(queue, buffer, mapped, 0, nullptr, nullptr), CL_SUCCESS);
  }

  cl_mem buffer = nullptr;

private:
  GuardedMemory memory;
};

std::string describe(const Launch &launch, const std::uint8_t *found) {
  std::string result;
  std::vector<bool> belongs(Arena::capacity);
  for (const Launch::Region &region : launch.regions) {
    const std::string difference =
        elementDifference(region.matrix, region.placement, found + region.offset);
    if (!difference.empty())
      result += "\n  " + region.what + difference;
    const unsigned bytes = bytesOf(region.matrix.component);
    for (unsigned r = 0; r < region.matrix.rows; ++r)
      for (unsigned c = 0; c < region.matrix.columns; ++c)
        for (unsigned i = 0; i < bytes; ++i)
          belongs[region.offset + region.placement.index(r, c) * bytes + i] = true;
  }
  for (const Launch::Region &region : launch.regions)
    for (std::size_t i = region.offset - gap; i < Arena::capacity; ++i)
      if (!belongs[i] && found[i] != untouched) {
        const auto nearest = std::int64_t(i) - std::int64_t(region.offset);
        if (nearest >= std::int64_t(region.placement.bytes() + gap))
          break;
        result += "\n  byte " + std::to_string(nearest) + " from the begin of " + region.what +
                  " was written, which is none of its elements";
        break;
      }
  if (!result.empty())
    return result;
  Bytes expected(Arena::capacity);
  launch.out.writeTo(expected.data());
  const auto at =
      std::size_t(std::mismatch(expected.begin(), expected.end(), found).first - expected.begin());
  return "\n  outside of all matrices, byte " + std::to_string(at) + " is " +
         std::to_string(found[at]) + ", expected " + std::to_string(expected[at]);
}

} // namespace

std::size_t Arena::add(std::size_t bytes, std::size_t alignment) {
  // Bytes above the first matrix would keep it from the end.
  const std::size_t above = tail.empty() ? 0 : tail.size() + gap;
  const std::size_t offset = (capacity - above - bytes) / alignment * alignment;
  EXPECT_LT(bytes + above + 2 * gap, capacity) << "too much for one case";
  tail.insert(tail.begin(), capacity - offset + gap - tail.size(), rest);
  return offset;
}

std::size_t Arena::addAtBegin(std::size_t bytes) {
  EXPECT_TRUE(head.empty());
  EXPECT_LT(bytes + tail.size(), capacity) << "too much for one case";
  head.resize(bytes, rest);
  return 0;
}

std::uint8_t *Arena::at(std::size_t offset) {
  const std::size_t begin = capacity - tail.size();
  return offset < begin ? head.data() + offset : tail.data() + offset - begin;
}

void Arena::writeTo(std::uint8_t *memory) const {
  std::memset(memory, rest, capacity);
  std::copy(head.begin(), head.end(), memory);
  std::copy(tail.begin(), tail.end(), memory + capacity - tail.size());
}

MatrixCase::MatrixCase(CooperativeMatrixModule &module, const std::string &name,
                       unsigned subGroupSize, unsigned count)
    : module(module), name(name), globalSize(subGroupSize ? subGroupSize : 16),
      localSize(globalSize), launches(1) {
  SpirvModule::Words types(2, module.pointerTo("char"));
  types.resize(2 + count, module.type("int"));
  const SpirvModule::Words parameters = module.beginKernel(name, types, subGroupSize);
  in = parameters[0];
  out = parameters[1];
  numbers.assign(parameters.begin() + 2, parameters.end());
}

MatrixCase::Id MatrixCase::pointer(Id buffer, std::size_t offset, const std::string &pointee,
                                   std::uint32_t storageClass) {
  const Id bytes = module.pointerTo("char");
  Id result =
      module.value(opInBoundsPtrAccessChain, bytes, {buffer, module.constantOf("long", offset)});
  if (pointee != "char")
    result = module.value(opBitcast, module.pointerTo(pointee), {result});
  if (storageClass == generic)
    result = module.value(opPtrCastToGeneric, module.pointerTo(pointee, generic), {result});
  return result;
}

namespace {

std::string pointeeOf(const HostMatrix &matrix, const Access &access) {
  return access.pointee.empty() ? typeName(matrix.component) : access.pointee;
}

unsigned bytesOfType(const std::string &name) {
  const std::string scalar = name.substr(0, name.find_first_of("0123456789"));
  const unsigned count = scalar == name ? 1 : unsigned(std::stoul(name.substr(scalar.size())));
  return count * (scalar == "char" || scalar == "uchar"                         ? 1
                  : scalar == "short" || scalar == "ushort" || scalar == "half" ? 2
                  : scalar == "long" || scalar == "ulong" || scalar == "double" ? 8
                                                                                : 4);
}

} // namespace

MatrixCase::Id MatrixCase::strideOf(const HostMatrix &matrix, Use use, const Access &access) {
  const Placement placement(matrix.rows, matrix.columns, matrix.component, use, access.layout,
                            access.stride);
  const std::size_t bytes = placement.stride() * bytesOf(matrix.component),
                    unit = bytesOfType(pointeeOf(matrix, access));
  EXPECT_EQ(bytes % unit, 0U) << name << ": the stride is no multiple of the pointee";
  return module.constantOf(access.strideType, bytes / unit);
}

MatrixCase::Id MatrixCase::input(const HostMatrix &matrix, Use use, const Access &access) {
  const Placement placement(matrix.rows, matrix.columns, matrix.component, use, access.layout,
                            access.stride);
  const std::string pointee = pointeeOf(matrix, access);
  Launch &launch = launches.front();
  const std::size_t offset =
      launch.in.add(placement.bytes(), std::max(bytesOfType(pointee), bytesOf(matrix.component)));
  writeElements(matrix, placement, launch.in.at(offset));
  return pointer(in, offset, pointee, access.storageClass);
}

MatrixCase::Id MatrixCase::output(const std::string &what, const HostMatrix &expected, Use use,
                                  const Access &access) {
  const Placement placement(expected.rows, expected.columns, expected.component, use, access.layout,
                            access.stride);
  const std::string pointee = pointeeOf(expected, access);
  Launch &launch = launches.front();
  const std::size_t offset = launch.out.add(
      placement.bytes(), std::max(bytesOfType(pointee), bytesOf(expected.component)));
  writeElements(expected, placement, launch.out.at(offset));
  launch.regions.push_back({what, offset, expected, placement});
  return pointer(out, offset, pointee, access.storageClass);
}

MatrixCase::Id MatrixCase::load(const HostMatrix &matrix, Use use, const Access &access) {
  SpirvModule::Words operands = {input(matrix, use, access), module.layout(access.layout),
                                 strideOf(matrix, use, access)};
  operands.insert(operands.end(), access.memoryOperands.begin(), access.memoryOperands.end());
  return module.value(opCooperativeMatrixLoad, module.matrix(matrix, use), operands);
}

void MatrixCase::expect(const std::string &what, Id matrix, const HostMatrix &expected, Use use,
                        const Access &access) {
  SpirvModule::Words operands = {output(what, expected, use, access), matrix,
                                 module.layout(access.layout), strideOf(expected, use, access)};
  operands.insert(operands.end(), access.memoryOperands.begin(), access.memoryOperands.end());
  module.instruction(opCooperativeMatrixStore, operands);
}

MatrixCase &CooperativeMatrixTest::begin(const std::string &name, unsigned subGroupSize,
                                         unsigned numbers) {
  return cases.emplace_back(m, name, subGroupSize, numbers);
}

void CooperativeMatrixTest::runAll(const std::vector<std::pair<cl_uint, cl_uint>> &specConstants) {
  if (const char *folder = std::getenv("HEDDLE_TEST_KEEP_MODULES")) {
    const auto *test = testing::UnitTest::GetInstance()->current_test_info();
    const SpirvModule::Words words = m.words();
    std::ofstream(std::string(folder) + "/" + test->name() + ".spv", std::ios::binary)
        .write(reinterpret_cast<const char *>(words.data()), std::streamsize(4 * words.size()));
  }
  for (const std::string &options : buildOptions) {
    const BuiltProgram built = device().buildIl(m.words(), options, specConstants);
    ASSERT_EQ(built.error, CL_SUCCESS) << options << built.log;
    for (const MatrixCase &each : cases)
      run(built.program, each, options);
    clReleaseProgram(built.program);
  }
}

void CooperativeMatrixTest::run(cl_program program, const MatrixCase &each,
                                const std::string &options) {
  cl_int error = CL_SUCCESS;
  cl_kernel kernel = clCreateKernel(program, each.name.c_str(), &error);
  ASSERT_EQ(error, CL_SUCCESS) << each.name;
  cl_command_queue queue = device().commandQueue();
  GuardedBuffer in(device().contextId()), out(device().contextId());
  clSetKernelArg(kernel, 0, sizeof in.buffer, &in.buffer);
  clSetKernelArg(kernel, 1, sizeof out.buffer, &out.buffer);
  for (const Launch &launch : each.launches) {
    in.withHost(queue, [&](std::uint8_t *memory) { launch.in.writeTo(memory); });
    out.withHost(queue, [](std::uint8_t *memory) { Arena(untouched).writeTo(memory); });
    for (std::size_t i = 0; i < launch.numbers.size(); ++i)
      clSetKernelArg(kernel, cl_uint(2 + i), sizeof(cl_int), &launch.numbers[i]);
    ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, cl_uint(each.globalSize.sizes.size()), nullptr,
                                     each.globalSize.sizes.data(), each.localSize.sizes.data(), 0,
                                     nullptr, nullptr),
              CL_SUCCESS)
        << each.name;
    Bytes expected(Arena::capacity);
    launch.out.writeTo(expected.data());
    out.withHost(queue, [&](const std::uint8_t *found) {
      if (!std::equal(expected.begin(), expected.end(), found))
        ADD_FAILURE() << each.name << " " << options << " " << launch.what
                      << describe(launch, found);
    });
  }
  clReleaseKernel(kernel);
}

} // namespace heddle::test
