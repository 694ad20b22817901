#include "tests/kernels/matrix/spirv_module.hpp"

#include "tests/kernels/matrix/matrix_reference.hpp"

namespace heddle::test {

namespace {

// Numbers of the SPIR-V specification and SPV_INTEL_subgroup_matrix_multiply_accumulate.
enum Opcode : std::uint16_t {
  opExtension = 10,
  opMemoryModel = 14,
  opEntryPoint = 15,
  opExecutionMode = 16,
  opCapability = 17,
  opTypeVoid = 19,
  opTypeInt = 21,
  opTypeFloat = 22,
  opTypeVector = 23,
  opTypePointer = 32,
  opTypeFunction = 33,
  opConstant = 43,
  opFunction = 54,
  opFunctionParameter = 55,
  opFunctionEnd = 56,
  opFunctionCall = 57,
  opVariable = 59,
  opLoad = 61,
  opStore = 62,
  opInBoundsPtrAccessChain = 70,
  opDecorate = 71,
  opCompositeExtract = 81,
  opLabel = 248,
  opReturn = 253,
  opSubgroupMatrixMultiplyAccumulate = 6237,
  opSubgroupScaledMatrixMultiplyAccumulate = 6264,
};
constexpr std::uint32_t inputClass = 1, crossWorkgroupClass = 5;
constexpr std::uint32_t kernelModel = 6, subgroupSizeMode = 35, localSizeMode = 17;
constexpr std::uint32_t builtInDecoration = 11, globalInvocationId = 28;
constexpr std::uint32_t linkageDecoration = 41, importLinkage = 1;

} // namespace

SpirvModule::SpirvModule() {
  // Addresses, Linkage, Kernel, Vector16, Float16Buffer, Float16, Int64, Int16, Int8,
  // SubgroupDispatch.
  for (std::uint32_t capability : {4, 5, 6, 7, 8, 9, 11, 22, 39, 58})
    append(capabilities, opCapability, {capability});
  idScalar = newId();
  append(globals, opTypeInt, {idScalar, 64, 0});
  idVector = newId();
  append(globals, opTypeVector, {idVector, idScalar, 3});
  const std::uint32_t idPointer = newId();
  append(globals, opTypePointer, {idPointer, inputClass, idVector});
  globalId = newId();
  append(globals, opVariable, {idPointer, globalId, inputClass});
  append(decorations, opDecorate, {globalId, builtInDecoration, globalInvocationId});
}

void SpirvModule::append(Words &section, std::uint16_t opcode, const Words &operands) {
  section.push_back(std::uint32_t(operands.size() + 1) << 16 | opcode);
  section.insert(section.end(), operands.begin(), operands.end());
}

SpirvModule::Words SpirvModule::text(const std::string &value) {
  Words words(value.size() / 4 + 1);
  std::memcpy(words.data(), value.data(), value.size());
  return words;
}

void SpirvModule::require(std::uint32_t capability, const std::string &extension) {
  append(capabilities, opCapability, {capability});
  if (!extension.empty())
    append(extensions, opExtension, text(extension));
}

std::uint32_t SpirvModule::type(const std::string &name) {
  std::uint32_t &id = types[name];
  if (id)
    return id;
  const std::string scalar = name.substr(0, name.find_first_of("0123456789"));
  if (scalar != name) {
    const std::uint32_t element = type(scalar);
    id = newId();
    append(globals, opTypeVector, {id, element, componentCount(name)});
    return id;
  }
  // SPIR-V for OpenCL knows no signs: int and uint are one type.
  if (name[0] == 'u')
    return id = type(name.substr(1));
  id = newId();
  if (name == "void")
    append(globals, opTypeVoid, {id});
  else if (name == "float" || name == "half")
    append(globals, opTypeFloat, {id, componentBits(name)});
  else
    append(globals, opTypeInt, {id, componentBits(name), 0});
  return id;
}

std::uint32_t SpirvModule::pointerTo(const std::string &typeName) {
  const std::uint32_t pointee = type(typeName);
  std::uint32_t &id = pointers[std::to_string(pointee)];
  if (!id) {
    id = newId();
    append(globals, opTypePointer, {id, crossWorkgroupClass, pointee});
  }
  return id;
}

std::uint32_t SpirvModule::constant(std::uint32_t value) {
  std::uint32_t &id = constants[value];
  if (!id) {
    const std::uint32_t integer = type("int");
    id = newId();
    append(globals, opConstant, {integer, id, value});
  }
  return id;
}

std::uint32_t SpirvModule::functionType(const Words &types) {
  std::uint32_t &id = functionTypes[types];
  if (!id) {
    id = newId();
    Words words = {id};
    words.insert(words.end(), types.begin(), types.end());
    append(globals, opTypeFunction, words);
  }
  return id;
}

std::uint32_t SpirvModule::importedFunction(const std::string &name, const Words &types) {
  std::uint32_t &id = imports[name];
  if (!id) {
    id = newId();
    Words linkage = {id, linkageDecoration};
    for (std::uint32_t word : text(name))
      linkage.push_back(word);
    linkage.push_back(importLinkage);
    append(decorations, opDecorate, linkage);
    append(declarations, opFunction, {types[0], id, 0, functionType(types)});
    for (std::size_t i = 1; i < types.size(); ++i)
      append(declarations, opFunctionParameter, {types[i], newId()});
    append(declarations, opFunctionEnd, {});
  }
  return id;
}

void SpirvModule::beginKernel(const std::string &name, unsigned subGroupSize, unsigned localSize,
                              const std::vector<std::string> &parameterTypes, Words &places) {
  const std::uint32_t voidType = type("void");
  Words signature = {voidType};
  for (const std::string &parameter : parameterTypes)
    signature.push_back(pointerTo(parameter));
  const std::uint32_t kernelType = functionType(signature);

  const std::uint32_t function = newId();
  Words entry = {kernelModel, function};
  for (std::uint32_t word : text(name))
    entry.push_back(word);
  entry.push_back(globalId);
  append(entryPoints, opEntryPoint, entry);
  if (subGroupSize)
    append(modes, opExecutionMode, {function, subgroupSizeMode, subGroupSize});
  if (localSize)
    append(modes, opExecutionMode, {function, localSizeMode, localSize, 1, 1});

  append(functions, opFunction, {voidType, function, 0, kernelType});
  Words parameters;
  for (const std::string &parameter : parameterTypes) {
    parameters.push_back(newId());
    append(functions, opFunctionParameter, {pointerTo(parameter), parameters.back()});
  }
  append(functions, opLabel, {newId()});
  const std::uint32_t ids = newId();
  append(functions, opLoad, {idVector, ids, globalId});
  const std::uint32_t index = newId();
  append(functions, opCompositeExtract, {idScalar, index, ids, 0});
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    places.push_back(newId());
    append(functions, opInBoundsPtrAccessChain,
           {pointerTo(parameterTypes[i]), places.back(), parameters[i], index});
  }
}

void SpirvModule::endKernel() {
  append(functions, opReturn, {});
  append(functions, opFunctionEnd, {});
}

void SpirvModule::addMatrixKernel(const std::string &name, unsigned subGroupSize,
                                  const MatrixInstruction &instruction, unsigned localSize) {
  Words places;
  std::vector<std::string> names = {instruction.a, instruction.b, instruction.c};
  const bool isScaled = !instruction.scale.empty();
  if (isScaled)
    names.insert(names.end(), 2, instruction.scale);
  names.push_back(instruction.result);
  const std::uint32_t kConstant = constant(instruction.k);
  beginKernel(name, subGroupSize, localSize, names, places);
  Words words = {type(instruction.result), 0, kConstant};
  for (std::size_t i = 0; i + 1 < names.size(); ++i) {
    const std::uint32_t value = newId();
    append(functions, opLoad, {type(names[i]), value, places[i]});
    words.push_back(value);
  }
  const std::uint32_t result = words[1] = newId();
  if (instruction.operands)
    words.push_back(*instruction.operands);
  append(functions,
         isScaled ? opSubgroupScaledMatrixMultiplyAccumulate : opSubgroupMatrixMultiplyAccumulate,
         words);
  append(functions, opStore, {places.back(), result});
  endKernel();
}

void SpirvModule::addImportKernel(const std::string &name, unsigned subGroupSize,
                                  const std::string &function, const std::string &aType,
                                  const std::string &bType, const std::string &cType,
                                  unsigned localSize) {
  const Words signature = {type(cType), type(aType), type(bType), type(cType)};
  const std::uint32_t callee = importedFunction(function, signature);
  Words places;
  const std::vector<std::string> names = {aType, bType, cType, cType};
  beginKernel(name, subGroupSize, localSize, names, places);
  Words call = {type(cType), 0, callee};
  for (int i = 0; i < 3; ++i) {
    call.push_back(newId());
    append(functions, opLoad, {type(names[i]), call.back(), places[i]});
  }
  const std::uint32_t result = call[1] = newId();
  append(functions, opFunctionCall, call);
  append(functions, opStore, {places[3], result});
  endKernel();
}

void SpirvModule::addConversionKernel(const std::string &name, std::uint16_t opcode,
                                      const std::string &fromType, const std::string &toType) {
  Words places;
  beginKernel(name, 0, 0, {fromType, toType}, places);
  const std::uint32_t value = newId();
  append(functions, opLoad, {type(fromType), value, places[0]});
  const std::uint32_t result = newId();
  append(functions, opcode, {type(toType), result, value});
  append(functions, opStore, {places[1], result});
  endKernel();
}

SpirvModule::Words SpirvModule::words() const {
  // Version 1.2: SubgroupSize needs 1.1.
  Words result = {0x07230203, 0x00010200, 0, nextId, 0};
  Words model;
  append(model, opMemoryModel, {2, 2}); // Physical64, OpenCL
  const Words *sections[] = {&capabilities, &extensions, &model,        &entryPoints, &modes,
                             &decorations,  &globals,    &declarations, &functions};
  for (const Words *section : sections)
    result.insert(result.end(), section->begin(), section->end());
  return result;
}

} // namespace heddle::test
