// Hints for queues: cl_khr_priority_hints and cl_khr_throttle_hints. That tasks of a higher
// priority come first is tested with the executor.
#include "tests/support/opencl_fixture.hpp"

#include <CL/cl_ext.h>

namespace heddle::test {

/// The property, the name of the extension.
using Hint = std::pair<cl_queue_properties, const char *>;

class QueueHintsTest : public ContextTest, public testing::WithParamInterface<Hint> {
protected:
  cl_queue_properties property() const { return GetParam().first; }

  OwnedQueue create(const std::vector<cl_queue_properties> &list, cl_int expected) {
    cl_int error = CL_INVALID_VALUE;
    OwnedQueue made = clCreateCommandQueueWithProperties(context, device, list.data(), &error);
    EXPECT_EQ(error, expected);
    return made;
  }
};

INSTANTIATE_TEST_SUITE_P(Hints, QueueHintsTest,
                         testing::Values(Hint{CL_QUEUE_PRIORITY_KHR, "cl_khr_priority_hints"},
                                         Hint{CL_QUEUE_THROTTLE_KHR, "cl_khr_throttle_hints"}));

TEST_P(QueueHintsTest, AreReported) {
  EXPECT_NE(queryString(clGetDeviceInfo, device, CL_DEVICE_EXTENSIONS).find(GetParam().second),
            std::string::npos);
}

TEST_P(QueueHintsTest, AreTakenAndGivenBack) {
  for (cl_queue_properties value :
       {CL_QUEUE_PRIORITY_HIGH_KHR, CL_QUEUE_PRIORITY_MED_KHR, CL_QUEUE_PRIORITY_LOW_KHR}) {
    const std::vector<cl_queue_properties> list = {property(), value, CL_QUEUE_PROPERTIES,
                                                   CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
    OwnedQueue queue = create(list, CL_SUCCESS);
    EXPECT_EQ(queryList<cl_queue_properties>(clGetCommandQueueInfo, queue.get(),
                                             CL_QUEUE_PROPERTIES_ARRAY),
              list);
    EXPECT_EQ(query<cl_uint>(clGetCommandQueueInfo, queue.get(),
                             static_cast<cl_command_queue_info>(property())),
              value);
    // And its commands run.
    OwnedMem buffer = makeBuffer(1 << 20);
    const cl_uint pattern = 7;
    EXPECT_EQ(clEnqueueFillBuffer(queue, buffer, &pattern, sizeof(pattern), 0, 1 << 20, 0, nullptr,
                                  nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clFinish(queue), CL_SUCCESS);
  }
}

TEST_P(QueueHintsTest, AreMediumWithoutAHint) {
  OwnedQueue queue = makeQueue();
  EXPECT_EQ(query<cl_uint>(clGetCommandQueueInfo, queue.get(),
                           static_cast<cl_command_queue_info>(property())),
            cl_uint(CL_QUEUE_PRIORITY_MED_KHR));
}

TEST_P(QueueHintsTest, ReturnInvalidValueForAnythingButOneOfThree) {
  for (cl_queue_properties value : {0, 3, 5, 7, 8})
    create({property(), value, 0}, CL_INVALID_VALUE);
  create({property(), CL_QUEUE_PRIORITY_LOW_KHR, property(), CL_QUEUE_PRIORITY_LOW_KHR, 0},
         CL_INVALID_VALUE);
}

TEST_P(QueueHintsTest, ReturnInvalidQueuePropertiesForQueuesOnTheDevice) {
  create({CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE,
          property(), CL_QUEUE_PRIORITY_HIGH_KHR, 0},
         CL_INVALID_QUEUE_PROPERTIES);
}

} // namespace heddle::test
