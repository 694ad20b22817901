#include "tests/kernels/harness/spirv_module.hpp"

#include <cstdlib>
#include <cstring>

namespace heddle::test {

namespace {

constexpr std::uint32_t kernelModel = 6, subgroupSizeMode = 35, localSizeMode = 17;

void appendText(SpirvModule::Words &words, const std::string &text) {
  SpirvModule::Words packed(text.size() / 4 + 1);
  std::memcpy(packed.data(), text.data(), text.size());
  words.insert(words.end(), packed.begin(), packed.end());
}

std::uint32_t bitsOf(const std::string &scalar) {
  return scalar == "char"                        ? 8
         : scalar == "short" || scalar == "half" ? 16
         : scalar == "int" || scalar == "float"  ? 32
                                                 : 64;
}

} // namespace

using namespace spv;

SpirvModule::SpirvModule() {
  for (std::uint32_t capability : {4, 5, 6, 7, 8, 9, 11, 22, 39, 58})
    append(capabilities, opCapability, {capability});
}

void SpirvModule::append(Words &section, std::uint16_t opcode, const Words &operands) {
  section.push_back(std::uint32_t(operands.size() + 1) << 16 | opcode);
  section.insert(section.end(), operands.begin(), operands.end());
}

void SpirvModule::require(std::uint32_t capability, const std::string &extension) {
  append(capabilities, opCapability, {capability});
  if (extension.empty())
    return;
  Words words;
  appendText(words, extension);
  append(extensions, opExtension, words);
}

SpirvModule::Id SpirvModule::newType(std::uint16_t opcode, const Words &operands) {
  Words words = {newId()};
  words.insert(words.end(), operands.begin(), operands.end());
  append(globals, opcode, words);
  return words[0];
}

SpirvModule::Id SpirvModule::newGlobal(std::uint16_t opcode, Id type, const Words &operands) {
  Words words = {type, newId()};
  words.insert(words.end(), operands.begin(), operands.end());
  append(globals, opcode, words);
  return words[1];
}

void SpirvModule::decorate(Id id, std::uint32_t decoration, const Words &operands) {
  Words words = {id, decoration};
  words.insert(words.end(), operands.begin(), operands.end());
  append(decorations, opDecorate, words);
}

SpirvModule::Id SpirvModule::type(const std::string &name) {
  // SPIR-V for OpenCL knows no signs: int and uint are one type.
  if (name[0] == 'u')
    return type(name.substr(1));
  Id &id = types[name];
  if (id)
    return id;
  const std::string scalar = name.substr(0, name.find_first_of("0123456789"));
  if (scalar != name) {
    const Id element = type(scalar);
    const auto count = std::uint32_t(std::strtoul(name.c_str() + scalar.size(), nullptr, 10));
    return id = newType(opTypeVector, {element, count});
  }
  if (name == "void")
    return id = newType(opTypeVoid, {});
  if (name == "bool")
    return id = newType(opTypeBool, {});
  if (name == "float" || name == "half" || name == "double")
    return id = newType(opTypeFloat, {bitsOf(name)});
  return id = newType(opTypeInt, {bitsOf(name), 0});
}

SpirvModule::Id SpirvModule::pointerTo(Id pointee, std::uint32_t storageClass) {
  Id &id = pointers[{pointee, storageClass}];
  return id ? id : id = newType(opTypePointer, {storageClass, pointee});
}

SpirvModule::Id SpirvModule::functionType(const Words &types) {
  Id &id = functionTypes[types];
  return id ? id : id = newType(opTypeFunction, types);
}

SpirvModule::Id SpirvModule::constant(std::uint32_t value) {
  const Id integer = type("int");
  Id &id = constants[value];
  return id ? id : id = newGlobal(opConstant, integer, {value});
}

SpirvModule::Id SpirvModule::builtIn(std::uint32_t number, const std::string &typeName) {
  const Id pointer = pointerTo(typeName, input);
  Id &id = builtIns[number];
  if (!id) {
    id = newGlobal(opVariable, pointer, {input});
    decorate(id, builtInDecoration, {number});
  }
  return id;
}

SpirvModule::Id SpirvModule::importSet(const std::string &name) {
  Words words = {newId()};
  appendText(words, name);
  append(sets, opExtInstImport, words);
  return words[0];
}

SpirvModule::Id SpirvModule::importedFunction(const std::string &name, const Words &types) {
  const Id typeId = functionType(types);
  Id &id = imports[name];
  if (id)
    return id;
  id = newId();
  Words linkage;
  appendText(linkage, name);
  linkage.push_back(importLinkage);
  decorate(id, linkageDecoration, linkage);
  append(declarations, opFunction, {types[0], id, 0, typeId});
  for (std::size_t i = 1; i < types.size(); ++i)
    append(declarations, opFunctionParameter, {types[i], newId()});
  append(declarations, opFunctionEnd, {});
  return id;
}

SpirvModule::Words SpirvModule::beginKernel(const std::string &name, const Words &parameterTypes,
                                            unsigned subGroupSize, unsigned localSize) {
  const Id voidType = type("void");
  Words signature = {voidType};
  signature.insert(signature.end(), parameterTypes.begin(), parameterTypes.end());
  const Id kernelType = functionType(signature);
  const Id function = newId();
  kernels.emplace_back(function, name);
  if (subGroupSize)
    append(modes, opExecutionMode, {function, subgroupSizeMode, subGroupSize});
  if (localSize)
    append(modes, opExecutionMode, {function, localSizeMode, localSize, 1, 1});
  append(functions, opFunction, {voidType, function, 0, kernelType});
  Words parameters;
  for (Id parameterType : parameterTypes)
    parameters.push_back(value(opFunctionParameter, parameterType, {}));
  append(functions, opLabel, {newId()});
  return parameters;
}

void SpirvModule::endKernel() {
  append(functions, opReturn, {});
  append(functions, opFunctionEnd, {});
}

SpirvModule::Words SpirvModule::beginFunction(const Words &types, std::uint32_t control) {
  const Id typeId = functionType(types);
  Words result = {newId()};
  append(functions, opFunction, {types[0], result[0], control, typeId});
  for (std::size_t i = 1; i < types.size(); ++i)
    result.push_back(value(opFunctionParameter, types[i], {}));
  append(functions, opLabel, {newId()});
  return result;
}

void SpirvModule::endFunction(Id result) {
  append(functions, opReturnValue, {result});
  append(functions, opFunctionEnd, {});
}

SpirvModule::Id SpirvModule::openPhi(Id type, Id first, Id block) {
  const Id phi = value(opPhi, type, {first, block, 0, 0});
  openPhis[phi] = functions.size() - 2;
  return phi;
}

void SpirvModule::completePhi(Id phi, Id last, Id block) {
  functions[openPhis[phi]] = last;
  functions[openPhis[phi] + 1] = block;
}

SpirvModule::Id SpirvModule::globalIndex() {
  const Id variable = builtIn(globalInvocationId, "long3");
  const Id ids = value(opLoad, type("long3"), {variable});
  return value(opCompositeExtract, type("long"), {ids, 0});
}

SpirvModule::Id SpirvModule::value(std::uint16_t opcode, Id type, const Words &operands) {
  Words words = {type, newId()};
  words.insert(words.end(), operands.begin(), operands.end());
  append(functions, opcode, words);
  return words[1];
}

void SpirvModule::instruction(std::uint16_t opcode, const Words &operands) {
  append(functions, opcode, operands);
}

SpirvModule::Words SpirvModule::words() const {
  // Version 1.4: SubgroupSize needs 1.1, comparing pointers 1.4.
  Words result = {0x07230203, 0x00010400, 0, nextId, 0};
  Words model, entryPoints;
  append(model, opMemoryModel, {2, 2}); // Physical64, OpenCL
  for (const auto &[function, name] : kernels) {
    Words entry = {kernelModel, function};
    appendText(entry, name);
    for (const auto &[number, variable] : builtIns)
      entry.push_back(variable);
    append(entryPoints, opEntryPoint, entry);
  }
  const Words *sections[] = {&capabilities, &extensions,  &sets,    &model,        &entryPoints,
                             &modes,        &decorations, &globals, &declarations, &functions};
  for (const Words *section : sections)
    result.insert(result.end(), section->begin(), section->end());
  return result;
}

} // namespace heddle::test
