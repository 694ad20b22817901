// Writes the metadata note of the test kernels, as a C file with nothing but assembler in it.
#include "runtime/abi/kernel_metadata.hpp"

#include <CL/cl.h>

#include <cstdio>
#include <cstring>

using namespace heddle::abi;

namespace {

ArgumentMetadata argument(ArgumentKind kind, std::uint32_t offset, std::uint32_t addressQualifier,
                          const char *typeName, const char *name) {
  ArgumentMetadata result;
  result.kind = kind;
  result.size = kind == ArgumentKind::localPointer ? 0 : 8;
  result.alignment = kind == ArgumentKind::localPointer ? 4 : 8;
  result.offset = offset;
  result.addressQualifier = addressQualifier;
  result.accessQualifier = CL_KERNEL_ARG_ACCESS_NONE;
  result.hasInfo = true;
  result.typeName = typeName;
  result.name = name;
  return result;
}

ArgumentMetadata imageArgument(std::uint32_t offset, std::uint32_t accessQualifier,
                               std::uint32_t imageType, const char *typeName) {
  ArgumentMetadata result =
      argument(ArgumentKind::image, offset, CL_KERNEL_ARG_ADDRESS_GLOBAL, typeName, "image");
  result.accessQualifier = accessQualifier;
  result.imageType = imageType;
  result.imageDepth = *typeName == '\0'                   ? ImageDepth::either
                      : std::strstr(typeName, "_depth_t") ? ImageDepth::yes
                                                          : ImageDepth::no;
  result.hasInfo = *typeName != '\0';
  return result;
}

ArgumentMetadata samplerArgument(std::uint32_t offset) {
  ArgumentMetadata result = argument(ArgumentKind::sampler, offset, CL_KERNEL_ARG_ADDRESS_PRIVATE,
                                     "sampler_t", "sampler");
  result.size = result.alignment = 4;
  return result;
}

KernelMetadata kernel(const char *name, std::vector<ArgumentMetadata> arguments) {
  KernelMetadata result;
  result.name = name;
  result.entrySymbol = std::string(name) + "_entry";
  result.subGroupSize = 16;
  result.vectorized = true;
  result.argumentBlockSize = static_cast<std::uint32_t>(arguments.size() * 8);
  result.arguments = std::move(arguments);
  return result;
}

BinaryMetadata describe() {
  using enum ArgumentKind;
  constexpr std::uint32_t global = CL_KERNEL_ARG_ADDRESS_GLOBAL;
  constexpr std::uint32_t local = CL_KERNEL_ARG_ADDRESS_LOCAL;
  constexpr std::uint32_t priv = CL_KERNEL_ARG_ADDRESS_PRIVATE;
  BinaryMetadata binary;
  binary.targetCpu = "x86-64-v3";
  binary.requiredFeatures = "avx2,fma";
  binary.kernels.push_back(kernel("empty", {}));
  binary.kernels.back().straightCode = true;
  binary.kernels.push_back(kernel("number", {argument(globalPointer, 0, global, "ulong*", "out"),
                                             argument(value, 8, priv, "ulong", "base")}));
  binary.kernels.back().straightCode = true;
  binary.kernels.back().groupsShareReads = true;
  binary.kernels.back().uniformWorkGroups = false;
  binary.kernels.push_back(
      kernel("through_local", {argument(globalPointer, 0, global, "uint*", "out"),
                               argument(localPointer, 8, local, "uint*", "a"),
                               argument(localPointer, 16, local, "uint*", "b")}));
  binary.kernels.back().localMemSize = 100;
  binary.kernels.push_back(
      kernel("count_loads", {argument(globalPointer, 0, global, "ulong*", "out")}));

  // The same code under other descriptions, for the rules of an enqueue.
  KernelMetadata required = kernel("required_size", {});
  required.entrySymbol = "empty_entry";
  required.requiredWorkGroupSize = {8, 4, 1};
  required.attributes = "reqd_work_group_size(8,4,1)";
  binary.kernels.push_back(required);
  KernelMetadata subGroups = kernel("required_sub_groups", {});
  subGroups.entrySymbol = "empty_entry";
  subGroups.requiredSubGroupSize = 16;
  subGroups.requiredNumSubGroups = 2;
  binary.kernels.push_back(subGroups);
  KernelMetadata stack = kernel("huge_private", {});
  stack.entrySymbol = "empty_entry";
  stack.privateMemSize = std::uint64_t(1) << 30;
  binary.kernels.push_back(stack);
  KernelMetadata frames = kernel("suspending", {});
  frames.entrySymbol = "empty_entry";
  frames.frameSize = 100;
  frames.frameAlignment = 64;
  binary.kernels.push_back(frames);
  binary.kernels.push_back(
      kernel("thread_of", {argument(globalPointer, 0, global, "uint*", "out")}));
  binary.kernels.push_back(kernel("meet", {argument(globalPointer, 0, global, "uint*", "out"),
                                           argument(value, 8, priv, "ulong", "threads"),
                                           argument(value, 16, priv, "ulong", "timeout")}));
  binary.kernels.push_back(kernel("deep", {argument(globalPointer, 0, global, "uint*", "out")}));
  binary.kernels.back().privateMemSize = (std::uint64_t(12) << 20) / 16;
  for (const char *name : {"store", "divide", "overflow"})
    binary.kernels.push_back(kernel(name, {argument(globalPointer, 0, global, "ulong*", "out"),
                                           argument(value, 8, priv, "ulong",
                                                    name[0] == 's'   ? "address"
                                                    : name[0] == 'd' ? "divisor"
                                                                     : "depth")}));
  constexpr std::uint32_t readOnly = CL_KERNEL_ARG_ACCESS_READ_ONLY;
  constexpr std::uint32_t writeOnly = CL_KERNEL_ARG_ACCESS_WRITE_ONLY;
  constexpr std::uint32_t readWrite = CL_KERNEL_ARG_ACCESS_READ_WRITE;
  binary.kernels.push_back(
      kernel("look_at_image", {argument(globalPointer, 0, global, "ulong*", "out"),
                               imageArgument(8, readOnly, CL_MEM_OBJECT_IMAGE2D, "image2d_t"),
                               samplerArgument(16)}));
  binary.kernels.push_back(
      kernel("take_images",
             {imageArgument(0, readOnly, CL_MEM_OBJECT_IMAGE2D, "image2d_t"),
              imageArgument(8, writeOnly, CL_MEM_OBJECT_IMAGE2D, "image2d_t"),
              imageArgument(16, readWrite, CL_MEM_OBJECT_IMAGE2D, "image2d_t"),
              imageArgument(24, readOnly, CL_MEM_OBJECT_IMAGE2D, ""),
              imageArgument(32, readOnly, CL_MEM_OBJECT_IMAGE2D_ARRAY, "image2d_array_depth_t"),
              imageArgument(40, writeOnly, CL_MEM_OBJECT_IMAGE1D_BUFFER, "image1d_buffer_t"),
              imageArgument(48, readOnly, CL_MEM_OBJECT_IMAGE3D, "image3d_t")}));
  binary.kernels.back().entrySymbol = "empty_entry";
  return binary;
}

} // namespace

int main() {
  const std::string descriptor = encode(describe());
  std::printf("__asm__(\".section %s,\\\"a\\\",@note\\n\"\n", noteSection);
  std::printf("        \".p2align 2\\n.long %zu\\n.long %zu\\n.long %u\\n\"\n", sizeof(noteName),
              descriptor.size(), noteType);
  std::printf("        \".asciz \\\"%s\\\"\\n.p2align 2\\n\"\n", noteName);
  for (char byte : descriptor)
    std::printf("        \".byte %u\\n\"\n",
                static_cast<unsigned>(static_cast<unsigned char>(byte)));
  std::printf("        \".p2align 2\\n.previous\\n\");\n");
}
