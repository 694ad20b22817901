// What the runtime itself has to know of a SPIR-V module: that it is one, and which constants can
// be specialized. Everything else is the compiler's business.
#ifndef HEDDLE_RUNTIME_IL_MODULE_HPP
#define HEDDLE_RUNTIME_IL_MODULE_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace heddle {

struct IlModule {
  /// The words in this machine's byte order.
  std::string words;
  /// Bytes that clSetProgramSpecializationConstant expects, by the constant's SpecId.
  std::unordered_map<std::uint32_t, std::size_t> specializationConstants;
};

/// Reads the header and walks the instructions. Nothing when the bytes are not a SPIR-V module of
/// version 1.0 to 1.6: not its magic number, in either byte order, or instructions whose lengths do
/// not add up to the file, as in one that is cut off.
std::optional<IlModule> readIlModule(std::string_view bytes);

} // namespace heddle

#endif
