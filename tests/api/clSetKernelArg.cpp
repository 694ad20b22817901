// clSetKernelArg, clSetKernelArgSVMPointer, clSetKernelExecInfo.
#include "tests/support/program_fixture.hpp"

namespace heddle::test {

using clSetKernelArgTest = KernelTest;
using clSetKernelArgSVMPointerTest = KernelTest;
using clSetKernelExecInfoTest = KernelTest;

TEST_F(clSetKernelArgTest, ValuesAreCopiedWhenTheyAreSet) {
  OwnedKernel kernel = makeKernel("number");
  OwnedMem buffer = makeBufferOf(std::vector<cl_ulong>(2, 0));
  setArgument(kernel, 0, buffer.get());
  cl_ulong base = 7;
  EXPECT_EQ(clSetKernelArg(kernel, 1, sizeof(base), &base), CL_SUCCESS);
  base = 9;
  EXPECT_EQ(enqueue(queue, kernel, 2), CL_SUCCESS);
  EXPECT_EQ(contents<cl_ulong>(buffer), (std::vector<cl_ulong>{7, 8}));
}

TEST_F(clSetKernelArgTest, CommandsKeepTheArgumentsThatTheyWereEnqueuedWith) {
  OwnedKernel kernel = makeKernel("number");
  OwnedMem a = makeBufferOf(std::vector<cl_ulong>(1, 0)),
           b = makeBufferOf(std::vector<cl_ulong>(1, 0));
  OwnedEvent gate = makeUserEvent();
  setArgument(kernel, 0, a.get());
  setArgument(kernel, 1, cl_ulong(1));
  const std::size_t one = 1;
  const cl_event wait = gate;
  EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 1, &wait, nullptr),
            CL_SUCCESS);
  setArgument(kernel, 0, b.get());
  setArgument(kernel, 1, cl_ulong(2));
  EXPECT_EQ(enqueue(queue, kernel, 1), CL_SUCCESS);
  EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(contents<cl_ulong>(a), std::vector<cl_ulong>{1});
  EXPECT_EQ(contents<cl_ulong>(b), std::vector<cl_ulong>{2});
}

TEST_F(clSetKernelArgTest, ABufferLivesUntilTheCommandHasEnded) {
  OwnedKernel kernel = makeKernel("number");
  OwnedMem buffer = makeBuffer(8 * 1000);
  OwnedEvent gate = makeUserEvent(), done;
  setArgument(kernel, 0, buffer.get());
  setArgument(kernel, 1, cl_ulong(1));
  const std::size_t size = 1000;
  const cl_event wait = gate;
  EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &size, nullptr, 1, &wait, done.out()),
            CL_SUCCESS);
  buffer.reset();
  kernel.reset();
  EXPECT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(statusOf(done), CL_COMPLETE);
}

TEST_F(clSetKernelArgTest, AKernelDoesNotKeepItsBuffersAlive) {
  OwnedKernel kernel = makeKernel("number");
  OwnedMem buffer = makeBuffer(8);
  static int destroyed;
  destroyed = 0;
  EXPECT_EQ(clSetMemObjectDestructorCallback(
                buffer, [](cl_mem, void *) { ++destroyed; }, nullptr),
            CL_SUCCESS);
  setArgument(kernel, 0, buffer.get());
  setArgument(kernel, 1, cl_ulong(1));
  buffer.reset();
  EXPECT_EQ(destroyed, 1);
  const std::size_t one = 1;
  EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
            CL_INVALID_KERNEL_ARGS);
}

TEST_F(clSetKernelArgTest, LocalPointersGetTheirOwnMemory) {
  OwnedKernel kernel = makeKernel("through_local");
  OwnedMem buffer = makeBufferOf(std::vector<cl_uint>(100, 0));
  setArgument(kernel, 0, buffer.get());
  EXPECT_EQ(clSetKernelArg(kernel, 1, 64, nullptr), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(kernel, 2, 64, nullptr), CL_SUCCESS);
  const std::size_t local = 2;
  EXPECT_EQ(enqueue(queue, kernel, 200, &local), CL_SUCCESS);
  const std::vector<cl_uint> sums = contents<cl_uint>(buffer);
  for (cl_uint group = 0; group < 100; ++group)
    EXPECT_EQ(sums[group], 16 * group + 16);
}

TEST_F(clSetKernelArgTest, NullIsAValidBuffer) {
  OwnedKernel kernel = makeKernel("number");
  const cl_mem none = nullptr;
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), &none), CL_SUCCESS);
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(cl_mem), nullptr), CL_SUCCESS);
}

TEST_F(clSetKernelArgTest, ReturnsItsErrors) {
  OwnedKernel kernel = makeKernel("through_local"), number = makeKernel("number");
  OwnedMem buffer = makeBuffer(64);
  const cl_mem handle = buffer;
  const cl_ulong value = 0;
  EXPECT_EQ(clSetKernelArg(nullptr, 0, sizeof(handle), &handle), CL_INVALID_KERNEL);
  EXPECT_EQ(clSetKernelArg(kernel, 3, sizeof(handle), &handle), CL_INVALID_ARG_INDEX);
  EXPECT_EQ(clSetKernelArg(kernel, 0, 4, &handle), CL_INVALID_ARG_SIZE);
  const cl_mem noBuffer = reinterpret_cast<cl_mem>(context.get());
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(noBuffer), &noBuffer), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(clSetKernelArg(kernel, 1, 64, &value), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(clSetKernelArg(kernel, 1, 0, nullptr), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(clSetKernelArg(number, 1, 4, &value), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(clSetKernelArg(number, 1, sizeof(value), nullptr), CL_INVALID_ARG_VALUE);
}

TEST_F(clSetKernelArgTest, ReturnsInvalidContextForABufferOfAnotherOne) {
  OwnedKernel kernel = makeKernel("number");
  OwnedContext other = otherContext();
  cl_int error = CL_INVALID_VALUE;
  OwnedMem foreign = clCreateBuffer(other, CL_MEM_READ_WRITE, 64, nullptr, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  const cl_mem handle = foreign;
  EXPECT_EQ(clSetKernelArg(kernel, 0, sizeof(handle), &handle), CL_INVALID_CONTEXT);
}

TEST_F(clSetKernelArgSVMPointerTest, TheKernelWorksOnWhatThePointerLeadsTo) {
  OwnedKernel kernel = makeKernel("number");
  auto *shared = static_cast<cl_ulong *>(clSVMAlloc(context, CL_MEM_READ_WRITE, 8 * 10, 0));
  std::vector<cl_ulong> own(10);
  setArgument(kernel, 1, cl_ulong(7));
  // Memory of clSVMAlloc, a place in the middle of it, and memory of the host.
  for (cl_ulong *place : {shared, shared + 5, own.data()}) {
    ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 0, place), CL_SUCCESS);
    ASSERT_EQ(enqueue(queue, kernel, 5), CL_SUCCESS);
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
    for (cl_ulong i = 0; i < 5; ++i)
      EXPECT_EQ(place[i], 7 + i);
  }
  clSVMFree(context, shared);
}

TEST_F(clSetKernelArgSVMPointerTest, ReplacesABufferAndIsReplacedByOne) {
  OwnedKernel kernel = makeKernel("number");
  OwnedMem gone = makeBuffer(8), buffer = makeBufferOf(std::vector<cl_ulong>(1));
  cl_ulong own = 0;
  setArgument(kernel, 0, gone.get());
  setArgument(kernel, 1, cl_ulong(7));
  gone.reset();
  // The buffer that is gone is no argument any more.
  ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 0, &own), CL_SUCCESS);
  ASSERT_EQ(enqueue(queue, kernel, 1), CL_SUCCESS);
  setArgument(kernel, 0, buffer.get());
  ASSERT_EQ(enqueue(queue, kernel, 1), CL_SUCCESS);
  EXPECT_EQ(contents<cl_ulong>(buffer), std::vector<cl_ulong>{7});
  EXPECT_EQ(own, 7u);
}

TEST_F(clSetKernelArgSVMPointerTest, ClonesHaveThePointer) {
  OwnedKernel kernel = makeKernel("number");
  cl_ulong own = 0;
  ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 0, &own), CL_SUCCESS);
  setArgument(kernel, 1, cl_ulong(7));
  OwnedKernel copy = clCloneKernel(kernel, nullptr);
  ASSERT_EQ(enqueue(queue, copy, 1), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(own, 7u);
}

TEST_F(clSetKernelArgSVMPointerTest, ReturnsItsErrors) {
  OwnedKernel kernel = makeKernel("number"), local = makeKernel("through_local");
  int memory = 0;
  EXPECT_EQ(clSetKernelArgSVMPointer(nullptr, 0, &memory), CL_INVALID_KERNEL);
  EXPECT_EQ(clSetKernelArgSVMPointer(kernel, 2, &memory), CL_INVALID_ARG_INDEX);
  // No pointer to global or constant memory.
  EXPECT_EQ(clSetKernelArgSVMPointer(kernel, 1, &memory), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(clSetKernelArgSVMPointer(local, 1, &memory), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(clSetKernelArgSVMPointer(kernel, 0, nullptr), CL_SUCCESS);
}

TEST_F(clSetKernelExecInfoTest, TakesEveryListOfPointers) {
  OwnedKernel kernel = makeKernel("number");
  void *shared = clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0);
  void *pointers[] = {shared, static_cast<char *>(shared) + 8, &kernel};
  EXPECT_EQ(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof(pointers), pointers),
            CL_SUCCESS);
  EXPECT_EQ(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, 0, nullptr), CL_SUCCESS);
  for (cl_bool allowed : {CL_TRUE, CL_FALSE})
    EXPECT_EQ(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM,
                                  sizeof(allowed), &allowed),
              CL_SUCCESS);
  clSVMFree(context, shared);
}

TEST_F(clSetKernelExecInfoTest, ReturnsItsErrors) {
  OwnedKernel kernel = makeKernel("number");
  void *pointers[2] = {};
  const cl_ulong yes = CL_TRUE;
  const auto set = [&](cl_kernel_exec_info name, std::size_t size, const void *value) {
    return clSetKernelExecInfo(kernel, name, size, value);
  };
  EXPECT_EQ(clSetKernelExecInfo(nullptr, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof(void *), pointers),
            CL_INVALID_KERNEL);
  EXPECT_EQ(set(0x9999, sizeof(void *), pointers), CL_INVALID_VALUE);
  EXPECT_EQ(set(CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof(void *), nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(set(CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof(void *) + 1, pointers), CL_INVALID_VALUE);
  EXPECT_EQ(set(CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof(cl_bool), nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(set(CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof(yes), &yes), CL_INVALID_VALUE);
  EXPECT_EQ(set(CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, 0, nullptr), CL_INVALID_VALUE);
}

} // namespace heddle::test
