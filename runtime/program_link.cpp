// Programs made of compiled objects and libraries.
#include "runtime/abi/abi_version.hpp"
#include "runtime/abi/link_options.hpp"
#include "runtime/program.hpp"
#include "runtime/support/log.hpp"

namespace heddle {

namespace {

// What an input is called in messages; the application counts from the list it gave.
std::string nameOf(std::size_t input, std::size_t module, std::size_t modules) {
  std::string name = "input program " + std::to_string(input);
  if (modules > 1)
    name += ", module " + std::to_string(module);
  return name;
}

} // namespace

Result<Ref<Program>> Program::createLinked(Context &context, std::span<Device *const> devices,
                                           std::span<Program *const> inputs, std::string options) {
  std::string problem;
  if (!abi::parseLinkOptions(options, problem)) {
    log(LogTopic::api, "clLinkProgram: %s", problem.c_str());
    return CL_INVALID_LINKER_OPTIONS;
  }
  std::vector<Ref<Device>> targets;
  std::vector<std::vector<abi::CompiledModule>> modules;
  bool any = false;
  for (Device *device : devices) {
    targets.push_back(Ref(device));
    std::vector<abi::CompiledModule> &found = modules.emplace_back();
    std::size_t count = 0;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const BuildState state = inputs[i]->buildState(*device);
      if (state.status == CL_BUILD_IN_PROGRESS)
        return CL_INVALID_OPERATION;
      if (!state.object)
        continue;
      ++count;
      const std::vector<abi::CompiledModule> &parts = state.object->modules;
      for (std::size_t part = 0; part < parts.size(); ++part) {
        found.push_back(parts[part]);
        found.back().name = nameOf(i, part, parts.size());
      }
    }
    if (count != 0 && count != inputs.size()) {
      log(LogTopic::api, "clLinkProgram: %zu of %zu programs are compiled objects or libraries",
          count, inputs.size());
      return CL_INVALID_OPERATION;
    }
    any |= count != 0;
  }
  if (!any)
    return CL_INVALID_OPERATION;
  auto program = Ref<Program>::adopt(new Program(context, Origin::linked, std::move(targets)));
  program->linkInputs = std::move(modules);
  program->linkOptions = std::move(options);
  return program;
}

cl_int Program::link(BuildCallback callback, void *userData) {
  std::vector<Device *> devices;
  for (std::size_t i = 0; i < targets.size(); ++i)
    if (!linkInputs[i].empty())
      devices.push_back(targets[i].get());
  std::string problem;
  const abi::LinkOptions options =
      abi::parseLinkOptions(linkOptions, problem).value_or(abi::LinkOptions());
  Order order{devices, linkOptions, callback, userData};

  return start(order, CL_LINK_PROGRAM_FAILURE,
               [this, options](std::size_t index, BuildState &state) -> cl_int {
                 const auto kind =
                     options.createLibrary ? abi::JobKind::library : abi::JobKind::link;
                 abi::CompileRequest wanted = request(index, kind, linkOptions);
                 wanted.modules = linkInputs[index];
                 if (!options.createLibrary)
                   return askForExecutable(wanted, CL_LINK_PROGRAM_FAILURE, state);
                 ProgramBinary library;
                 library.kind = ProgramBinary::Kind::library;
                 if (cl_int error = ask(wanted, CL_LINK_PROGRAM_FAILURE, library, state))
                   return error;
                 for (abi::CompiledModule &module : library.modules) {
                   module.name.clear();
                   module.takesLinkOptions &= options.enableLinkOptions;
                 }
                 state.object = std::make_shared<const ProgramBinary>(std::move(library));
                 state.binaryType = CL_PROGRAM_BINARY_TYPE_LIBRARY;
                 return CL_SUCCESS;
               });
}

} // namespace heddle
