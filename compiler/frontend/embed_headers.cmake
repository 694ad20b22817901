# Writes OUTPUT, a C++ file with the text of each header of HEADERS (a ;-list) as a constant, so
# that the compiler needs no file and no clang installation to find them.
# Called as: cmake -DOUTPUT=… -DHEADERS=… -P embed_headers.cmake

set(arrays "")
set(rows "")
set(number 0)
foreach(header IN LISTS HEADERS)
  file(READ "${header}" bytes HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
  get_filename_component(name "${header}" NAME)
  string(APPEND arrays "const char text${number}[] = {${bytes}'\\0'};\n")
  string(APPEND rows "    {\"${name}\", llvm::StringRef(text${number}, sizeof(text${number}) - 1)},\n")
  math(EXPR number "${number} + 1")
endforeach()

file(CONFIGURE OUTPUT "${OUTPUT}" @ONLY CONTENT [[
// Written by embed_headers.cmake.
#include "compiler/frontend/memory_headers.hpp"

namespace heddle::compiler {
namespace {
@arrays@
const MemoryHeader headers[] = {
@rows@};
} // namespace

llvm::ArrayRef<MemoryHeader> memoryHeaders() { return headers; }

} // namespace heddle::compiler
]])
