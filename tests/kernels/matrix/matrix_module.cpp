#include "tests/kernels/matrix/matrix_module.hpp"

namespace heddle::test {

using namespace spv;

MatrixModule::Words MatrixModule::beginWithPlaces(const std::string &name, unsigned subGroupSize,
                                                  unsigned localSize,
                                                  const std::vector<std::string> &types) {
  Words pointerTypes;
  for (const std::string &typeName : types)
    pointerTypes.push_back(pointerTo(typeName));
  const Words parameters = beginKernel(name, pointerTypes, subGroupSize, localSize);
  const Id index = globalIndex();
  Words places;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    places.push_back(value(opInBoundsPtrAccessChain, pointerTypes[i], {parameters[i], index}));
  return places;
}

void MatrixModule::addMatrixKernel(const std::string &name, unsigned subGroupSize,
                                   const MatrixInstruction &given, unsigned localSize) {
  std::vector<std::string> names = {given.a, given.b, given.c};
  const bool isScaled = !given.scale.empty();
  if (isScaled)
    names.insert(names.end(), 2, given.scale);
  names.push_back(given.result);
  Words operands = {constant(given.k)};
  const Words places = beginWithPlaces(name, subGroupSize, localSize, names);
  for (std::size_t i = 0; i + 1 < names.size(); ++i)
    operands.push_back(value(opLoad, type(names[i]), {places[i]}));
  if (given.operands)
    operands.push_back(*given.operands);
  const Id result = value(isScaled ? opSubgroupScaledMatrixMultiplyAccumulate
                                   : opSubgroupMatrixMultiplyAccumulate,
                          type(given.result), operands);
  instruction(opStore, {places.back(), result});
  endKernel();
}

void MatrixModule::addImportKernel(const std::string &name, unsigned subGroupSize,
                                   const std::string &function, const std::string &aType,
                                   const std::string &bType, const std::string &cType,
                                   unsigned localSize) {
  Words operands = {
      importedFunction(function, {type(cType), type(aType), type(bType), type(cType)})};
  const std::vector<std::string> names = {aType, bType, cType, cType};
  const Words places = beginWithPlaces(name, subGroupSize, localSize, names);
  for (int i = 0; i < 3; ++i)
    operands.push_back(value(opLoad, type(names[i]), {places[i]}));
  instruction(opStore, {places[3], value(opFunctionCall, type(cType), operands)});
  endKernel();
}

void MatrixModule::addConversionKernel(const std::string &name, std::uint16_t opcode,
                                       const std::string &fromType, const std::string &toType) {
  const Words places = beginWithPlaces(name, 0, 0, {fromType, toType});
  const Id loaded = value(opLoad, type(fromType), {places[0]});
  instruction(opStore, {places[1], value(opcode, type(toType), {loaded})});
  endKernel();
}

} // namespace heddle::test
