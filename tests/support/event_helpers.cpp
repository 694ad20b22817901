#include "tests/support/opencl_fixture.hpp"

#include <chrono>
#include <thread>

namespace heddle::test {

cl_int statusOf(cl_event event) {
  return query<cl_int>(clGetEventInfo, event, CL_EVENT_COMMAND_EXECUTION_STATUS);
}

cl_int pollUntilEnded(cl_event event) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (statusOf(event) > CL_COMPLETE && std::chrono::steady_clock::now() < deadline)
    std::this_thread::sleep_for(std::chrono::microseconds(100));
  return statusOf(event);
}

} // namespace heddle::test
