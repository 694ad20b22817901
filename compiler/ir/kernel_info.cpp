#include "compiler/ir/kernel_info.hpp"

#include "compiler/ir/image.hpp"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

// Values of CL/cl.h, which the compiler does not need otherwise.
constexpr std::uint32_t addressGlobal = 0x119B, addressLocal = 0x119C, addressConstant = 0x119D,
                        addressPrivate = 0x119E;
constexpr std::uint32_t accessReadOnly = 0x11A0, accessWriteOnly = 0x11A1, accessReadWrite = 0x11A2,
                        accessNone = 0x11A3;
constexpr std::uint64_t qualifierConst = 1, qualifierRestrict = 2, qualifierVolatile = 4,
                        qualifierPipe = 8;

std::uint64_t integerOperand(const MDNode &node, unsigned index) {
  if (index < node.getNumOperands())
    if (auto *constant = mdconst::dyn_extract_or_null<ConstantInt>(node.getOperand(index)))
      return constant->getZExtValue();
  return 0;
}

StringRef stringOperand(const MDNode *node, unsigned index) {
  if (node && index < node->getNumOperands())
    if (auto *string = dyn_cast_or_null<MDString>(node->getOperand(index)))
      return string->getString();
  return {};
}

std::array<std::uint64_t, 3> sizes(const Function &kernel, StringRef name) {
  std::array<std::uint64_t, 3> result{};
  if (const MDNode *node = kernel.getMetadata(name))
    for (unsigned i = 0; i < 3; ++i)
      result[i] = integerOperand(*node, i);
  return result;
}

// clang spells argument types as the source does; CL_KERNEL_ARG_TYPE_NAME wants no qualifiers, no
// spaces and the short names of the unsigned types.
std::string argumentTypeName(StringRef spelled) {
  std::string name = spelled.str();
  for (StringRef base : {"char", "short", "int", "long"}) {
    std::string longName = ("unsigned " + base).str();
    for (size_t at = name.find(longName); at != std::string::npos; at = name.find(longName))
      name.replace(at, longName.size(), ("u" + base).str());
  }
  erase_if(name, [](char c) { return c == ' '; });
  return name;
}

std::uint64_t typeQualifiers(StringRef spelled) {
  std::uint64_t result = 0;
  SmallVector<StringRef> words;
  spelled.split(words, ' ', -1, /*KeepEmpty=*/false);
  for (StringRef word : words) {
    if (word == "const")
      result |= qualifierConst;
    else if (word == "restrict")
      result |= qualifierRestrict;
    else if (word == "volatile")
      result |= qualifierVolatile;
    else if (word == "pipe")
      result |= qualifierPipe;
  }
  return result;
}

std::uint32_t accessQualifier(StringRef spelled) {
  if (spelled == "read_only")
    return accessReadOnly;
  if (spelled == "write_only")
    return accessWriteOnly;
  if (spelled == "read_write")
    return accessReadWrite;
  return accessNone;
}

struct AddressSpaceRow {
  abi::ArgumentKind kind;
  std::uint32_t qualifier;
};

std::uint32_t accessQualifier(ImageAccess access) {
  switch (access) {
  case ImageAccess::readOnly:
    return accessReadOnly;
  case ImageAccess::writeOnly:
    return accessWriteOnly;
  case ImageAccess::readWrite:
    return accessReadWrite;
  }
  return accessNone;
}

AddressSpaceRow rowOf(const Argument &argument) {
  if (imageArgument(argument))
    return {abi::ArgumentKind::image, addressGlobal};
  if (isSamplerArgument(argument))
    return {abi::ArgumentKind::sampler, addressPrivate};
  auto *pointer = dyn_cast<PointerType>(argument.getType());
  if (!pointer || argument.hasByValAttr())
    return {abi::ArgumentKind::value, addressPrivate};
  switch (pointer->getAddressSpace()) {
  case 2:
    return {abi::ArgumentKind::constantPointer, addressConstant};
  case 3:
    return {abi::ArgumentKind::localPointer, addressLocal};
  default:
    return {abi::ArgumentKind::globalPointer, addressGlobal};
  }
}

// CL_KERNEL_ATTRIBUTES: the text inside __attribute__((...)), space separated.
std::string attributesText(const abi::KernelMetadata &kernel, StringRef vecTypeHint) {
  SmallVector<std::string> attributes;
  auto addSizes = [&](StringRef name, const std::array<std::uint64_t, 3> &size) {
    if (size[0])
      attributes.push_back(
          (name + "(" + Twine(size[0]) + "," + Twine(size[1]) + "," + Twine(size[2]) + ")").str());
  };
  addSizes("reqd_work_group_size", kernel.requiredWorkGroupSize);
  addSizes("work_group_size_hint", kernel.workGroupSizeHint);
  if (!vecTypeHint.empty())
    attributes.push_back(("vec_type_hint(" + vecTypeHint + ")").str());
  if (kernel.requiredSubGroupSize)
    attributes.push_back("intel_reqd_sub_group_size(" + utostr(kernel.requiredSubGroupSize) + ")");
  return join(attributes, " ");
}

// !vec_type_hint !{<4 x i32> poison, i32 1}: a value of the type, and whether it is signed.
std::string vecTypeHint(const Function &kernel) {
  const MDNode *node = kernel.getMetadata("vec_type_hint");
  if (!node || node->getNumOperands() < 1)
    return {};
  auto *value = dyn_cast_or_null<ValueAsMetadata>(node->getOperand(0));
  if (!value)
    return {};
  Type *type = value->getType();
  std::string lanes;
  if (auto *vector = dyn_cast<FixedVectorType>(type)) {
    lanes = utostr(vector->getNumElements());
    type = vector->getElementType();
  }
  if (type->isHalfTy())
    return "half" + lanes;
  if (type->isFloatTy())
    return "float" + lanes;
  if (type->isDoubleTy())
    return "double" + lanes;
  std::string sign = integerOperand(*node, 1) ? "" : "u";
  switch (type->getScalarSizeInBits()) {
  case 8:
    return sign + "char" + lanes;
  case 16:
    return sign + "short" + lanes;
  case 32:
    return sign + "int" + lanes;
  case 64:
    return sign + "long" + lanes;
  default:
    return {};
  }
}

} // namespace

std::vector<ArgumentSlot> argumentSlots(const Function &kernel, std::uint32_t &blockSize) {
  const DataLayout &layout = kernel.getParent()->getDataLayout();
  std::vector<ArgumentSlot> slots;
  std::uint64_t offset = 0;
  for (const Argument &argument : kernel.args()) {
    Type *type = argument.hasByValAttr() ? argument.getParamByValType() : argument.getType();
    std::uint64_t size = layout.getTypeAllocSize(type);
    Align alignment = layout.getABITypeAlign(type);
    if (argument.hasByValAttr())
      alignment = std::max(alignment, argument.getParamAlign().valueOrOne());
    offset = alignTo(offset, alignment);
    slots.push_back({static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(size),
                     static_cast<std::uint32_t>(alignment.value())});
    offset += size;
  }
  blockSize = static_cast<std::uint32_t>(offset);
  return slots;
}

unsigned requiredSubGroupSize(const Function &kernel) {
  const MDNode *node = kernel.getMetadata("intel_reqd_sub_group_size");
  return node ? static_cast<unsigned>(integerOperand(*node, 0)) : 0;
}

abi::KernelMetadata describeKernel(const Function &kernel, bool attributesKnown) {
  abi::KernelMetadata record;
  record.name = kernel.getName().str();
  record.requiredSubGroupSize = requiredSubGroupSize(kernel);
  record.requiredWorkGroupSize = sizes(kernel, "reqd_work_group_size");
  record.workGroupSizeHint = sizes(kernel, "work_group_size_hint");
  if (attributesKnown)
    record.attributes = attributesText(record, vecTypeHint(kernel));

  const MDNode *types = kernel.getMetadata("kernel_arg_type");
  const MDNode *names = kernel.getMetadata("kernel_arg_name");
  const MDNode *accesses = kernel.getMetadata("kernel_arg_access_qual");
  const MDNode *qualifiers = kernel.getMetadata("kernel_arg_type_qual");
  std::vector<ArgumentSlot> slots = argumentSlots(kernel, record.argumentBlockSize);
  for (const Argument &argument : kernel.args()) {
    unsigned index = argument.getArgNo();
    auto [kind, addressQualifier] = rowOf(argument);
    abi::ArgumentMetadata out;
    out.kind = kind;
    out.size = kind == abi::ArgumentKind::localPointer ? 0 : slots[index].size;
    out.alignment = slots[index].alignment;
    out.offset = slots[index].offset;
    if (kind == abi::ArgumentKind::localPointer)
      // The pointee's type is gone; the largest OpenCL type is aligned to this.
      out.alignment = 128;
    out.addressQualifier = addressQualifier;
    out.accessQualifier = accessQualifier(stringOperand(accesses, index));
    if (std::optional<ImageArgument> image = imageArgument(argument)) {
      out.accessQualifier = accessQualifier(image->access);
      out.imageType = image->objectType;
      out.imageDepth = !image->isDepth   ? abi::ImageDepth::either
                       : *image->isDepth ? abi::ImageDepth::yes
                                         : abi::ImageDepth::no;
    }
    out.typeQualifier = typeQualifiers(stringOperand(qualifiers, index));
    out.typeName = argumentTypeName(stringOperand(types, index));
    out.name = stringOperand(names, index).str();
    out.hasInfo = !out.typeName.empty() && !out.name.empty();
    record.arguments.push_back(std::move(out));
  }
  return record;
}

} // namespace heddle::compiler
