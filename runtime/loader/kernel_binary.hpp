// Opens a kernel binary: checks the ELF file and its metadata note, looks whether this CPU can run
// it, and maps it as code.
//
// Each load goes through a file of its own, in memory where the caller has none, so that two
// programs built from the same source have separate globals. What can be checked is checked before
// the dynamic loader sees the file, because that trusts what it is given.
#ifndef HEDDLE_RUNTIME_LOADER_KERNEL_BINARY_HPP
#define HEDDLE_RUNTIME_LOADER_KERNEL_BINARY_HPP

#include "runtime/abi/entry_point.h"
#include "runtime/abi/kernel_metadata.hpp"
#include "runtime/abi/operations.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace heddle::loader {

/// The metadata of a kernel binary, or a sentence that says what is wrong with the file.
/// Nothing is mapped or run.
std::variant<abi::BinaryMetadata, std::string> readMetadata(std::string_view elf);

/// Answers whether the CPU has a feature, by LLVM's name of it ("avx2", "amx-int8").
using HasFeature = bool (*)(std::string_view feature);

/// The first of metadata.requiredFeatures that the CPU lacks, or nothing.
std::optional<std::string> missingFeature(const abi::BinaryMetadata &metadata,
                                          HasFeature hasFeature);

/// A loaded kernel binary. Unloaded with the last owner; no kernel may be running then.
class KernelBinary {
public:
  /// The loaded binary, or a sentence that says why it cannot be loaded. path: of a file that holds
  /// the same bytes and that nothing else loads; without one it is a memory file.
  static std::variant<std::shared_ptr<const KernelBinary>, std::string>
  load(std::string_view elf, HasFeature hasFeature, const std::string &path = "");

  KernelBinary(const KernelBinary &) = delete;
  KernelBinary &operator=(const KernelBinary &) = delete;
  ~KernelBinary();

  const abi::BinaryMetadata &metadata() const { return description; }
  /// The entry point of metadata().kernels[index]; never null.
  HeddleKernelEntry entry(std::size_t index) const { return entries[index]; }
  /// How much a launch of it does; null where the binary does not know.
  HeddleKernelOperations operations(std::size_t index) const;
  /// Where the program's variables are, with other data that is written; null without any.
  std::span<const std::byte> variables() const { return variableMemory; }

private:
  KernelBinary() = default;

  abi::BinaryMetadata description;
  std::vector<HeddleKernelEntry> entries;
  std::span<const std::byte> variableMemory;
  void *handle = nullptr;
};

} // namespace heddle::loader

#endif
