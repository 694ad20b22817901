#include "tests/kernels/cooperative_matrix/cooperative_matrix_module.hpp"

namespace heddle::test {

using namespace spv;

std::uint32_t operandsFor(Component a, Component b, Component c, Component result) {
  const auto signedBit = [](Component component, std::uint32_t bit) {
    return !isFloat(component) && isSigned(component) ? bit : 0;
  };
  return signedBit(a, signedA) | signedBit(b, signedB) | signedBit(c, signedC) |
         signedBit(result, signedResult) | (a == Component::tf32 ? tf32Factors : 0) |
         (a == Component::bf16 ? bf16Factors : 0) | (c == Component::bf16 ? bf16C : 0) |
         (result == Component::bf16 ? bf16Result : 0);
}

CooperativeMatrixModule::CooperativeMatrixModule() {
  constexpr std::uint32_t float64 = 10, genericPointer = 38, matrices = 6022;
  require(float64);
  require(genericPointer);
  require(matrices, "SPV_KHR_cooperative_matrix");
  // Packed; coordinates; tf32; bf16; prefetch; checked; offset.
  require(6434, "SPV_INTEL_joint_matrix");
  for (std::uint32_t capability : {6435, 6436, 6437, 6411, 6192, 6238})
    require(capability);
}

CooperativeMatrixModule::Id CooperativeMatrixModule::matrixOf(Id component, Id rows, Id columns,
                                                              Use use, std::uint32_t scope) {
  const Words operands = {component, constant(scope), rows, columns, constant(std::uint32_t(use))};
  Id &id = matrices[operands];
  return id ? id : id = newType(opTypeCooperativeMatrix, operands);
}

CooperativeMatrixModule::Id CooperativeMatrixModule::matrix(Component component, unsigned rows,
                                                            unsigned columns, Use use) {
  return matrixOf(type(typeName(component)), constant(rows), constant(columns), use);
}

CooperativeMatrixModule::Id CooperativeMatrixModule::constantOf(const std::string &typeName,
                                                                std::uint64_t bits) {
  const Id typeId = type(typeName);
  if (typeName == "int")
    return constant(std::uint32_t(bits));
  Id &id = wideConstants[{typeId, bits}];
  if (id)
    return id;
  Words words = {std::uint32_t(bits)};
  if (typeName == "long" || typeName == "double")
    words.push_back(std::uint32_t(bits >> 32));
  return id = newGlobal(opConstant, typeId, words);
}

CooperativeMatrixModule::Id CooperativeMatrixModule::specConstant(std::uint32_t specId,
                                                                  std::uint32_t value) {
  const Id id = newGlobal(opSpecConstant, type("int"), {value});
  decorate(id, specIdDecoration, {specId});
  return id;
}

CooperativeMatrixModule::Id CooperativeMatrixModule::variable(Id type) {
  return value(opVariable, pointerTo(type, functionStorage), {functionStorage});
}

CooperativeMatrixModule::Id CooperativeMatrixModule::builtInNumber(std::uint32_t number,
                                                                   unsigned component) {
  if (number == subgroupId || number == subgroupLocalInvocationId)
    return load(type("int"), builtIn(number, "int"));
  const Id all = load(type("long3"), builtIn(number, "long3"));
  return value(opUConvert, type("int"),
               {value(opCompositeExtract, type("long"), {all, component})});
}

CooperativeMatrixModule::Id CooperativeMatrixModule::newBlock() {
  const Id label = newId();
  instruction(opBranch, {label});
  instruction(opLabel, {label});
  return label;
}

CooperativeMatrixModule::Words
CooperativeMatrixModule::loop(Id count, const std::vector<Carried> &carried,
                              const std::function<Words(Id, const Words &)> &body) {
  const Id integer = type("int"), boolean = type("bool"), zero = constant(0), one = constant(1);
  const Id before = newBlock(), header = newBlock();
  const Id inside = newId(), latch = newId(), after = newId();
  const Id index = openPhi(integer, zero, before);
  Words values;
  for (const Carried &each : carried)
    values.push_back(openPhi(each.type, each.first, before));
  instruction(opBranchConditional, {value(opULessThan, boolean, {index, count}), inside, after});
  instruction(opLabel, {inside});
  const Words next = body(index, values);
  instruction(opBranch, {latch});
  instruction(opLabel, {latch});
  completePhi(index, value(opIAdd, integer, {index, one}), latch);
  for (std::size_t i = 0; i < values.size(); ++i)
    completePhi(values[i], next[i], latch);
  instruction(opBranch, {header});
  instruction(opLabel, {after});
  return values;
}

void CooperativeMatrixModule::ifTrue(Id condition, const std::function<void()> &body) {
  const Id inside = newId(), after = newId();
  instruction(opBranchConditional, {condition, inside, after});
  instruction(opLabel, {inside});
  body();
  instruction(opBranch, {after});
  instruction(opLabel, {after});
}

} // namespace heddle::test
