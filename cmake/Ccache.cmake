# Uses ccache where it is installed and no other launcher was asked for.
find_program(HEDDLE_CCACHE ccache)
if(HEDDLE_CCACHE AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_C_COMPILER_LAUNCHER "${HEDDLE_CCACHE}")
  set(CMAKE_CXX_COMPILER_LAUNCHER "${HEDDLE_CCACHE}")
endif()
