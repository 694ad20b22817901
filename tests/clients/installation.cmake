# Installs into a folder, as a package would and as a user would, and runs the example with what
# was installed and nothing of the build tree.
# cmake -DBUILD=… -DWORK=… -DPROGRAM=… -P installation.cmake

cmake_minimum_required(VERSION 3.25)
file(REMOVE_RECURSE "${WORK}")

# A package: prefix /usr below DESTDIR.
set(ENV{DESTDIR} "${WORK}/package")
execute_process(COMMAND "${CMAKE_COMMAND}" --install "${BUILD}" --prefix /usr --component heddle
                OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
unset(ENV{DESTDIR})
set(icd "${WORK}/package/etc/OpenCL/vendors/heddle.icd")
if(NOT EXISTS "${icd}")
  message(FATAL_ERROR "a package has no /etc/OpenCL/vendors/heddle.icd")
endif()
file(STRINGS "${icd}" driver)
if(NOT driver MATCHES "^/usr/lib.*/libheddle\\.so$" OR NOT EXISTS "${WORK}/package${driver}")
  message(FATAL_ERROR "heddle.icd of a package names '${driver}', which the package does not hold")
endif()
file(GLOB_RECURSE files LIST_DIRECTORIES false RELATIVE "${WORK}/package" "${WORK}/package/*")
foreach(file IN LISTS files)
  if(NOT file MATCHES "^usr/(lib|bin|share|include)/|^etc/OpenCL/vendors/")
    message(FATAL_ERROR "a package holds /${file}, which is no place of a distribution")
  endif()
endforeach()

# A user: a prefix of one's own.
set(prefix "${WORK}/prefix")
execute_process(COMMAND "${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${prefix}"
                        --component heddle
                OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND "${prefix}/bin/heddlec" --version OUTPUT_VARIABLE version
                COMMAND_ERROR_IS_FATAL ANY)
string(STRIP "${version}" version)
message(STATUS "installed: ${version}")

set(ENV{OCL_ICD_VENDORS} "${prefix}/etc/OpenCL/vendors")
set(ENV{HEDDLE_CACHE_DIR} "${WORK}/cache")
unset(ENV{HEDDLE_COMPILER})
execute_process(COMMAND "${PROGRAM}" ${ARGUMENTS} RESULT_VARIABLE status)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "the example failed with the installed driver: ${status}")
endif()
file(REMOVE_RECURSE "${WORK}")
