#include "compiler/strict/places.hpp"

#include "compiler/ir/diagnostics.hpp"
#include "compiler/ir/internal_ops.hpp"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Metadata.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr char placesMetadata[] = "heddle.places";

/// What a builtin became need not have a line; what stands in front of it in the block has.
const DILocation *nearestLocation(const Instruction &where) {
  for (const Instruction *at = &where; at; at = at->getPrevNode())
    if (const DILocation *location = at->getDebugLoc().get(); location && location->getLine())
      return location;
  for (const Instruction *at = &where; at; at = at->getNextNode())
    if (const DILocation *location = at->getDebugLoc().get(); location && location->getLine())
      return location;
  return nullptr;
}

} // namespace

ConstantInt *addPlace(const Instruction &where, Place place) {
  if (const DILocation *location = nearestLocation(where); location && place.line == 0) {
    place.file = sourceFileOf(*location->getScope());
    place.line = location->getLine();
    place.column = location->getColumn();
  }
  LLVMContext &context = where.getContext();
  Type *i64 = Type::getInt64Ty(context);
  auto number = [&](std::uint64_t value) {
    return ConstantAsMetadata::get(ConstantInt::get(i64, value, /*IsSigned=*/false,
                                                    /*ImplicitTrunc=*/true));
  };
  Metadata *fields[] = {number(place.kind),
                        MDString::get(context, place.subject),
                        number(place.bytes),
                        number(place.objectSize),
                        number(place.alignment),
                        number(static_cast<std::uint64_t>(std::int64_t(place.argument))),
                        number(place.access),
                        MDString::get(context, place.file),
                        number(place.line),
                        number(place.column),
                        number(static_cast<std::uint64_t>(place.scope)),
                        number(static_cast<std::uint64_t>(place.ordered))};
  NamedMDNode *places =
      const_cast<Module *>(where.getModule())->getOrInsertNamedMetadata(placesMetadata);
  const unsigned index = places->getNumOperands();
  places->addOperand(MDNode::get(context, fields));
  return ConstantInt::get(Type::getInt32Ty(context), index);
}

void emitFinding(IRBuilder<> &builder, Value *isWrong, Value *value, const Instruction &where,
                 Place place) {
  auto *type =
      FunctionType::get(builder.getVoidTy(),
                        {builder.getInt1Ty(), builder.getInt64Ty(), builder.getInt32Ty()}, false);
  Module &module = *builder.GetInsertBlock()->getModule();
  builder.CreateCall(getInternalOp(module, InternalOp::finding, type),
                     {isWrong, value, addPlace(where, std::move(place))});
}

Place placeNumbered(const Module &module, const Value &number) {
  const NamedMDNode *places = module.getNamedMetadata(placesMetadata);
  const MDNode *row =
      places->getOperand(static_cast<unsigned>(cast<ConstantInt>(number).getZExtValue()));
  auto integer = [&](unsigned field) {
    return mdconst::extract<ConstantInt>(row->getOperand(field))->getSExtValue();
  };
  auto text = [&](unsigned field) { return cast<MDString>(row->getOperand(field))->getString(); };
  Place place;
  place.kind = static_cast<HeddleFindingKind>(integer(0));
  place.subject = text(1).str();
  place.bytes = static_cast<std::uint64_t>(integer(2));
  place.objectSize = static_cast<std::uint64_t>(integer(3));
  place.alignment = static_cast<unsigned>(integer(4));
  place.argument = static_cast<int>(integer(5));
  place.access = static_cast<unsigned>(integer(6));
  place.file = text(7).str();
  place.line = static_cast<unsigned>(integer(8));
  place.column = static_cast<unsigned>(integer(9));
  place.scope = static_cast<MemoryScope>(integer(10));
  place.ordered = static_cast<MemoryScope>(integer(11));
  return place;
}

} // namespace heddle::compiler
