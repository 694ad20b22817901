# The build tree has the layout of an installation, so that the driver finds the compiler, and the
# compiler its library, in the same way in both:
#
#   lib/libheddle.so        the driver
#   lib/heddle/heddlec      the compiler; the driver looks in the folder heddle/ beside itself
#   lib/heddle/…            what the compiler looks for in its own folder: the bitcode library
#   vendors/heddle.icd      for OCL_ICD_VENDORS; an installation has it in /etc/OpenCL/vendors

set(HEDDLE_LIB_DIR "${PROJECT_BINARY_DIR}/lib")
set(HEDDLE_PRIVATE_DIR "${HEDDLE_LIB_DIR}/heddle")
set(HEDDLE_VENDORS_DIR "${PROJECT_BINARY_DIR}/vendors")

# heddle_place_outputs(): called once, after every target exists.
function(heddle_place_outputs)
  if(TARGET heddle)
    set_target_properties(heddle PROPERTIES LIBRARY_OUTPUT_DIRECTORY "${HEDDLE_LIB_DIR}")
    file(GENERATE OUTPUT "${HEDDLE_VENDORS_DIR}/heddle.icd" CONTENT "$<TARGET_FILE:heddle>\n")
  endif()
  if(TARGET heddlec)
    set_target_properties(heddlec PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${HEDDLE_PRIVATE_DIR}")
  elseif(HEDDLE_USE_COMPILER_OF)
    file(MAKE_DIRECTORY "${HEDDLE_LIB_DIR}")
    file(CREATE_LINK "${HEDDLE_USE_COMPILER_OF}/lib/heddle" "${HEDDLE_PRIVATE_DIR}" SYMBOLIC)
  endif()
endfunction()
