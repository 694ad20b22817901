# Finds LLVM, Clang and LLD 22 and the SPIR-V translator that belongs to them.
# Only compiler/, builtins/ and the tests of these two may use what this file defines.

set(HEDDLE_LLVM_ROOT /usr/lib/llvm-22 CACHE PATH "Installation prefix of LLVM 22")
find_program(HEDDLE_CLANG clang PATHS "${HEDDLE_LLVM_ROOT}/bin" NO_DEFAULT_PATH REQUIRED)
# LLVM's version file accepts only an exact major.minor, so the major version is checked here.
find_package(LLVM REQUIRED CONFIG PATHS "${HEDDLE_LLVM_ROOT}/lib/cmake/llvm" NO_DEFAULT_PATH)
if(NOT LLVM_VERSION_MAJOR EQUAL 22)
  message(FATAL_ERROR "LLVM 22 is needed, '${HEDDLE_LLVM_ROOT}' holds ${LLVM_PACKAGE_VERSION}")
endif()

# Where the set-up keeps what no package installs.
set(HEDDLE_USER_CACHE "$ENV{XDG_CACHE_HOME}")
if(NOT HEDDLE_USER_CACHE)
  set(HEDDLE_USER_CACHE "$ENV{HOME}/.cache")
endif()
string(APPEND HEDDLE_USER_CACHE "/heddle")

# A system-wide translator of the same version if there is one, else the private copy that
# the set-up unpacked: a folder with usr/include, usr/lib and the C library that it needs.
set(HEDDLE_SPIRV_TRANSLATOR_ROOT "" CACHE PATH "Private copy of SPIRV-LLVM-Translator 22")
if(NOT HEDDLE_SPIRV_TRANSLATOR_ROOT
   AND NOT EXISTS "/usr/lib/x86_64-linux-gnu/libLLVMSPIRVLib.so.22.1")
  set(HEDDLE_SPIRV_TRANSLATOR_ROOT "${HEDDLE_USER_CACHE}/spirv-translator-22")
endif()
if(HEDDLE_SPIRV_TRANSLATOR_ROOT)
  set(translator_lib "${HEDDLE_SPIRV_TRANSLATOR_ROOT}/usr/lib/x86_64-linux-gnu")
  set(translator_include "${HEDDLE_SPIRV_TRANSLATOR_ROOT}/usr/include/LLVMSPIRVLib")
else()
  set(translator_lib "/usr/lib/x86_64-linux-gnu")
  set(translator_include "/usr/include/LLVMSPIRVLib")
endif()
if(NOT EXISTS "${translator_include}/LLVMSPIRVLib.h")
  message(FATAL_ERROR "SPIRV-LLVM-Translator 22 was found neither in /usr nor in "
                      "'${HEDDLE_SPIRV_TRANSLATOR_ROOT}'; './run setup' fetches it")
endif()

# Three interfaces: LLVM for all, and Clang and LLD for the stages that use them. A program with the
# property HEDDLE_STATIC_LLVM has all of it linked in, any other takes the shared libraries.
set(is_static $<BOOL:$<TARGET_PROPERTY:HEDDLE_STATIC_LLVM>>)
# The linker takes from the archives what is reached.
file(GLOB archives "${HEDDLE_LLVM_ROOT}/lib/libLLVM*.a" "${HEDDLE_LLVM_ROOT}/lib/libclang*.a")
add_library(heddle_llvm INTERFACE)
target_include_directories(heddle_llvm SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
target_compile_definitions(heddle_llvm INTERFACE _GNU_SOURCE)
target_link_libraries(heddle_llvm INTERFACE
  "$<IF:${is_static},${archives},${HEDDLE_LLVM_ROOT}/lib/libLLVM-22.so>" z zstd)
add_library(heddle_clang INTERFACE)
target_link_libraries(heddle_clang INTERFACE
  "$<$<NOT:${is_static}>:${HEDDLE_LLVM_ROOT}/lib/libclang-cpp.so.22.1>" heddle_llvm)
add_library(heddle_lld INTERFACE)
target_link_libraries(heddle_lld INTERFACE
  "${HEDDLE_LLVM_ROOT}/lib/liblldELF.a" "${HEDDLE_LLVM_ROOT}/lib/liblldCommon.a" heddle_llvm)

set(HEDDLE_SPIRV_TRANSLATOR_LIBRARY "${translator_lib}/libLLVMSPIRVLib.so")
add_library(heddle_spirv_translator INTERFACE)
target_include_directories(heddle_spirv_translator SYSTEM INTERFACE "${translator_include}")
target_link_libraries(heddle_spirv_translator INTERFACE "${HEDDLE_SPIRV_TRANSLATOR_LIBRARY}")
if(HEDDLE_SPIRV_TRANSLATOR_ROOT)
  # Only the program that links the translator runs on the C library that came with it.
  target_link_options(heddle_spirv_translator INTERFACE
    -Wl,--allow-shlib-undefined
    "-Wl,--dynamic-linker=${translator_lib}/ld-linux-x86-64.so.2"
    "-Wl,--disable-new-dtags,-rpath,${translator_lib}:/usr/lib/x86_64-linux-gnu:${HEDDLE_LLVM_ROOT}/lib")
endif()

heddle_precompiled_headers(heddle_llvm_precompiled
  <llvm/ADT/MapVector.h>
  <llvm/ADT/STLExtras.h>
  <llvm/ADT/SetVector.h>
  <llvm/ADT/SmallPtrSet.h>
  <llvm/ADT/StringExtras.h>
  <llvm/Analysis/LoopInfo.h>
  <llvm/Analysis/ValueTracking.h>
  <llvm/IR/Dominators.h>
  <llvm/IR/IRBuilder.h>
  <llvm/IR/InstIterator.h>
  <llvm/IR/IntrinsicInst.h>
  <llvm/IR/Module.h>
  <llvm/IR/PassManager.h>
  <llvm/Support/Error.h>
  <llvm/Support/raw_ostream.h>
  <llvm/Transforms/Utils/BasicBlockUtils.h>)

function(set_up_compiler_target name)
  target_link_libraries(${name} PUBLIC heddle_llvm PRIVATE heddle_warnings)
  target_compile_options(${name} PRIVATE -fno-exceptions)
endfunction()
set_up_compiler_target(heddle_llvm_precompiled)

# heddle_add_compiler_library(name sources...): one stage of the compiler.
function(heddle_add_compiler_library name)
  add_library(${name} STATIC ${ARGN})
  set_up_compiler_target(${name})
  heddle_reuse_precompiled(${name} heddle_llvm_precompiled)
endfunction()

# A program with a sanitizer has to be position independent, and is not made for speed.
include(CMakeDependentOption)
cmake_dependent_option(HEDDLE_STATIC_LLVM "Link LLVM, Clang and LLD into heddlec" ON
                       "NOT HEDDLE_SANITIZER" OFF)
if(HEDDLE_STATIC_LLVM)
  include(StaticLlvm)
endif()
