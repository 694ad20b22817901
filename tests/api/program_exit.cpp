// Programs that end while the driver still has work, as many do.
#include "tests/support/opencl_fixture.hpp"

#include <cstdlib>

namespace heddle::test {

class ProgramExitTest : public QueueTest {
protected:
  void SetUp() override {
    // A fresh process for each: a fork of this one would lack the driver's threads.
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    QueueTest::SetUp();
  }
};

TEST_F(ProgramExitTest, CommandsMayBeRunning) {
  EXPECT_EXIT(
      {
        OwnedMem buffer = makeBuffer(256 << 20);
        const std::uint32_t pattern = 1;
        for (int i = 0; i < 20; ++i)
          clEnqueueFillBuffer(queue, buffer, &pattern, 4, 0, 256 << 20, 0, nullptr, nullptr);
        std::exit(7);
      },
      testing::ExitedWithCode(7), "");
}

TEST_F(ProgramExitTest, CommandsMayBeHeldBackForEver) {
  EXPECT_EXIT(
      {
        OwnedEvent gate = makeUserEvent();
        cl_event list[] = {gate};
        clEnqueueMarkerWithWaitList(queue, 1, list, nullptr);
        std::exit(7);
      },
      testing::ExitedWithCode(7), "");
}

TEST_F(ProgramExitTest, CallbacksMayBeRunning) {
  EXPECT_EXIT(
      {
        OwnedEvent marker;
        clEnqueueMarkerWithWaitList(queue, 0, nullptr, marker.out());
        clSetEventCallback(
            marker, CL_COMPLETE,
            [](cl_event, cl_int, void *) {
              for (;;)
                clFlush(nullptr);
            },
            nullptr);
        std::exit(7);
      },
      testing::ExitedWithCode(7), "");
}

TEST_F(ProgramExitTest, ObjectsMayOutliveMain) {
  EXPECT_EXIT(
      {
        static OwnedMem buffer; // released by a static destructor
        buffer = makeBuffer(1 << 20);
        std::exit(7);
      },
      testing::ExitedWithCode(7), "");
}

} // namespace heddle::test
