// One sub-group runs a kernel with joint_matrix functions.
#ifndef HEDDLE_TESTS_KERNELS_JOINT_MATRIX_FIXTURE_HPP
#define HEDDLE_TESTS_KERNELS_JOINT_MATRIX_FIXTURE_HPP

#include "tests/kernels/harness/bytes.hpp"
#include "tests/kernels/matrix/device_fixture.hpp"

#include <cstring>
#include <string>
#include <vector>

namespace heddle::test {

template <typename T> std::vector<T> valuesOf(const Bytes &bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
  return values;
}

/// first, first + 1, …
template <typename T> std::vector<T> count(std::size_t size, T first = 0) {
  std::vector<T> values(size);
  for (std::size_t i = 0; i < size; ++i)
    values[i] = T(first + T(i));
  return values;
}

class JointMatrixTest : public MatrixDeviceTest {
protected:
  static constexpr char openclC[] = "-cl-std=CL3.0", cpp[] = "-cl-std=CLC++2021";

  /// The output of kernel k, which begins with KERNEL(parameters) and has one sub-group of `lanes`.
  template <typename T>
  std::vector<T> run(const std::string &source, const char *language,
                     const std::vector<Bytes> &inputs, std::size_t outputs,
                     const std::vector<cl_uint> &numbers = {}, unsigned lanes = 16,
                     const std::string &options = "") {
    const std::string prefix = "#include <joint_matrix.h>\n"
                               "#define KERNEL(...) __attribute__((intel_reqd_sub_group_size(" +
                               std::to_string(lanes) + "))) kernel void k(__VA_ARGS__)\n";
    const BuiltProgram built =
        device().buildSource(prefix + source, std::string(language) + " " + options);
    EXPECT_EQ(built.error, CL_SUCCESS) << built.log << "\n" << source;
    if (built.error != CL_SUCCESS)
      return {};
    return valuesOf<T>(
        device().run(built.program, "k", inputs, outputs * sizeof(T), lanes, lanes, numbers));
  }
};

} // namespace heddle::test

#endif
