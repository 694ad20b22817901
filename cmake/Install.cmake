# Where "cmake --install" puts things. With the prefix /usr that is where a distribution has them:
#
#   <libdir>/libheddle.so                 the driver
#   <libdir>/heddle/                      the compiler and what it looks for beside itself
#   bin/heddlec                           the compiler, for people
#   include/heddle/                       headers for programs
#   /etc/OpenCL/vendors/heddle.icd        names the driver to every OpenCL loader
#   share/doc/heddle/                     licence and README
#   share/heddle/examples/                programs to try and to copy, by examples/*/CMakeLists.txt
#
# The component "portable" holds the programs that only the bundle takes along.

set(private_dir "${CMAKE_INSTALL_LIBDIR}/heddle")

install(TARGETS heddle LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT heddle)
install(DIRECTORY include/heddle DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" COMPONENT heddle
        FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp" PATTERN "*.def")
install(FILES LICENSE README.md DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT heddle)

# The prefix may change at install time, and DESTDIR may stand before it, so both are looked at
# only then. Loaders read /etc and no other sysconfdir: an installation for everybody goes there.
install(CODE "
  set(libdir \"${CMAKE_INSTALL_LIBDIR}\")
  set(work \"${PROJECT_BINARY_DIR}\")
  include(\"${PROJECT_SOURCE_DIR}/cmake/scripts/install_icd.cmake\")" COMPONENT heddle)

if(HEDDLE_BUILD_COMPILER)
  # What the build put beside the compiler: the bitcode library.
  install(DIRECTORY "${HEDDLE_PRIVATE_DIR}/" DESTINATION "${private_dir}" COMPONENT heddle
          PATTERN heddlec EXCLUDE)
  if(HEDDLE_SPIRV_TRANSLATOR_ROOT)
    # The compiler needs the translator's C library, so that library's loader has to start it. A
    # path of the build machine must not stay in the program: a wrapper names both.
    install(PROGRAMS $<TARGET_FILE:heddlec> DESTINATION "${private_dir}" RENAME heddlec.elf
            COMPONENT heddle)
    install(CODE "file(RPATH_REMOVE FILE
        \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${private_dir}/heddlec.elf\")" COMPONENT heddle)
    install(PROGRAMS cmake/scripts/heddlec.sh DESTINATION "${private_dir}" RENAME heddlec
            COMPONENT heddle)
    foreach(library ld-linux-x86-64.so.2 libc.so.6 libm.so.6 libstdc++.so.6 libgcc_s.so.1
                    libLLVMSPIRVLib.so.22.1)
      get_filename_component(file
        "${HEDDLE_SPIRV_TRANSLATOR_ROOT}/usr/lib/x86_64-linux-gnu/${library}" REALPATH)
      if(EXISTS "${file}")
        install(PROGRAMS "${file}" DESTINATION "${private_dir}" RENAME "${library}"
                COMPONENT heddle)
      endif()
    endforeach()
  else()
    # Beside it lies what stands for libLLVM.
    set_target_properties(heddlec PROPERTIES INSTALL_RPATH "$ORIGIN")
    install(TARGETS heddlec RUNTIME DESTINATION "${private_dir}" COMPONENT heddle)
  endif()
  install(CODE "
    set(bin \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}\")
    file(MAKE_DIRECTORY \"\${bin}\")
    file(CREATE_LINK ../${private_dir}/heddlec \"\${bin}/heddlec\" SYMBOLIC)" COMPONENT heddle)
endif()

# heddle_portable_programs(result folder): the programs below a folder of the source tree that need
# neither LLVM nor the build tree, so that the bundle can take them along.
function(heddle_portable_programs result folder)
  set(programs "")
  get_property(targets DIRECTORY "${folder}" PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target IN LISTS targets)
    get_target_property(type ${target} TYPE)
    get_target_property(libraries ${target} LINK_LIBRARIES)
    if(type STREQUAL EXECUTABLE AND NOT libraries MATCHES "heddle_(llvm|compiler|spirv|ir|target|frontend|vectorizer|matrix|workgroup|codegen|pipeline)")
      list(APPEND programs ${target})
    endif()
  endforeach()
  get_property(children DIRECTORY "${folder}" PROPERTY SUBDIRECTORIES)
  foreach(child IN LISTS children)
    heddle_portable_programs(below "${child}")
    list(APPEND programs ${below})
  endforeach()
  set(${result} "${programs}" PARENT_SCOPE)
endfunction()

if(HEDDLE_BUILD_TESTS)
  heddle_portable_programs(programs "${PROJECT_SOURCE_DIR}/tests")
  if(programs)
    install(TARGETS ${programs} RUNTIME DESTINATION tests COMPONENT portable EXCLUDE_FROM_ALL)
  endif()
endif()
