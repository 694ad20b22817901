// What a printf call of a kernel writes: OpenCL C's formats, read at run time, because a SPIR-V
// module may choose them at run time. The record says what each argument is, so a format that does
// not fit its arguments (undefined for the program) never reads beyond them.
#ifndef HEDDLE_RUNTIME_PRINT_FORMAT_HPP
#define HEDDLE_RUNTIME_PRINT_FORMAT_HPP

#include "runtime/abi/entry_point.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace heddle {

/// The arguments of one call, as the kernel hands them over.
struct PrintArguments {
  const HeddlePrintArgument *types = nullptr;
  std::uint32_t count = 0;
  const void *values = nullptr;
};

/// Appends what `format` makes of the arguments, in the "C" locale. A conversion that is no
/// conversion of OpenCL C, or has no argument that it could print, is written as it stands, and the
/// result is false. Stops, with false, once `text` is longer than `limit`.
///
/// Where format and argument differ, the argument's own size and type count: integers and floating
/// point are converted into each other, %d prints all of a long, and a vector without a vector
/// specifier prints its first element.
bool formatPrint(std::string &text, std::size_t limit, const char *format,
                 const PrintArguments &arguments);

} // namespace heddle

#endif
