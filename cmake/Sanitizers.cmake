# The sanitizer that a preset asks for, in everything that links heddle_warnings. LLVM and the
# OpenCL loader stay as they are.
set(HEDDLE_SANITIZER "" CACHE STRING
    "address, thread, undefined, or address,undefined; empty for none")
set_property(CACHE HEDDLE_SANITIZER PROPERTY STRINGS "" address thread undefined address,undefined)

if(HEDDLE_SANITIZER)
  if(NOT HEDDLE_SANITIZER MATCHES "^(address|thread|undefined|address,undefined)$")
    message(FATAL_ERROR
      "HEDDLE_SANITIZER is '${HEDDLE_SANITIZER}': address, thread, undefined or address,undefined")
  endif()
  target_compile_options(heddle_warnings INTERFACE
    "-fsanitize=${HEDDLE_SANITIZER}" -fno-omit-frame-pointer -fno-sanitize-recover=undefined)
  # The driver takes the sanitizer's functions from the program that loads it.
  target_link_options(heddle_warnings INTERFACE "-fsanitize=${HEDDLE_SANITIZER}")
  if(HEDDLE_SANITIZER MATCHES "undefined")
    # LLVM has run-time type information, but not for every class that we derive from.
    target_compile_options(heddle_warnings INTERFACE -fno-sanitize=vptr)
    # It looks for a function's type in front of it, where code that we compiled has none: its
    # first function may begin a mapping.
    target_compile_options(heddle_warnings INTERFACE -fno-sanitize=function)
  endif()
endif()
