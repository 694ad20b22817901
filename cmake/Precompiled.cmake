# Headers that many files read are compiled once for all of them: those of LLVM are most of what a file
# of the compiler costs. With Clang only; CMAKE_DISABLE_PRECOMPILE_HEADERS=ON does without.

# heddle_precompiled_headers(name headers...): a target whose precompiled headers others reuse, by
# heddle_reuse_precompiled(). It has to be compiled with their options, which its caller sets.
function(heddle_precompiled_headers name)
  file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/CMakeFiles/${name}.cpp"
       CONTENT "// Only there for what is compiled in front of it.\n")
  add_library(${name} OBJECT EXCLUDE_FROM_ALL "${PROJECT_BINARY_DIR}/CMakeFiles/${name}.cpp")
  set_target_properties(${name} PROPERTIES
    PRECOMPILED_FOLDER "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${name}.dir"
    # It names the files that it was made from and serves this build folder alone.
    CXX_COMPILER_LAUNCHER "")
  target_precompile_headers(${name} PRIVATE ${ARGN})
  # What is compiled with it serves others, if ccache takes the sum beside it for it, and times of
  # files do not tell.
  target_compile_options(${name} PRIVATE "SHELL:-Xclang -fno-pch-timestamp")
  string(SHA256 sum
    "${ARGN} ${CMAKE_CXX_COMPILER_VERSION} ${CMAKE_CXX_FLAGS} ${LLVM_PACKAGE_VERSION}")
  file(CONFIGURE OUTPUT "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${name}.dir/cmake_pch.hxx.pch.sum"
       CONTENT "${sum}\n")
endfunction()

# heddle_reuse_precompiled(target name)
function(heddle_reuse_precompiled target name)
  if(NOT CMAKE_DISABLE_PRECOMPILE_HEADERS AND CMAKE_CXX_COMPILER_ID MATCHES Clang)
    get_target_property(folder ${name} PRECOMPILED_FOLDER)
    get_target_property(sources ${target} SOURCES)
    # REUSE_FROM of CMake names a header besides, by a path that ccache does not make relative.
    target_compile_options(${target} PRIVATE
      $<$<COMPILE_LANGUAGE:CXX>:-include-pch>
      $<$<COMPILE_LANGUAGE:CXX>:${folder}/cmake_pch.hxx.pch>)
    set_property(SOURCE ${sources} APPEND PROPERTY OBJECT_DEPENDS "${folder}/cmake_pch.hxx.pch")
  endif()
endfunction()
