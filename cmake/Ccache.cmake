# Uses ccache where it is installed and no other launcher was asked for. With precompiled headers it
# has to be told that macros may come from them, and to look at their sum (cmake/Precompiled.cmake).
find_program(HEDDLE_CCACHE ccache)
if(HEDDLE_CCACHE AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_C_COMPILER_LAUNCHER "${HEDDLE_CCACHE}")
  set(CMAKE_CXX_COMPILER_LAUNCHER
      env CCACHE_SLOPPINESS=pch_defines,time_macros CCACHE_PCH_EXTSUM=1 "${HEDDLE_CCACHE}")
endif()
