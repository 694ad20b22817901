# cmake -DLIST=heddle-function-list -DCOMPILER=heddlec -DNM=llvm-nm -DFOLDER=where to write
#       -DNAMES=REGEX -DWITHOUT=REGEX -DTARGET=TARGET -DSIZE=N -DOPTION=an OpenCL option or nothing
#       -P every_function.cmake
# Compiles a call of every function whose name matches, and fails when the compiler does or when
# the kernels need what no library defines.
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_VARIABLE out)
  if(NOT status EQUAL 0)
    list(JOIN ARGN " " command)
    # What the compiler says last says most.
    string(LENGTH "${out}" length)
    if(length GREATER 20000)
      string(SUBSTRING "${out}" 0 20000 out)
    endif()
    message(FATAL_ERROR "${command}\nends with ${status}:\n${out}")
  endif()
  set(out "${out}" PARENT_SCOPE)
endfunction()

file(MAKE_DIRECTORY "${FOLDER}")
run("${LIST}" "--names=${NAMES}" "--without=${WITHOUT}")
if(NOT out MATCHES "kernel void call_")
  message(FATAL_ERROR "no function is called")
endif()
file(WRITE "${FOLDER}/calls.cl" "${out}")
run("${COMPILER}" "${FOLDER}/calls.cl" -o "${FOLDER}/calls.hdl" "--target=${TARGET}"
  "--sub-group-size=${SIZE}" -- -cl-std=CL3.0 ${OPTION})
run("${NM}" -D --undefined-only "${FOLDER}/calls.hdl")
file(REMOVE "${FOLDER}/calls.hdl")
if(out)
  message(FATAL_ERROR "undefined in the kernels:\n${out}")
endif()
