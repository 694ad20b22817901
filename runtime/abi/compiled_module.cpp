#include "runtime/abi/compiled_module.hpp"

namespace heddle::abi {

void write(ByteWriter &out, const std::vector<SpecializationConstant> &constants) {
  out.integer(static_cast<std::uint32_t>(constants.size()));
  for (const SpecializationConstant &constant : constants) {
    out.integer(constant.id);
    out.string(constant.bytes);
  }
}

std::vector<SpecializationConstant> readConstants(ByteReader &in) {
  std::vector<SpecializationConstant> constants;
  for (std::uint32_t left = in.count(); left > 0 && in.ok(); --left) {
    SpecializationConstant &constant = constants.emplace_back();
    constant.id = in.integer<std::uint32_t>();
    constant.bytes = in.string();
  }
  return constants;
}

void write(ByteWriter &out, const std::vector<CompiledModule> &modules) {
  out.integer(static_cast<std::uint32_t>(modules.size()));
  for (const CompiledModule &module : modules) {
    out.string(module.name);
    out.integer(module.origin);
    out.string(module.spirv);
    out.string(module.whole);
    out.string(module.options);
    write(out, module.specializationConstants);
    out.integer<std::uint8_t>(module.takesLinkOptions);
  }
}

std::vector<CompiledModule> readModules(ByteReader &in) {
  std::vector<CompiledModule> modules;
  for (std::uint32_t left = in.count(); left > 0 && in.ok(); --left) {
    CompiledModule &module = modules.emplace_back();
    module.name = in.string();
    module.origin = in.integer<InputKind>();
    if (module.origin != InputKind::openclC && module.origin != InputKind::spirv)
      in.fail();
    module.spirv = in.string();
    module.whole = in.string();
    module.options = in.string();
    module.specializationConstants = readConstants(in);
    module.takesLinkOptions = in.integer<std::uint8_t>() != 0;
  }
  return modules;
}

} // namespace heddle::abi
