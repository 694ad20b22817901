// Arguments that nobody would choose, made by their C types: null, objects of every kind, numbers
// at the ends of their ranges. Memory behind pointers is there, so that what a driver does with a
// call is its own doing.
#ifndef HEDDLE_TESTS_STRESS_CALL_ARGUMENTS_HPP
#define HEDDLE_TESTS_STRESS_CALL_ARGUMENTS_HPP

#include "tests/support/command_buffer_fixture.hpp"

#include <array>
#include <map>
#include <random>
#include <type_traits>
#include <vector>

namespace heddle::test {

/// Kinds of objects, each with what gives one back.
template <typename T> struct HandleKind : std::false_type {};
#define HEDDLE_TEST_HANDLE(type, number, releaseFunction)                                          \
  template <> struct HandleKind<type> : std::true_type {                                           \
    static constexpr std::size_t index = number;                                                   \
    static void release(void *handle) { releaseFunction(static_cast<type>(handle)); }              \
  };
HEDDLE_TEST_HANDLE(cl_platform_id, 0, static_cast<void>)
HEDDLE_TEST_HANDLE(cl_device_id, 1, clReleaseDevice)
HEDDLE_TEST_HANDLE(cl_context, 2, clReleaseContext)
HEDDLE_TEST_HANDLE(cl_command_queue, 3, clReleaseCommandQueue)
HEDDLE_TEST_HANDLE(cl_mem, 4, clReleaseMemObject)
HEDDLE_TEST_HANDLE(cl_sampler, 5, clReleaseSampler)
HEDDLE_TEST_HANDLE(cl_program, 6, clReleaseProgram)
HEDDLE_TEST_HANDLE(cl_kernel, 7, clReleaseKernel)
HEDDLE_TEST_HANDLE(cl_event, 8, clReleaseEvent)
HEDDLE_TEST_HANDLE(cl_command_buffer_khr, 9, static_cast<void>)
#undef HEDDLE_TEST_HANDLE
inline constexpr std::size_t handleKinds = 10;

/// What a driver may call back with any arguments.
template <typename Function> struct Callback;
template <typename Result, typename... Arguments>
struct Callback<Result(CL_CALLBACK *)(Arguments...)> {
  static Result CL_CALLBACK nothing(Arguments... /*unused*/) { return Result(); }
};

class CallArguments {
public:
  CallArguments();
  ~CallArguments();
  CallArguments(const CallArguments &) = delete;
  CallArguments &operator=(const CallArguments &) = delete;

  void seed(std::uint64_t value) { engine.seed(value); }
  std::size_t below(std::size_t count) { return engine() % count; }
  bool oneIn(std::size_t count) { return below(count) == 0; }

  /// Objects that calls are given; the caller keeps what they hold.
  template <typename T> std::vector<void *> &objects() { return pool.at(HandleKind<T>::index); }

  /// What the sizes of a call count: what the driver can check, bytes of host memory, which it has
  /// to believe, or bytes of texts.
  enum class Sizes { checked, ofMemory, ofTexts };
  /// New memory contents for the next call.
  void prepare(Sizes sizes);

  template <typename T> T make();

  cl_event event = nullptr;
  /// Read and written by calls; there is more of it than believed sizes can reach.
  char *memory = nullptr;

private:
  void *anyObject();
  void *handle(std::size_t kind);
  std::uint32_t number32();
  std::uint64_t number64();

  /// More than the largest value that make<cl_uint>() finds.
  static constexpr std::size_t listLength = 0x6000;
  static constexpr std::size_t written = 24; ///< of a list, before each call
  static constexpr std::size_t oneText = 12; ///< that are worth a string

  std::mt19937_64 engine;
  Sizes sizes = Sizes::checked;
  std::array<std::vector<void *>, handleKinds> pool;
  std::array<std::vector<void *>, handleKinds> lists;
  std::vector<cl_int> statuses; ///< of each device, where they are several
  std::vector<std::uint64_t> numbers;
  std::vector<std::uint64_t> words;
  std::vector<void *> pointers;
  std::vector<const char *> texts;
  cl_image_format format = {};
  cl_image_desc description = {};
};

template <typename T> T CallArguments::make() {
  if constexpr (HandleKind<T>::value) {
    return static_cast<T>(handle(HandleKind<T>::index));
  } else if constexpr (std::is_pointer_v<T>) {
    using Target = std::remove_pointer_t<T>;
    using Plain = std::remove_cv_t<Target>;
    if constexpr (std::is_function_v<Target>)
      return oneIn(2) ? nullptr : &Callback<T>::nothing;
    else if constexpr (std::is_same_v<T, cl_int *>)
      return oneIn(8) ? nullptr : statuses.data();
    else if constexpr (std::is_same_v<T, cl_event *>)
      return oneIn(2) ? nullptr : &event;
    else if (oneIn(4))
      return nullptr;
    else if constexpr (std::is_same_v<T, const cl_image_format *>)
      return &format;
    else if constexpr (std::is_same_v<T, const cl_image_desc *>)
      return &description;
    else if constexpr (!std::is_const_v<Target> && !std::is_pointer_v<Plain>)
      return reinterpret_cast<T>(memory + 64 * below(64));
    else if constexpr (HandleKind<Plain>::value)
      return reinterpret_cast<T>(lists.at(HandleKind<Plain>::index).data());
    else if constexpr (std::is_same_v<Plain, char>)
      return texts[below(oneText)];
    else if constexpr (std::is_same_v<Plain, const char *>)
      return texts.data() + below(2);
    else if constexpr (std::is_pointer_v<Plain>)
      return (T)pointers.data(); // NOLINT: constant or not, of any type
    else if constexpr (std::is_same_v<Plain, void>)
      return oneIn(2) ? static_cast<T>(words.data()) : static_cast<T>(memory);
    else if constexpr (sizeof(Plain) == sizeof(std::uint64_t) && std::is_unsigned_v<Plain>)
      return reinterpret_cast<T>(numbers.data());
    else
      return reinterpret_cast<T>(words.data());
  } else if constexpr (std::is_same_v<T, cl_int>) {
    return static_cast<cl_int>(below(9)) - 4;
  } else if constexpr (sizeof(T) == sizeof(std::uint64_t)) {
    return static_cast<T>(number64());
  } else {
    static_assert(sizeof(T) == sizeof(std::uint32_t));
    return static_cast<T>(number32());
  }
}

} // namespace heddle::test

#endif
