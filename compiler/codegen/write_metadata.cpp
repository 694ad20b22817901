#include "compiler/codegen/write_metadata.hpp"

#include "llvm/IR/Constants.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

#include <cstring>

using namespace llvm;

namespace heddle::compiler {

void writeMetadata(Module &module, const abi::BinaryMetadata &metadata) {
  // Elf64_Nhdr {namesz, descsz, type}, then name and descriptor, each padded to 4 bytes.
  std::string descriptor = abi::encode(metadata);
  std::string note;
  auto word = [&](std::uint32_t value) {
    note.append(reinterpret_cast<const char *>(&value), sizeof(value));
  };
  word(sizeof(abi::noteName));
  word(static_cast<std::uint32_t>(descriptor.size()));
  word(abi::noteType);
  note.append(abi::noteName, sizeof(abi::noteName));
  note.resize(alignTo(note.size(), 4));
  note += descriptor;
  note.resize(alignTo(note.size(), 4));

  Constant *bytes = ConstantDataArray::getString(module.getContext(), note, /*AddNull=*/false);
  auto *variable = new GlobalVariable(module, bytes->getType(), /*isConstant=*/true,
                                      GlobalValue::PrivateLinkage, bytes, "heddle.note");
  variable->setSection(abi::noteSection);
  variable->setAlignment(Align(4));
  appendToUsed(module, {variable});
}

} // namespace heddle::compiler
