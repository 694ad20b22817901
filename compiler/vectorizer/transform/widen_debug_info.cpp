// What debuggers see of the variables of the source.
//
// A uniform value is the variable itself. Of others the lanes are an array, `x[lane]`, and of an
// OpenCL vector an array for each component, `v[component][lane]`. They are described only where
// the program asked for no optimization: no debug format can name half of a register's lanes in a
// way that debuggers read, so that each variable has a place in memory then, which is written, for
// the active lanes, wherever the variable gets a value.
#include "compiler/vectorizer/transform/widener.hpp"

#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugInfo.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

const DIType *withoutNames(const DIType *type) {
  while (const auto *derived = dyn_cast_or_null<DIDerivedType>(type)) {
    switch (derived->getTag()) {
    case dwarf::DW_TAG_typedef:
    case dwarf::DW_TAG_const_type:
    case dwarf::DW_TAG_volatile_type:
    case dwarf::DW_TAG_restrict_type:
    case dwarf::DW_TAG_atomic_type:
      type = derived->getBaseType();
      break;
    default:
      return type;
    }
  }
  return type;
}

/// The type of the elements of an array or vector, else the type.
const DIType *elementOf(const DIType *type) {
  const auto *array = dyn_cast_or_null<DICompositeType>(withoutNames(type));
  return array && array->getTag() == dwarf::DW_TAG_array_type ? withoutNames(array->getBaseType())
                                                              : withoutNames(type);
}

DIExpression *noExpression(LLVMContext &context) { return DIExpression::get(context, {}); }

/// A parameter of one lane that its function retains would be the same one as that of all lanes:
/// LLVM describes each parameter once, and crashes for another variable with its number.
void dropRetained(const DILocalVariable &variable) {
  DISubprogram *function = variable.getScope()->getSubprogram();
  SmallVector<Metadata *> others;
  for (DINode *node : function->getRetainedNodes())
    if (node != &variable)
      others.push_back(node);
  function->replaceRetainedNodes(MDTuple::get(function->getContext(), others));
}

} // namespace

void Widener::describeVariables(Instruction &instruction) {
  for (DbgVariableRecord &record : filterDbgVars(instruction.getDbgRecordRange())) {
    if (record.hasArgList() || record.isKillLocation() || record.getExpression()->getFragmentInfo())
      continue;
    Value *value = record.getVariableLocationOp(0);
    builder.SetCurrentDebugLocation(record.getDebugLoc());
    if (record.isDbgDeclare()) {
      if (auto *variable = dyn_cast<AllocaInst>(value))
        describeMemory(record, *variable);
      continue;
    }
    // A record may name what is computed later.
    Value *uniform = isa<Constant>(value) ? value : scalars.lookup(value);
    if (scalarFunction.hasFnAttribute(keepsVariablesAttribute)) {
      if (uniform || partsOf.contains(value) || affines.contains(value))
        keepVariable(record, value);
    } else if (uniform) {
      builder.GetInsertBlock()->insertDbgRecordBefore(
          DbgVariableRecord::createDbgVariableRecord(uniform, record.getVariable(),
                                                     noExpression(builder.getContext()),
                                                     record.getDebugLoc()),
          builder.GetInsertPoint());
    }
  }
}

/// The variable as an array of `counts` elements of `bits`; null where its own elements are others.
DILocalVariable *Widener::ofAllLanes(const DbgVariableRecord &record, ArrayRef<uint64_t> counts,
                                     uint64_t bits) {
  const DILocalVariable &variable = *record.getVariable();
  const DIType *element = elementOf(variable.getType());
  if (!element || element->getSizeInBits() != bits)
    return nullptr;
  DIBuilder debugInfo(module, /*AllowUnresolved=*/false,
                      variable.getScope()->getSubprogram()->getUnit());
  SmallVector<Metadata *> ranges;
  for (uint64_t count : counts) {
    ranges.push_back(debugInfo.getOrCreateSubrange(0, static_cast<int64_t>(count)));
    bits *= count;
  }
  DIType *type = debugInfo.createArrayType(bits, 0, const_cast<DIType *>(element),
                                           debugInfo.getOrCreateArray(ranges));
  return DILocalVariable::get(builder.getContext(), variable.getScope(), variable.getName(),
                              variable.getFile(), variable.getLine(), type, variable.getArg(),
                              variable.getFlags(), 0, variable.getAnnotations());
}

/// A private variable that is in memory in any case.
void Widener::describeMemory(const DbgVariableRecord &record, AllocaInst &variable) {
  const auto memory = affines.find(&variable);
  const DIType *type = withoutNames(record.getVariable()->getType());
  if (memory == affines.end() || !type)
    return;
  const PrivateLayout &place = analyses.privateMemory.layout(variable);
  DILocalVariable *described = nullptr;
  if (place.isInterleaved()) {
    const uint64_t bits = place.elementSize * 8;
    described = ofAllLanes(record, {type->getSizeInBits() / bits, lanes}, bits);
  } else if (type->getSizeInBits() == place.blockSize * 8 && elementOf(type) == type) {
    described = ofAllLanes(record, {lanes}, place.blockSize * 8);
  } else if (type->getSizeInBits() == place.blockSize * 8) {
    const uint64_t bits = elementOf(type)->getSizeInBits();
    described = ofAllLanes(record, {lanes, place.blockSize * 8 / bits}, bits);
  }
  if (!described)
    return;
  prologue->insertDbgRecordBefore(
      DbgVariableRecord::createDVRDeclare(memory->second.first, described,
                                          noExpression(builder.getContext()), record.getDebugLoc()),
      prologue->getTerminator()->getIterator());
  dropRetained(*record.getVariable());
}

void Widener::keepVariable(const DbgVariableRecord &record, Value *value) {
  ArrayRef<Leaf> list = leavesOf(value->getType());
  const DIType *element = elementOf(record.getVariable()->getType());
  if (list.empty() || !element ||
      any_of(list, [&](const Leaf &leaf) { return leaf.type != list.front().type; }))
    return;
  // A bool has a bit as a value and a byte as a variable.
  Type *type = list.front().type;
  if (type->isIntegerTy(1))
    type = builder.getInt8Ty();
  AllocaInst *&memory = kept[{record.getVariable(), record.getDebugLoc()->getInlinedAt()}];
  const uint64_t bytes = layout.getTypeAllocSize(type);
  if (!memory) {
    SmallVector<uint64_t, 2> counts;
    if (list.size() > 1)
      counts.push_back(list.size());
    counts.push_back(lanes);
    DILocalVariable *described = ofAllLanes(record, counts, bytes * 8);
    if (!described)
      return;
    IRBuilder<>::InsertPointGuard restore(builder);
    builder.SetInsertPoint(prologue, prologue->begin());
    memory = builder.CreateAlloca(ArrayType::get(vectorOf(type), list.size()), nullptr,
                                  record.getVariable()->getName());
    prologue->insertDbgRecordBefore(
        DbgVariableRecord::createDVRDeclare(memory, described, noExpression(builder.getContext()),
                                            record.getDebugLoc()),
        prologue->getTerminator()->getIterator());
  }
  Values components = parts(value);
  if (analyses.memoryOrder.contains(value))
    components = deinterleave(components);
  for (unsigned leaf = 0; leaf < list.size(); ++leaf) {
    Value *all = components[leaf];
    if (list[leaf].type != type)
      all = builder.CreateZExt(all, vectorOf(type));
    Value *place = builder.CreateConstGEP1_64(builder.getInt8Ty(), memory, leaf * bytes * lanes);
    // Volatile: nothing in the program reads it.
    if (!maskIsFull())
      all = builder.CreateSelect(
          mask(), all, builder.CreateAlignedLoad(vectorOf(type), place, Align(bytes), true));
    builder.CreateAlignedStore(all, place, Align(bytes), true);
  }
}

} // namespace heddle::compiler
