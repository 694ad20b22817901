// Random graphs of commands over several queues, devices and threads, against a sequential model.
#include "tests/stress/graph_writer.hpp"
#include "tests/support/program_fixture.hpp"

#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>

namespace heddle::test {

namespace {

std::uint64_t numberFrom(const char *variable, std::uint64_t otherwise) {
  const char *const text = std::getenv(variable);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

class CommandGraphStressTest : public CommandBufferFixture<DeviceTest> {
protected:
  void SetUp() override {
    CommandBufferFixture::SetUp();
    if (HasFatalFailure())
      return;
    const cl_device_partition_property parts[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 2,
                                                  CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
    std::vector<cl_device_id> devices(3, device);
    ASSERT_EQ(clCreateSubDevices(device, parts, 2, devices.data() + 1, nullptr), CL_SUCCESS);
    subDevices.assign(devices.begin() + 1, devices.end());
    cl_int error = CL_SUCCESS;
    context = clCreateContext(nullptr, 3, devices.data(), nullptr, nullptr, &error);
    ASSERT_EQ(error, CL_SUCCESS);
    const char *source = "kernel void anything() {}";
    program = clCreateProgramWithSource(context, 1, &source, nullptr, &error);
    ASSERT_EQ(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr), CL_SUCCESS);
    shared.context = context;
    shared.program = program;
    shared.commandBuffers = &cl;
    constexpr cl_command_queue_properties outOfOrder = CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
    addQueue(device, 0);
    addQueue(device, CL_QUEUE_PROFILING_ENABLE);
    addQueue(device, outOfOrder);
    addQueue(devices[1], 0);
    addQueue(devices[1], outOfOrder);
    addQueue(devices[2], outOfOrder | CL_QUEUE_PROFILING_ENABLE);
  }
  void TearDown() override {
    for (cl_device_id part : subDevices)
      clReleaseDevice(part);
  }

  void addQueue(cl_device_id where, cl_command_queue_properties properties) {
    const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, properties, 0};
    cl_int error = CL_INVALID_VALUE;
    queues.emplace_back(clCreateCommandQueueWithProperties(context, where, list, &error));
    EXPECT_EQ(error, CL_SUCCESS);
    shared.queues.push_back(
        {queues.back(), !(properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)});
  }

  /// One graph, by `threads` threads and one that decides about user events.
  void runGraph(std::uint64_t seed, unsigned threads, unsigned commands) {
    std::deque<GraphWriter> writers;
    for (unsigned i = 0; i < threads; ++i)
      writers.emplace_back(shared, seed * 16 + i);
    std::atomic<bool> written{false};
    std::thread decider([&] {
      std::mt19937_64 generator(seed);
      for (bool isLast = false; !isLast;) {
        isLast = written;
        for (GraphWriter &writer : writers)
          writer.decide();
        if (generator() % 4 == 0)
          std::this_thread::sleep_for(std::chrono::microseconds(generator() % 300));
      }
    });
    std::vector<std::thread> applications;
    for (GraphWriter &writer : writers)
      applications.emplace_back([&writer, commands] { writer.write(commands); });
    for (std::thread &application : applications)
      application.join();
    written = true;
    decider.join();
    // The commands of one writer may wait in a queue behind those of another.
    for (GraphWriter &writer : writers)
      while (writer.decide())
        ;
    for (GraphWriter &writer : writers)
      writer.check();
    // Callbacks may have enqueued.
    for (const SharedQueue &one : shared.queues)
      EXPECT_EQ(clFinish(one.queue), CL_SUCCESS);
  }

  std::vector<cl_device_id> subDevices;
  OwnedContext context;
  OwnedProgram program;
  std::deque<OwnedQueue> queues;
  Shared shared;
};

} // namespace

TEST_F(CommandGraphStressTest, LeaveWhatASequentialModelLeaves) {
  const auto end = std::chrono::steady_clock::now() +
                   std::chrono::seconds(numberFrom("HEDDLE_STRESS_SECONDS", 8));
  std::uint64_t seed = numberFrom(
      "HEDDLE_STRESS_SEED",
      static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count()) %
          1000000000);
  RecordProperty("first_seed", std::to_string(seed));
  std::printf("first seed: %llu\n", static_cast<unsigned long long>(seed));
  std::fflush(stdout);
  unsigned graphs = 0;
  do {
    runGraph(seed, 1 + seed % 3, 20 + unsigned(seed * 7 % 200));
    if (HasFailure()) {
      ADD_FAILURE() << "HEDDLE_STRESS_SEED=" << seed << " is the one that failed";
      return;
    }
    ++seed;
    ++graphs;
  } while (std::chrono::steady_clock::now() < end);
  std::printf("%u graphs\n", graphs);
}

} // namespace heddle::test
