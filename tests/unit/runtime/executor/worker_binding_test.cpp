#include "runtime/executor/worker_binding.hpp"

#include "runtime/executor/thread_pool.hpp"

#include <gtest/gtest.h>
#include <thread>

namespace heddle::executor {

namespace {

/// On a thread of its own, whose affinity is nobody else's.
template <typename Function> void onThread(Function &&function) {
  std::thread thread(std::forward<Function>(function));
  thread.join();
}

/// Looks until the thread has settled; it may be moved between two looks, or have to make room.
bool settles(WorkerBinding &binding, unsigned atWork) {
  for (int look = 0; look < 10000 && !binding.isSettled(); ++look)
    binding.lookAround(atWork);
  return binding.isSettled();
}

} // namespace

TEST(WorkerBindingTest, SettlesWhereItIsAndLeavesAgain) {
  onThread([] {
    const ProcessorSet before = ProcessorSet::ofThisThread();
    WorkerBinding binding(/*settles=*/true);
    ASSERT_TRUE(settles(binding, availableProcessors()));
    EXPECT_EQ(ProcessorSet::ofThisThread().numbers().size(), 1u);
    EXPECT_TRUE(before.contains(ProcessorSet::ofThisThread().numbers().front()));
    binding.unsettle();
    EXPECT_FALSE(binding.isSettled());
    EXPECT_EQ(ProcessorSet::ofThisThread(), before);
  });
}

TEST(WorkerBindingTest, DoesNotSettleWhileAProcessorHasNoWorkerAtWork) {
  if (availableProcessors() < 2)
    GTEST_SKIP() << "there is one processor only";
  onThread([] {
    WorkerBinding binding(/*settles=*/true);
    EXPECT_FALSE(settles(binding, availableProcessors() - 1));
  });
}

TEST(WorkerBindingTest, DoesNotLookAtAllWhereItShallNotSettle) {
  WorkerBinding binding(/*settles=*/false);
  EXPECT_FALSE(binding.isTime());
}

TEST(WorkerBindingTest, TwoDoNotSettleOnOneProcessor) {
  onThread([] {
    ProcessorSet one;
    one.add(ProcessorSet::ofThisThread().numbers().front());
    ASSERT_TRUE(one.bindThisThread());
    WorkerBinding first(/*settles=*/true);
    ASSERT_TRUE(settles(first, 1));
    onThread([&] {
      ASSERT_TRUE(one.bindThisThread());
      WorkerBinding second(/*settles=*/true);
      EXPECT_FALSE(settles(second, 1));
      first.unsettle();
      EXPECT_TRUE(settles(second, 1));
    });
    EXPECT_TRUE(settles(first, 1)); // the other one is gone
  });
}

TEST(WorkerBindingTest, KeepsToWhatSomebodyElseSaidMeanwhile) {
  if (availableProcessors() < 2)
    GTEST_SKIP() << "there is one processor only";
  onThread([] {
    const std::vector<unsigned> all = ProcessorSet::ofThisThread().numbers();
    WorkerBinding binding(/*settles=*/true);
    ASSERT_TRUE(settles(binding, static_cast<unsigned>(all.size())));
    const unsigned here = ProcessorSet::ofThisThread().numbers().front();
    ProcessorSet other;
    other.add(here == all.front() ? all.back() : all.front());
    ASSERT_TRUE(other.bindThisThread());
    binding.unsettle();
    EXPECT_EQ(ProcessorSet::ofThisThread(), other);
  });
}

TEST(WorkerBindingTest, ThreadsThatItMakesAreFree) {
  onThread([] {
    const ProcessorSet before = ProcessorSet::ofThisThread();
    WorkerBinding binding(/*settles=*/true);
    ASSERT_TRUE(settles(binding, availableProcessors()));
    WorkerBinding::leaveHere();
    onThread([&] { EXPECT_EQ(ProcessorSet::ofThisThread(), before); });
    ASSERT_TRUE(settles(binding, availableProcessors()));
    pthread_attr_t attributes;
    ::pthread_attr_init(&attributes);
    WorkerBinding::undoFor(attributes);
    static ProcessorSet ofMade;
    pthread_t made;
    ASSERT_EQ(::pthread_create(
                  &made, &attributes,
                  [](void *) -> void * {
                    ofMade = ProcessorSet::ofThisThread();
                    return nullptr;
                  },
                  nullptr),
              0);
    ::pthread_join(made, nullptr);
    ::pthread_attr_destroy(&attributes);
    EXPECT_EQ(ofMade, before);
  });
}

} // namespace heddle::executor
