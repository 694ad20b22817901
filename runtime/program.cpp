#include "runtime/program.hpp"

#include "runtime/abi/abi_version.hpp"
#include "runtime/loader/kernel_binary.hpp"
#include "runtime/support/log.hpp"

#include <algorithm>

namespace heddle {

Program::Program(Context &context, Origin origin, std::vector<Ref<Device>> devices)
    : Object(ObjectKind::program, &context), owner(Ref(context)), from(origin),
      targets(std::move(devices)) {
  MutexLock lock(mutex);
  states.resize(targets.size());
}

Program::~Program() = default;

Result<Ref<Program>> Program::createWithSource(Context &context, std::string source) {
  auto program = Ref<Program>::adopt(new Program(context, Origin::source, context.devices()));
  program->text = std::move(source);
  return program;
}

Result<Ref<Program>> Program::createWithIl(Context &context, std::string il) {
  std::optional<IlModule> module = readIlModule(il);
  if (!module) {
    log(LogTopic::api, "clCreateProgramWithIL: the %zu bytes are not a whole SPIR-V module",
        il.size());
    return CL_INVALID_VALUE;
  }
  auto program = Ref<Program>::adopt(new Program(context, Origin::il, context.devices()));
  program->ilBytes = std::move(il);
  program->module = std::move(*module);
  return program;
}

namespace {

// An executable of another kernel ABI is good for its SPIR-V; one without must be loadable as it
// is.
bool usable(const ProgramBinary &binary) {
  if (binary.modules.empty())
    return binary.kind == ProgramBinary::Kind::executable && binary.abiVersion == abi::abiVersion &&
           std::holds_alternative<abi::BinaryMetadata>(loader::readMetadata(binary.elf));
  if (binary.kind == ProgramBinary::Kind::compiledObject && binary.modules.size() != 1)
    return false;
  return std::all_of(
      binary.modules.begin(), binary.modules.end(),
      [](const abi::CompiledModule &module) { return readIlModule(module.spirv).has_value(); });
}

cl_program_binary_type typeOf(const ProgramBinary &binary) {
  switch (binary.kind) {
  case ProgramBinary::Kind::compiledObject:
    return CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
  case ProgramBinary::Kind::library:
    return CL_PROGRAM_BINARY_TYPE_LIBRARY;
  case ProgramBinary::Kind::executable:
    break;
  }
  return CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
}

} // namespace

Result<Ref<Program>> Program::createWithBinaries(Context &context, std::span<Device *const> devices,
                                                 std::span<const std::string_view> binaries,
                                                 std::span<cl_int> statuses) {
  std::vector<Ref<Device>> targets;
  for (Device *device : devices)
    targets.push_back(Ref(device));
  auto program = Ref<Program>::adopt(new Program(context, Origin::binary, std::move(targets)));
  bool valid = true;
  for (std::size_t i = 0; i < binaries.size(); ++i) {
    std::optional<ProgramBinary> binary = decodeProgramBinary(binaries[i]);
    const bool good = binary && usable(*binary);
    statuses[i] = good ? CL_SUCCESS : CL_INVALID_BINARY;
    valid &= good;
    if (!good)
      log(LogTopic::api, "clCreateProgramWithBinary: binary %zu is damaged or not one of ours", i);
    program->given.push_back(
        std::make_shared<const ProgramBinary>(good ? std::move(*binary) : ProgramBinary()));
  }
  if (!valid)
    return CL_INVALID_BINARY;
  MutexLock lock(program->mutex);
  for (std::size_t i = 0; i < program->states.size(); ++i) {
    BuildState &state = program->states[i];
    state.binaryType = typeOf(*program->given[i]);
    if (program->given[i]->kind != ProgramBinary::Kind::executable)
      state.object = program->given[i];
  }
  return program;
}

bool Program::hasDevice(const Device &device) const {
  return std::any_of(targets.begin(), targets.end(),
                     [&](const Ref<Device> &target) { return target.get() == &device; });
}

cl_int Program::setSpecializationConstant(cl_uint id, std::string_view value) {
  auto found = module.specializationConstants.find(id);
  if (found == module.specializationConstants.end())
    return CL_INVALID_SPEC_ID;
  if (found->second != value.size())
    return CL_INVALID_VALUE;
  MutexLock lock(mutex);
  specialization[id] = std::string(value);
  return CL_SUCCESS;
}

const Program::BuildState &Program::stateFor(const Device &device) const {
  static const BuildState none;
  for (const Device *at = &device; at; at = at->parent())
    for (std::size_t i = 0; i < targets.size(); ++i)
      // Binaries of objects and libraries are there before anything was built.
      if (targets[i].get() == at && (states[i].status != CL_BUILD_NONE ||
                                     states[i].binaryType != CL_PROGRAM_BINARY_TYPE_NONE))
        return states[i];
  return none;
}

Program::BuildState Program::buildState(const Device &device) const {
  MutexLock lock(mutex);
  BuildState state = stateFor(device);
  if (state.status == CL_BUILD_IN_PROGRESS && !inProgress(state)) {
    state.status = CL_BUILD_ERROR;
    state.log = "the build ended with fork(): it goes on in the parent process only\n";
  }
  return state;
}

std::shared_ptr<const Executable> Program::anyExecutable() const {
  MutexLock lock(mutex);
  for (const BuildState &state : states)
    if (state.status == CL_BUILD_SUCCESS && state.executable)
      return state.executable;
  return nullptr;
}

std::string Program::binary(std::size_t index) const {
  std::shared_ptr<const Executable> executable;
  std::shared_ptr<const ProgramBinary> object;
  {
    MutexLock lock(mutex);
    const BuildState &state = stateFor(*targets[index]);
    executable = state.executable;
    object = state.object;
  }
  if (executable)
    return encode(executable->binary());
  if (!object && from == Origin::binary)
    object = given[index];
  return object ? encode(*object) : std::string();
}

std::vector<Program::DeviceExecutable> Program::executablesForKernel() {
  MutexLock lock(mutex);
  std::vector<DeviceExecutable> built;
  for (std::size_t i = 0; i < targets.size(); ++i)
    if (const BuildState &state = stateFor(*targets[i]);
        state.status == CL_BUILD_SUCCESS && state.executable)
      built.push_back({targets[i].get(), state.executable});
  if (!built.empty())
    ++kernels;
  return built;
}

void Program::kernelDestroyed() {
  MutexLock lock(mutex);
  --kernels;
}

} // namespace heddle
