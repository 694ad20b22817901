#include "runtime/command_graph.hpp"
#include "runtime/command_queue.hpp"
#include "runtime/context.hpp"
#include "runtime/platform.hpp"
#include "runtime/user_event.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <thread>

namespace heddle {

namespace {

/// A command whose work is a function.
class FunctionCommand final : public Command {
public:
  static Ref<FunctionCommand> create(CommandQueue &queue, std::function<cl_int()> function,
                                     bool quick) {
    return Ref<FunctionCommand>::adopt(new FunctionCommand(queue, std::move(function), quick));
  }
  bool released = false;

protected:
  bool runsQuickly() const override { return quick; }
  cl_int execute() override { return function(); }
  void releaseResources() override { released = true; }

private:
  FunctionCommand(CommandQueue &queue, std::function<cl_int()> function, bool quick)
      : Command(queue, CL_COMMAND_NDRANGE_KERNEL), function(std::move(function)), quick(quick) {}

  std::function<cl_int()> function;
  bool quick;
};

/// A command that ends when somebody says so, as an ND-range does.
class AsynchronousCommand final : public Command {
public:
  static Ref<AsynchronousCommand> create(CommandQueue &queue) {
    return Ref<AsynchronousCommand>::adopt(new AsynchronousCommand(queue));
  }
  void end(cl_int status) { finish(status); }
  std::atomic<bool> submitted{false};

protected:
  void submit() override {
    markStarted();
    submitted = true;
  }

private:
  explicit AsynchronousCommand(CommandQueue &queue) : Command(queue, CL_COMMAND_NDRANGE_KERNEL) {}
};

class CommandGraphTest : public testing::Test {
protected:
  CommandGraphTest() {
    Device *device = &Platform::instance().defaultDevice();
    context = *Context::create(std::span(&device, 1), {}, nullptr, nullptr);
    inOrder = *CommandQueue::create(*context, *device, 0, {}, {});
    outOfOrder =
        *CommandQueue::create(*context, *device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, {}, {});
  }

  Ref<Context> context;
  Ref<CommandQueue> inOrder;
  Ref<CommandQueue> outOfOrder;
};

} // namespace

TEST_F(CommandGraphTest, RunsCommandsOfAnInOrderQueueInOrder) {
  std::vector<int> order;
  for (int i = 0; i < 100; ++i)
    inOrder->enqueue(FunctionCommand::create(
                         *inOrder, [&order, i] { return order.push_back(i), CL_SUCCESS; }, i % 3),
                     {}, false);
  inOrder->finish();
  ASSERT_EQ(order.size(), 100u);
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
}

TEST_F(CommandGraphTest, BlockingWorkRunsOnTheCallingThread) {
  std::thread::id ran;
  auto command = FunctionCommand::create(
      *inOrder, [&] { return ran = std::this_thread::get_id(), CL_SUCCESS; }, false);
  EXPECT_EQ(inOrder->enqueue(command, {}, true), CL_SUCCESS);
  EXPECT_EQ(ran, std::this_thread::get_id());
}

TEST_F(CommandGraphTest, ACommandsOwnErrorReachesWhoWaits) {
  auto command = FunctionCommand::create(*inOrder, [] { return CL_OUT_OF_RESOURCES; }, false);
  EXPECT_EQ(inOrder->enqueue(command, {}, true), CL_OUT_OF_RESOURCES);
  EXPECT_EQ(command->status(), CL_OUT_OF_RESOURCES);
  EXPECT_TRUE(command->released);
}

TEST_F(CommandGraphTest, CommandsThatNeverRunReleaseTheirResourcesToo) {
  Ref<UserEvent> gate = *UserEvent::create(*context);
  bool ran = false;
  auto command = FunctionCommand::create(*inOrder, [&] { return ran = true, CL_SUCCESS; }, false);
  inOrder->enqueue(command, {gate.get()}, false);
  EXPECT_FALSE(command->released);
  EXPECT_TRUE(gate->setStatus(-7));
  EXPECT_EQ(command->wait(), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_TRUE(command->released);
  EXPECT_FALSE(ran);
}

TEST_F(CommandGraphTest, AsynchronousCommandsEndWhenTheySaySo) {
  auto first = AsynchronousCommand::create(*inOrder);
  auto second = AsynchronousCommand::create(*inOrder);
  inOrder->enqueue(first, {}, false);
  inOrder->enqueue(second, {}, false);
  EXPECT_TRUE(first->submitted);
  EXPECT_FALSE(second->submitted);
  EXPECT_EQ(first->status(), CL_RUNNING);
  std::thread([&] { first->end(CL_SUCCESS); }).join();
  EXPECT_TRUE(second->submitted);
  second->end(CL_SUCCESS);
  inOrder->finish();
}

TEST_F(CommandGraphTest, OutOfOrderCommandsRunSideBySide) {
  auto first = AsynchronousCommand::create(*outOfOrder);
  auto second = AsynchronousCommand::create(*outOfOrder);
  outOfOrder->enqueue(first, {}, false);
  outOfOrder->enqueue(second, {}, false);
  EXPECT_TRUE(first->submitted);
  EXPECT_TRUE(second->submitted);
  second->end(CL_SUCCESS);
  first->end(CL_SUCCESS);
  outOfOrder->finish();
}

TEST_F(CommandGraphTest, AnEventInAListTwiceIsOneCondition) {
  Ref<UserEvent> gate = *UserEvent::create(*context);
  auto command = FunctionCommand::create(*inOrder, [] { return CL_SUCCESS; }, true);
  inOrder->enqueue(command, {gate.get(), gate.get()}, false);
  EXPECT_EQ(command->status(), CL_QUEUED);
  gate->setStatus(CL_COMPLETE);
  EXPECT_EQ(command->wait(), CL_COMPLETE);
}

TEST_F(CommandGraphTest, AQueueWithoutItsOwnerFinishesItsCommands) {
  Ref<UserEvent> gate = *UserEvent::create(*context);
  std::atomic<bool> ran{false};
  auto command = FunctionCommand::create(*inOrder, [&] { return ran = true, CL_SUCCESS; }, false);
  inOrder->enqueue(command, {gate.get()}, false);
  inOrder = nullptr;
  gate->setStatus(CL_COMPLETE);
  EXPECT_EQ(command->wait(), CL_COMPLETE);
  EXPECT_TRUE(ran);
}

TEST_F(CommandGraphTest, ManyThreadsMayEnqueueAndGate) {
  std::atomic<int> ran{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 300; ++i) {
        Ref<UserEvent> gate = *UserEvent::create(*context);
        Ref<CommandQueue> queue = i % 2 ? inOrder : outOfOrder;
        auto command =
            FunctionCommand::create(*queue, [&] { return ++ran, CL_SUCCESS; }, i % 3 == 0);
        queue->enqueue(command, {gate.get()}, false);
        gate->setStatus(CL_COMPLETE);
        if (i % 7 == 0)
          command->wait();
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  inOrder->finish();
  outOfOrder->finish();
  EXPECT_EQ(ran, 1200);
}

} // namespace heddle
