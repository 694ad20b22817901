# Run by "cmake --install": writes the .icd file for the prefix that is being installed to.
# Variables: libdir, work, and CMake's own CMAKE_INSTALL_PREFIX.
if(IS_ABSOLUTE "${libdir}")
  set(driver "${libdir}/libheddle.so")
else()
  set(driver "${CMAKE_INSTALL_PREFIX}/${libdir}/libheddle.so")
endif()
if(CMAKE_INSTALL_PREFIX MATCHES "^/usr(/local)?/?$")
  set(vendors "/etc/OpenCL/vendors")
else()
  set(vendors "${CMAKE_INSTALL_PREFIX}/etc/OpenCL/vendors")
endif()
file(WRITE "${work}/install/heddle.icd" "${driver}\n")
file(INSTALL DESTINATION "${vendors}" TYPE FILE FILES "${work}/install/heddle.icd")
