// Work-groups that wait for each other, one for each compute unit, as in barriers of all
// work-groups that programs make for themselves. Built by the real compiler, and run by eight
// threads.
#include "tests/support/program_fixture.hpp"

#include <atomic>
#include <chrono>
#include <thread>

namespace heddle::test {

namespace {

constexpr char source[] = R"(
kernel void meet(global atomic_int *arrived, int groups) {
  if (get_local_id(0) == 0) {
    atomic_fetch_add_explicit(arrived, 1, memory_order_acq_rel, memory_scope_all_svm_devices);
    while (atomic_load_explicit(arrived, memory_order_acquire, memory_scope_all_svm_devices) <
           groups)
      ;
  }
}
)";

} // namespace

using MeetingWorkGroupsTest = ProgramTest;

TEST_F(MeetingWorkGroupsTest, HaveAThreadForEachHoweverShortTheirLaunchesWere) {
  const OwnedProgram program = makeProgram(source);
  build(program);
  cl_int error = CL_INVALID_VALUE;
  const OwnedKernel kernel = clCreateKernel(program, "meet", &error);
  ASSERT_EQ(error, CL_SUCCESS);
  auto *arrived = new (clSVMAlloc(context, CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS,
                                  sizeof(cl_int), 0)) std::atomic<cl_int>(0);
  ASSERT_EQ(clSetKernelArgSVMPointer(kernel, 0, arrived), CL_SUCCESS);
  const auto units =
      static_cast<cl_int>(query<cl_uint>(clGetDeviceInfo, device, CL_DEVICE_MAX_COMPUTE_UNITS));
  const std::size_t local = 16, global = static_cast<std::size_t>(units) * local;
  // Nobody waits at first, so that it is known how little each takes.
  bool wasRescued = false;
  for (int launch = 0; launch < 250 && !wasRescued; ++launch) {
    const cl_int groups = launch < 200 ? 0 : units;
    *arrived = 0;
    ASSERT_EQ(clSetKernelArg(kernel, 1, sizeof(groups), &groups), CL_SUCCESS);
    OwnedEvent done;
    ASSERT_EQ(
        clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &global, &local, 0, nullptr, done.out()),
        CL_SUCCESS);
    ASSERT_EQ(clFlush(queue), CL_SUCCESS);
    // A thread that waits would lend itself.
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (statusOf(done) > CL_COMPLETE && std::chrono::steady_clock::now() < end)
      std::this_thread::yield();
    wasRescued = statusOf(done) > CL_COMPLETE;
    if (wasRescued)
      *arrived = units;
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  }
  EXPECT_FALSE(wasRescued);
  clSVMFree(context, arrived);
}

} // namespace heddle::test
