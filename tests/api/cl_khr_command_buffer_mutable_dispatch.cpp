// cl_khr_command_buffer_mutable_dispatch: kernels of a command buffer that change between two
// enqueues.
#include "tests/support/command_buffer_fixture.hpp"

namespace heddle::test {

namespace {

/// heddle_mutable_dispatch_config, of which a test says only what it is about.
struct Config {
  cl_mutable_command_khr command = nullptr;
  cl_uint num_args = 0, num_svm_args = 0, num_exec_infos = 0, work_dim = 0;
  const cl_mutable_dispatch_arg_khr *arg_list = nullptr, *arg_svm_list = nullptr;
  const cl_mutable_dispatch_exec_info_khr *exec_info_list = nullptr;
  const std::size_t *global_work_offset = nullptr, *global_work_size = nullptr,
                    *local_work_size = nullptr;

  operator heddle_mutable_dispatch_config() const {
    return {command,        num_args,     num_svm_args,   num_exec_infos,     work_dim,
            arg_list,       arg_svm_list, exec_info_list, global_work_offset, global_work_size,
            local_work_size};
  }
};

} // namespace

class cl_khr_command_buffer_mutable_dispatchTest : public CommandBufferFixture<KernelTest> {
protected:
  using Properties = std::vector<cl_command_properties_khr>;

  void SetUp() override {
    CommandBufferFixture::SetUp();
    if (HasFatalFailure())
      return;
    out = makeBufferOf(std::vector<cl_ulong>(16));
    kernel = makeKernel("number");
    setArgument(kernel, 0, out.get());
    setArgument(kernel, 1, cl_ulong(100));
    commands = makeChanging();
  }
  OwnedCommandBuffer makeChanging() {
    const cl_command_buffer_properties_khr list[] = {
        CL_COMMAND_BUFFER_FLAGS_KHR,
        CL_COMMAND_BUFFER_MUTABLE_KHR | CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR, 0};
    return make(queue, CL_SUCCESS, list);
  }
  /// Eight work-items of `kernel`, in groups of four.
  cl_int record(cl_mutable_command_khr *handle, const Properties &properties = {}) {
    return cl.commandNDRangeKernel(commands.get(), nullptr,
                                   properties.empty() ? nullptr : properties.data(), kernel, 1,
                                   nullptr, &eight, &four, 0, nullptr, nullptr, handle);
  }
  cl_int update(const std::vector<Config> &configs) {
    std::vector<cl_uint> types(configs.size(), HEDDLE_STRUCTURE_TYPE_MUTABLE_DISPATCH_CONFIG);
    const std::vector<heddle_mutable_dispatch_config> given(configs.begin(), configs.end());
    std::vector<const void *> pointers;
    for (const heddle_mutable_dispatch_config &config : given)
      pointers.push_back(&config);
    return cl.updateMutableCommands(commands.get(), static_cast<cl_uint>(configs.size()),
                                    types.data(), pointers.data());
  }
  /// What the kernel writes, over zeros.
  std::vector<cl_ulong> run() {
    const cl_ulong zero = 0;
    EXPECT_EQ(clEnqueueFillBuffer(queue, out, &zero, 8, 0, 128, 0, nullptr, nullptr), CL_SUCCESS);
    enqueueOnce(commands);
    return contents<cl_ulong>(out);
  }
  /// `count` numbers from `first` on, then zeros.
  static std::vector<cl_ulong> numbers(cl_ulong first, std::size_t count) {
    std::vector<cl_ulong> result(16);
    for (std::size_t i = 0; i < count; ++i)
      result[i] = first + i;
    return result;
  }
  std::vector<std::size_t> sizes(cl_mutable_command_khr handle, cl_mutable_command_info_khr name) {
    return queryList<std::size_t>(cl.getMutableCommandInfo, handle, name);
  }

  const std::size_t eight = 8, four = 4;
  OwnedMem out;
  OwnedKernel kernel;
  OwnedCommandBuffer commands;
};

TEST_F(cl_khr_command_buffer_mutable_dispatchTest, DeviceReportsThatEverythingMayChange) {
  EXPECT_EQ(query<cl_mutable_dispatch_fields_khr>(clGetDeviceInfo, device,
                                                  CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR),
            0x1fu);
}

TEST_F(cl_khr_command_buffer_mutable_dispatchTest, ArgumentsAndSizesChangeAndStay) {
  cl_mutable_command_khr handle = nullptr;
  ASSERT_EQ(record(&handle), CL_SUCCESS);
  finalize(commands);
  EXPECT_EQ(run(), numbers(100, 8));
  const cl_ulong base = 500;
  const cl_mutable_dispatch_arg_khr argument = {1, sizeof(base), &base};
  ASSERT_EQ(update({{.command = handle, .num_args = 1, .arg_list = &argument}}), CL_SUCCESS);
  EXPECT_EQ(run(), numbers(500, 8));
  const std::size_t twelve = 12, offset = 3, two = 2;
  ASSERT_EQ(update({{.command = handle,
                     .work_dim = 1,
                     .global_work_offset = &offset,
                     .global_work_size = &twelve,
                     .local_work_size = &two}}),
            CL_SUCCESS);
  EXPECT_EQ(run(), numbers(503, 12));
  EXPECT_EQ(run(), numbers(503, 12));
  EXPECT_EQ(sizes(handle, CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR), std::vector{offset});
  EXPECT_EQ(sizes(handle, CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR), std::vector{twelve});
  EXPECT_EQ(sizes(handle, CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR), std::vector{two});
  // What the application's kernel has is of no interest.
  setArgument(kernel, 1, cl_ulong(1));
  EXPECT_EQ(run(), numbers(503, 12));
}

TEST_F(cl_khr_command_buffer_mutable_dispatchTest, AddressesOfMemoryChange) {
  cl_mutable_command_khr handle = nullptr;
  ASSERT_EQ(record(&handle), CL_SUCCESS);
  finalize(commands);
  std::vector<cl_ulong> memory(8);
  const cl_mutable_dispatch_arg_khr argument = {0, 0, memory.data()};
  ASSERT_EQ(update({{.command = handle, .num_svm_args = 1, .arg_svm_list = &argument}}),
            CL_SUCCESS);
  EXPECT_EQ(run(), numbers(0, 0));
  EXPECT_EQ(memory[7], 107u);
}

TEST_F(cl_khr_command_buffer_mutable_dispatchTest, WhatWasEnqueuedBeforeIsWhatItWas) {
  cl_mutable_command_khr handle = nullptr;
  OwnedMem other = makeBufferOf(std::vector<cl_ulong>(16));
  ASSERT_EQ(record(&handle), CL_SUCCESS);
  finalize(commands);
  OwnedEvent gate = makeUserEvent();
  const cl_event list[] = {gate};
  ASSERT_EQ(cl.enqueueCommandBuffer(0, nullptr, commands.get(), 1, list, nullptr), CL_SUCCESS);
  const cl_mem target = other;
  const cl_ulong base = 7;
  const cl_mutable_dispatch_arg_khr arguments[] = {{0, sizeof(target), &target},
                                                   {1, sizeof(base), &base}};
  ASSERT_EQ(update({{.command = handle, .num_args = 2, .arg_list = arguments}}), CL_SUCCESS);
  enqueueOnce(commands);
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(contents<cl_ulong>(out), numbers(100, 8));
  EXPECT_EQ(contents<cl_ulong>(other), numbers(7, 8));
}

TEST_F(cl_khr_command_buffer_mutable_dispatchTest, ArgumentsMayFollow) {
  kernel = makeKernel("number");
  setArgument(kernel, 0, out.get());
  cl_mutable_command_khr handle = nullptr;
  const Properties later = {CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR,
                            CL_MUTABLE_DISPATCH_ARGUMENTS_KHR, 0};
  EXPECT_EQ(record(&handle), CL_INVALID_KERNEL_ARGS);
  EXPECT_EQ(record(nullptr, later), CL_INVALID_KERNEL_ARGS);
  ASSERT_EQ(record(&handle, later), CL_SUCCESS);
  finalize(commands);
  EXPECT_EQ(info<cl_command_buffer_state_khr>(commands, CL_COMMAND_BUFFER_STATE_KHR),
            cl_command_buffer_state_khr(HEDDLE_COMMAND_BUFFER_STATE_FINALIZED));
  EXPECT_EQ(cl.enqueueCommandBuffer(0, nullptr, commands.get(), 0, nullptr, nullptr),
            CL_INVALID_OPERATION);
  const cl_ulong base = 40;
  const cl_mutable_dispatch_arg_khr argument = {1, sizeof(base), &base};
  ASSERT_EQ(update({{.command = handle, .num_args = 1, .arg_list = &argument}}), CL_SUCCESS);
  EXPECT_EQ(info<cl_command_buffer_state_khr>(commands, CL_COMMAND_BUFFER_STATE_KHR),
            cl_command_buffer_state_khr(CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR));
  EXPECT_EQ(run(), numbers(40, 8));
}

TEST_F(cl_khr_command_buffer_mutable_dispatchTest,
       OfSeveralUpdatesTheLastCountsAndAFailureUndoesAll) {
  cl_mutable_command_khr handle = nullptr;
  ASSERT_EQ(record(&handle), CL_SUCCESS);
  finalize(commands);
  const cl_ulong first = 1000, second = 2000;
  const cl_mutable_dispatch_arg_khr one = {1, sizeof(first), &first},
                                    two = {1, sizeof(second), &second},
                                    wrong = {5, sizeof(second), &second};
  const Config toFirst = {.command = handle, .num_args = 1, .arg_list = &one};
  const Config toSecond = {.command = handle, .num_args = 1, .arg_list = &two};
  EXPECT_EQ(update({toFirst, toSecond}), CL_SUCCESS);
  EXPECT_EQ(run(), numbers(2000, 8));
  // Of two that change different things, both count.
  EXPECT_EQ(update({toFirst, {.command = handle, .global_work_size = &four}}), CL_SUCCESS);
  EXPECT_EQ(run(), numbers(1000, 4));
  EXPECT_EQ(update({toSecond, {.command = handle, .num_args = 1, .arg_list = &wrong}}),
            CL_INVALID_ARG_INDEX);
  EXPECT_EQ(run(), numbers(1000, 4));
}

TEST_F(cl_khr_command_buffer_mutable_dispatchTest, UpdatesAreChecked) {
  cl_mutable_command_khr handle = nullptr, foreign = nullptr;
  ASSERT_EQ(record(&handle), CL_SUCCESS);
  const Config nothing = {.command = handle};
  const heddle_mutable_dispatch_config given = nothing;
  EXPECT_EQ(update({nothing}), CL_INVALID_OPERATION) << "before it is finalized";
  finalize(commands);
  OwnedCommandBuffer changing = std::exchange(commands, make(queue));
  ASSERT_EQ(record(&foreign), CL_SUCCESS);
  finalize(commands);
  EXPECT_EQ(update({{.command = foreign}}), CL_INVALID_OPERATION) << "a buffer that never changes";
  const OwnedCommandBuffer fixed = std::exchange(commands, std::move(changing));
  EXPECT_EQ(update({nothing}), CL_SUCCESS);

  EXPECT_EQ(update({{.command = nullptr}}), CL_INVALID_MUTABLE_COMMAND_KHR);
  EXPECT_EQ(update({{.command = foreign}}), CL_INVALID_MUTABLE_COMMAND_KHR);
  const cl_uint good[] = {HEDDLE_STRUCTURE_TYPE_MUTABLE_DISPATCH_CONFIG}, bad[] = {77};
  const void *list[] = {&given}, *none[] = {nullptr};
  const auto call = [&](cl_uint count, const cl_uint *types, const void **configs) {
    return cl.updateMutableCommands(commands.get(), count, types, configs);
  };
  EXPECT_EQ(cl.updateMutableCommands(nullptr, 1, good, list), CL_INVALID_COMMAND_BUFFER_KHR);
  EXPECT_EQ(call(1, nullptr, list), CL_INVALID_VALUE);
  EXPECT_EQ(call(1, good, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(call(0, good, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(call(0, nullptr, list), CL_INVALID_VALUE);
  EXPECT_EQ(call(1, bad, list), CL_INVALID_VALUE);
  EXPECT_EQ(call(1, good, none), CL_INVALID_VALUE);
  EXPECT_EQ(call(0, nullptr, nullptr), CL_SUCCESS);

  const cl_ulong base = 1;
  const cl_mutable_dispatch_arg_khr argument = {1, sizeof(base), &base};
  EXPECT_EQ(update({{.command = handle, .num_args = 1}}), CL_INVALID_VALUE);
  EXPECT_EQ(update({{.command = handle, .arg_list = &argument}}), CL_INVALID_VALUE);
  EXPECT_EQ(update({{.command = handle, .num_svm_args = 1}}), CL_INVALID_VALUE);
  EXPECT_EQ(update({{.command = handle, .num_exec_infos = 1}}), CL_INVALID_VALUE);
  EXPECT_EQ(update({{.command = handle, .work_dim = 2}}), CL_INVALID_OPERATION);
  const std::size_t seven = 7, none0 = 0, far = SIZE_MAX;
  // Work-groups of the same size stay so.
  EXPECT_EQ(update({{.command = handle, .global_work_size = &seven}}), CL_INVALID_OPERATION);
  EXPECT_EQ(update({{.command = handle, .local_work_size = &none0}}), CL_INVALID_WORK_GROUP_SIZE);
  EXPECT_EQ(update({{.command = handle, .global_work_offset = &far}}), CL_INVALID_GLOBAL_OFFSET);
  EXPECT_EQ(run(), numbers(100, 8));
}

TEST_F(cl_khr_command_buffer_mutable_dispatchTest, OnlyWhatWasNamedMayChange) {
  cl_mutable_command_khr handle = nullptr;
  ASSERT_EQ(record(&handle, {CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR, 0, 0}), CL_SUCCESS);
  finalize(commands);
  const cl_ulong base = 1;
  const cl_mutable_dispatch_arg_khr argument = {1, sizeof(base), &base};
  const cl_bool yes = CL_TRUE;
  const cl_mutable_dispatch_exec_info_khr exec = {CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM,
                                                  sizeof(yes), &yes};
  for (const Config &config :
       {Config{.command = handle, .num_args = 1, .arg_list = &argument},
        Config{.command = handle, .num_svm_args = 1, .arg_svm_list = &argument},
        Config{.command = handle, .num_exec_infos = 1, .exec_info_list = &exec},
        Config{.command = handle, .global_work_offset = &four},
        Config{.command = handle, .global_work_size = &four},
        Config{.command = handle, .local_work_size = &four}})
    EXPECT_EQ(update({config}), CL_INVALID_OPERATION);
}

TEST_F(cl_khr_command_buffer_mutable_dispatchTest, PropertiesAreChecked) {
  cl_mutable_command_khr handle = nullptr;
  EXPECT_EQ(record(&handle, {CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR, 32, 0}), CL_INVALID_VALUE);
  EXPECT_EQ(record(&handle, {CL_MUTABLE_DISPATCH_ASSERTS_KHR, 2, 0}), CL_INVALID_VALUE);
  EXPECT_EQ(
      record(&handle, {CL_MUTABLE_DISPATCH_ASSERTS_KHR, 0, CL_MUTABLE_DISPATCH_ASSERTS_KHR, 0, 0}),
      CL_INVALID_VALUE);
  const Properties promise = {CL_MUTABLE_DISPATCH_ASSERTS_KHR, 1, 0};
  EXPECT_EQ(record(&handle, promise), CL_SUCCESS);
  EXPECT_EQ(cl.commandNDRangeKernel(commands.get(), nullptr, promise.data(), kernel, 1, nullptr,
                                    &eight, nullptr, 0, nullptr, nullptr, &handle),
            CL_INVALID_VALUE);
  const cl_command_buffer_properties_khr all[] = {CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR, 1,
                                                  0};
  OwnedCommandBuffer promising = make(queue, CL_SUCCESS, all);
  EXPECT_EQ(cl.commandNDRangeKernel(promising.get(), nullptr, nullptr, kernel, 1, nullptr, &eight,
                                    nullptr, 0, nullptr, nullptr, nullptr),
            CL_INVALID_VALUE);
}

TEST_F(cl_khr_command_buffer_mutable_dispatchTest, QueriesAnswer) {
  cl_mutable_command_khr handle = nullptr;
  const Properties list = {CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR,
                           CL_MUTABLE_DISPATCH_ARGUMENTS_KHR, 0};
  const std::size_t global[] = {4, 6};
  ASSERT_EQ(cl.commandNDRangeKernel(commands.get(), nullptr, list.data(), kernel, 2, nullptr,
                                    global, nullptr, 0, nullptr, nullptr, &handle),
            CL_SUCCESS);
  const auto &ask = cl.getMutableCommandInfo;
  EXPECT_EQ(query<cl_command_queue>(ask, handle, CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR),
            queue.get());
  EXPECT_EQ(query<cl_command_buffer_khr>(ask, handle, CL_MUTABLE_COMMAND_COMMAND_BUFFER_KHR),
            commands.get());
  EXPECT_EQ(query<cl_command_type>(ask, handle, CL_MUTABLE_COMMAND_COMMAND_TYPE_KHR),
            cl_command_type(CL_COMMAND_NDRANGE_KERNEL));
  EXPECT_EQ(
      queryList<cl_command_properties_khr>(ask, handle, CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR),
      list);
  EXPECT_EQ(query<cl_kernel>(ask, handle, CL_MUTABLE_DISPATCH_KERNEL_KHR), kernel.get());
  EXPECT_EQ(query<cl_uint>(ask, handle, CL_MUTABLE_DISPATCH_DIMENSIONS_KHR), 2u);
  using Sizes = std::vector<std::size_t>;
  EXPECT_EQ(sizes(handle, CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR), (Sizes{0, 0}));
  EXPECT_EQ(sizes(handle, CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR), (Sizes{4, 6}));
  EXPECT_EQ(sizes(handle, CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR), (Sizes{0, 0}));
  EXPECT_EQ(ask(handle, 1, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(ask(nullptr, CL_MUTABLE_DISPATCH_KERNEL_KHR, 0, nullptr, nullptr),
            CL_INVALID_MUTABLE_COMMAND_KHR);
  EXPECT_EQ(ask(reinterpret_cast<cl_mutable_command_khr>(queue.get()),
                CL_MUTABLE_DISPATCH_KERNEL_KHR, 0, nullptr, nullptr),
            CL_INVALID_MUTABLE_COMMAND_KHR);
}

} // namespace heddle::test
