// A kernel under test together with the memory that it reads and what it should write.
#ifndef HEDDLE_TESTS_KERNELS_COOPERATIVE_MATRIX_MATRIX_CASE_HPP
#define HEDDLE_TESTS_KERNELS_COOPERATIVE_MATRIX_MATRIX_CASE_HPP

#include "tests/kernels/cooperative_matrix/cooperative_matrix_module.hpp"
#include "tests/kernels/matrix/device_fixture.hpp"

#include <deque>
#include <string>
#include <utility>
#include <vector>

namespace heddle::test {

/// How a kernel meets a matrix in memory.
struct Access {
  Layout layout = Layout::rowMajor;
  std::size_t stride = 0;   ///< in components; 0 is the shortest
  std::string pointee = ""; ///< as OpenCL C names it; empty is the component's type
  std::string strideType = "long";
  std::uint32_t storageClass = spv::crossWorkgroup; ///< or generic
  SpirvModule::Words memoryOperands = {};
};

/// What memory between two pages that nobody may touch holds. Matrices are put into it from its end
/// downwards: so the first one ends where the memory ends.
class Arena {
public:
  static constexpr std::size_t capacity = 1 << 20;

  /// Bytes outside of matrices hold `rest`.
  explicit Arena(std::uint8_t rest) : rest(rest) {}

  /// The offset of so many bytes with untouched ones around them.
  std::size_t add(std::size_t bytes, std::size_t alignment);
  /// Offset 0, for once: so many bytes that begin where the memory begins.
  std::size_t addAtBegin(std::size_t bytes);
  std::uint8_t *at(std::size_t offset);
  /// Fills all of the memory.
  void writeTo(std::uint8_t *memory) const;

private:
  std::uint8_t rest;
  Bytes head, tail;
};

/// What kernels should not write to.
constexpr std::uint8_t untouched = 0xA5;

/// One launch of a kernel of (global char *in, global char *out, int numbers…).
struct Launch {
  std::string what; ///< added to the name of the kernel in messages
  std::vector<cl_int> numbers;
  /// Around what is read there are NaNs of all formats; `out` is what is expected.
  Arena in{0xFF}, out{untouched};
  struct Region {
    std::string what;
    std::size_t offset;
    HostMatrix matrix;
    Placement placement;
  };
  std::vector<Region> regions; ///< the matrices in `out`, for messages
};

class MatrixCase {
public:
  using Id = SpirvModule::Id;

  MatrixCase(CooperativeMatrixModule &module, const std::string &name, unsigned subGroupSize,
             unsigned numbers);

  /// In the kernel: loads a matrix with what the host has put into memory.
  Id load(const HostMatrix &matrix, Use use, const Access &access = {});
  /// In the kernel: stores a matrix, which should have these elements.
  void expect(const std::string &what, Id matrix, const HostMatrix &expected, Use use,
              const Access &access = {});
  /// Places in memory without loads and stores; the results are pointers.
  Id input(const HostMatrix &matrix, Use use, const Access &access = {});
  Id output(const std::string &what, const HostMatrix &expected, Use use,
            const Access &access = {});
  /// The stride of an access as an operand.
  Id strideOf(const HostMatrix &matrix, Use use, const Access &access);
  /// A pointer into one of the two buffers.
  Id pointer(Id buffer, std::size_t offset, const std::string &pointee,
             std::uint32_t storageClass = spv::crossWorkgroup);
  /// The kernel is complete.
  void end() { module.endKernel(); }

  CooperativeMatrixModule &module;
  std::string name;
  WorkSize globalSize, localSize;
  Id in, out;
  std::vector<Id> numbers;
  /// The first is what `input` and `output` fill; those without any run once.
  std::deque<Launch> launches;
};

/// Builds a module once and runs all its cases.
class CooperativeMatrixTest : public MatrixDeviceTest {
protected:
  CooperativeMatrixModule m;
  /// Of the builds: each is run. Tests of few instructions try -cl-opt-disable, too.
  std::vector<std::string> buildOptions = {""};

  /// Begins a kernel, for one sub-group unless sizes are set. Size 0: the module requires none.
  MatrixCase &begin(const std::string &name, unsigned subGroupSize = 16, unsigned numbers = 0);
  /// Failures name the kernel and the matrix. HEDDLE_TEST_KEEP_MODULES=FOLDER: writes the module
  /// there.
  void runAll(const std::vector<std::pair<cl_uint, cl_uint>> &specConstants = {});

private:
  void run(cl_program program, const MatrixCase &each, const std::string &options);

  std::deque<MatrixCase> cases;
};

} // namespace heddle::test

#endif
