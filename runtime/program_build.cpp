// Builds: from source and IL through the compiler, from binaries by loading what they hold.
#include "runtime/abi/abi_version.hpp"
#include "runtime/compile/cached_compiler.hpp"
#include "runtime/program.hpp"
#include "runtime/support/log.hpp"
#include "runtime/support/options.hpp"

#include <system_error>
#include <thread>

namespace heddle {

cl_int Program::build(std::span<Device *const> devices, std::string options, BuildCallback callback,
                      void *userData) {
  std::vector<std::size_t> indices;
  {
    MutexLock lock(mutex);
    if (kernels > 0)
      return CL_INVALID_OPERATION;
    for (std::size_t i = 0; i < targets.size(); ++i)
      for (Device *device : devices)
        if (targets[i].get() == device && (indices.empty() || indices.back() != i))
          indices.push_back(i);
    for (std::size_t i : indices)
      if (states[i].status == CL_BUILD_IN_PROGRESS)
        return CL_INVALID_OPERATION;
    for (std::size_t i : indices) {
      states[i] = BuildState();
      states[i].status = CL_BUILD_IN_PROGRESS;
      states[i].options = options;
    }
  }
  if (!callback)
    return runBuild(indices, options);

  auto work = [self = Ref(this), indices, options, callback, userData] {
    static_cast<void>(self->runBuild(indices, options));
    callback(self->handle(), userData);
  };
  try {
    std::thread(work).detach();
  } catch (const std::system_error &) {
    // No thread to be had: the application gets its callback before this returns.
    work();
  }
  return CL_SUCCESS;
}

cl_int Program::runBuild(const std::vector<std::size_t> &indices, const std::string &options) {
  cl_int result = CL_SUCCESS;
  for (std::size_t i : indices) {
    BuildState state;
    state.options = options;
    cl_int error = CL_OUT_OF_HOST_MEMORY;
    try {
      error = buildOne(i, options, state);
    } catch (const std::bad_alloc &) {
      state = BuildState();
    }
    state.status = error ? CL_BUILD_ERROR : CL_BUILD_SUCCESS;
    if (!error)
      state.binaryType = CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
    if (error) {
      result = error;
      log(LogTopic::build, "build failed (%d): %s", error, state.log.c_str());
    }
    MutexLock lock(mutex);
    states[i] = std::move(state);
  }
  return result;
}

cl_int Program::buildOne(std::size_t index, const std::string &options, BuildState &state) const {
  if (from != Origin::binary)
    return compile(request(index, options), state);

  const ProgramBinary &binary = given[index];
  std::string problem;
  if (binary.abiVersion != abi::abiVersion) {
    problem = "compiled for version " + std::to_string(binary.abiVersion) +
              " of the kernel interface, this driver has " + std::to_string(abi::abiVersion);
  } else {
    std::shared_ptr<const Executable> executable = Executable::create(binary, problem);
    if (executable && problem.empty()) {
      state.executable = std::move(executable);
      return CL_SUCCESS;
    }
  }
  if (binary.spirv.empty()) {
    state.log = "program binary: " + problem + "; it holds no SPIR-V to compile anew\n";
    return CL_BUILD_PROGRAM_FAILURE;
  }
  log(LogTopic::build, "program binary: %s; its SPIR-V is compiled anew", problem.c_str());
  abi::CompileRequest again = request(index, binary.options);
  again.inputKind = abi::InputKind::spirv;
  again.input = binary.spirv;
  return compile(again, state);
}

cl_int Program::compile(const abi::CompileRequest &request, BuildState &state) const {
  abi::CompileResponse response = compile::CachedCompiler::shared().compile(request);
  state.log = std::move(response.log);
  switch (response.status) {
  case abi::CompileStatus::success:
    break;
  case abi::CompileStatus::invalidOptions:
    return CL_INVALID_BUILD_OPTIONS;
  case abi::CompileStatus::buildFailure:
  case abi::CompileStatus::invalidInput:
    return CL_BUILD_PROGRAM_FAILURE;
  }
  ProgramBinary binary;
  binary.abiVersion = abi::abiVersion;
  binary.options = request.options;
  binary.spirv = std::move(response.spirv);
  binary.elf = std::move(response.binary);
  std::string problem;
  state.executable = Executable::create(std::move(binary), problem);
  if (!problem.empty())
    state.log += problem + "\n";
  return state.executable ? CL_SUCCESS : CL_BUILD_PROGRAM_FAILURE;
}

abi::CompileRequest Program::request(std::size_t index, const std::string &options) const {
  const Options &wanted = heddle::options();
  abi::CompileRequest request;
  if (from == Origin::il) {
    request.inputKind = abi::InputKind::spirv;
    request.input = module.words;
  } else {
    request.input = text;
  }
  request.options = options;
  request.target = wanted.target.empty() ? "native" : wanted.target;
  request.subGroupSize = static_cast<std::uint32_t>(wanted.subGroupSize);
  for (std::size_t size : targets[index]->limits().subGroupSizes)
    request.reportedSubGroupSizes.push_back(static_cast<std::uint32_t>(size));
  request.verbose = wanted.verbose;
  request.memoryLimit = wanted.compilerMemory;
  // For the case that nobody is left to stop the compiler when the wall-clock time is up.
  constexpr std::uint64_t graceSeconds = 10;
  if (wanted.compilerTimeout)
    request.cpuSecondsLimit = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(wanted.compilerTimeout + graceSeconds, UINT32_MAX));
  MutexLock lock(mutex);
  for (const auto &[id, value] : specialization)
    request.specializationConstants.push_back({id, value});
  return request;
}

} // namespace heddle
