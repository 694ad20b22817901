/// Host references: what a kernel must compute, as plain C++ over the same buffers.
///
///   references.add<int, float>("scalars/arithmetic/add_", []<class T>(Case &c) {
///     T *out = c.buffer<T>(0), *a = c.buffer<T>(1), *b = c.buffer<T>(2);
///     c.forEachItem([&](const Item &item) { out[item.x()] = a[item.x()] + b[item.x()]; });
///   });
#ifndef HEDDLE_TESTS_KERNELS_HARNESS_REFERENCE_HPP
#define HEDDLE_TESTS_KERNELS_HARNESS_REFERENCE_HPP

#include "tests/kernels/harness/case_file.hpp"
#include "tests/kernels/harness/half.hpp"

#include <cstring>
#include <functional>
#include <map>

namespace heddle::test {

/// One work-item, with what its work-item functions return.
struct Item {
  std::array<std::size_t, 3> globalId{}, localId{}, groupId{}, localSize{};
  std::size_t localLinearId = 0;

  std::size_t x() const { return globalId[0]; }
  std::size_t y() const { return globalId[1]; }
  std::size_t z() const { return globalId[2]; }
};

/// A kernel with one launch. The buffers hold the inputs; a reference turns them into what is
/// expected. They end with some room that no kernel may touch.
class Case {
public:
  Case(const KernelCase &kernel, const Launch &launch, unsigned subGroupSize);

  template <typename T> T *buffer(std::size_t argument) {
    return reinterpret_cast<T *>(buffers[argument].data());
  }
  template <typename T> T value(std::size_t argument) const {
    T result;
    std::memcpy(&result, kernel.arguments[argument].bytes.data(), sizeof result);
    return result;
  }
  std::size_t elements(std::size_t argument) const {
    return kernel.arguments[argument].elements(launch);
  }
  /// Work-group by work-group, dimension 0 fastest.
  void forEachItem(const std::function<void(const Item &)> &function) const;

  const KernelCase &kernel;
  const Launch &launch;
  unsigned subGroupSize;
  std::vector<std::vector<unsigned char>> buffers;
};

template <typename T> constexpr const char *typeName();
template <> constexpr const char *typeName<std::int8_t>() { return "char"; }
template <> constexpr const char *typeName<std::uint8_t>() { return "uchar"; }
template <> constexpr const char *typeName<std::int16_t>() { return "short"; }
template <> constexpr const char *typeName<std::uint16_t>() { return "ushort"; }
template <> constexpr const char *typeName<std::int32_t>() { return "int"; }
template <> constexpr const char *typeName<std::uint32_t>() { return "uint"; }
template <> constexpr const char *typeName<std::int64_t>() { return "long"; }
template <> constexpr const char *typeName<std::uint64_t>() { return "ulong"; }
template <> constexpr const char *typeName<Half>() { return "half"; }
template <> constexpr const char *typeName<float>() { return "float"; }
template <> constexpr const char *typeName<double>() { return "double"; }

class References {
public:
  using Function = std::function<void(Case &)>;

  /// `name` is "folder/file/kernel".
  void add(const std::string &name, Function function) { functions[name] = std::move(function); }

  /// One reference for each type; the type's OpenCL C name is appended to `prefix`.
  template <typename... Types, typename Body>
    requires(sizeof...(Types) > 0)
  void add(const std::string &prefix, Body body) {
    (add(prefix + typeName<Types>(), [body](Case &c) { body.template operator()<Types>(c); }), ...);
  }
  template <typename Body> void addIntegers(const std::string &prefix, Body body) {
    add<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t,
        std::int64_t, std::uint64_t>(prefix, body);
  }

  /// Null when there is none.
  const Function *find(const std::string &name) const {
    auto found = functions.find(name);
    return found == functions.end() ? nullptr : &found->second;
  }
  const std::map<std::string, Function> &all() const { return functions; }

private:
  std::map<std::string, Function> functions;
};

/// Bytes behind each buffer that must stay as they were, and their value.
inline constexpr std::size_t guardBytes = 128;
inline constexpr unsigned char guardByte = 0xeb;

/// A buffer as it is before the launch: its initial contents, then the guard.
std::vector<unsigned char> guardedContents(const KernelCase &kernel, std::size_t argument,
                                           const Launch &launch);

/// Empty when `got` is what is expected, else the first few differences. Floats may be NaN with
/// other bits, and as far off as the case says.
std::string differences(const KernelCase &kernel, std::size_t argument,
                        const std::vector<unsigned char> &expected,
                        const std::vector<unsigned char> &got);

} // namespace heddle::test

#endif
