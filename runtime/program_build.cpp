// Builds and compilations: from source and IL through the compiler, from binaries by loading what
// they hold.
#include "runtime/abi/abi_version.hpp"
#include "runtime/compile/cached_compiler.hpp"
#include "runtime/cpu_features.hpp"
#include "runtime/debug_files.hpp"
#include "runtime/program.hpp"
#include "runtime/strict/strict_mode.hpp"
#include "runtime/support/log.hpp"
#include "runtime/support/options.hpp"
#include "runtime/support/trace_event.hpp"
#include "runtime/task_thread.hpp"

#include <algorithm>
#include <cxxabi.h>
#include <exception>
#include <new>
#include <thread>
#include <unistd.h>

namespace heddle {

cl_int Program::build(const Order &order) {
  if (from == Origin::linked)
    return CL_INVALID_OPERATION;
  for (std::size_t i = 0; i < given.size(); ++i)
    for (const Device *device : order.devices)
      if (targets[i].get() == device && given[i]->kind != ProgramBinary::Kind::executable)
        return CL_INVALID_BINARY;
  return start(order, CL_BUILD_PROGRAM_FAILURE,
               [this, options = order.options](std::size_t index, BuildState &state) {
                 return buildOne(index, options, state);
               });
}

cl_int Program::compile(const Order &order, std::vector<abi::EmbeddedHeader> headers) {
  if (from != Origin::source && from != Origin::il)
    return CL_INVALID_OPERATION;
  return start(order, CL_COMPILE_PROGRAM_FAILURE,
               [this, options = order.options, headers = std::move(headers)](std::size_t index,
                                                                             BuildState &state) {
                 abi::CompileRequest wanted = inputRequest(index, abi::JobKind::compile, options);
                 // IL includes nothing.
                 if (from == Origin::source)
                   wanted.headers = headers;
                 ProgramBinary object;
                 object.kind = ProgramBinary::Kind::compiledObject;
                 if (cl_int error = ask(wanted, CL_COMPILE_PROGRAM_FAILURE, object, state))
                   return error == CL_INVALID_BUILD_OPTIONS ? CL_INVALID_COMPILER_OPTIONS : error;
                 state.object = std::make_shared<const ProgramBinary>(std::move(object));
                 state.binaryType = CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
                 return CL_SUCCESS;
               });
}

bool Program::inProgress(const BuildState &state) const {
  return state.status == CL_BUILD_IN_PROGRESS && builder == ::getpid();
}

cl_int Program::start(const Order &order, cl_int failure, const Step &step) {
  std::vector<std::size_t> indices;
  for (std::size_t i = 0; i < targets.size(); ++i)
    for (Device *device : order.devices)
      if (targets[i].get() == device && (indices.empty() || indices.back() != i))
        indices.push_back(i);
  std::vector<BuildState> begun(indices.size());
  for (BuildState &state : begun) {
    state.status = CL_BUILD_IN_PROGRESS;
    state.options = order.options;
  }
  std::function<void()> work;
  if (order.callback)
    work = [self = Ref(this), indices, failure, step, callback = order.callback,
            userData = order.userData] {
      static_cast<void>(self->run(indices, failure, step));
      callback(self->handle(), userData);
    };
  const auto shared = std::make_shared<std::function<void()>>(std::move(work));
  {
    MutexLock lock(recompilationMutex);
    recompiled.clear();
  }
  {
    MutexLock lock(mutex);
    if (kernels > 0)
      return CL_INVALID_OPERATION;
    for (std::size_t i : indices)
      if (inProgress(states[i]))
        return CL_INVALID_OPERATION;
    // From here on nothing may throw before run() has begun: what is in progress has to end.
    for (std::size_t i = 0; i < indices.size(); ++i)
      states[indices[i]] = std::move(begun[i]);
    builder = ::getpid();
  }
  if (!order.callback)
    return run(indices, failure, step);

  try {
    std::thread([shared] { (*shared)(); }).detach();
  } catch (const std::exception &) {
    // No thread to be had: the application gets its callback before this returns.
    (*shared)();
  }
  return CL_SUCCESS;
}

cl_int Program::run(const std::vector<std::size_t> &indices, cl_int failure, const Step &step) {
  const TraceScope scope("build program", "build");
  cl_int result = CL_SUCCESS;
  for (std::size_t i : indices) {
    BuildState state;
    cl_int error = failure;
    try {
      error = step(i, state);
    } catch (const std::bad_alloc &) {
      error = CL_OUT_OF_HOST_MEMORY;
      state = BuildState();
      // Short enough to need no memory.
      state.log = "out of memory\n";
    } catch (const std::exception &thrown) {
      state = BuildState();
      try {
        state.log = std::string("error in the driver: ") + thrown.what() + "\n";
      } catch (const std::bad_alloc &) {
        state.log = "out of memory\n";
      }
    } catch (const __cxxabiv1::__forced_unwind &) {
      // The application ends this thread, which nobody may stop. The other devices' builds end,
      // too.
      state = BuildState();
      state.log = "cancelled\n";
      for (std::size_t left : indices)
        end(left, failure, state);
      throw;
    } catch (...) {
      state = BuildState();
      state.log = "driver error\n";
    }
    if (error) {
      result = error;
      log(LogTopic::build, "build failed (%d): %s", error, state.log.c_str());
    }
    end(i, error, state);
  }
  return result;
}

void Program::end(std::size_t index, cl_int error, BuildState &state) noexcept {
  MutexLock lock(mutex);
  BuildState &shown = states[index];
  if (shown.status != CL_BUILD_IN_PROGRESS)
    return;
  state.options = std::move(shown.options);
  state.status = error ? CL_BUILD_ERROR : CL_BUILD_SUCCESS;
  shown = std::move(state);
}

cl_int Program::buildOne(std::size_t index, const std::string &options, BuildState &state) const {
  if (from == Origin::binary)
    return loadBinary(index, state);
  return askForExecutable(inputRequest(index, abi::JobKind::build, options),
                          CL_BUILD_PROGRAM_FAILURE, state);
}

cl_int Program::loadBinary(std::size_t index, BuildState &state) const {
  const ProgramBinary &binary = *given[index];
  std::string problem;
  if (binary.abiVersion != abi::abiVersion) {
    problem = "compiled for version " + std::to_string(binary.abiVersion) +
              " of the kernel interface, this driver has " + std::to_string(abi::abiVersion);
  } else {
    std::shared_ptr<const Executable> executable = Executable::create(binary, problem);
    if (executable && executable->metadata().checks != requestedChecks())
      problem = checksWanted() ? "compiled without these checks of HEDDLE_STRICT"
                               : "compiled with the checks of HEDDLE_STRICT";
    if (executable && problem.empty()) {
      state.executable = std::move(executable);
      state.binaryType = CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
      return CL_SUCCESS;
    }
  }
  if (binary.modules.empty()) {
    state.log = "program binary: " + problem + "; it holds no SPIR-V to compile anew\n";
    return CL_BUILD_PROGRAM_FAILURE;
  }
  log(LogTopic::build, "program binary: %s; its SPIR-V is compiled anew", problem.c_str());
  abi::CompileRequest again = request(index, abi::JobKind::link, binary.linkOptions);
  again.modules = binary.modules;
  return askForExecutable(again, CL_BUILD_PROGRAM_FAILURE, state);
}

cl_int Program::ask(const abi::CompileRequest &request, cl_int failure, ProgramBinary &result,
                    BuildState &state) const {
  abi::CompileResponse response = compile::CachedCompiler::shared().compile(request);
  state.log = std::move(response.log);
  switch (response.status) {
  case abi::CompileStatus::success:
    break;
  case abi::CompileStatus::invalidOptions:
    return CL_INVALID_BUILD_OPTIONS;
  case abi::CompileStatus::buildFailure:
  case abi::CompileStatus::invalidInput:
    return failure;
  }
  result.abiVersion = abi::abiVersion;
  if (request.kind == abi::JobKind::link || request.kind == abi::JobKind::library) {
    result.modules = request.modules;
    // Nobody imports from it any more.
    if (request.kind == abi::JobKind::link && result.modules.size() == 1)
      result.modules.front().whole.clear();
    result.linkOptions = request.options;
  } else {
    abi::CompiledModule &module = result.modules.emplace_back();
    module.origin = request.inputKind;
    module.spirv = std::move(response.spirv);
    module.whole = std::move(response.whole);
    module.options = request.options;
    module.specializationConstants = request.specializationConstants;
  }
  result.elf = std::move(response.binary);
  return CL_SUCCESS;
}

cl_int Program::askForExecutable(const abi::CompileRequest &request, cl_int failure,
                                 BuildState &state) const {
  ProgramBinary binary;
  if (cl_int error = ask(request, failure, binary, state))
    return error;
  std::string problem;
  state.executable = Executable::create(std::move(binary), problem);
  if (!problem.empty())
    state.log += problem + "\n";
  if (!state.executable)
    return failure;
  state.binaryType = CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
  return CL_SUCCESS;
}

DeviceCode Program::compiledAgain(const DeviceCode &usual, const Recompilation &wanted) {
  std::size_t index = 0;
  std::shared_ptr<const Executable> build;
  {
    MutexLock lock(mutex);
    build = stateFor(*usual.device).executable;
    while (index + 1 < states.size() && states[index].executable != build)
      ++index;
  }
  // Who asks for a size wants to see it run.
  const std::uint64_t asked = heddle::options().subGroupSize;
  if (!build || build->metadata().globalVariableSize != 0 || build->binary().modules.empty() ||
      (asked != 0 && wanted.subGroupSize != 0 && asked != wanted.subGroupSize))
    return {};
  // A build, which may come while nothing but this thread wants the code, forgets what there was.
  std::shared_ptr<Recompiled> entry;
  {
    MutexLock lock(recompilationMutex);
    std::shared_ptr<Recompiled> &known = recompiled[{build, wanted}];
    if (!known)
      known = std::make_shared<Recompiled>();
    entry = known;
  }
  std::shared_ptr<const Executable> executable;
  {
    MutexLock lock(entry->mutex);
    // A thread that fork() left in the parent ends nothing here.
    const pid_t here = ::getpid();
    while (!entry->isDone && entry->compiler == here)
      entry->done.wait(entry->mutex);
    if (!entry->isDone) {
      entry->compiler = here;
      lock.unlock();
      try {
        executable = compileAgain(index, build, wanted);
      } catch (...) {
        lock.lock();
        entry->compiler = 0;
        entry->done.notifyAll();
        throw;
      }
      lock.lock();
      entry->executable = std::move(executable);
      entry->isDone = true;
      entry->done.notifyAll();
    }
    executable = entry->executable;
  }
  if (!executable)
    return {};
  const std::vector<abi::KernelMetadata> &kernels = executable->metadata().kernels;
  const auto same =
      std::find_if(kernels.begin(), kernels.end(), [&](const abi::KernelMetadata &kernel) {
        return kernel.name == usual.metadata().name && haveSameArguments(kernel, usual.metadata());
      });
  const auto kernel = static_cast<std::size_t>(same - kernels.begin());
  if (same == kernels.end() || !executable->entry(kernel))
    return {};
  // What the work-group has of local memory is checked for the usual code.
  if (!usual.metadata().isDeferred && !wanted.joinedGroups &&
      same->localMemSize > usual.metadata().localMemSize)
    return {};
  return {usual.device, std::move(executable), kernel};
}

std::shared_ptr<const Executable>
Program::compileAgain(std::size_t index, const std::shared_ptr<const Executable> &build,
                      const Recompilation &wanted) const {
  abi::CompileRequest again = request(index, abi::JobKind::link, build->binary().linkOptions);
  again.modules = build->binary().modules;
  again.kernel = wanted.kernel;
  if (wanted.subGroupSize != 0)
    again.subGroupSize = wanted.subGroupSize;
  again.joinedGroups = wanted.joinedGroups;
  again.knownLocalSize = wanted.knownLocalSize;
  again.anyRange |= wanted.anyRange;
  again.alignedGroups &= wanted.alignedGroups;
  again.wholeSubGroups = wanted.wholeSubGroups && !again.anyRange;
  again.mayDefer = false;
  again.keepDimensions = wanted.keepDimensions;
  BuildState state;
  const std::string whose =
      wanted.kernel.empty() ? "all kernels" : "kernel '" + wanted.kernel + "'";
  const char *what = wanted.knownLocalSize[0] != 0 ? "the size of its work-groups"
                     : wanted.subGroupSize != 0    ? "other work-groups or lanes"
                     : wanted.anyRange             ? "any range"
                                                   : "launches";
  if (askForExecutable(again, CL_BUILD_PROGRAM_FAILURE, state) == CL_SUCCESS) {
    log(LogTopic::build, "%s: compiled again for %s", whose.c_str(), what);
    return std::move(state.executable);
  }
  log(LogTopic::build, "%s: not compiled again for %s: %s", whose.c_str(), what, state.log.c_str());
  return nullptr;
}

DeviceCode Program::codeForAnyRange(const DeviceCode &usual) {
  const std::string &kernel = usual.metadata().name;
  // Where all of them are as long to wait for as those that were: compiled at once they take all
  // processors, of which others may want half, and a kernel by itself takes one.
  const std::size_t processors = std::max<std::size_t>(usual.device->limits().computeUnits, 1);
  const std::size_t enough =
      std::max<std::size_t>(2 * usual.executable->metadata().kernels.size() / processors, 1);
  std::size_t others = 0;
  bool isThere = false;
  {
    MutexLock lock(recompilationMutex);
    for (const auto &[key, entry] : recompiled) {
      const auto &[build, wanted] = key;
      if (build != usual.executable || wanted.subGroupSize != 0 || wanted.kernel.empty())
        continue;
      isThere |= wanted.kernel == kernel;
      ++others;
    }
  }
  if (!isThere && others >= enough)
    if (DeviceCode code = compiledAgain(usual, {.anyRange = true}); code.executable)
      return code;
  return compiledAgain(usual, {.kernel = kernel, .anyRange = true});
}

DeviceCode Program::compileFor(const DeviceCode &usual, const executor::GroupCode &wanted) {
  if (wanted.subGroupSize == 0)
    return codeForAnyRange(usual);
  const abi::KernelMetadata &metadata = usual.metadata();
  // Sub-groups of another size are whole in other launches, unless a required size fills them.
  const bool isForRequired = metadata.wholeSubGroupsOnly && metadata.requiredWorkGroupSize[0] != 0;
  const bool anyRange = !wanted.joinedGroups && wanted.knownLocalSize[0] == 0 && !isForRequired;
  return compiledAgain(usual, {.kernel = metadata.name,
                               .subGroupSize = wanted.subGroupSize,
                               .joinedGroups = wanted.joinedGroups,
                               .knownLocalSize = wanted.knownLocalSize,
                               .anyRange = anyRange,
                               .keepDimensions = wanted.keepsDimensions,
                               .alignedGroups = metadata.alignedGroupsOnly});
}

void Program::later(std::function<void()> task, TaskThread::Place place) {
  TaskThread::recompilations().run([self = Ref(this), task = std::move(task)] { task(); }, place);
}

abi::CompileRequest Program::request(std::size_t index, abi::JobKind kind,
                                     std::string options) const {
  const Options &wanted = heddle::options();
  abi::CompileRequest request;
  request.kind = kind;
  request.options = std::move(options);
  request.target = wanted.target;
  if (request.target.empty())
    request.target = nativeTarget(CpuFeatures::host(), wanted.assumedCpu, requestAmxPermission());
  request.subGroupSize = static_cast<std::uint32_t>(wanted.subGroupSize);
  for (std::size_t size : targets[index]->limits().subGroupSizes)
    request.reportedSubGroupSizes.push_back(static_cast<std::uint32_t>(size));
  request.checks = requestedChecks();
  request.verbose = wanted.verbose;
  request.anyRange = wanted.anyRange;
  request.alignedGroups = !wanted.anyRange;
  request.mayDefer = kind == abi::JobKind::build || kind == abi::JobKind::link;
  request.processes =
      static_cast<std::uint32_t>(std::min<std::uint64_t>(wanted.numThreads, UINT32_MAX));
  request.memoryLimit = wanted.compilerMemory;
  // For the case that nobody is left to stop the compiler when the wall-clock time is up.
  constexpr std::uint64_t graceSeconds = 10;
  if (wanted.compilerTimeout)
    request.cpuSecondsLimit = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(wanted.compilerTimeout + graceSeconds, UINT32_MAX));
  return request;
}

abi::CompileRequest Program::inputRequest(std::size_t index, abi::JobKind kind,
                                          std::string options) const {
  abi::CompileRequest request = this->request(index, kind, std::move(options));
  if (from == Origin::il) {
    request.inputKind = abi::InputKind::spirv;
    request.input = module.words;
  } else {
    request.input = text;
  }
  if (debugFilesWanted()) {
    request.options += " -g";
    std::string path = from == Origin::il ? "" : keepSource(text);
    if (!path.empty())
      request.sourceName = std::move(path);
  }
  MutexLock lock(mutex);
  for (const auto &[id, value] : specialization)
    request.specializationConstants.push_back({id, value});
  return request;
}

} // namespace heddle
