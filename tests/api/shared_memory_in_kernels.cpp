// What kernels make of pointers into shared memory: structures with pointers in them, pointers that
// a kernel stored, and atomic operations between kernels that run and the host. Built by the real
// compiler.
#include "tests/support/program_fixture.hpp"

#include <atomic>
#include <chrono>
#include <cstring>
#include <memory>
#include <thread>

namespace heddle::test {

namespace {

struct Node {
  cl_ulong next;
  cl_int value;
};

constexpr char source[] = R"(
typedef struct Node { global struct Node *next; int value; } Node;
kernel void sum_list(global Node *first, global int *sum) {
  int total = 0;
  for (global Node *node = first; node; node = node->next) {
    total += node->value;
    node->value = -node->value;
  }
  *sum = total;
}
kernel void make_list(global Node *nodes, global Node *global *first) {
  size_t i = get_global_id(0), n = get_global_size(0);
  nodes[i].next = i + 1 < n ? &nodes[i + 1] : 0;
  nodes[i].value = (int)i + 1;
  if (i == 0)
    *first = nodes;
}
kernel void scale(global float *global *rows, constant float *by) {
  size_t x = get_global_id(0), y = get_global_id(1);
  rows[y][x] *= *by;
}
kernel void count(global atomic_int *counter) {
  atomic_fetch_add_explicit(counter, 1, memory_order_relaxed, memory_scope_all_svm_devices);
}
kernel void answer(global atomic_int *question, global atomic_int *reply, global int *data) {
  int asked;
  do
    asked = atomic_load_explicit(question, memory_order_acquire, memory_scope_all_svm_devices);
  while (asked == 0);
  data[1] = data[0] * asked;
  atomic_store_explicit(reply, 1, memory_order_release, memory_scope_all_svm_devices);
}
kernel void count_on(global const int *from, global int *to) {
  size_t i = 8 * get_global_id(0);
  to[i] = from[i] + 1;
  to[i + 1] = from[i + 1] + 1;
  to[i + 2] = from[i + 2] + 1;
  to[i + 3] = from[i + 3] + 1;
}
kernel void even_bytes(global uchar *bytes) { bytes[2 * get_global_id(0)] = 7; }
)";

} // namespace

class SharedMemoryInKernelsTest : public ProgramTest {
protected:
  void SetUp() override {
    ProgramTest::SetUp();
    if (HasFatalFailure())
      return;
    program = makeProgram(source);
    build(program);
  }
  void TearDown() override {
    clFinish(queue);
    for (void *pointer : allocated)
      clSVMFree(context, pointer);
  }

  template <typename T> T *allocate(std::size_t count, cl_svm_mem_flags flags = 0) {
    void *pointer = clSVMAlloc(context, flags, count * sizeof(T), 0);
    EXPECT_NE(pointer, nullptr);
    std::memset(pointer, 0, count * sizeof(T));
    allocated.push_back(pointer);
    return static_cast<T *>(pointer);
  }
  OwnedKernel kernelOf(const char *name, std::initializer_list<const void *> pointers) {
    cl_int error = CL_INVALID_VALUE;
    OwnedKernel kernel = clCreateKernel(program, name, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    cl_uint index = 0;
    for (const void *pointer : pointers)
      EXPECT_EQ(clSetKernelArgSVMPointer(kernel, index++, pointer), CL_SUCCESS);
    return kernel;
  }
  void run(const char *name, std::initializer_list<const void *> pointers, std::size_t size) {
    ASSERT_EQ(enqueue(queue, kernelOf(name, pointers), size), CL_SUCCESS);
    ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  }

  OwnedProgram program;
  std::vector<void *> allocated;
};

TEST_F(SharedMemoryInKernelsTest, FollowListsOfTheHost) {
  // Nodes of several allocations, and of the host.
  Node onTheHeap[2] = {};
  std::vector<Node *> nodes = {allocate<Node>(3) + 1, &onTheHeap[1], allocate<Node>(1),
                               allocate<Node>(100, CL_MEM_SVM_FINE_GRAIN_BUFFER) + 99};
  for (std::size_t i = 0; i < nodes.size(); ++i)
    *nodes[i] = {i + 1 < nodes.size() ? reinterpret_cast<cl_ulong>(nodes[i + 1]) : 0, cl_int(1)
                                                                                          << i};
  int *sum = allocate<int>(1);
  run("sum_list", {nodes[0], sum}, 1);
  EXPECT_EQ(*sum, 15);
  EXPECT_EQ(onTheHeap[1].value, -2);
}

TEST_F(SharedMemoryInKernelsTest, MakeListsForTheHost) {
  auto nodes = std::make_unique<Node[]>(1000);
  auto **first = allocate<Node *>(1);
  run("make_list", {nodes.get(), first}, 1000);
  ASSERT_EQ(*first, nodes.get());
  int expected = 0;
  for (Node *node = *first; node; node = reinterpret_cast<Node *>(node->next))
    ASSERT_EQ(node->value, ++expected);
  EXPECT_EQ(expected, 1000);
}

// What a work-item writes may be what it reads next, however far apart the arguments are.
TEST_F(SharedMemoryInKernelsTest, KeepTheOrderOfOverlappingArguments) {
  constexpr int items = 100, middle = 1000, size = 8 * items + 2 * middle;
  for (const int apart : {0, 1, 2, 3, 4, 252, 260, 900, -1, -2, -3, -4, -252, -260, -900}) {
    SCOPED_TRACE(apart);
    int *memory = allocate<int>(size);
    std::vector<int> expected(size);
    for (int i = 0; i < size; ++i)
      memory[i] = expected[i] = 10 * i;
    for (int item = 0; item < items; ++item)
      for (int k = 8 * item; k < 8 * item + 4; ++k)
        expected[middle + apart + k] = expected[middle + k] + 1;
    run("count_on", {memory + middle, memory + middle + apart}, items);
    EXPECT_EQ(std::vector<int>(memory, memory + size), expected);
  }
}

TEST_F(SharedMemoryInKernelsTest, FollowTablesOfPointers) {
  std::vector<std::vector<float>> rows(10, std::vector<float>(100, 2));
  float **table = allocate<float *>(10), by = 3;
  for (int i = 0; i < 10; ++i)
    table[i] = rows[i].data();
  OwnedKernel kernel = kernelOf("scale", {table, &by});
  const std::size_t size[] = {100, 10};
  ASSERT_EQ(clEnqueueNDRangeKernel(queue, kernel, 2, nullptr, size, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  for (const std::vector<float> &row : rows)
    EXPECT_EQ(row, std::vector<float>(100, 6));
}

TEST_F(SharedMemoryInKernelsTest, CountTogetherWithTheHost) {
  auto *counter =
      allocate<std::atomic<cl_int>>(1, CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS);
  constexpr cl_int each = 200000;
  ASSERT_EQ(enqueue(queue, kernelOf("count", {counter}), each), CL_SUCCESS);
  ASSERT_EQ(clFlush(queue), CL_SUCCESS);
  for (cl_int i = 0; i < each; ++i)
    counter->fetch_add(1, std::memory_order_relaxed);
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  EXPECT_EQ(*counter, 2 * each);
}

TEST_F(SharedMemoryInKernelsTest, TalkToTheHostWhileTheyRun) {
  auto *flags =
      allocate<std::atomic<cl_int>>(32, CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS);
  auto *data = allocate<cl_int>(2, CL_MEM_SVM_FINE_GRAIN_BUFFER);
  ASSERT_EQ(enqueue(queue, kernelOf("answer", {&flags[0], &flags[16], data}), 1), CL_SUCCESS);
  ASSERT_EQ(clFlush(queue), CL_SUCCESS);
  data[0] = 6;
  flags[0].store(7, std::memory_order_release);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (!flags[16].load(std::memory_order_acquire) && std::chrono::steady_clock::now() < end)
    std::this_thread::yield();
  EXPECT_EQ(flags[16], 1);
  EXPECT_EQ(data[1], 42);
}

// A store of bytes with gaps must leave the gaps to whoever else writes there.
TEST_F(SharedMemoryInKernelsTest, LeaveTheBytesBetweenTheirsToTheHost) {
  constexpr std::size_t count = 1 << 20;
  auto *bytes = allocate<std::uint8_t>(2 * count, CL_MEM_SVM_FINE_GRAIN_BUFFER);
  ASSERT_EQ(enqueue(queue, kernelOf("even_bytes", {bytes}), count), CL_SUCCESS);
  ASSERT_EQ(clFlush(queue), CL_SUCCESS);
  for (std::size_t i = 0; i < count; ++i)
    reinterpret_cast<volatile std::uint8_t *>(bytes)[2 * i + 1] = 9;
  ASSERT_EQ(clFinish(queue), CL_SUCCESS);
  for (std::size_t i = 0; i < count; ++i)
    ASSERT_EQ(bytes[2 * i] * 256 + bytes[2 * i + 1], 7 * 256 + 9) << i;
}

} // namespace heddle::test
