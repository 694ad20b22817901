#include "compiler/ir/image.hpp"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/Function.h"

using namespace llvm;

namespace heddle::compiler {

namespace {

constexpr char imageAttribute[] = "heddle-image"; // "object type,access,depth"
constexpr char samplerAttribute[] = "heddle-sampler";

// Numbers of target("spirv.Image", void, dim, depth, arrayed, multisampled, sampled, format,
// access), as SPIR-V has them.
enum class Parameter : unsigned { dim, depth, arrayed, multisampled, sampled, format, access };
enum Dim : unsigned { dim1d, dim2d, dim3d, dimBuffer = 5 };

const TargetExtType *targetType(const Type *type, StringRef name) {
  auto *target = dyn_cast<TargetExtType>(type);
  return target && target->getName() == name ? target : nullptr;
}

} // namespace

std::optional<ImageType> ImageType::of(const Type *type) {
  const TargetExtType *image = targetType(type, "spirv.Image");
  if (!image)
    image = targetType(type, "spirv.SampledImage");
  if (!image || image->getNumIntParameters() <= static_cast<unsigned>(Parameter::access))
    return std::nullopt;
  auto parameter = [&](Parameter which) {
    return image->getIntParameter(static_cast<unsigned>(which));
  };
  if (parameter(Parameter::multisampled) || parameter(Parameter::access) > 2)
    return std::nullopt;
  ImageType result{1,
                   parameter(Parameter::arrayed) == 1,
                   parameter(Parameter::depth) == 1,
                   false,
                   static_cast<ImageAccess>(parameter(Parameter::access)),
                   parameter(Parameter::depth) <= 1};
  switch (parameter(Parameter::dim)) {
  case dim1d:
    break;
  case dim2d:
    result.dimensions = 2;
    break;
  case dim3d:
    result.dimensions = 3;
    break;
  case dimBuffer:
    result.isBuffer = true;
    break;
  default:
    return std::nullopt;
  }
  if (result.isArray && (result.dimensions == 3 || result.isBuffer))
    return std::nullopt;
  return result;
}

std::uint32_t ImageType::objectType() const {
  if (isBuffer)
    return 0x10F6;
  if (isArray)
    return dimensions == 1 ? 0x10F5 : 0x10F3;
  return dimensions == 1 ? 0x10F4 : dimensions == 2 ? 0x10F1 : 0x10F2;
}

bool isSamplerType(const Type *type) { return targetType(type, "spirv.Sampler"); }

bool isSampledImageType(const Type *type) { return targetType(type, "spirv.SampledImage"); }

void markImage(Argument &argument, const ImageType &type) {
  LLVMContext &context = argument.getContext();
  argument.addAttr(
      Attribute::get(context, imageAttribute,
                     utostr(type.objectType()) + "," + utostr(static_cast<unsigned>(type.access)) +
                         "," + (type.saysDepth ? utostr(type.isDepth) : std::string("either"))));
}

void markSampler(Argument &argument) {
  argument.addAttr(Attribute::get(argument.getContext(), samplerAttribute));
}

std::optional<ImageArgument> imageArgument(const Argument &argument) {
  const Attribute attribute =
      argument.getParent()->getAttributes().getParamAttr(argument.getArgNo(), imageAttribute);
  if (!attribute.isValid())
    return std::nullopt;
  auto [object, rest] = attribute.getValueAsString().split(',');
  auto [access, depth] = rest.split(',');
  ImageArgument result{};
  unsigned number = 0;
  object.getAsInteger(10, result.objectType);
  access.getAsInteger(10, number);
  result.access = static_cast<ImageAccess>(number);
  if (depth != "either")
    result.isDepth = depth == "1";
  return result;
}

bool isSamplerArgument(const Argument &argument) {
  return argument.getParent()
      ->getAttributes()
      .getParamAttr(argument.getArgNo(), samplerAttribute)
      .isValid();
}

} // namespace heddle::compiler
