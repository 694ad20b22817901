# What every target of ours is compiled with. Used as: target_link_libraries(t PRIVATE heddle_warnings)
add_library(heddle_warnings INTERFACE)
target_compile_options(heddle_warnings INTERFACE -Wall -Wextra $<$<BOOL:${HEDDLE_WARNINGS_AS_ERRORS}>:-Werror>)
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
  # The locks are declared in runtime/support/thread_annotations.hpp; only Clang checks them.
  target_compile_options(heddle_warnings INTERFACE -Wthread-safety)
endif()
# Includes are written from the root.
target_include_directories(heddle_warnings INTERFACE
  "${PROJECT_SOURCE_DIR}" "${PROJECT_SOURCE_DIR}/include")
