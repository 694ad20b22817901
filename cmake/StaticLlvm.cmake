# LLVM, Clang and LLD inside heddlec: the shared libraries have 386,000 relocations between them,
# which is more work than the compilation of a small kernel.
#
# The translator exists only as a shared library, which wants libLLVM. It gets LLVM from heddlec:
# the program exports what the translator's library takes from libLLVM, and a stand-in without
# content bears libLLVM's name and version, so that the dynamic loader asks for no other.

# The static libraries name every target of LLVM's build. Those that heddlec does not have are
# answered by functions that do nothing, and so are parts of Clang that it cannot reach.
set(stubs "${PROJECT_BINARY_DIR}/static_llvm/unused_parts.cpp")
set(stub_lines "")
set(unused_targets ${LLVM_TARGETS_TO_BUILD})
list(REMOVE_ITEM unused_targets X86)
foreach(llvm_target IN LISTS unused_targets)
  foreach(part TargetInfo Target TargetMC AsmPrinter AsmParser Disassembler)
    string(APPEND stub_lines "void LLVMInitialize${llvm_target}${part}() {}\n")
  endforeach()
endforeach()
file(CONFIGURE OUTPUT "${stubs}" CONTENT [[
// Written by cmake/StaticLlvm.cmake.
#include "llvm/Plugins/PassPlugin.h"

extern "C" {
@stub_lines@
// The SPIR-V back end, which the translator offers as another way. False is failure.
__attribute__((visibility("default"))) bool SPIRVTranslateModule() { return false; }
}

llvm::PassPluginLibraryInfo getPollyPluginInfo();
llvm::PassPluginLibraryInfo getPollyPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "none", "", [](llvm::PassBuilder &) {}};
}
]] @ONLY)
# What the translator takes from libLLVM, as "symbol@version" in its table of symbols.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${HEDDLE_SPIRV_TRANSLATOR_LIBRARY}")
execute_process(
  COMMAND "${CMAKE_NM}" -D --undefined-only "${HEDDLE_SPIRV_TRANSLATOR_LIBRARY}"
  OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[A-Za-z0-9_.$]+@+LLVM_[0-9.]+" wanted "${symbols}")
list(LENGTH wanted wanted_count)
if(wanted_count EQUAL 0)
  message(FATAL_ERROR "'${HEDDLE_SPIRV_TRANSLATOR_LIBRARY}' takes nothing from libLLVM: "
                      "-DHEDDLE_STATIC_LLVM=OFF links LLVM's shared libraries")
endif()
list(TRANSFORM wanted REPLACE ".*@" "" OUTPUT_VARIABLE llvm_versions)
list(REMOVE_DUPLICATES llvm_versions)
list(TRANSFORM wanted REPLACE "@.*" "")
list(TRANSFORM wanted REPLACE "(.+)" "--undefined=\\1\n--export-dynamic-symbol=\\1\n"
     OUTPUT_VARIABLE arguments)
list(JOIN arguments "" arguments)
set(exports "${PROJECT_BINARY_DIR}/static_llvm/translator_symbols.rsp")
file(CONFIGURE OUTPUT "${exports}" CONTENT "${arguments}" @ONLY)

list(JOIN llvm_versions " {};\n" version_script)
set(version_script_file "${PROJECT_BINARY_DIR}/static_llvm/stand_in.map")
file(CONFIGURE OUTPUT "${version_script_file}" CONTENT "${version_script} {};\n" @ONLY)
set(stand_in_source "${PROJECT_BINARY_DIR}/static_llvm/stand_in.c")
file(CONFIGURE OUTPUT "${stand_in_source}" CONTENT "" @ONLY)
string(REGEX MATCH "[0-9]+\\.[0-9]+" llvm_soversion "${LLVM_VERSION}")
add_library(heddle_llvm_stand_in SHARED EXCLUDE_FROM_ALL "${stand_in_source}")
set_target_properties(heddle_llvm_stand_in PROPERTIES
  LIBRARY_OUTPUT_DIRECTORY "${HEDDLE_PRIVATE_DIR}"
  OUTPUT_NAME LLVM SUFFIX ".so.${llvm_soversion}"
  LINK_DEPENDS "${version_script_file}")
target_link_options(heddle_llvm_stand_in PRIVATE
  -nostdlib "-Wl,--version-script=${version_script_file}")

# heddle_link_llvm_statically(program): what is linked in is chosen by heddle_llvm.
function(heddle_link_llvm_statically program)
  set_target_properties(${program} PROPERTIES HEDDLE_STATIC_LLVM ON)
  target_sources(${program} PRIVATE "${stubs}")
  # The stand-in must be found before the library that it stands for.
  target_link_options(${program} BEFORE PRIVATE
    "-B${HEDDLE_LLVM_ROOT}/bin" -fuse-ld=lld -no-pie -Wl,--gc-sections "-Wl,@${exports}"
    "-Wl,-rpath,${HEDDLE_PRIVATE_DIR}")
  set_property(TARGET ${program} APPEND PROPERTY LINK_DEPENDS "${exports}")
  add_dependencies(${program} heddle_llvm_stand_in)
endfunction()
