#include "icd/ext_khr_command_buffer_mutable_dispatch.hpp"

#include "icd/enqueue_kernel.hpp"
#include "icd/entry.hpp"
#include "icd/extension_list.hpp"
#include "icd/property_list.hpp"

#include <algorithm>

namespace heddle {

static_assert(extensionReported("cl_khr_command_buffer_mutable_dispatch"));

namespace {

using Dispatch = MutableCommand::Dispatch;
using Sizes = MutableCommand::Sizes;

/// The properties of one command: CL_INVALID_VALUE.
struct DispatchProperties {
  cl_mutable_dispatch_fields_khr fields = mutableDispatchFields;
  bool argumentsFollow = false; ///< only who says so need not set them now
  cl_mutable_dispatch_asserts_khr asserts = 0;
  std::vector<cl_command_properties_khr> list;

  cl_int read(const cl_command_properties_khr *properties) {
    return readPropertyList(
        properties, CL_INVALID_VALUE, list,
        [&](cl_command_properties_khr name, cl_command_properties_khr value) -> cl_int {
          switch (name) {
          case CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR:
            fields = value;
            argumentsFollow = value & CL_MUTABLE_DISPATCH_ARGUMENTS_KHR;
            return value & ~mutableDispatchFields ? CL_INVALID_VALUE : CL_SUCCESS;
          case CL_MUTABLE_DISPATCH_ASSERTS_KHR:
            asserts = value;
            return value & ~cl_ulong(CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR)
                       ? CL_INVALID_VALUE
                       : CL_SUCCESS;
          default:
            return CL_INVALID_VALUE;
          }
        });
  }
};

/// Whether the buffer was made with that assertion about all of its commands.
bool assertsForAll(const CommandBuffer &buffer) {
  const auto &list = buffer.properties();
  for (std::size_t i = 0; i + 1 < list.size(); i += 2)
    if (list[i] == CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR)
      return list[i + 1] & CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR;
  return false;
}

/// Null stays what it was.
void copySizes(const size_t *from, unsigned workDim, Sizes &to) {
  if (from)
    std::copy_n(from, workDim, to.begin());
}

Result<Ref<Command>> makeCommand(CommandQueue &queue, const Dispatch &dispatch, unsigned workDim,
                                 Arguments arguments) {
  return makeKernelCommand(queue, dispatch.kernel->handle(), workDim, dispatch.globalOffset.data(),
                           dispatch.globalSize.data(),
                           dispatch.hasLocalSize() ? dispatch.localSize.data() : nullptr,
                           CL_COMMAND_NDRANGE_KERNEL, arguments);
}

/// Whether all work-groups have the same size. A size that we choose is one that divides, or
/// nobody's business.
bool isUniform(const Dispatch &dispatch, unsigned workDim) {
  for (unsigned i = 0; dispatch.hasLocalSize() && i < workDim; ++i)
    if (dispatch.localSize[i] == 0 || dispatch.globalSize[i] % dispatch.localSize[i] != 0)
      return false;
  return true;
}

/// CL_INVALID_OPERATION for what may not change, CL_INVALID_VALUE for lists without a length or the
/// other way round.
cl_int checkConfig(const heddle_mutable_dispatch_config &config,
                   const MutableCommand::Recording &recording) {
  const auto fixed = [&](cl_mutable_dispatch_fields_khr field) {
    return !(recording.fields & field);
  };
  if ((config.work_dim != 0 && config.work_dim != recording.workDim) ||
      (config.global_work_offset && fixed(CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR)) ||
      (config.global_work_size && fixed(CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR)) ||
      (config.local_work_size && fixed(CL_MUTABLE_DISPATCH_LOCAL_SIZE_KHR)) ||
      ((config.num_args || config.num_svm_args) && fixed(CL_MUTABLE_DISPATCH_ARGUMENTS_KHR)) ||
      (config.num_exec_infos && fixed(CL_MUTABLE_DISPATCH_EXEC_INFO_KHR)))
    return CL_INVALID_OPERATION;
  if ((config.num_args == 0) != (config.arg_list == nullptr) ||
      (config.num_svm_args == 0) != (config.arg_svm_list == nullptr) ||
      (config.num_exec_infos == 0) != (config.exec_info_list == nullptr))
    return CL_INVALID_VALUE;
  return CL_SUCCESS;
}

cl_int setArguments(Kernel &kernel, const heddle_mutable_dispatch_config &config) {
  for (cl_uint i = 0; i < config.num_args; ++i) {
    const cl_mutable_dispatch_arg_khr &argument = config.arg_list[i];
    if (cl_int error =
            kernel.setArgument(argument.arg_index, argument.arg_size, argument.arg_value))
      return error;
  }
  for (cl_uint i = 0; i < config.num_svm_args; ++i) {
    const cl_mutable_dispatch_arg_khr &argument = config.arg_svm_list[i];
    if (cl_int error = kernel.setPointerArgument(argument.arg_index, argument.arg_value))
      return error;
  }
  for (cl_uint i = 0; i < config.num_exec_infos; ++i) {
    const cl_mutable_dispatch_exec_info_khr &info = config.exec_info_list[i];
    if (cl_int error = clSetKernelExecInfo(kernel.handle(), info.param_name, info.param_value_size,
                                           info.param_value))
      return error;
  }
  return CL_SUCCESS;
}

/// Works out one change, on top of those that came before it in the same call.
cl_int prepare(CommandBuffer &buffer, const heddle_mutable_dispatch_config &config,
               std::vector<CommandBuffer::Update> &updates) {
  MutableCommand *handle = fromHandle<MutableCommand>(config.command);
  if (!handle || &handle->buffer() != &buffer)
    return CL_INVALID_MUTABLE_COMMAND_KHR;
  const MutableCommand::Recording &recording = handle->recording();
  if (cl_int error = checkConfig(config, recording))
    return error;
  const auto before =
      std::find_if(updates.rbegin(), updates.rend(),
                   [&](const CommandBuffer::Update &update) { return update.handle == handle; });
  Dispatch dispatch = before == updates.rend() ? handle->dispatch() : before->dispatch;
  const bool wasUniform = isUniform(dispatch, recording.workDim);
  Result<Ref<Kernel>> kernel = dispatch.kernel->clone();
  if (!kernel)
    return kernel.error();
  dispatch.kernel = std::move(*kernel);
  if (cl_int error = setArguments(*dispatch.kernel, config))
    return error;
  copySizes(config.global_work_offset, recording.workDim, dispatch.globalOffset);
  copySizes(config.global_work_size, recording.workDim, dispatch.globalSize);
  if (config.local_work_size && config.local_work_size[0] == 0)
    return CL_INVALID_WORK_GROUP_SIZE;
  copySizes(config.local_work_size, recording.workDim, dispatch.localSize);
  if (isUniform(dispatch, recording.workDim) != wasUniform)
    return CL_INVALID_OPERATION;
  Result<Ref<Command>> command =
      makeCommand(buffer.queue(), dispatch, recording.workDim, Arguments::mayFollow);
  if (!command)
    return command.error();
  updates.push_back({handle, std::move(dispatch), std::move(*command)});
  return CL_SUCCESS;
}

} // namespace

Result<Ref<Command>> makeMutableDispatch(CommandBuffer &buffer, const DispatchArguments &arguments,
                                         bool wantsHandle, Ref<MutableCommand> &handle) {
  DispatchProperties properties;
  if (cl_int error = properties.read(arguments.properties))
    return error;
  // CL_INVALID_VALUE: nobody knows how many work-groups there are, so nobody can promise.
  if (!arguments.localWorkSize && (properties.asserts || assertsForAll(buffer)))
    return CL_INVALID_VALUE;
  Result<Ref<Command>> command = makeKernelCommand(
      buffer.queue(), arguments.kernel, arguments.workDim, arguments.globalWorkOffset,
      arguments.globalWorkSize, arguments.localWorkSize, CL_COMMAND_NDRANGE_KERNEL,
      properties.argumentsFollow && wantsHandle ? Arguments::mayFollow : Arguments::required);
  if (!command || !wantsHandle)
    return command;
  Kernel &kernel = *fromHandle<Kernel>(arguments.kernel);
  Result<Ref<Kernel>> own = kernel.clone();
  if (!own)
    return own.error();
  Dispatch dispatch{.kernel = std::move(*own)};
  copySizes(arguments.globalWorkOffset, arguments.workDim, dispatch.globalOffset);
  copySizes(arguments.globalWorkSize, arguments.workDim, dispatch.globalSize);
  copySizes(arguments.localWorkSize, arguments.workDim, dispatch.localSize);
  handle = MutableCommand::create(buffer,
                                  {.kernel = Ref(kernel),
                                   .workDim = arguments.workDim,
                                   .fields = properties.fields,
                                   .properties = std::move(properties.list)},
                                  std::move(dispatch));
  return command;
}

cl_int CL_API_CALL updateMutableCommands(cl_command_buffer_khr commandBuffer, cl_uint numConfigs,
                                         const cl_uint *configTypes, const void **configs) {
  return returnStatus([&]() -> cl_int {
    CommandBuffer *buffer = fromHandle<CommandBuffer>(commandBuffer);
    if (!buffer)
      return CL_INVALID_COMMAND_BUFFER_KHR;
    if (buffer->isRecording() || !buffer->hasFlag(CL_COMMAND_BUFFER_MUTABLE_KHR))
      return CL_INVALID_OPERATION;
    if ((numConfigs == 0) != (configTypes == nullptr) || (numConfigs == 0) != (configs == nullptr))
      return CL_INVALID_VALUE;
    for (cl_uint i = 0; i < numConfigs; ++i)
      if (configTypes[i] != HEDDLE_STRUCTURE_TYPE_MUTABLE_DISPATCH_CONFIG || !configs[i])
        return CL_INVALID_VALUE;
    std::vector<CommandBuffer::Update> updates;
    for (cl_uint i = 0; i < numConfigs; ++i)
      if (cl_int error = prepare(
              *buffer, *static_cast<const heddle_mutable_dispatch_config *>(configs[i]), updates))
        return error;
    // All of them or none.
    buffer->update(std::move(updates));
    return CL_SUCCESS;
  });
}

cl_int CL_API_CALL getMutableCommandInfo(cl_mutable_command_khr command,
                                         cl_mutable_command_info_khr paramName,
                                         size_t paramValueSize, void *paramValue,
                                         size_t *paramValueSizeRet) {
  return answerQuery(paramValueSize, paramValue, paramValueSizeRet, [&](InfoValue out) -> cl_int {
    MutableCommand *handle = fromHandle<MutableCommand>(command);
    if (!handle)
      return CL_INVALID_MUTABLE_COMMAND_KHR;
    const MutableCommand::Recording &recording = handle->recording();
    const auto sizes = [&](const Sizes &values) {
      return out.array(std::span<const size_t>(values.data(), recording.workDim));
    };
    switch (paramName) {
    case CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR:
      return out.write<cl_command_queue>(handle->buffer().queue().handle());
    case CL_MUTABLE_COMMAND_COMMAND_BUFFER_KHR:
      return out.write<cl_command_buffer_khr>(handle->buffer().handle());
    case CL_MUTABLE_COMMAND_COMMAND_TYPE_KHR:
      return out.write<cl_command_type>(CL_COMMAND_NDRANGE_KERNEL);
    case CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR:
      return out.array(recording.properties);
    case CL_MUTABLE_DISPATCH_KERNEL_KHR:
      return out.write<cl_kernel>(recording.kernel->handle());
    case CL_MUTABLE_DISPATCH_DIMENSIONS_KHR:
      return out.write<cl_uint>(recording.workDim);
    case CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR:
      return sizes(handle->dispatch().globalOffset);
    case CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR:
      return sizes(handle->dispatch().globalSize);
    case CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR:
      return sizes(handle->dispatch().localSize);
    default:
      return CL_INVALID_VALUE;
    }
  });
}

} // namespace heddle
