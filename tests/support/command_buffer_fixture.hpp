// A fixture of tests about cl_khr_command_buffer: its functions, found by their names.
#ifndef HEDDLE_TESTS_SUPPORT_COMMAND_BUFFER_FIXTURE_HPP
#define HEDDLE_TESTS_SUPPORT_COMMAND_BUFFER_FIXTURE_HPP

// For the types of the functions; none is linked.
#include "icd/ext_khr_command_buffer.hpp"
#include "icd/ext_khr_command_buffer_mutable_dispatch.hpp"
#include "tests/support/program_fixture.hpp"

#include <memory>
#include <type_traits>

namespace heddle::test {

/// The functions by the names that they have in the driver.
struct CommandBufferFunctions {
#define HEDDLE_TEST_FUNCTION(name) decltype(&heddle::name) name = nullptr
  HEDDLE_TEST_FUNCTION(createCommandBuffer);
  HEDDLE_TEST_FUNCTION(retainCommandBuffer);
  HEDDLE_TEST_FUNCTION(releaseCommandBuffer);
  HEDDLE_TEST_FUNCTION(finalizeCommandBuffer);
  HEDDLE_TEST_FUNCTION(enqueueCommandBuffer);
  HEDDLE_TEST_FUNCTION(getCommandBufferInfo);
  HEDDLE_TEST_FUNCTION(commandBarrierWithWaitList);
  HEDDLE_TEST_FUNCTION(commandCopyBuffer);
  HEDDLE_TEST_FUNCTION(commandCopyBufferRect);
  HEDDLE_TEST_FUNCTION(commandCopyBufferToImage);
  HEDDLE_TEST_FUNCTION(commandCopyImage);
  HEDDLE_TEST_FUNCTION(commandCopyImageToBuffer);
  HEDDLE_TEST_FUNCTION(commandFillBuffer);
  HEDDLE_TEST_FUNCTION(commandFillImage);
  HEDDLE_TEST_FUNCTION(commandNDRangeKernel);
  HEDDLE_TEST_FUNCTION(commandSVMMemcpy);
  HEDDLE_TEST_FUNCTION(commandSVMMemFill);
  HEDDLE_TEST_FUNCTION(updateMutableCommands);
  HEDDLE_TEST_FUNCTION(getMutableCommandInfo);
#undef HEDDLE_TEST_FUNCTION
};

/// `Base` is a fixture with a queue.
template <typename Base> class CommandBufferFixture : public Base {
protected:
  void SetUp() override {
    Base::SetUp();
    if (testing::Test::HasFatalFailure() || testing::Test::IsSkipped())
      return;
    find("clCreateCommandBufferKHR", cl.createCommandBuffer);
    find("clRetainCommandBufferKHR", cl.retainCommandBuffer);
    find("clReleaseCommandBufferKHR", cl.releaseCommandBuffer);
    find("clFinalizeCommandBufferKHR", cl.finalizeCommandBuffer);
    find("clEnqueueCommandBufferKHR", cl.enqueueCommandBuffer);
    find("clGetCommandBufferInfoKHR", cl.getCommandBufferInfo);
    find("clCommandBarrierWithWaitListKHR", cl.commandBarrierWithWaitList);
    find("clCommandCopyBufferKHR", cl.commandCopyBuffer);
    find("clCommandCopyBufferRectKHR", cl.commandCopyBufferRect);
    find("clCommandCopyBufferToImageKHR", cl.commandCopyBufferToImage);
    find("clCommandCopyImageKHR", cl.commandCopyImage);
    find("clCommandCopyImageToBufferKHR", cl.commandCopyImageToBuffer);
    find("clCommandFillBufferKHR", cl.commandFillBuffer);
    find("clCommandFillImageKHR", cl.commandFillImage);
    find("clCommandNDRangeKernelKHR", cl.commandNDRangeKernel);
    find("clCommandSVMMemcpyKHR", cl.commandSVMMemcpy);
    find("clCommandSVMMemFillKHR", cl.commandSVMMemFill);
    find("clUpdateMutableCommandsKHR", cl.updateMutableCommands);
    find("clGetMutableCommandInfoKHR", cl.getMutableCommandInfo);
  }
  template <typename Function> void find(const char *name, Function &function) {
    function = this->template extensionFunction<Function>(name);
    ASSERT_NE(function, nullptr) << name;
  }

  struct Release {
    decltype(&heddle::releaseCommandBuffer) function;
    void operator()(cl_command_buffer_khr buffer) const { EXPECT_EQ(function(buffer), CL_SUCCESS); }
  };
  using OwnedCommandBuffer = std::unique_ptr<std::remove_pointer_t<cl_command_buffer_khr>, Release>;

  OwnedCommandBuffer make(cl_command_queue queue, cl_int expected = CL_SUCCESS,
                          const cl_command_buffer_properties_khr *properties = nullptr,
                          cl_uint numQueues = 1) {
    cl_int error = 1;
    cl_command_buffer_khr made =
        cl.createCommandBuffer(numQueues, queue ? &queue : nullptr, properties, &error);
    EXPECT_EQ(error, expected);
    EXPECT_EQ(made != nullptr, expected == CL_SUCCESS);
    return OwnedCommandBuffer(made, Release{cl.releaseCommandBuffer});
  }
  void finalize(const OwnedCommandBuffer &buffer) {
    EXPECT_EQ(cl.finalizeCommandBuffer(buffer.get()), CL_SUCCESS);
  }
  /// On its own queue.
  void enqueueOnce(const OwnedCommandBuffer &buffer) {
    EXPECT_EQ(cl.enqueueCommandBuffer(0, nullptr, buffer.get(), 0, nullptr, nullptr), CL_SUCCESS);
  }
  template <typename T> T info(const OwnedCommandBuffer &buffer, cl_command_buffer_info_khr name) {
    return query<T>(cl.getCommandBufferInfo, buffer.get(), name);
  }

  CommandBufferFunctions cl;
};

} // namespace heddle::test

#endif
