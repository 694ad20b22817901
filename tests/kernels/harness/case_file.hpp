/// A .cl file of tests/kernels with the cases that its //! lines describe; README.md has the
/// language of these lines.
#ifndef HEDDLE_TESTS_KERNELS_HARNESS_CASE_FILE_HPP
#define HEDDLE_TESTS_KERNELS_HARNESS_CASE_FILE_HPP

#include "tests/kernels/harness/element_type.hpp"

#include <array>
#include <string>
#include <vector>

namespace heddle::test {

/// One ND-range. Unused dimensions have size 1 and offset 0.
struct Launch {
  unsigned workDim = 1;
  std::array<std::size_t, 3> globalSize{1, 1, 1};
  std::array<std::size_t, 3> localSize{1, 1, 1};
  std::array<std::size_t, 3> globalOffset{0, 0, 0};
  bool localGiven = false;

  std::size_t numGroups(unsigned dimension) const {
    return (globalSize[dimension] + localSize[dimension] - 1) / localSize[dimension];
  }
  std::size_t groups() const { return numGroups(0) * numGroups(1) * numGroups(2); }
  std::size_t localItems() const { return localSize[0] * localSize[1] * localSize[2]; }
  /// Room for an index get_global_id(0) + get_global_id(1) * (size + offset of 0) + …
  std::size_t items() const {
    return (globalSize[0] + globalOffset[0]) * (globalSize[1] + globalOffset[1]) *
           (globalSize[2] + globalOffset[2]);
  }
  /// As it is written in a case: "12x6/4x3+1x2".
  std::string text() const;
};

/// What a buffer holds before the kernel runs.
struct Data {
  enum class Kind { canary, zero, random, range, iota, special, values, permutation, nonzero };
  Kind kind = Kind::random;
  std::vector<double> numbers; ///< bounds of range, start and step of iota, the values
};

struct Argument {
  enum class Kind { buffer, local, value };
  Kind kind = Kind::buffer;
  ElementType type;
  std::string count;                ///< an expression over n, g, l; for buffers and local memory
  Data data;                        ///< of a buffer
  std::vector<unsigned char> bytes; ///< of a value
  bool output = false;              ///< only for messages: every buffer is compared

  /// Elements for one launch.
  std::size_t elements(const Launch &launch) const;
};

struct KernelCase {
  std::string name;
  std::vector<Argument> arguments;
  std::vector<Launch> launches;
  double ulp = 0;     ///< how far floats may be from the oracle and from the reference
  bool oracle = true; ///< false: the result depends on the sub-group size, only the reference says
  bool reference = false; ///< true: a missing host reference is a failure
};

struct CaseFile {
  std::string name; ///< "folder/file", without .cl
  std::string path;
  std::string source;
  std::string options;         ///< build options
  std::vector<unsigned> sizes; ///< sub-group sizes to run at; empty: all
  bool untypedPointers = true; ///< whether modules can be written without types of pointers
  std::vector<KernelCase> kernels;
};

/// Reads one file; on failure returns false and says why in `error`, with the line.
bool readCaseFile(const std::string &path, const std::string &name, CaseFile &file,
                  std::string &error);

/// The contents of a buffer before the launch; the same in every process.
std::vector<unsigned char> initialContents(const KernelCase &kernel, std::size_t argument,
                                           const Launch &launch);

} // namespace heddle::test

#endif
