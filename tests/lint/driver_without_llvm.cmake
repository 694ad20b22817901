# Looks for LLVM in the built driver, and at what it exports.
# cmake -DDRIVER=libheddle.so -DNM=nm -DREADELF=readelf -P driver_without_llvm.cmake

cmake_minimum_required(VERSION 3.25)
set(problems "")

execute_process(COMMAND "${READELF}" -dW "${DRIVER}" OUTPUT_VARIABLE dynamic
                COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "Shared library: \\[[^]]+\\]" needed "${dynamic}")
foreach(entry IN LISTS needed)
  string(REGEX REPLACE ".*\\[(.+)\\]" "\\1" library "${entry}")
  # Sanitizers bring theirs.
  if(NOT library MATCHES "^(libc|libm|libstdc\\+\\+|libgcc_s|libpthread|libdl|librt|ld-linux-x86-64|libxxhash|lib[a-z]+san)\\.so")
    string(APPEND problems "  it needs ${library}\n")
  endif()
endforeach()
if(dynamic MATCHES "\\((RPATH|RUNPATH)\\)")
  string(APPEND problems "  it has a run path: a driver must not look for libraries of its own\n")
endif()

# Every symbol, local ones too: code that was linked in shows there.
execute_process(COMMAND "${NM}" -C "${DRIVER}" OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n]*(llvm::|clang::|lld::|LLVMSPIRV|LLVM[A-Z][a-z]+)[^\n]*" ours "${symbols}")
foreach(symbol IN LISTS ours)
  string(APPEND problems "  it holds ${symbol}\n")
endforeach()

execute_process(COMMAND "${NM}" -D --defined-only "${DRIVER}" OUTPUT_VARIABLE exported
                COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n]+" exported "${exported}")
set(loaderSymbols "")
foreach(line IN LISTS exported)
  if(line MATCHES " A ") # the name of a symbol version
    continue()
  endif()
  string(REGEX REPLACE ".* " "" symbol "${line}")
  string(REGEX REPLACE "@.*" "" symbol "${symbol}")
  if(NOT symbol MATCHES "^cl[A-Z][A-Za-z0-9]*$")
    string(APPEND problems "  it exports ${symbol}, and only OpenCL functions may be\n")
  endif()
  list(APPEND loaderSymbols "${symbol}")
endforeach()
foreach(symbol clGetExtensionFunctionAddress clIcdGetPlatformIDsKHR clGetPlatformInfo)
  if(NOT symbol IN_LIST loaderSymbols)
    string(APPEND problems "  it does not export ${symbol}, which the loader looks up\n")
  endif()
endforeach()

if(problems)
  message(FATAL_ERROR "${DRIVER}:\n${problems}")
endif()
list(LENGTH loaderSymbols count)
message(STATUS "no LLVM in ${DRIVER}, which exports ${count} functions")
