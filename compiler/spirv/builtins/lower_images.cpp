#include "compiler/spirv/builtins/lower_images.hpp"

#include "builtins/image/image_access.h"
#include "compiler/ir/image.hpp"
#include "compiler/ir/internal_ops.hpp"
#include "compiler/spirv/builtins/builtin_call.hpp"
#include "compiler/spirv/builtins/type_replacement.hpp"
#include "runtime/abi/image.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <cstddef>

using namespace llvm;

namespace heddle::compiler {

namespace {

/// What SPIR-V counts formats from, in CL/cl.h.
constexpr std::uint32_t firstChannelOrder = 0x10B0, firstChannelDataType = 0x10D0;
/// What the translator makes of a sampler in the module.
constexpr char samplerInitializer[] = "__translate_sampler_initializer";

bool isImageOrSampler(Type *type) {
  return ImageType::of(type) || isSamplerType(type) || isSampledImageType(type);
}

class PlainTypes : public TypeReplacement {
  Type *replacementOf(Type *type) override {
    LLVMContext &context = type->getContext();
    Type *image = PointerType::get(context, imageAddressSpace);
    Type *sampler = Type::getInt32Ty(context);
    if (isSamplerType(type))
      return sampler;
    if (!ImageType::of(type))
      return nullptr;
    return isSampledImageType(type) ? StructType::get(image, sampler) : image;
  }
};

bool holdsImages(Type *type) {
  return isImageOrSampler(type) ||
         any_of(type->subtypes(), [](Type *part) { return holdsImages(part); });
}

bool usesImages(const Instruction &instruction) {
  auto *variable = dyn_cast<AllocaInst>(&instruction);
  return holdsImages(instruction.getType()) ||
         (variable && holdsImages(variable->getAllocatedType())) ||
         any_of(instruction.operands(),
                [](const Use &operand) { return holdsImages(operand->getType()); });
}

bool usesImages(const Function &function) {
  return holdsImages(function.getFunctionType()) ||
         any_of(instructions(function),
                [](const Instruction &instruction) { return usesImages(instruction); });
}

/// One call of an instruction on images, whose operands are plain values by now.
class ImageCall {
public:
  ImageCall(CallInst &instruction, BuiltinName name, const ImageType &image)
      : call(instruction, name), builder(call.builder), image(image) {}

  /// False for an instruction that is none of these.
  bool lower();

private:
  void refuseOperands() { call.refuse("Op" + call.base() + " has operands that it cannot have"); }
  std::uint32_t accessBits(Type *coordinate, Type *texel) const;
  bool addCoordinates(Value *coordinates, SmallVectorImpl<Value *> &operands);
  void read(Value *pointer, Value *sampler, Value *coordinates);
  void write();
  Value *field(std::size_t offset);
  void querySize();
  bool lowerBlock();
  CallInst *operation(InternalOp op, Type *result, ArrayRef<Value *> operands);

  BuiltinCall call;
  IRBuilder<> &builder;
  const ImageType image;
};

std::uint32_t ImageCall::accessBits(Type *coordinate, Type *texel) const {
  return image.dimensions << heddleAccessDimensionsShift | (image.isArray ? heddleAccessArray : 0) |
         (coordinate->isIntegerTy() ? heddleAccessIntegerCoordinates : 0) |
         (texel->isIntegerTy() ? heddleAccessIntegerTexel : 0);
}

CallInst *ImageCall::operation(InternalOp op, Type *result, ArrayRef<Value *> operands) {
  SmallVector<Type *, 8> types;
  for (Value *operand : operands)
    types.push_back(operand->getType());
  CallInst *made = builder.CreateCall(
      getInternalOp(call.module(), op, FunctionType::get(result, types, /*isVarArg=*/false)),
      operands);
  // Calls of two branches that were made one would have an image for each lane.
  made->addFnAttr(Attribute::NoMerge);
  return made;
}

/// As many as the image has; there may be more.
bool ImageCall::addCoordinates(Value *coordinates, SmallVectorImpl<Value *> &operands) {
  auto *vector = dyn_cast<FixedVectorType>(coordinates->getType());
  Type *element = coordinates->getType()->getScalarType();
  if ((!element->isIntegerTy(32) && !element->isFloatTy()) ||
      (vector ? vector->getNumElements() : 1) < image.coordinates())
    return false;
  for (unsigned i = 0; i < image.coordinates(); ++i)
    operands.push_back(vector ? builder.CreateExtractElement(coordinates, i) : coordinates);
  return true;
}

void ImageCall::read(Value *pointer, Value *sampler, Value *coordinates) {
  Type *result = call.type();
  auto *vector = dyn_cast<FixedVectorType>(result);
  Type *component = result->getScalarType();
  Type *texel = component->isHalfTy() ? builder.getFloatTy() : component;
  SmallVector<Value *, 8> operands = {pointer, nullptr};
  if ((!texel->isFloatTy() && !texel->isIntegerTy(32)) ||
      (vector && vector->getNumElements() > 4) || !addCoordinates(coordinates, operands))
    return refuseOperands();
  operands[1] = builder.CreateOr(
      sampler, builder.getInt32(accessBits(coordinates->getType()->getScalarType(), texel)));
  CallInst *made = operation(InternalOp::imageRead, FixedVectorType::get(texel, 4), operands);
  if (image.access == ImageAccess::readOnly) // nothing that the kernel does changes it
    made->setMemoryEffects(MemoryEffects::none());
  Value *value = made;
  if (!vector)
    value = builder.CreateExtractElement(value, std::uint64_t(0));
  else if (vector->getNumElements() < 4)
    value = builder.CreateShuffleVector(
        value, to_vector_of<int>(seq<unsigned>(0, vector->getNumElements())));
  if (component->isHalfTy())
    value = builder.CreateFPTrunc(value, result);
  call.replaceWith(value);
}

void ImageCall::write() {
  Value *texel = call.operand(2);
  auto *vector = dyn_cast<FixedVectorType>(texel->getType());
  if (texel->getType()->getScalarType()->isHalfTy())
    texel = builder.CreateFPExt(texel, texel->getType()->getWithNewType(builder.getFloatTy()));
  Type *component = texel->getType()->getScalarType();
  SmallVector<Value *, 12> operands = {call.operand(0), nullptr};
  if ((!component->isFloatTy() && !component->isIntegerTy(32)) ||
      (vector && vector->getNumElements() > 4) ||
      !call.operand(1)->getType()->getScalarType()->isIntegerTy(32) ||
      !addCoordinates(call.operand(1), operands))
    return refuseOperands();
  operands[1] = builder.getInt32(accessBits(builder.getInt32Ty(), component));
  const unsigned given = vector ? vector->getNumElements() : 1;
  for (unsigned i = 0; i < 4; ++i)
    operands.push_back(i >= given ? Constant::getNullValue(component)
                       : vector   ? builder.CreateExtractElement(texel, i)
                                  : texel);
  operation(InternalOp::imageWrite, builder.getVoidTy(), operands);
  call.replaceWith(nullptr);
}

/// The record stays as it is while the kernel runs.
Value *ImageCall::field(std::size_t offset) {
  Value *place = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), call.operand(0), offset);
  LoadInst *load = builder.CreateAlignedLoad(builder.getInt32Ty(), place, Align(4));
  load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(load->getContext(), {}));
  return load;
}

void ImageCall::querySize() {
  SmallVector<std::size_t, 4> fields = {offsetof(HeddleImage, width)};
  if (image.dimensions > 1)
    fields.push_back(offsetof(HeddleImage, height));
  if (image.dimensions > 2)
    fields.push_back(offsetof(HeddleImage, depth));
  if (image.isArray)
    fields.push_back(offsetof(HeddleImage, arraySize));
  Type *type = call.type(), *element = type->getScalarType();
  auto *vector = dyn_cast<FixedVectorType>(type);
  if (!element->isIntegerTy() || (vector ? vector->getNumElements() : 1) < fields.size())
    return refuseOperands();
  Value *result = Constant::getNullValue(type);
  for (auto [index, offset] : enumerate(fields)) {
    Value *size = builder.CreateZExtOrTrunc(field(offset), element);
    result = vector ? builder.CreateInsertElement(result, size, index) : size;
  }
  call.replaceWith(result);
}

/// Of sub-groups: raw bytes, whatever the format is.
bool ImageCall::lowerBlock() {
  const bool isRead = call.base() == "SubgroupImageBlockReadINTEL";
  if (call.operandCount() != (isRead ? 2u : 3u))
    return false;
  Value *place = call.operand(1);
  auto *vector = dyn_cast<FixedVectorType>(place->getType());
  Type *data = isRead ? call.type() : call.operand(2)->getType();
  if (!vector || vector->getNumElements() < 2 || !vector->getElementType()->isIntegerTy(32) ||
      image.dimensions != 2 || image.isArray ||
      !(data->getScalarType()->isIntegerTy() || data->getScalarType()->isFloatingPointTy())) {
    refuseOperands();
    return true;
  }
  Type *bits = data->getWithNewType(builder.getIntNTy(data->getScalarSizeInBits()));
  SmallVector<Value *, 4> operands = {call.operand(0),
                                      builder.CreateExtractElement(place, std::uint64_t(0)),
                                      builder.CreateExtractElement(place, 1)};
  if (isRead) {
    CallInst *made = operation(InternalOp::imageBlockRead, bits, operands);
    call.replaceWith(builder.CreateBitCast(made, data));
    return true;
  }
  operands.push_back(builder.CreateBitCast(call.operand(2), bits));
  operation(InternalOp::imageBlockWrite, builder.getVoidTy(), operands);
  call.replaceWith(nullptr);
  return true;
}

bool ImageCall::lower() {
  if (call.base().starts_with("SubgroupImageBlock"))
    return lowerBlock();
  const StringRef name = call.base();
  const unsigned operands =
      StringSwitch<unsigned>(name)
          .Cases({"ImageQuerySize", "ImageQueryFormat", "ImageQueryOrder"}, 1)
          .Cases({"SampledImage", "ImageSampleExplicitLod", "ImageRead", "ImageQuerySizeLod"}, 2)
          .Case("ImageWrite", 3)
          .Default(0);
  if (!operands || call.operandCount() < operands)
    return false;
  if (name == "SampledImage") {
    Value *both = PoisonValue::get(call.type());
    both = builder.CreateInsertValue(both, call.operand(0), 0);
    call.replaceWith(builder.CreateInsertValue(both, call.operand(1), 1));
  } else if (name == "ImageSampleExplicitLod") {
    // There is one level of detail, whatever the operands behind these ask for.
    Value *both = call.operand(0);
    read(builder.CreateExtractValue(both, 0), builder.CreateExtractValue(both, 1), call.operand(1));
  } else if (name == "ImageRead") {
    read(call.operand(0), builder.getInt32(heddleSamplerFilterNearest), call.operand(1));
  } else if (name == "ImageWrite") {
    write();
  } else if (name.starts_with("ImageQuerySize")) {
    querySize();
  } else if (name == "ImageQueryFormat") {
    call.replaceWith(builder.CreateSub(field(offsetof(HeddleImage, channelDataType)),
                                       builder.getInt32(firstChannelDataType)));
  } else {
    call.replaceWith(builder.CreateSub(field(offsetof(HeddleImage, channelOrder)),
                                       builder.getInt32(firstChannelOrder)));
  }
  return true;
}

class Lowering {
public:
  explicit Lowering(Module &module) : module(module) {}

  bool run();

private:
  Function *declareCopy(Function &function);
  void fillCopy(Function &function, Function &copy);
  void lowerCalls(Function &function);

  Module &module;
  PlainTypes types;
  ValueToValueMapTy values; ///< functions and their copies
};

Function *Lowering::declareCopy(Function &function) {
  auto *type = cast<FunctionType>(types.remapType(function.getFunctionType()));
  Function *copy =
      Function::Create(type, function.getLinkage(), function.getAddressSpace(), "", nullptr);
  module.getFunctionList().insert(function.getIterator(), copy);
  copy->takeName(&function);
  values[&function] = copy;
  return copy;
}

void Lowering::fillCopy(Function &function, Function &copy) {
  for (auto [from, to] : zip(function.args(), copy.args())) {
    to.setName(from.getName());
    values[&from] = &to;
  }
  SmallVector<ReturnInst *> returns;
  CloneFunctionInto(&copy, &function, values, CloneFunctionChangeType::LocalChangesOnly, returns,
                    "", nullptr, &types);
  copy.setCallingConv(function.getCallingConv());
  const bool isKernel = function.getCallingConv() == CallingConv::SPIR_KERNEL;
  if (isKernel) // for messages
    copy.addFnAttr(kernelAttribute);
  for (auto [from, to] : zip(function.args(), copy.args())) {
    if (isSamplerType(from.getType()) && isKernel)
      markSampler(to);
    const std::optional<ImageType> image = ImageType::of(from.getType());
    if (!image)
      continue;
    if (isKernel)
      markImage(to, *image);
    to.addAttr(Attribute::getWithDereferenceableBytes(module.getContext(), sizeof(HeddleImage)));
    to.addAttr(Attribute::getWithAlignment(module.getContext(), Align(alignof(HeddleImage))));
  }
}

void Lowering::lowerCalls(Function &function) {
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    auto *call = dyn_cast<CallInst>(&instruction);
    auto *callee = call ? dyn_cast<Function>(call->getCalledOperand()) : nullptr;
    if (!callee || !callee->isDeclaration())
      continue;
    if (callee->getName() == samplerInitializer) {
      call->replaceAllUsesWith(call->getArgOperand(0));
      call->eraseFromParent();
      continue;
    }
    std::optional<BuiltinName> name = parseBuiltinName(callee->getName());
    if (!name || callee->arg_empty())
      continue;
    // What is called has its old type.
    if (std::optional<ImageType> image = ImageType::of(callee->getFunctionType()->getParamType(0)))
      ImageCall(*call, *name, *image).lower();
  }
}

bool Lowering::run() {
  SmallVector<std::pair<Function *, Function *>> copies;
  for (Function &function : make_early_inc_range(module))
    if (!function.isDeclaration() && usesImages(function))
      copies.push_back({&function, declareCopy(function)});
  for (auto [function, copy] : copies)
    fillCopy(*function, *copy);
  for (auto [function, copy] : copies) {
    lowerCalls(*copy);
    function->deleteBody();
    function->replaceAllUsesWith(copy);
    function->eraseFromParent();
  }
  return !copies.empty();
}

} // namespace

PreservedAnalyses LowerImagesPass::run(Module &module, ModuleAnalysisManager &) {
  return Lowering(module).run() ? PreservedAnalyses::none() : PreservedAnalyses::all();
}

} // namespace heddle::compiler
