// clGetProgramInfo, clGetProgramBuildInfo.
#include "icd/entry.hpp"
#include "icd/program_devices.hpp"
#include "runtime/program.hpp"

#include <cstring>

using namespace heddle;

namespace {

// CL_PROGRAM_BINARIES: the value is an array of places that the application has prepared.
cl_int copyBinaries(const Program &program, const InfoValue &value) {
  const std::size_t count = program.devices().size();
  if (cl_int error = value.begin(count * sizeof(unsigned char *)))
    return error;
  if (!value.target())
    return CL_SUCCESS;
  std::vector<unsigned char *> places(count);
  std::memcpy(places.data(), value.target(), count * sizeof(unsigned char *));
  for (std::size_t i = 0; i < count; ++i) {
    if (!places[i])
      continue;
    const std::string binary = program.binary(i);
    std::memcpy(places[i], binary.data(), binary.size());
  }
  return CL_SUCCESS;
}

std::string kernelNames(const abi::BinaryMetadata &metadata) {
  std::string names;
  for (const abi::KernelMetadata &kernel : metadata.kernels)
    names += (names.empty() ? "" : ";") + kernel.name;
  return names;
}

} // namespace

CL_API_ENTRY cl_int CL_API_CALL clGetProgramInfo(cl_program program, cl_program_info name,
                                                 size_t size, void *value, size_t *sizeRet) {
  return answerQuery(size, value, sizeRet, [&](const InfoValue &answer) -> cl_int {
    Program *target = fromHandle<Program>(program);
    if (!target)
      return CL_INVALID_PROGRAM;
    switch (name) {
    case CL_PROGRAM_REFERENCE_COUNT:
      return answer.write<cl_uint>(target->applicationReferences());
    case CL_PROGRAM_CONTEXT:
      return answer.write<cl_context>(target->context().handle());
    case CL_PROGRAM_NUM_DEVICES:
      return answer.write<cl_uint>(static_cast<cl_uint>(target->devices().size()));
    case CL_PROGRAM_DEVICES: {
      std::vector<cl_device_id> devices;
      for (const Ref<Device> &device : target->devices())
        devices.push_back(device->handle());
      return answer.array(devices);
    }
    case CL_PROGRAM_SOURCE:
      return answer.string(target->source());
    case CL_PROGRAM_IL:
      return answer.bytes(target->il().data(), target->il().size());
    case CL_PROGRAM_BINARY_SIZES: {
      std::vector<size_t> sizes;
      sizes.reserve(target->devices().size());
      for (std::size_t i = 0; i < target->devices().size(); ++i)
        sizes.push_back(target->binary(i).size());
      return answer.array(sizes);
    }
    case CL_PROGRAM_BINARIES:
      return copyBinaries(*target, answer);
    case CL_PROGRAM_NUM_KERNELS:
    case CL_PROGRAM_KERNEL_NAMES:
    case CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT:
    case CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT: {
      std::shared_ptr<const Executable> executable = target->anyExecutable();
      if (!executable)
        return CL_INVALID_PROGRAM_EXECUTABLE;
      if (name == CL_PROGRAM_NUM_KERNELS)
        return answer.write<size_t>(executable->metadata().kernels.size());
      if (name == CL_PROGRAM_KERNEL_NAMES)
        return answer.string(kernelNames(executable->metadata()));
      return answer.write<cl_bool>(CL_FALSE);
    }
    }
    return CL_INVALID_VALUE;
  });
}

CL_API_ENTRY cl_int CL_API_CALL clGetProgramBuildInfo(cl_program program, cl_device_id device,
                                                      cl_program_build_info name, size_t size,
                                                      void *value, size_t *sizeRet) {
  return answerQuery(size, value, sizeRet, [&](const InfoValue &answer) -> cl_int {
    Program *target = fromHandle<Program>(program);
    if (!target)
      return CL_INVALID_PROGRAM;
    std::vector<Device *> devices;
    if (cl_int error = readDevices(target->devices(), 1, &device, devices))
      return error;
    const Program::BuildState state = target->buildState(*devices.front());
    switch (name) {
    case CL_PROGRAM_BUILD_STATUS:
      return answer.write<cl_build_status>(state.status);
    case CL_PROGRAM_BUILD_OPTIONS:
      return answer.string(state.options);
    case CL_PROGRAM_BUILD_LOG:
      return answer.string(state.log);
    case CL_PROGRAM_BINARY_TYPE:
      return answer.write<cl_program_binary_type>(state.binaryType);
    case CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE:
      return answer.write<size_t>(state.executable ? state.executable->metadata().globalVariableSize
                                                   : 0);
    }
    return CL_INVALID_VALUE;
  });
}
