// The driver's version, from the project's.
#ifndef HEDDLE_ICD_VERSION_HPP
#define HEDDLE_ICD_VERSION_HPP

#ifndef HEDDLE_VERSION
#error "HEDDLE_VERSION is defined by icd/CMakeLists.txt"
#endif

#endif
